import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "../../../api/me";
import type { Version } from "../../../api/version";
import { DeleteDialog } from "../../../components/dialog/delete-dialog";
import { Dialog } from "../../../components/dialog/dialog";
import { Facts } from "../../../components/detail-panel/facts";
import { addressRule } from "../../../components/form/address-rules";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { useIdempotencyKey } from "../../../components/form/idempotency-key";
import { required } from "../../../components/form/rules";
import { FormBody, useSubmitForm } from "../../../components/form/submit-form";
import { useVersionedForm } from "../../../components/form/use-versioned-form";
import { changedOnly } from "../../../components/form/versions";
import { QueryStates } from "../../../components/states/query-states";
import { TimeValue } from "../../../components/value/time-value";
import { renewIpam, reservationVersionQuery, subnetsQuery, useIpamChange, type Reservation } from "../api";
import { changeReservation, createReservation, releaseReservation } from "../changes";
import { reservedFault } from "./reserved-fault";
import {
  RESERVATION_LABELS,
  reservationBody,
  ReservationFields,
  reservationRules,
  reservationValues,
  type ReservationValues,
} from "./reservation-fields";
import { subnetChoice } from "./subnet-choice";
import { useUsualExpiry } from "./use-usual-expiry";
import { tellUndoable } from "../../../components/toast/tell-undoable";

type Props = {
  /** To be changed; absent: a new one. */
  reservation?: Reservation;
  /** Filled in for a new one. */
  address?: string;
  onClose: () => void;
};

/** Reserves an address, or shows and changes a reservation. */
export function ReservationDialog({ reservation, address = "", onClose }: Props) {
  const mayWrite = useMay("ipam_write");
  const [isReleasing, setIsReleasing] = useState(false);
  if (reservation === undefined) return <CreateDialog address={address} onClose={onClose} />;
  if (isReleasing) return <ReleaseDialog reservation={reservation} onClose={onClose} />;
  return mayWrite ? (
    <ChangeDialog reservation={reservation} onRelease={() => setIsReleasing(true)} onClose={onClose} />
  ) : (
    <ShowDialog reservation={reservation} onClose={onClose} />
  );
}

function CreateDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const expires = useUsualExpiry();
  const form = useSubmitForm({
    initialValues: { ip_address: address, ...reservationValues(), expires_at: expires },
    validate: {
      ip_address: async (text) =>
        required("The address")(text) ?? (await addressRule(text)) ?? (await reservedFault(queries, text)),
      ...reservationRules,
    },
    submit: ({ ip_address: ip, ...said }) =>
      createReservation({ ip_address: ip, ...reservationBody(said) }, key),
    onDone: () => {
      void renewIpam(queries);
      onClose();
    },
  });
  const { fields } = form;
  return (
    <Dialog title={address === "" ? "Reserve an address" : `Reserve ${address}`} isOpen onClose={onClose}>
      <FormBody form={form} label="Reserve an address">
        {address === "" && (
          <TextInput
            label="Address"
            maxLength={64}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
            key={fields.key("ip_address")}
            {...fields.getInputProps("ip_address")}
          />
        )}
        <ReservationFields fields={fields} />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Reserve address
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

type ChangeProps = { reservation: Reservation; onRelease: () => void; onClose: () => void };

function ChangeDialog({ reservation, onRelease, onClose }: ChangeProps) {
  const query = useQuery({ ...reservationVersionQuery(reservation.id), refetchOnWindowFocus: false });
  return (
    <Dialog title={`Reservation of ${reservation.ip_address}`} isOpen onClose={onClose}>
      <QueryStates query={query} what="the reservation" rows={6}>
        {(opened) => <ChangeForm opened={opened} onRelease={onRelease} onClose={onClose} />}
      </QueryStates>
    </Dialog>
  );
}

type FormProps = { opened: Version<Reservation>; onRelease: () => void; onClose: () => void };

type ChangedValues = ReservationValues & { subnet_id: string };

const CHANGE_LABELS = { ...RESERVATION_LABELS, subnet_id: "Subnet" };

const valuesOf = (thing: Reservation): ChangedValues => ({
  ...reservationValues(thing),
  subnet_id: String(thing.subnet_id ?? ""),
});

const bodyOf = ({ subnet_id: subnet, ...said }: ChangedValues) => ({
  ...reservationBody(said),
  subnet_id: subnet === "" ? null : Number(subnet),
});

function ChangeForm({ opened, onRelease, onClose }: FormProps) {
  const queries = useQueryClient();
  const { data: subnets = [] } = useQuery(subnetsQuery());
  const { id } = opened.thing;
  const choice = subnetChoice(opened.thing, subnets);
  const { form, conflict } = useVersionedForm({
    opened,
    what: "this reservation",
    labels: CHANGE_LABELS,
    valuesOf,
    describe: (name, value) =>
      name === "expires_at"
        ? String(value).replace("T", " ")
        : name === "subnet_id"
          ? (choice.find((subnet) => subnet.value === value)?.label ?? String(value))
          : String(value),
    validate: reservationRules,
    save: (values, { thing, tag }) =>
      changeReservation(id, {
        body: changedOnly(bodyOf(values), bodyOf(valuesOf(thing))),
        tag,
      }),
    readAgain: () => queries.fetchQuery(reservationVersionQuery(id)),
    onDone: () => {
      void renewIpam(queries);
      onClose();
    },
  });
  return (
    <FormBody form={form} label="Change the reservation">
      {conflict}
      <ReservationFields fields={form.fields} />
      <NativeSelect
        label="Subnet"
        data={choice}
        key={form.fields.key("subnet_id")}
        {...form.fields.getInputProps("subnet_id")}
      />
      <DialogActions
        removal={{ label: "Release address", onRemove: onRelease }}
        onCancel={onClose}
        isBusy={form.isBusy}
      >
        Save reservation
      </DialogActions>
    </FormBody>
  );
}

function ReleaseDialog({ reservation, onClose }: { reservation: Reservation; onClose: () => void }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useIpamChange(releaseReservation, ({ entryId }) => {
    onClose();
    tellUndoable(queries, { text: `${reservation.ip_address} released`, entryIds: [entryId] });
  });
  return (
    <DeleteDialog
      verb="Release"
      name={reservation.ip_address}
      explanation={`It is reserved for “${reservation.label}”. Whoever asks next may get it.`}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(reservation)}
      onClose={onClose}
    />
  );
}

/** For those who may look only. */
function ShowDialog({ reservation, onClose }: { reservation: Reservation; onClose: () => void }) {
  const {
    ip_address: ip,
    label,
    mac_address: mac,
    expires_at: expires,
    notes,
    reserved_by: by,
  } = reservation;
  return (
    <Dialog title={`Reservation of ${ip}`} isOpen onClose={onClose}>
      <Facts
        facts={[
          { label: "Reserved for", value: label },
          { label: "Reserved by", value: by },
          { label: "MAC address", value: mac },
          { label: "Expires", value: <TimeValue at={expires} absent="never" /> },
          { label: "Notes", value: notes },
        ]}
      />
    </Dialog>
  );
}
