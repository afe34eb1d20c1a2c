import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";
import { FRESH } from "./query-client";

export type Me = Model<"CurrentUser">;

/** The permissions of roles. */
export type Permission =
  | "topology_write"
  | "security_view"
  | "tools_passive"
  | "tools_active"
  | "inventory_export"
  | "firewall_export"
  | "report_export"
  | "ipam_write"
  | "monitoring_write"
  | "alert_write"
  | "relay";

/** What a page may need: a permission, or to be a SuperAdmin. */
export type Right = Permission | "superadmin";

/** The person who is signed in. */
export const meQuery = () =>
  queryOptions({
    queryKey: ["me"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/auth/me", { signal })),
    staleTime: FRESH.rarelyChanged,
    retry: false,
  });

export function useMe(): Me {
  return useSuspenseQuery(meQuery()).data;
}

/** Any one of several rights is enough. */
export function may(
  { role, permissions }: Pick<Me, "role" | "permissions">,
  right: Right | readonly Right[],
): boolean {
  return [right]
    .flat()
    .some((one) => (one === "superadmin" ? role === "SuperAdmin" : permissions.includes(one)));
}

/** An import from another product writes what the person may write, and leaves out the rest. */
export const IMPORT_RIGHTS: readonly Right[] = ["topology_write", "ipam_write", "monitoring_write"];

/** Whether the person may do something; what they may not is not drawn. */
export function useMay(right: Right): boolean {
  return may(useMe(), right);
}
