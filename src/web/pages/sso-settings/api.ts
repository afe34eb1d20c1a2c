import { queryOptions, useMutation, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";

export type SsoTest = Model<"OidcTestResult">;

export const ssoQuery = () =>
  queryOptions({
    queryKey: ["settings", "sso"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/admin/oidc-settings", { signal })),
  });

export async function saveSso(queries: QueryClient, changes: Model<"OidcSettingsUpdate">): Promise<void> {
  const settings = await answerOf(api.PUT("/api/v1/admin/oidc-settings", { body: changes }));
  queries.setQueryData(ssoQuery().queryKey, settings);
}

/** Asks the provider with the settings as they are saved. */
export function useSsoTest() {
  return useMutation({ mutationFn: () => answerOf(api.POST("/api/v1/admin/oidc-settings/test")) });
}
