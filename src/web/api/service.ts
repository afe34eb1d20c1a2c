import { queryOptions, useQuery } from "@tanstack/react-query";
import { answerOf, api } from "./client";
import { FRESH } from "./query-client";

/** What everyone may know of the service: its name, messages, and the idle time. */
export const publicSettingsQuery = () =>
  queryOptions({
    queryKey: ["settings", "public"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/admin/settings/public", { signal })),
    staleTime: FRESH.rarelyChanged,
  });

/** What those who run the service call it; `Netatlas` until that is known. */
export function useServiceName(): string {
  const { data = "Netatlas" } = useQuery({
    ...publicSettingsQuery(),
    select: ({ app_name: name }) => name,
  });
  return data;
}

/** Whether people can sign in by an identity provider, and what it is called. */
export const ssoStatusQuery = () =>
  queryOptions({
    queryKey: ["sso-status"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/auth/oidc/status", { signal })),
    staleTime: FRESH.rarelyChanged,
  });

/** Whether the first administrator is still to be made. */
export const setupQuery = () =>
  queryOptions({
    queryKey: ["setup"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/setup/status", { signal })),
    staleTime: 0,
  });

/** How devices are asked whether they answer, and what would be better. */
export const reachabilityQuery = () =>
  queryOptions({
    queryKey: ["reachability"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/system/reachability", { signal })),
    staleTime: FRESH.rarelyChanged,
  });

/** What is installed, what is new in it, and whether there is a newer release. */
export const versionQuery = () =>
  queryOptions({
    queryKey: ["version"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/system/version", { signal })),
    staleTime: FRESH.rarelyChanged,
  });
