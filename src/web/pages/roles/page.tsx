import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { rolesQuery, type Roles } from "../../api/roles";
import { useUnsavedChanges } from "../../components/form/unsaved-changes";
import { PageHead } from "../../components/page-head/page-head";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { formatCount } from "../../format/number";
import { AddIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { keepRoles, saveRoles } from "./api";
import { CreateRoleDialog } from "./create-role-dialog";
import { DeleteRoleDialog } from "./delete-role-dialog";
import { changedRoles, toggleGrant } from "./draft";
import { Matrix } from "./matrix";
import styles from "./roles.module.css";

type Layer = { kind: "create" } | { kind: "delete"; role: string };

function RolesPage() {
  const query = useQuery(rolesQuery());
  return (
    <QueryStates query={query} what="roles" rows={12}>
      {(roles) => <Editor roles={roles} />}
    </QueryStates>
  );
}

function Editor({ roles }: { roles: Roles }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [layer, setLayer] = useState<Layer | null>(null);
  const changed = changedRoles(roles.roles, draft);
  const count = Object.keys(changed).length;
  useUnsavedChanges(() => count > 0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: saveRoles,
    onSuccess(answer) {
      keepRoles(queries, answer);
      setDraft({});
    },
  });
  const close = () => setLayer(null);
  return (
    <>
      <PageHead
        title="Roles"
        meta={count > 0 ? `${formatCount(count, ["role", "roles"])} changed, not saved` : undefined}
        actions={
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<AddIcon {...ICON} />}
              onClick={() => setLayer({ kind: "create" })}
            >
              New role
            </Button>
            {count > 0 && (
              <Button size="xs" variant="default" onClick={() => setDraft({})}>
                Discard
              </Button>
            )}
            <Button size="xs" loading={isPending} onClick={() => count > 0 && mutate(changed)}>
              Save roles
            </Button>
          </>
        }
      />
      {error !== null && <ErrorStrip error={error} title="The roles were not saved" />}
      <p className={styles.hint}>What is saved is in force from the next request of each user on.</p>
      <Matrix
        roles={roles}
        grants={{ ...roles.roles, ...draft }}
        onToggle={(cell) => setDraft((old) => toggleGrant({ ...roles.roles, ...old }, cell))}
        onDelete={(role) => setLayer({ kind: "delete", role })}
      />
      {layer?.kind === "create" && <CreateRoleDialog onClose={close} />}
      {layer?.kind === "delete" && <DeleteRoleDialog role={layer.role} onClose={close} />}
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/roles")({ component: RolesPage });
