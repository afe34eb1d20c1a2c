import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { STANDINGS, type Standing } from "./watched";
import { answerOf, api, type Model } from "./client";
import { pollEvery } from "./polling";
import { FRESH } from "./query-client";
import { RequestFailure } from "./request-failure";

const POLL_MS = 10_000;

/** How many of all that is watched stand how, and the worst few. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: ["monitoring", "overview"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/monitoring/overview", { signal })),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS),
  });

export type WorstTarget = Model<"WorstTarget">;

/** How each device that is watched stands, and by which tag the service knows whether that has changed. */
export type DeviceStandings = { byId: ReadonlyMap<number, Standing>; tag: string };

const STANDINGS_KEY = ["monitoring", "device-standings"];

/**
 * Asked again every ten seconds; where nothing has changed the answer has no body, and what was read stays the very
 * same.
 */
export const deviceStandingsQuery = () =>
  queryOptions({
    queryKey: STANDINGS_KEY,
    queryFn: ({ signal, client }) => fetchStandings(client, signal),
    structuralSharing: false,
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS),
  });

async function fetchStandings(queries: QueryClient, signal: AbortSignal): Promise<DeviceStandings> {
  const known = queries.getQueryData<DeviceStandings>(STANDINGS_KEY);
  try {
    const { data, response } = await api.GET("/api/v1/monitoring/device-standings", {
      signal,
      ...(known !== undefined && { headers: { "If-None-Match": known.tag } }),
    });
    if (data === undefined) throw new Error("our bug: a failure that nobody threw");
    return { byId: byDevice(data.standings), tag: response.headers.get("ETag") ?? "" };
  } catch (error) {
    if (known !== undefined && error instanceof RequestFailure && error.status === 304) return known;
    throw error;
  }
}

/** The service says for each standing which devices are in it. */
export function byDevice(standings: Model<"DeviceStandings">["standings"]): ReadonlyMap<number, Standing> {
  return new Map(
    STANDINGS.flatMap((standing) => (standings[standing] ?? []).map((id) => [id, standing] as const)),
  );
}
