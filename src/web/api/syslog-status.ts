import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";
import { pollEvery } from "./polling";
import { FRESH } from "./query-client";

export type SyslogStatus = Model<"SyslogStatus">;

const POLL_MS = 5000;

/** What the syslog path does and what it lost, asked again and again. */
export const syslogStatusQuery = () =>
  queryOptions({
    queryKey: ["syslog", "status"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/syslog/status", { signal })),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS),
  });
