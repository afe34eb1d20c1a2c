import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { required } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { createRole, keepRoles } from "./api";

export function CreateRoleDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const form = useSubmitForm({
    initialValues: { name: "" },
    validate: { name: required("The name") },
    submit: ({ name }) => createRole(name),
    onDone(roles) {
      keepRoles(queries, roles);
      onClose();
    },
  });
  return (
    <Dialog title="New role" isOpen onClose={onClose}>
      <FormBody form={form} label="New role">
        <TextInput
          label="Name"
          description="2 to 40 letters, digits, hyphens or underscores, a letter first; it begins without permissions"
          autoComplete="off"
          data-autofocus
          key={form.fields.key("name")}
          {...form.fields.getInputProps("name")}
        />
        <DialogActions isBusy={form.isBusy} onCancel={onClose}>
          Create role
        </DialogActions>
      </FormBody>
    </Dialog>
  );
}
