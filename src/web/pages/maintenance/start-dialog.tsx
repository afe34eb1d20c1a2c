import { NativeSelect, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { planMaintenance, renewMaintenance, toScope, useScopeChoices } from "../../api/maintenance";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { useIdempotencyKey } from "../../components/form/idempotency-key";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { ScopePicker, type Thing } from "../../components/scope-picker/scope-picker";

const LENGTHS = [
  { value: "15", label: "15 minutes" },
  { value: "30", label: "30 minutes" },
  { value: "60", label: "1 hour" },
  { value: "120", label: "2 hours" },
  { value: "240", label: "4 hours" },
  { value: "480", label: "8 hours" },
];

const NOTHING: readonly Thing[] = [];

/** Maintenance from now on, for what somebody is about to work on. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const [everything, setEverything] = useState(false);
  const [things, setThings] = useState(NOTHING);
  const [text, setText] = useState("");
  const choices = useScopeChoices(text);
  const form = useSubmitForm({
    initialValues: { title: "Maintenance", minutes: "60", scope: "" },
    validate: {
      title: required("The title"),
      scope: () => (everything || things.length > 0 ? null : "Nothing is chosen"),
    },
    submit: ({ title, minutes }) =>
      planMaintenance(
        {
          title,
          scope: toScope(everything, things),
          schedule: { kind: "once", duration_minutes: Number(minutes) },
        },
        key,
      ),
    onDone: () => {
      void renewMaintenance(queries);
      onClose();
    },
  });
  const { fields } = form;
  const { error } = fields.getInputProps("scope");
  return (
    <Dialog title="Start maintenance now" isOpen onClose={onClose}>
      <FormBody form={form} label="Start maintenance now">
        <ScopePicker
          everything={everything}
          onEverything={setEverything}
          things={things}
          onThings={setThings}
          text={text}
          onText={setText}
          choices={choices}
          error={typeof error === "string" ? error : undefined}
        />
        <NativeSelect
          label="For"
          data={LENGTHS}
          key={fields.key("minutes")}
          {...fields.getInputProps("minutes")}
        />
        <TextInput
          label="Title"
          maxLength={120}
          key={fields.key("title")}
          {...fields.getInputProps("title")}
        />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Start maintenance
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}
