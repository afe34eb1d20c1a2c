import { PasswordInput, TextInput } from "@mantine/core";
import { Dialog } from "../../components/dialog/dialog";
import { FormActions } from "../../components/form/form-actions";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { addPasskey } from "./api";

type Props = { onClose: () => void; onDone: (codes: readonly string[] | null) => void };

/** Names a new passkey, then has the browser make it. */
export function PasskeyDialog({ onClose, onDone }: Props) {
  const form = useSubmitForm({
    initialValues: { name: "", password: "" },
    validate: { name: required("The name"), password: required("The password") },
    submit: addPasskey,
    onDone: ({ recovery_codes: codes }) => onDone(codes),
  });
  const { fields } = form;
  return (
    <Dialog title="Add a passkey" isOpen onClose={onClose}>
      <FormBody form={form} label="Add a passkey">
        <TextInput
          label="Name"
          description="Where it lives, such as “laptop”"
          maxLength={100}
          data-autofocus
          key={fields.key("name")}
          {...fields.getInputProps("name")}
        />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          key={fields.key("password")}
          {...fields.getInputProps("password")}
        />
        <FormActions isBusy={form.isBusy} onCancel={onClose}>
          Add passkey
        </FormActions>
      </FormBody>
    </Dialog>
  );
}
