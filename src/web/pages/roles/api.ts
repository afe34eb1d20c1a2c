import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client";
import { meQuery } from "../../api/me";
import { rolesQuery, type Roles } from "../../api/roles";
import { usersQuery } from "../../api/users";

export const secondFactorRolesQuery = () =>
  queryOptions({
    queryKey: ["roles", "second-factor"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/admin/second-factor-roles", { signal })),
  });

export const saveRoles = (roles: Roles["roles"]) =>
  answerOf(api.PUT("/api/v1/admin/role-permissions", { body: { roles } }));

export const createRole = (name: string) => answerOf(api.POST("/api/v1/admin/roles", { body: { name } }));

export const deleteRole = (name: string) =>
  answerOf(api.DELETE("/api/v1/admin/roles/{name}", { params: { path: { name } } }));

export async function demandSecondFactor(
  queries: QueryClient,
  { name, required }: { name: string; required: boolean },
): Promise<void> {
  const answer = await answerOf(
    api.PUT("/api/v1/admin/roles/{name}/second-factor", { params: { path: { name } }, body: { required } }),
  );
  queries.setQueryData(secondFactorRolesQuery().queryKey, answer);
}

/** After a change of roles: the answer is the list, users may have another role, and oneself other rights. */
export function keepRoles(queries: QueryClient, roles: Roles): void {
  queries.setQueryData(rolesQuery().queryKey, roles);
  void queries.invalidateQueries({ queryKey: usersQuery().queryKey });
  void queries.invalidateQueries({ queryKey: meQuery().queryKey });
}
