import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usersQuery } from "../../api/users";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { formatCount } from "../../format/number";
import { deleteRole, keepRoles } from "./api";

/** Says first how many people lose their role. */
export function DeleteRoleDialog({ role, onClose }: { role: string; onClose: () => void }) {
  const queries = useQueryClient();
  const { data: users } = useQuery(usersQuery());
  const count = users?.filter((user) => user.role === role).length;
  const { mutate, isPending, error } = useMutation({
    mutationFn: deleteRole,
    onSuccess(roles) {
      keepRoles(queries, roles);
      onClose();
    },
  });
  const explanation = `${formatCount(count ?? 0, ["user has", "users have"])} this role and ${count === 1 ? "becomes a Viewer" : "become Viewers"}.`;
  return (
    <DeleteDialog
      verb="Delete"
      name={`the role ${role}`}
      explanation={count === 0 ? "No user has this role." : explanation}
      consequences={count === undefined ? undefined : []}
      isBusy={isPending}
      error={error}
      onConfirm={() => mutate(role)}
      onClose={onClose}
    />
  );
}
