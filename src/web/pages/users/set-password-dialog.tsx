import { Checkbox } from "@mantine/core";
import type { User } from "../../api/users";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { NewPasswordField } from "../../components/form/new-password-field";
import { passwordRule } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { toasts } from "../../components/toast/toasts";
import { setPassword } from "./api";

export function SetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const title = `Set a password for ${user.username}`;
  const form = useSubmitForm({
    initialValues: { new_password: "", revoke_api_keys: false },
    validate: { new_password: passwordRule },
    submit: (values) => setPassword(user.id, values),
    onDone() {
      toasts.tell(`Password of ${user.username} set; all sessions have ended`);
      onClose();
    },
  });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <FormBody form={form} label={title}>
        <p>
          Ends all sessions of {user.username}. Where mail is set up, a link to choose another password is
          sent.
        </p>
        <NewPasswordField fields={form.fields} name="new_password" label="New password" />
        <Checkbox
          label="Revoke the API keys too"
          key={form.fields.key("revoke_api_keys")}
          {...form.fields.getInputProps("revoke_api_keys", { type: "checkbox" })}
        />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Set password
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}
