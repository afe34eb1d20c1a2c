import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { toBeatState, type Beat } from "./beats";
import type { TargetState, Uptime, Watched } from "./watched";
import { deviceName } from "../format/device";
import { formatNumber } from "../format/number";
import { answerOf, api, type Model } from "./client";
import { mergeChanges, type Held } from "./held-list";
import { pollEvery } from "./polling";
import { FRESH } from "./query-client";

export type DeviceSummary = Model<"DeviceMonitorSummary">;
export type Check = Model<"PortTargetOut">;
export type Monitor = Model<"MonitorRead">;
/** What was found last; null: nothing yet. */
type LastResult = Model<"CheckResultOut"> | null;

export function lastResultOf({ last_result: last }: Pick<Check | Monitor, "last_result">): LastResult {
  return last;
}

const KEY = ["monitoring"] as const;

/** How often what is on the screen is renewed, and how soon while a first result is waited for (ms). */
const POLL_MS = { usual: 10_000, waiting: 2000 } as const;
/** After so long the whole list is asked for again: what is gone is in no list of changes (ms). */
const WHOLE_MS = 5 * 60_000;

/**
 * How many of the newest results of each a list shows: with all fifty the answer for ten thousand devices has twice the
 * size.
 */
export const LISTED_BEATS = 30;

/** Every device that is watched; after the first answer only what has changed is asked for. */
export const watchedDevicesQuery = () =>
  queryOptions({
    queryKey: [...KEY, "devices"],
    queryFn: ({ signal, client }) => fetchDevices(client, signal),
    staleTime: FRESH.figures,
    refetchInterval: (query) =>
      pollEvery(isWaiting(query.state.data) ? POLL_MS.waiting : POLL_MS.usual)(query),
    // Comparing thousands of rows field by field takes longer than drawing those in sight.
    structuralSharing: false,
  });

async function fetchDevices(queries: QueryClient, signal: AbortSignal): Promise<Held<DeviceSummary>> {
  const known = queries.getQueryData<Held<DeviceSummary>>(watchedDevicesQuery().queryKey);
  const now = Date.now();
  const held = known !== undefined && now - known.wholeAt < WHOLE_MS ? known : undefined;
  const { data, response } = await api.GET("/api/v1/monitoring/devices", {
    params: { query: { beats: LISTED_BEATS, ...(held !== undefined && { changed_since: held.asOf }) } },
    signal,
  });
  // Unreachable: whatever is no success was thrown by the client's fetch.
  if (data === undefined) throw new Error("our bug: a failure that nobody threw");
  const asOf = momentOf(response);
  return held === undefined
    ? { rows: data, asOf, wholeAt: now }
    : { ...held, rows: mergeChanges(held.rows, data, ({ device_id: id }) => id), asOf };
}

/** A whole answer may be so old already, and the clock of the header counts seconds (ms). */
const CACHED_MS = 12_000;

/** From when on changes are to be asked for next: something told twice does no harm, something never told does. */
function momentOf({ headers }: Response): string {
  const date = Date.parse(headers.get("Date") ?? "");
  return new Date((Number.isNaN(date) ? Date.now() : date) - CACHED_MS).toISOString();
}

/** Something has had no check yet, and there is so little that it is waited for. */
function isWaiting(held: Held<DeviceSummary> | undefined): boolean {
  const rows = held?.rows ?? [];
  return rows.length > 0 && rows.length <= 10 && rows.some(isUnheard);
}

function isUnheard({ last_checked: at, monitoring_paused: isPaused, lifecycle }: DeviceSummary): boolean {
  return at === null && !isPaused && lifecycle === "active";
}

/** One device as monitoring sees it. */
export const deviceSummaryQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, "device", id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/monitoring/devices/{device_id}", { params: { path: { device_id: id } }, signal }),
      ),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS.usual),
  });

export const checksQuery = () =>
  queryOptions({
    queryKey: [...KEY, "checks"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/monitoring/service-checks", { signal })),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS.usual),
  });

/** Service checks that run on a device: its own, and those of many devices that fit it. */
export const checksOnDeviceQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, "checks-on", id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/monitoring/service-checks", { params: { query: { device_id: id } }, signal }),
      ),
    staleTime: FRESH.figures,
  });

export const monitorsQuery = () =>
  queryOptions({
    queryKey: [...KEY, "monitors"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/monitors", { signal })),
    staleTime: FRESH.figures,
    refetchInterval: (query) =>
      pollEvery(query.state.data?.some(isUnseen) === true ? POLL_MS.waiting : POLL_MS.usual)(query),
  });

function isUnseen({ last_checked_at: at, enabled }: Monitor): boolean {
  return at === null && enabled;
}

/** The worst first: what a check on many devices is held to be. */
const WORST: readonly TargetState[] = ["down", "unreachable", "unknown", "up", "maintenance", "paused"];

export function checkState({ enabled, targets }: Pick<Check, "enabled" | "targets">): TargetState {
  return enabled ? (WORST.find((state) => targets[state] > 0) ?? "unknown") : "paused";
}

/** `2 down, 118 up`; null where all are in the same state. */
export function mixedStates({ targets }: Pick<Check, "targets">): string | null {
  const parts = WORST.filter((state) => targets[state] > 0).map(
    (state) => `${formatNumber(targets[state])} ${state}`,
  );
  return parts.length > 1 ? parts.join(", ") : null;
}

/** The devices that a scope fits now: what a dry run of any check with it says. */
export const coverQuery = (scope: NonNullable<Model<"CheckScope">>) =>
  queryOptions({
    queryKey: [...KEY, "cover", scope],
    async queryFn({ signal }) {
      const { data } = await api.POST("/api/v1/monitoring/service-checks", {
        params: { query: { dry_run: true } },
        body: { check_type: "ssh", label: "SSH", scope },
        signal,
      });
      // Unreachable: whatever is no success was thrown by the client's fetch.
      if (data === undefined) throw new Error("our bug: a failure that nobody threw");
      return "would_answer" in data ? data.would_answer.covers : data.covers;
    },
  });

/** After a write: what is on the screen is asked for again. */
export function forgetMonitoring(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: [...KEY] });
}

/** In which a first result usually comes. */
const FIRST_RESULT_MS = 2000;

/** After a write by which something is checked for the first time: what its first result says is shown, too. */
export function followFirstResult(queries: QueryClient): void {
  void forgetMonitoring(queries);
  setTimeout(() => void forgetMonitoring(queries), FIRST_RESULT_MS);
}

/** What was deleted is in no list of changes: the next answer is a whole one. */
export function forgetDeleted(queries: QueryClient): Promise<void> {
  queries.setQueryData(watchedDevicesQuery().queryKey, (old) => old && { ...old, wholeAt: 0 });
  return forgetMonitoring(queries);
}

export function toWatchedDevice(device: DeviceSummary): Watched {
  return {
    kind: "device",
    id: device.device_id,
    name: deviceName({ ...device, id: device.device_id, mac_address: null }),
    where: device.ip_address === "" ? (device.hostname ?? "") : device.ip_address,
    state: device.state,
    since: device.state_since,
    isHealthy: healthOf(device.health_status),
    isFlapping: device.flapping,
    checkedAt: device.last_checked,
    intervalSeconds: device.interval_seconds,
    latencyMs: device.rtt_sparkline.at(-1) ?? null,
    error: device.error,
    beats: toBeats(device),
    latencies: device.rtt_sparkline,
    day: { share: device.uptime_watched_24h, hours: device.watched_hours_24h },
    week: { share: device.uptime_watched_7d, hours: device.watched_hours_7d },
  };
}

function healthOf(status: string | undefined): boolean | null {
  if (status === "healthy") return true;
  return status === "unhealthy" ? false : null;
}

type Beating = {
  heartbeat: readonly string[];
  heartbeat_at: readonly string[];
  heartbeat_health?: readonly string[];
  rtt_sparkline: readonly (number | null)[];
};

export function toBeats({
  heartbeat,
  heartbeat_at: at,
  heartbeat_health: health,
  rtt_sparkline: rtt,
}: Beating): Beat[] {
  return heartbeat.map((word, index) => ({
    state: toBeatState(word),
    at: at[index] ?? null,
    latencyMs: rtt[index] ?? null,
    isHealthy: healthOf(health?.[index]),
  }));
}

export function toWatchedMonitor(monitor: Monitor): Watched {
  const last = lastResultOf(monitor);
  const percent = (value: number | null): Uptime => ({
    share: value === null ? null : value / 100,
    hours: null,
  });
  return {
    kind: "monitor",
    id: monitor.id,
    name: monitor.name,
    where: whereOf(monitor),
    state: monitor.enabled ? (last?.state ?? "unknown") : "paused",
    since: last?.state_since ?? null,
    isHealthy: null,
    isFlapping: false,
    checkedAt: monitor.last_checked_at,
    intervalSeconds:
      monitor.check_interval_seconds + (monitor.kind === "push" ? monitor.push_grace_seconds : 0),
    latencyMs: last?.response_time_ms ?? null,
    error: last?.error ?? null,
    beats: monitor.heartbeat.map((word) => ({
      state: toBeatState(word),
      at: null,
      latencyMs: null,
      isHealthy: null,
    })),
    latencies: [],
    day: percent(monitor.uptime_24h),
    week: percent(monitor.uptime_7d),
  };
}

function whereOf(monitor: Monitor): string {
  if (monitor.kind === "group") return groupMembersText(monitor).toLowerCase();
  return monitor.kind === "push" ? "a job reports" : monitor.url;
}

/** When a group is up. */
export function groupMembersText({ group_mode: mode, members }: Monitor): string {
  const { length } = members;
  if (length === 1) return "Up while its one member is";
  return mode === "any" ? `Up while any of ${length} members is` : `Up while all of ${length} members are`;
}

export const NOT_KNOWN: Uptime = { share: null, hours: null };
