import { Checkbox } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toasts } from "../../components/toast/toasts";
import { demandSecondFactor, secondFactorRolesQuery } from "./api";
import styles from "./roles.module.css";

/** Whose users must have a second factor; in force at once, for it is a rule and no permission. */
export function SecondFactorRow({ roles }: { roles: readonly string[] }) {
  const queries = useQueryClient();
  const { data } = useQuery(secondFactorRolesQuery());
  const { mutate, isPending } = useMutation({
    mutationFn: (change: { name: string; required: boolean }) => demandSecondFactor(queries, change),
    onError: (error: Error) => toasts.tellError(`Not changed: ${error.message}`),
  });
  return (
    <tr className={styles.rule}>
      <th scope="row">
        Second factor required
        <span className={styles.description}>
          Takes effect at once: whoever has none sees only the own profile until it is set up
        </span>
      </th>
      {roles.map((role) => (
        <td key={role}>
          {data !== undefined && (
            <Checkbox
              aria-label={`${role}: second factor required`}
              checked={data.roles.includes(role)}
              disabled={isPending}
              onChange={(event) => mutate({ name: role, required: event.currentTarget.checked })}
            />
          )}
        </td>
      ))}
    </tr>
  );
}
