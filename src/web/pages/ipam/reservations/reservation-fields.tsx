import { Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { macRule } from "../../../components/form/address-rules";
import { required } from "../../../components/form/rules";
import { instantOf, momentFault, momentOf } from "../../../components/moment-input/moment";
import { MomentInput } from "../../../components/moment-input/moment-input";

/** What is said of a reserved address, whoever chooses it. */
export type ReservationValues = { label: string; mac_address: string; expires_at: string; notes: string };

type Said = { label: string; mac_address: string | null; expires_at: string | null; notes: string | null };

export const RESERVATION_LABELS: Readonly<Record<keyof ReservationValues, string>> = {
  label: "Reserved for",
  mac_address: "MAC address",
  expires_at: "Expires",
  notes: "Notes",
};

export const reservationRules = {
  label: required("The name"),
  mac_address: macRule,
  expires_at: momentFault,
};

export function reservationValues(said?: Said): ReservationValues {
  return {
    label: said?.label ?? "",
    mac_address: said?.mac_address ?? "",
    expires_at: said?.expires_at ? momentOf(new Date(said.expires_at)) : "",
    notes: said?.notes ?? "",
  };
}

export function reservationBody({
  label,
  mac_address: mac,
  expires_at: expires,
  notes,
}: ReservationValues): Said {
  return {
    label,
    mac_address: mac === "" ? null : mac,
    expires_at: instantOf(expires),
    notes: notes === "" ? null : notes,
  };
}

/** The fields of it, for every dialog that reserves. */
export function ReservationFields<Values extends ReservationValues>({
  fields,
}: {
  fields: UseFormReturnType<Values>;
}) {
  return (
    <>
      <TextInput
        label="Reserved for"
        description="Who or what will use it, such as “printer, second floor”"
        maxLength={120}
        data-autofocus
        // What is changed is read first: it comes after the dialog has taken the focus.
        autoFocus
        key={fields.key("label")}
        {...fields.getInputProps("label")}
      />
      <TextInput
        label="MAC address"
        description="Of the device, if it is known"
        maxLength={64}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        key={fields.key("mac_address")}
        {...fields.getInputProps("mac_address")}
      />
      <MomentInput
        label="Expires"
        description="The address is free again from then on; empty: never"
        key={fields.key("expires_at")}
        {...fields.getInputProps("expires_at")}
      />
      <Textarea
        label="Notes"
        autosize={false}
        rows={2}
        key={fields.key("notes")}
        {...fields.getInputProps("notes")}
      />
    </>
  );
}
