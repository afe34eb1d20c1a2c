import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { roleNames, rolesQuery } from "../../api/roles";
import { usersQuery } from "../../api/users";
import { Dialog } from "../../components/dialog/dialog";
import { DialogActions } from "../../components/dialog/dialog-actions";
import { NewPasswordField } from "../../components/form/new-password-field";
import { passwordRule, USER_NAME_HINT, userNameRule } from "../../components/form/rules";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { QueryStates } from "../../components/states/query-states";
import { createUser } from "./api";

type Props = { onClose: () => void; onCreated: (id: number) => void };

export function CreateUserDialog(props: Props) {
  return (
    <Dialog title="New user" isOpen onClose={props.onClose}>
      <QueryStates query={useQuery(rolesQuery())} what="roles" rows={10}>
        {(roles) => <CreateUserForm {...props} roles={roleNames(roles)} />}
      </QueryStates>
    </Dialog>
  );
}

function CreateUserForm({ onClose, onCreated, roles }: Props & { roles: readonly string[] }) {
  const queries = useQueryClient();
  const form = useSubmitForm({
    initialValues: { username: "", password: "", role: "Viewer", email: "" },
    validate: { username: userNameRule, password: passwordRule },
    async submit(values) {
      const created = await createUser(values);
      await queries.invalidateQueries({ queryKey: usersQuery().queryKey });
      return created;
    },
    onDone({ id }) {
      onClose();
      onCreated(id);
    },
  });
  const { fields } = form;
  return (
    <FormBody form={form} label="New user">
      <TextInput
        label="Name"
        description={`${USER_NAME_HINT}; it cannot be changed`}
        autoComplete="off"
        data-autofocus
        key={fields.key("username")}
        {...fields.getInputProps("username")}
      />
      <NewPasswordField fields={fields} name="password" label="Password" />
      <NativeSelect
        label="Role"
        data={[...roles]}
        key={fields.key("role")}
        {...fields.getInputProps("role")}
      />
      <TextInput
        label="Mail address"
        description="For password links; may stay empty"
        type="email"
        autoComplete="off"
        key={fields.key("email")}
        {...fields.getInputProps("email")}
      />
      <DialogActions isBusy={form.isBusy} onCancel={onClose}>
        Create user
      </DialogActions>
    </FormBody>
  );
}
