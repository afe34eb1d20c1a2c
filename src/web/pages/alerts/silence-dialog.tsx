import { NativeSelect, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { rulesQuery } from "../../api/alerts";
import { renewAlerts } from "../../api/incidents";
import { useScopeChoices } from "../../api/maintenance";
import { useDeviceName } from "../../components/alert-rule/rule-names";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { useIdempotencyKey } from "../../components/form/idempotency-key";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { useField } from "../../components/form/use-field";
import { MomentInput } from "../../components/moment-input/moment-input";
import { useScopeThings } from "../../components/scope-field/scope-names";
import { ThingsField } from "../../components/scope-picker/things-field";
import { addSilence } from "./api";
import {
  devicesOf,
  fitting,
  LENGTHS,
  SILENCE_RULES,
  toSilence,
  type SilencedThing,
  type SilenceValues,
} from "./silence-values";

type Props = {
  /** What it begins with. */
  reason?: string;
  deviceId?: number | undefined;
  onClose: () => void;
};

/** Nothing is told of chosen rules or devices for a while. */
export function SilenceDialog({ reason = "", deviceId, onClose }: Props) {
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const form = useSubmitForm<SilenceValues, unknown>({
    initialValues: {
      reason: reason.slice(0, 500),
      length: "1",
      ends_at: "",
      things: deviceId === undefined ? [] : [{ kind: "device", id: deviceId, name: "" }],
      rules: [],
    },
    validate: SILENCE_RULES,
    submit: (values) => addSilence(toSilence(values), key),
    onDone: () => {
      void renewAlerts(queries);
      onClose();
    },
  });
  const { fields } = form;
  const [length, setLength] = useField(fields, "length");
  return (
    <Dialog title="Silence alerts" isOpen onClose={onClose}>
      <FormBody form={form} label="Silence alerts">
        <TextInput
          label="Reason"
          maxLength={500}
          data-autofocus
          key={fields.key("reason")}
          {...fields.getInputProps("reason")}
        />
        <NativeSelect
          label="For"
          data={[...LENGTHS]}
          value={length}
          onChange={(event) => setLength(event.currentTarget.value)}
        />
        {length === "until" && (
          <MomentInput label="Until" key={fields.key("ends_at")} {...fields.getInputProps("ends_at")} />
        )}
        <Devices fields={fields} deviceId={deviceId} />
        <Rules fields={fields} />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Silence
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

type FieldProps = { fields: UseFormReturnType<SilenceValues> };

function Devices({ fields, deviceId }: FieldProps & { deviceId: number | undefined }) {
  const [things, setThings] = useField(fields, "things");
  const [text, setText] = useState("");
  const known = useDeviceName(deviceId ?? null) ?? "";
  const devices = devicesOf(useScopeChoices(text));
  const scopes = useScopeThings(text);
  const { error } = fields.getInputProps("things");
  return (
    <ThingsField<SilencedThing>
      label="Silenced"
      inputLabel="Devices"
      hint="By name; or types, tags, groups, sites, a network. None: every device, and alerts about no device"
      things={things.map((thing) => (thing.name === "" ? { ...thing, name: known } : thing))}
      onThings={setThings}
      text={text}
      onText={setText}
      choices={fitting([...devices, ...scopes], things)}
      error={typeof error === "string" ? error : undefined}
    />
  );
}

const MAX_RULES = 8;

function Rules({ fields }: FieldProps) {
  const [chosen, setChosen] = useField(fields, "rules");
  const [text, setText] = useState("");
  const { data: rules = [] } = useQuery(rulesQuery());
  const part = text.trim().toLowerCase();
  const toThing = ({ id, name }: { id: number; name: string }) => ({ kind: "rule" as const, id, name });
  return (
    <ThingsField
      label="Silenced rules"
      inputLabel="Rules"
      hint="By name. None: every rule"
      things={chosen.map(toThing)}
      onThings={(things) => setChosen(things.map(({ id, name }) => ({ id, name })))}
      text={text}
      onText={setText}
      choices={rules
        .filter(({ id, name }) => name.toLowerCase().includes(part) && chosen.every((one) => one.id !== id))
        .slice(0, MAX_RULES)
        .map(toThing)}
      isOfOneKind
    />
  );
}
