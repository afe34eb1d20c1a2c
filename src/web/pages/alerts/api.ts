import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { AlertRule, AlertSilence } from "../../api/alerts";
import { answerOf, api, type Model } from "../../api/client";
import { ALERTS, renewAlerts, type Incident, type Severity } from "../../api/incidents";
import { FRESH } from "../../api/query-client";
import { firstCursor, nextCursor } from "../../api/next-cursor";
import { pollEvery } from "../../api/polling";
import { toasts } from "../../components/toast/toasts";

export type AlertEvent = Model<"AlertEventRead">;
export type Why = Model<"AlertWhy">;

const PAGE = 50;
/** What is open is on the screen to be watched (ms). */
export const OPEN_POLL_MS = 10_000;
const HISTORY_POLL_MS = 30_000;

type Page<Row> = { rows: Row[]; next: string | null; total: number };

function pageOf<Row>({ data, response }: { data?: Row[]; response: Response }): Page<Row> {
  // Unreachable: whatever is no success was thrown by the client's fetch.
  if (data === undefined) throw new Error("our bug: a failure that nobody threw");
  const total = Number(response.headers.get("X-Total-Count") ?? data.length);
  return { rows: data, next: nextCursor(response), total };
}

type Filter = { device?: number | undefined; severity?: Severity | undefined };

const deviceOf = ({ device }: Filter) => (device === undefined ? {} : { device_id: device });
const severityOf = ({ severity }: Filter) => (severity === undefined ? {} : { severity });
const cursorOf = (cursor: string | null) => (cursor === null ? {} : { cursor });

/** Incidents that are over, the newest first. */
export const resolvedQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [ALERTS, "resolved", filter],
    queryFn: async ({ pageParam, signal }): Promise<Page<Incident>> =>
      pageOf(
        await api.GET("/api/v1/alerts/incidents", {
          params: {
            query: {
              status: "resolved",
              limit: PAGE,
              ...deviceOf(filter),
              ...severityOf(filter),
              ...cursorOf(pageParam),
            },
          },
          signal,
        }),
      ),
    initialPageParam: firstCursor(),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(HISTORY_POLL_MS),
  });

/** What rules have found, the newest first. */
export const eventsQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [ALERTS, "events", filter],
    queryFn: async ({ pageParam, signal }): Promise<Page<AlertEvent>> =>
      pageOf(
        await api.GET("/api/v1/alerts/events", {
          params: {
            query: { limit: PAGE, ...deviceOf(filter), ...severityOf(filter), ...cursorOf(pageParam) },
          },
          signal,
        }),
      ),
    initialPageParam: firstCursor(),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(HISTORY_POLL_MS),
  });

const pathOf = (incident: number) => ({ path: { incident_id: incident } });

/** One incident, open or over. */
export const incidentQuery = (incident: number) =>
  queryOptions({
    queryKey: [ALERTS, "incident", incident],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/alerts/incidents/{incident_id}", { params: pathOf(incident), signal })),
  });

/**
 * What a person would look up about an incident: the lines around its beginning are searched for, so it is asked once.
 */
export const whyQuery = (incident: number) =>
  queryOptions({
    queryKey: [ALERTS, "why", incident],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/alerts/incidents/{incident_id}/why", { params: pathOf(incident), signal })),
    staleTime: FRESH.rarelyChanged,
    refetchOnWindowFocus: false,
  });

/** What rules have found of one incident. */
export const incidentEventsQuery = (incident: number) =>
  queryOptions({
    queryKey: [ALERTS, "events-of", incident],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/alerts/events", { params: { query: { incident_id: incident } }, signal })),
    refetchInterval: pollEvery(OPEN_POLL_MS),
  });

/** Says that this person sees to it. */
export function useAcknowledge(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, note }: { id: number; note: string | null }) =>
      answerOf(
        api.POST("/api/v1/alerts/incidents/{incident_id}/acknowledge", {
          params: pathOf(id),
          body: { note },
        }),
      ),
    async onSuccess() {
      await renewAlerts(queries);
      onDone();
    },
  });
}

/** Turns a rule on or off in the list. */
export function useSwitchRule() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ rule, enabled }: { rule: AlertRule; enabled: boolean }) =>
      answerOf(
        api.PATCH("/api/v1/alerts/rules/{rule_id}", {
          params: { path: { rule_id: rule.id } },
          body: { enabled },
        }),
      ),
    onError: (error) => toasts.tellError(error.message),
    onSettled: () => renewAlerts(queries),
  });
}

/** All of the time for which they are kept, the newest first. */
export const silencesQuery = () =>
  queryOptions({
    queryKey: [ALERTS, "silences"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/alerts/silences", { signal })),
    refetchInterval: pollEvery(HISTORY_POLL_MS),
  });

export const addSilence = (body: Model<"AlertSilenceCreate">, key: string) =>
  answerOf(api.POST("/api/v1/alerts/silences", { params: { header: { "Idempotency-Key": key } }, body }));

/** Ends a silence; it can be brought back. */
export function useEndSilence() {
  const queries = useQueryClient();
  const bringBack = async ({ reason, ends_at, rule_ids, device_ids, scope }: AlertSilence) => {
    try {
      const body = { reason, ends_at, rule_ids, device_ids, scope };
      await answerOf(api.POST("/api/v1/alerts/silences", { body }));
    } catch {
      toasts.tellError(`“${reason}” could not be brought back`);
    }
    await renewAlerts(queries);
  };
  return useMutation({
    mutationFn: ({ id }: AlertSilence) =>
      answerOf(api.DELETE("/api/v1/alerts/silences/{silence_id}", { params: { path: { silence_id: id } } })),
    async onSuccess(_, silence) {
      await renewAlerts(queries);
      toasts.tell(`“${silence.reason}” has ended`, () => void bringBack(silence));
    },
    async onError(error) {
      toasts.tellError(error.message);
      await renewAlerts(queries);
    },
  });
}
