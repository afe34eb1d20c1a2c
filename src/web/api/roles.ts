import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";

export type Roles = Model<"RolePermissionsResponse">;

/** The role that may do everything; it stands in no list of roles. */
export const SUPER_ADMIN = "SuperAdmin";

/** All permissions, and what each role but SuperAdmin holds. */
export const rolesQuery = () =>
  queryOptions({
    queryKey: ["roles", "list"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/admin/role-permissions", { signal })),
  });

/** Every role that a user can have, by name, SuperAdmin last. */
export function roleNames(roles: Roles | undefined): string[] {
  return [...Object.keys(roles?.roles ?? {}), SUPER_ADMIN];
}
