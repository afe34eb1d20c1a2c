import { queryOptions, skipToken, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { may, meQuery } from "../../api/me";
import { pollEvery } from "../../api/polling";
import { FRESH } from "../../api/query-client";
import { overviewQuery } from "../../api/standings";
import { syslogStatusQuery, type SyslogStatus } from "../../api/syslog-status";
import { viewerZone } from "../../format/time";

export type MonitoringOverview = Model<"MonitoringOverview">;
export type IpamSummary = Model<"IpamSummary">;
export type Subnet = Model<"SubnetOut">;
export type EventHistogram = Model<"EventHistogram">;
export type EventTop = Model<"EventTop">;

/** Figures that cost the service nothing, and those for which it looks at a day of events (ms). */
const POLL = { figures: 10_000, day: 60_000, waiting: 2000 } as const;

const MINUTES_OF_RATE = 5;
const DAY_MS = 86_400_000;

/** What no firewall lets through, in the grammar of the search. */
export const BLOCKED = "verdict:deny,drop,reject";

export const summaryQuery = () =>
  queryOptions({
    queryKey: ["dashboard", "summary"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/dashboard/summary", { signal })),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL.figures),
  });

export const ipamQuery = () =>
  queryOptions({
    queryKey: ["dashboard", "ipam"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/ipam/summary", { signal })),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL.figures),
  });

export const subnetsQuery = () =>
  queryOptions({
    queryKey: ["dashboard", "subnets"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/ipam/subnets", { signal })),
    refetchInterval: pollEvery(POLL.day),
  });

/** Whether a line has ever come in. */
export function hasReceived({
  last_packet_at: packet,
  last_event_received_at: event,
}: SyslogStatus): boolean {
  return packet !== null || event !== null;
}

/** Events of the last minutes by minute: how many there are now. */
export const rateQuery = () =>
  queryOptions({
    queryKey: ["dashboard", "rate"],
    async queryFn({ signal }) {
      const start = new Date(Date.now() - MINUTES_OF_RATE * 60_000).toISOString();
      const query = { start_time: start, step_seconds: 60 } as const;
      const { total } = await answerOf(api.GET("/api/v1/syslog/histogram", { params: { query }, signal }));
      return total / MINUTES_OF_RATE;
    },
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL.figures),
  });

/** A day without events costs nothing, and the first ones are waited for. */
function pollDay(
  query: Parameters<ReturnType<typeof pollEvery>>[0] & { state: { data?: { total: number } | undefined } },
): number {
  return pollEvery(query.state.data?.total === 0 ? POLL.waiting : POLL.day)(query);
}

/** The last 24 hours. */
export const histogramQuery = () =>
  queryOptions({
    queryKey: ["dashboard", "histogram"],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/syslog/histogram", {
          params: { query: { by: "verdict", time_zone: viewerZone() } },
          signal,
        }),
      ),
    staleTime: FRESH.lists,
    refetchInterval: pollDay,
  });

/** The same since `start` alone, in steps of a minute. */
export const shortHistogramQuery = (start: string | undefined) =>
  queryOptions({
    queryKey: ["dashboard", "histogram", start],
    queryFn:
      start === undefined
        ? skipToken
        : ({ signal }) => {
            const query = {
              by: "verdict",
              start_time: start,
              step_seconds: 60,
              time_zone: viewerZone(),
            } as const;
            return answerOf(api.GET("/api/v1/syslog/histogram", { params: { query }, signal }));
          },
    staleTime: FRESH.lists,
    refetchInterval: pollEvery(POLL.day),
  });

export type BlockedEvent = Model<"FirewallEventRead">;

const RECENT_ROWS = 6;

/** What was blocked last, of the last 24 hours. */
export const denialsQuery = () =>
  queryOptions({
    queryKey: ["dashboard", "denials"],
    queryFn: ({ signal }) => {
      const start = new Date(Date.now() - DAY_MS).toISOString();
      const query = { q: BLOCKED, start_time: start, limit: RECENT_ROWS };
      return answerOf(api.GET("/api/v1/syslog/events", { params: { query }, signal }));
    },
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL.day),
  });

export const newestDevicesQuery = () =>
  queryOptions({
    queryKey: ["dashboard", "newest-devices"],
    queryFn: ({ signal }) => {
      const query = { sort: "-id", limit: RECENT_ROWS } as const;
      return answerOf(api.GET("/api/v1/topology/devices", { params: { query }, signal }));
    },
    staleTime: FRESH.lists,
    refetchInterval: pollEvery(POLL.day),
  });

type TopField = "src_ip" | "dst_port";

/** The most frequent values of the last 24 hours. */
export const topQuery = ({ field, q }: { field: TopField; q?: string }) =>
  queryOptions({
    queryKey: ["dashboard", "top", { field, q }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/syslog/top", {
          params: { query: { field, limit: 6, ...(q !== undefined && { q }) } },
          signal,
        }),
      ),
    staleTime: FRESH.lists,
    refetchInterval: pollDay,
  });

export const talkersQuery = () => topQuery({ field: "src_ip" });
export const blockedPortsQuery = () => topQuery({ field: "dst_port", q: BLOCKED });

/**
 * Asks for all that the page shows, what the person may not see left out. What counts a whole day of events keeps every
 * processor of the service busy, so that comes after the figures.
 */
export function prefetchDashboard(queries: QueryClient): void {
  const me = queries.getQueryData(meQuery().queryKey);
  const figures = [
    queries.prefetchQuery(summaryQuery()),
    queries.prefetchQuery(ipamQuery()),
    queries.prefetchQuery(overviewQuery()),
  ];
  void queries.prefetchQuery(subnetsQuery());
  void queries.prefetchQuery(newestDevicesQuery());
  if (me === undefined || !may(me, "security_view")) return;
  figures.push(queries.prefetchQuery(syslogStatusQuery()), queries.prefetchQuery(rateQuery()));
  void prefetchDay(queries, figures);
}

async function prefetchDay(queries: QueryClient, figures: readonly Promise<void>[]): Promise<void> {
  await Promise.all(figures);
  await Promise.all([
    queries.prefetchQuery(histogramQuery()),
    queries.prefetchQuery(talkersQuery()),
    queries.prefetchQuery(blockedPortsQuery()),
    queries.prefetchQuery(denialsQuery()),
  ]);
}
