import { Radio } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useScopeChoices } from "../../../api/maintenance";
import { forgetMonitoring } from "../../../api/monitoring";
import { RequestFailure } from "../../../api/request-failure";
import type { Version } from "../../../api/version";
import { Dialog } from "../../../components/dialog/dialog";
import { DialogActions } from "../../../components/dialog/dialog-actions";
import { FormBody } from "../../../components/form/submit-form";
import { useField } from "../../../components/form/use-field";
import { useVersionedForm } from "../../../components/form/use-versioned-form";
import { ThingsField } from "../../../components/scope-picker/things-field";
import { chooseDependencies, readDependencies, type Dependencies } from "../api";

type Parent = { id: number; name: string };
type Values = { mode: Dependencies["mode"]; parents: readonly Parent[] };

const LABELS = { mode: "Depends on", parents: "Devices" } as const;

const MODES: Readonly<Record<Values["mode"], { label: string; description: string }>> = {
  automatic: { label: "From the map", description: "What stands between this service and it, by the links" },
  chosen: { label: "These devices", description: "Any one of them that can be reached is enough" },
  none: { label: "Nothing", description: "When it fails it is down, whatever else is" },
};
const MODE_NAMES = ["automatic", "chosen", "none"] as const;

const valuesOf = ({ mode, chosen }: Dependencies): Values => ({
  mode,
  parents: chosen.map(({ id, name }) => ({ id, name })),
});

type Props = { opened: Version<Dependencies>; name: string; onClose: () => void };

/** Chooses what a device depends on. */
export function DependsOnDialog({ opened, name, onClose }: Props) {
  const queries = useQueryClient();
  const { device_id: id } = opened.thing;
  const { form, conflict } = useVersionedForm<Dependencies, Values, Dependencies>({
    opened,
    what: "what it depends on",
    labels: LABELS,
    valuesOf,
    describe: describeValue,
    validate: {
      parents: (parents, { mode }) => (mode === "chosen" && parents.length === 0 ? "Name a device" : null),
    },
    save: (values, { tag }) => atParents(() => chooseDependencies(id, toBody(values), tag)),
    readAgain: () => readDependencies(id),
    onDone() {
      void forgetMonitoring(queries);
      onClose();
    },
  });
  const [mode, setMode] = useField(form.fields, "mode");
  return (
    <Dialog title={`What ${name} depends on`} isOpen onClose={onClose}>
      <FormBody form={form} label={`What ${name} depends on`}>
        {conflict}
        <Radio.Group label={LABELS.mode} value={mode} onChange={(next) => setMode(next)}>
          {MODE_NAMES.map((value) => (
            <Radio key={value} value={value} mt={8} {...MODES[value]} />
          ))}
        </Radio.Group>
        {mode === "chosen" && <Parents fields={form.fields} self={id} />}
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Save
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}

type Fields = ReturnType<typeof useVersionedForm<Dependencies, Values, Dependencies>>["form"]["fields"];

function Parents({ fields, self }: { fields: Fields; self: number }) {
  const [parents, setParents] = useField(fields, "parents");
  const [text, setText] = useState("");
  const { error } = fields.getInputProps("parents");
  const choices = useScopeChoices(text).flatMap(({ kind, id, name }) =>
    kind === "device" && id !== null && id !== self ? [{ kind, id, name }] : [],
  );
  return (
    <div data-path="parents" tabIndex={-1}>
      <ThingsField
        label={LABELS.parents}
        hint="Up to 20 devices"
        things={parents.map((parent) => ({ kind: "device" as const, ...parent }))}
        onThings={(things) => setParents(things.map(({ id, name }) => ({ id, name })))}
        isOfOneKind
        error={typeof error === "string" ? error : undefined}
        {...{ text, onText: setText, choices }}
      />
    </div>
  );
}

function toBody({ mode, parents }: Values) {
  return { mode, parent_ids: mode === "chosen" ? parents.map(({ id }) => id) : [] };
}

function describeValue(field: keyof Values, value: unknown): string {
  if (field === "mode") return MODES[value as Values["mode"]].label;
  return (value as readonly Parent[]).map(({ name }) => name).join(", ");
}

/** The service names a parent by its place in the list; the form has one field for all of them. */
async function atParents<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const refused =
      error instanceof RequestFailure ? error.fields.find(({ path }) => path[0] === "parent_ids") : undefined;
    if (refused === undefined) throw error;
    const { message } = refused;
    throw new RequestFailure({
      status: 422,
      message,
      fields: [{ path: ["parents"], message }],
      cause: error,
    });
  }
}
