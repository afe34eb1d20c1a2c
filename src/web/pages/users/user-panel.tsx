import { Button, Checkbox, Group, NativeSelect, Stack, Switch, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { roleNames, rolesQuery } from "../../api/roles";
import type { User } from "../../api/users";
import { DetailPanel } from "../../components/detail-panel/detail-panel";
import { Facts } from "../../components/detail-panel/facts";
import { FormBody, useSubmitForm } from "../../components/form/submit-form";
import { QueryStates } from "../../components/states/query-states";
import { toasts } from "../../components/toast/toasts";
import { TimeValue } from "../../components/value/time-value";
import { updateUser, type UserAction } from "./api";
import { sourceOf } from "./columns";
import { SetPasswordDialog } from "./set-password-dialog";
import { UserActionDialog } from "./user-action-dialog";

type Props = { user: User; onClose: () => void; onStep: (step: -1 | 1) => void };

/** What an administrator sees and changes of a user. */
export function UserPanel({ user, onClose, onStep }: Props) {
  const [layer, setLayer] = useState<"password" | UserAction | null>(null);
  const close = () => setLayer(null);
  return (
    <DetailPanel title={user.username} onClose={onClose} onStep={onStep}>
      <Stack gap="lg">
        <Facts
          facts={[
            { label: "Display name", value: user.display_name },
            { label: "Signs in by", value: sourceOf(user) },
            {
              label: "Last sign-in",
              value: user.last_login_at === null ? "None known" : <TimeValue at={user.last_login_at} />,
            },
            ...(user.sso_issuer === null ? [] : [{ label: "Provider", value: user.sso_issuer }]),
            ...(user.sso_last_login_at === null
              ? []
              : [{ label: "Last single sign-on", value: <TimeValue at={user.sso_last_login_at} /> }]),
          ]}
        />
        <QueryStates query={useQuery(rolesQuery())} what="roles" rows={6}>
          {(roles) => <UserForm user={user} roles={roleNames(roles)} />}
        </QueryStates>
        <Group gap="sm">
          <Button size="xs" variant="default" onClick={() => setLayer("password")}>
            Set a password
          </Button>
          <Button size="xs" variant="default" onClick={() => setLayer("unlock")}>
            Unlock sign-in
          </Button>
          <Button size="xs" variant="default" onClick={() => setLayer("endSessions")}>
            End all sessions
          </Button>
          <Button size="xs" variant="default" onClick={() => setLayer("removeSecondFactor")}>
            Remove the second factor
          </Button>
        </Group>
      </Stack>
      {layer === "password" && <SetPasswordDialog user={user} onClose={close} />}
      {layer !== null && layer !== "password" && (
        <UserActionDialog user={user} action={layer} onClose={close} />
      )}
    </DetailPanel>
  );
}

function UserForm({ user, roles }: { user: User; roles: readonly string[] }) {
  const queries = useQueryClient();
  const [isActive, setIsActive] = useState(user.is_active);
  const form = useSubmitForm({
    initialValues: {
      role: user.role,
      email: user.email ?? "",
      is_active: user.is_active,
      revoke_api_keys: false,
    },
    submit: (changes) => updateUser(queries, { id: user.id, changes }),
    onDone: () => toasts.tell(`Saved: ${user.username}`),
    asksBeforeLeaving: true,
  });
  const { fields } = form;
  const active = fields.getInputProps("is_active", { type: "checkbox" });
  return (
    <FormBody form={form} label={`Change ${user.username}`}>
      <NativeSelect
        label="Role"
        description="In force from the next request on"
        data={roles.includes(user.role) ? [...roles] : [user.role, ...roles]}
        key={fields.key("role")}
        {...fields.getInputProps("role")}
      />
      <TextInput
        label="Mail address"
        type="email"
        autoComplete="off"
        key={fields.key("email")}
        {...fields.getInputProps("email")}
      />
      <Switch
        label="May sign in"
        description="Switched off, all sessions and reset links end for good, and API keys are refused"
        key={fields.key("is_active")}
        {...active}
        onChange={(event) => {
          setIsActive(event.currentTarget.checked);
          active.onChange(event);
        }}
      />
      {!isActive && (
        <Checkbox
          label="Revoke the API keys for good"
          description="Else they work again when the user may sign in again"
          key={fields.key("revoke_api_keys")}
          {...fields.getInputProps("revoke_api_keys", { type: "checkbox" })}
        />
      )}
      <div>
        <Button type="submit" variant="default" loading={form.isBusy}>
          Save user
        </Button>
      </div>
    </FormBody>
  );
}
