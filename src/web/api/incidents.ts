import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { api, type Model } from "./client";
import { pollEvery } from "./polling";
import { FRESH } from "./query-client";

export type Incident = Model<"AlertIncidentRead">;
export type Severity = Incident["severity"];

/** Of incidents; also the beginning of every key of alert rules, silences and events. */
export const ALERTS = "alerts";

/** Of what stands beside other things (ms); pages about incidents ask more often. */
const POLL_MS = 30_000;
/** There is one for each cause: more than these at a time are counted only. */
const MAX_OPEN = 200;
/** As many as the bell shows. */
const MAX_WAITING = 5;

type Query = {
  status: "open" | "unacknowledged";
  limit: number;
  device_id?: number;
  severity?: Severity;
};

export type Counted = { incidents: readonly Incident[]; total: number };
export type OpenIncidents = Counted & { critical: number };

async function fetchIncidents(query: Query, signal: AbortSignal): Promise<Counted> {
  const { data, response } = await api.GET("/api/v1/alerts/incidents", { params: { query }, signal });
  // Unreachable: whatever is no success was thrown by the client's fetch.
  if (data === undefined) throw new Error("our bug: a failure that nobody threw");
  return { incidents: data, total: Number(response.headers.get("X-Total-Count") ?? data.length) };
}

async function fetchOpen(signal: AbortSignal): Promise<OpenIncidents> {
  const open = await fetchIncidents({ status: "open", limit: MAX_OPEN }, signal);
  if (open.total <= open.incidents.length) {
    const critical = open.incidents.filter(({ severity }) => severity === "critical");
    return { ...open, critical: critical.length };
  }
  const worst = await fetchIncidents({ status: "open", severity: "critical", limit: 1 }, signal);
  return { ...open, critical: worst.total };
}

/** What lasts, the newest first; asked for while the tab is seen. */
export const openIncidentsQuery = () =>
  queryOptions({
    queryKey: [ALERTS, "open"],
    queryFn: ({ signal }) => fetchOpen(signal),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS),
  });

/** What lasts of one device. */
export const deviceIncidentsQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [ALERTS, "open-of", deviceId],
    queryFn: ({ signal }) => fetchIncidents({ status: "open", limit: MAX_OPEN, device_id: deviceId }, signal),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS),
  });

/** How many there are that nobody sees to yet, and the newest of them. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: [ALERTS, "waiting"],
    queryFn: ({ signal }) => fetchIncidents({ status: "unacknowledged", limit: MAX_WAITING }, signal),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS),
  });

/** After a write: incidents, events, rules and silences. */
export function renewAlerts(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [ALERTS] });
}
