import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";
import { pollEvery } from "./polling";
import { FRESH } from "./query-client";

export type SyslogStatus = Model<"SyslogStatus">;

/** Milliseconds; the first line of all is waited for. */
const POLL = { usual: 5000, waiting: 2000 } as const;

/**
 * What the syslog path does and what it lost, asked again and again: one question for all pages, so that they never
 * tell different figures. `collector`: of whom; absent: as the process chooses that answers.
 */
export const syslogStatusQuery = (collector?: string) =>
  queryOptions({
    queryKey: ["syslog", "status", ...(collector === undefined ? [] : [collector])],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/syslog/status", {
          params: { query: collector === undefined ? {} : { collector } },
          signal,
        }),
      ),
    staleTime: FRESH.figures,
    refetchInterval(query) {
      const { data } = query.state;
      return pollEvery(data?.sender_count === 0 ? POLL.waiting : POLL.usual)(query);
    },
  });
