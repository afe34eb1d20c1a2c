import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { api, type Model } from "./client";
import { pollEvery } from "./polling";
import { FRESH } from "./query-client";

export type Incident = Model<"AlertIncidentRead">;
export type Severity = Incident["severity"];

/** Of alerts; also the beginning of every key of their rules, silences and events. */
export const ALERTS = "alerts";

/** Of what stands beside other things (ms); pages about incidents ask more often. */
const POLL_MS = 30_000;
/** There is one for each cause: more than these at a time are counted only. */
const MOST_OPEN = 200;

export type OpenIncidents = { incidents: readonly Incident[]; total: number };

async function fetchOpen(signal: AbortSignal, deviceId?: number): Promise<OpenIncidents> {
  const device = deviceId === undefined ? {} : { device_id: deviceId };
  const { data, response } = await api.GET("/api/v1/alerts/incidents", {
    params: { query: { status: "open", limit: MOST_OPEN, ...device } },
    signal,
  });
  // Unreachable: whatever is no success was thrown by the client's fetch.
  if (data === undefined) throw new Error("our bug: a failure that nobody threw");
  return { incidents: data, total: Number(response.headers.get("X-Total-Count") ?? data.length) };
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
    queryFn: ({ signal }) => fetchOpen(signal, deviceId),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS),
  });

/** Those that nobody sees to yet. */
export function unacknowledged({ incidents }: OpenIncidents): readonly Incident[] {
  return incidents.filter(({ status }) => status === "open");
}

/** After a write: incidents, events, rules and silences. */
export function renewAlerts(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [ALERTS] });
}
