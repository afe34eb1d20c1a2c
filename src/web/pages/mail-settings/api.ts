import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";

export const mailQuery = () =>
  queryOptions({
    queryKey: ["settings", "mail"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/admin/notification-settings", { signal })),
  });

export async function saveMail(
  queries: QueryClient,
  changes: Model<"NotificationSettingsUpdate">,
): Promise<void> {
  const settings = await answerOf(api.PUT("/api/v1/admin/notification-settings", { body: changes }));
  queries.setQueryData(mailQuery().queryKey, settings);
}

/** Mails the recipient of notices by the settings as they are saved. */
export function useMailTest() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => answerOf(api.POST("/api/v1/admin/notifications/test", { body: { channel: "smtp" } })),
    // One that arrives ends a quarantine.
    onSuccess: () => queries.invalidateQueries({ queryKey: mailQuery().queryKey }),
  });
}
