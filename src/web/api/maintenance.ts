import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";
import { versionOf } from "./version";

export type Maintenance = Model<"Maintenance">;
export type MaintenanceThing = Model<"MaintenanceThing">;
export type MaintenanceOccurrence = Model<"MaintenanceCalendarEntry">;

const POLL_MS = 30_000;

/** Every window, the newest first, with its state as the service sees it. */
export const maintenanceQuery = () =>
  queryOptions({
    queryKey: ["maintenance", "list"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/maintenance", { signal })),
    refetchInterval: POLL_MS,
  });

/** A window with its entity tag. */
export const maintenanceVersionQuery = (id: number) =>
  queryOptions({
    queryKey: ["maintenance", "detail", id],
    queryFn: ({ signal }) =>
      versionOf(
        api.GET("/api/v1/maintenance/{maintenance_id}", { params: { path: { maintenance_id: id } }, signal }),
      ),
    staleTime: 0,
  });

/** What runs between two moments (RFC 3339). */
export const occurrencesQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ["maintenance", "occurrences", { from, to }],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/maintenance/occurrences", { params: { query: { from, to } }, signal })),
    placeholderData: keepPreviousData,
  });

/** Things by a part of their name, some of each kind. */
const choicesQuery = (text: string) =>
  queryOptions({
    queryKey: ["maintenance", "choices", text],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/maintenance/choices", { params: { query: { q: text } }, signal })),
    placeholderData: keepPreviousData,
  });

/** After the last key. */
const TYPING_MS = 150;

/**
 * What a scope can name, by a part of its name; until the service has answered, what still fits of its answer before.
 */
export function useScopeChoices(text: string): readonly MaintenanceThing[] {
  const [wanted] = useDebouncedValue(text, TYPING_MS);
  const { data, isPlaceholderData } = useQuery(choicesQuery(wanted));
  const choices = data?.choices ?? [];
  if (wanted === text && !isPlaceholderData) return choices;
  const part = text.trim().toLowerCase();
  return choices.filter(({ name }) => name.toLowerCase().includes(part));
}

/** After a write: list, calendar and details. */
export function renewMaintenance(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ["maintenance"] });
}

/** The scope that a window is written with. */
export function toScope(
  everything: boolean,
  things: readonly MaintenanceThing[],
): Model<"MaintenanceScopeWrite"> {
  const idsOf = (kind: MaintenanceThing["kind"]) =>
    things
      .flatMap((thing) => (thing.kind === kind && thing.id !== null ? [thing.id] : []))
      .sort((a, b) => a - b);
  return {
    everything,
    device_ids: idsOf("device"),
    group_ids: idsOf("group"),
    site_ids: idsOf("site"),
    service_check_ids: idsOf("service_check"),
    monitor_ids: idsOf("monitor"),
    tags: things.flatMap(({ kind, name }) => (kind === "tag" ? [name] : [])).sort(),
  };
}

export function planMaintenance(body: Model<"MaintenanceCreate">, key: string) {
  return answerOf(api.POST("/api/v1/maintenance", { body, params: { header: { "Idempotency-Key": key } } }));
}
