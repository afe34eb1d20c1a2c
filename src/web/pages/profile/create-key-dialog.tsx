import { NativeSelect, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { useIdempotencyKey } from "../../components/form/idempotency-key";
import { useField } from "../../components/form/use-field";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { SecretText } from "../../components/value/secret-text";
import { useMay } from "../../api/me";
import { createKey, keysQuery } from "./api";

const NEVER = "";
const USUAL_LIFETIME = "90";
const LIFETIMES = [
  { value: NEVER, label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In one year" },
];

const PERMISSIONS = [
  { value: "", label: "All that I may" },
  { value: "relay", label: "Relay log lines of a branch, and nothing else" },
];

const daysOf = (value: string) => ([30, 90, 365] as const).find((days) => String(days) === value) ?? null;

/** Asks for a name and a lifetime, then shows the key until it is closed by hand. Nothing else ever has the key. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const mayRelay = useMay("relay");
  const [secret, setSecret] = useState<string | null>(null);
  const queries = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  const form = useSubmitForm({
    initialValues: { name: "", permission: "", expires_in_days: USUAL_LIFETIME },
    validate: { name: required("The name") },
    submit: ({ name, permission, expires_in_days: days }) =>
      createKey(
        { name, permission: permission === "relay" ? permission : null, expires_in_days: daysOf(days) },
        idempotencyKey,
      ),
    onDone: ({ key }) => setSecret(key),
  });
  const { fields } = form;
  const [permission, setPermission] = useField(fields, "permission");
  const [lifetime, setLifetime] = useField(fields, "expires_in_days");
  const choosePermission = (chosen: string) => {
    setPermission(chosen);
    // A branch that goes silent some day, when nobody thinks of its key any more, is the worse risk.
    setLifetime(chosen === "relay" ? NEVER : USUAL_LIFETIME);
  };
  const close = () => {
    // Also where no answer came: the key may be there.
    void queries.invalidateQueries({ queryKey: keysQuery().queryKey });
    onClose();
  };
  if (secret !== null) {
    return (
      <Dialog title="Copy the new API key" isOpen isDismissable={false} onClose={close} width={560}>
        <Stack gap="lg">
          <p>This is the only time that it is shown. Keep it where you keep passwords.</p>
          <SecretText text={secret} label="API key" />
          <DialogActions onAct={close}>I have copied it</DialogActions>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog title="Create an API key" isOpen onClose={close}>
      <FormBody form={form} label="Create an API key">
        <TextInput
          label="Name"
          description="What will use it, such as “inventory sync”"
          maxLength={100}
          data-autofocus
          key={fields.key("name")}
          {...fields.getInputProps("name")}
        />
        {mayRelay && (
          <NativeSelect
            label="May"
            data={PERMISSIONS}
            value={permission}
            onChange={({ currentTarget }) => choosePermission(currentTarget.value)}
          />
        )}
        <NativeSelect
          label="Expires"
          description={
            permission === "relay" && lifetime !== NEVER
              ? "Its lines wait at the branch from then on, until the relay has another key"
              : undefined
          }
          data={LIFETIMES}
          value={lifetime}
          onChange={({ currentTarget }) => setLifetime(currentTarget.value)}
          error={fields.errors["expires_in_days"]}
        />
        <DialogActions isBusy={form.isBusy} onCancel={close}>
          Create API key
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}
