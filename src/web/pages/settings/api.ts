import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { publicSettingsQuery } from "../../api/service";

export const settingsQuery = () =>
  queryOptions({
    queryKey: ["settings", "all"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/admin/settings", { signal })),
  });

/** Changes what is given; everybody's pages show some of it. */
export async function saveSettings(
  queries: QueryClient,
  changes: Model<"SystemSettingsUpdate">,
): Promise<void> {
  const settings = await answerOf(api.PUT("/api/v1/admin/settings", { body: changes }));
  queries.setQueryData(settingsQuery().queryKey, settings);
  await queries.invalidateQueries({ queryKey: publicSettingsQuery().queryKey });
}
