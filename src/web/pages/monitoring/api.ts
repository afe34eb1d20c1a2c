import type { QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { checksQuery, monitorsQuery, watchedDevicesQuery } from "../../api/monitoring";
import { monitorNameOf } from "../../format/monitor-name";

/** Asks for the three lists while the page itself is still loaded. */
export function prefetchWatched(queries: QueryClient): void {
  // What fails the page says itself.
  void import("./list/watched-list").catch(() => undefined);
  void queries.prefetchQuery(watchedDevicesQuery());
  void queries.prefetchQuery(checksQuery());
  void queries.prefetchQuery(monitorsQuery());
}

export type BulkCheck = Model<"ServiceCheckBulkRequest">["check"];
export type BulkResult = Model<"ServiceCheckBulkResult">;

export async function pauseDevices(ids: readonly number[], isPaused: boolean): Promise<void> {
  await answerOf(
    api.POST("/api/v1/topology/devices/bulk-update", {
      body: { device_ids: [...ids], monitoring_paused: isPaused },
    }),
  );
}

export function enableCheck(id: number, isEnabled: boolean): Promise<unknown> {
  return answerOf(
    api.PATCH("/api/v1/monitoring/service-checks/{target_id}", {
      params: { path: { target_id: id } },
      body: { enabled: isEnabled },
    }),
  );
}

export function deleteCheck(id: number): Promise<unknown> {
  return answerOf(
    api.DELETE("/api/v1/monitoring/service-checks/{target_id}", { params: { path: { target_id: id } } }),
  );
}

export function enableMonitor(id: number, isEnabled: boolean): Promise<unknown> {
  return answerOf(
    api.PATCH("/api/v1/monitors/{monitor_id}", {
      params: { path: { monitor_id: id } },
      body: { enabled: isEnabled },
    }),
  );
}

export function deleteMonitor(id: number): Promise<unknown> {
  return answerOf(api.DELETE("/api/v1/monitors/{monitor_id}", { params: { path: { monitor_id: id } } }));
}

type Keyed = { key: string };

type Place = { ip_address: string } | { hostname: string };

/** A device of that address or host name; the same `key` sent twice adds it once. */
export function watchHost({ place, name, key }: { place: Place; name: string } & Keyed): Promise<unknown> {
  return answerOf(
    api.POST("/api/v1/topology/devices", {
      params: { header: { "Idempotency-Key": key } },
      body: { ...place, ...(name !== "" && { display_name: name }) },
    }),
  );
}

/** A monitor of that URL; called after it where it has no other name. */
export function watchUrl({ url, name, key }: { url: string; name: string } & Keyed): Promise<unknown> {
  return answerOf(
    api.POST("/api/v1/monitors", {
      params: { header: { "Idempotency-Key": key } },
      body: { url, name: name || monitorNameOf(url) },
    }),
  );
}

/** One check on many devices. */
export function addToMany(
  deviceIds: readonly number[],
  { check, key }: { check: BulkCheck } & Keyed,
): Promise<BulkResult> {
  return answerOf(
    api.POST("/api/v1/monitoring/service-checks/bulk", {
      params: { header: { "Idempotency-Key": key } },
      body: { device_ids: [...deviceIds], check },
    }),
  );
}

/** On how many it would be new, and how many have it already; nothing is written. */
export async function tryOnMany(
  deviceIds: readonly number[],
  { check, signal }: { check: BulkCheck; signal: AbortSignal },
): Promise<{ created: number; existing: number }> {
  const { data } = await api.POST("/api/v1/monitoring/service-checks/bulk", {
    params: { query: { dry_run: true } },
    body: { device_ids: [...deviceIds], check },
    signal,
  });
  // Unreachable: whatever is no success was thrown by the client's fetch.
  if (data === undefined) throw new Error("our bug: a failure that nobody threw");
  const { created, existing } = "would_answer" in data ? data.would_answer : data;
  return { created, existing };
}
