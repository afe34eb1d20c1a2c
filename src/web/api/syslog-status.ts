import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";
import { pollEvery } from "./polling";
import { FRESH } from "./query-client";

export type SyslogStatus = Model<"SyslogStatus">;

/** Milliseconds; the first line of all is waited for. */
const POLL = { usual: 5000, waiting: 2000 } as const;

/**
 * The host that senders are to send to: that of the page, or of the process that receives where it is another one on
 * another machine. `pageHost` as the address bar writes it, IPv6 in brackets.
 */
export function hostForSenders(
  { instance_url: url }: Pick<SyslogStatus, "instance_url">,
  pageHost: string,
): string {
  const other = url === null ? undefined : bare(URL.parse(url)?.hostname ?? "");
  return other === undefined || other === "" || isLoopback(other) ? bare(pageHost) : other;
}

/** Whether other machines reach something else, or nothing, under this name. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

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
