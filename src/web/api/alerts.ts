import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";
import { ALERTS } from "./incidents";

export type AlertRule = Model<"AlertRuleRead">;
export type AlertSilence = Model<"AlertSilenceRead">;
export type AlertChannel = Model<"AlertChannel">;

/** The oldest first; for holders of `alert_write`. */
export const rulesQuery = () =>
  queryOptions({
    queryKey: [ALERTS, "rules"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/alerts/rules", { signal })),
  });

/** Where alerts can go; for holders of `alert_write`. */
export const channelsQuery = () =>
  queryOptions({
    queryKey: [ALERTS, "channels"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/alerts/channels", { signal })),
  });

/** What people call a channel; one that is gone stays as it is written. */
export function channelName(target: string, channels: readonly AlertChannel[] | undefined): string {
  return channels?.find((channel) => channel.target === target)?.name ?? target;
}
