import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { pollEvery } from "../../api/polling";
import { FRESH } from "../../api/query-client";
import { ifMatch, versionOf, type Version } from "../../api/version";

const POLL_MS = { now: 10_000, history: 30_000 } as const;

export type Incident = Model<"IncidentRead">;

/** A device, a service check on one, or a monitor: as the API's queries name it. */
export type Thing = { device_id?: number; service_check_id?: number; monitor_id?: number };

export const pushTokenQuery = (id: number) =>
  queryOptions({
    queryKey: ["monitoring", "monitor", id, "push-token"],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/monitors/{monitor_id}/push-token", {
          params: { path: { monitor_id: id } },
          signal,
        }),
      ),
    // A secret goes with the page that shows it.
    gcTime: 0,
  });

export function renewPushToken(id: number): Promise<Model<"PushToken">> {
  return answerOf(
    api.POST("/api/v1/monitors/{monitor_id}/push-token", { params: { path: { monitor_id: id } } }),
  );
}

export const timelineQuery = (thing: Thing, hours: number) =>
  queryOptions({
    queryKey: ["monitoring", "timeline", thing, hours],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/monitoring/timeline", { params: { query: { ...thing, hours } }, signal })),
    structuralSharing: false,
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(POLL_MS.history),
  });

const INCIDENTS = 50;

export const incidentsQuery = (thing: Thing, hours: number) =>
  queryOptions({
    queryKey: ["monitoring", "incidents", thing, hours],
    async queryFn({ signal }) {
      const { data = [], response } = await api.GET("/api/v1/monitoring/incidents", {
        params: { query: { ...thing, hours, limit: INCIDENTS } },
        signal,
      });
      return { incidents: data, total: Number(response.headers.get("X-Total-Count")) };
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(POLL_MS.history),
  });

/** Before and after a change of state (ms). */
const AROUND_MS = 5 * 60_000;
const LINES = 20;

export function timeAround(at: string): { start: string; end: string } {
  const moment = Date.parse(at);
  return {
    start: new Date(moment - AROUND_MS).toISOString(),
    end: new Date(moment + AROUND_MS).toISOString(),
  };
}

/** The newest lines of a device around a moment. */
export const eventsAroundQuery = (deviceId: number, at: string) =>
  queryOptions({
    queryKey: ["monitoring", "around", at, "events", deviceId],
    queryFn({ signal }) {
      const { start, end } = timeAround(at);
      const query = { device_id: deviceId, start_time: start, end_time: end, limit: LINES };
      return answerOf(api.GET("/api/v1/syslog/events", { params: { query }, signal }));
    },
    staleTime: FRESH.lists,
    refetchOnWindowFocus: false,
  });

/** Entries of the audit log about these things around a moment, the newest first. */
export const auditAroundQuery = (targets: readonly string[], at: string) =>
  queryOptions({
    queryKey: ["monitoring", "around", at, "audit", targets],
    async queryFn({ signal }) {
      const { start, end } = timeAround(at);
      const lists = await Promise.all(
        targets.map((target) =>
          answerOf(
            api.GET("/api/v1/audit/logs", {
              params: { query: { target, start_time: start, end_time: end, limit: LINES } },
              signal,
            }),
          ),
        ),
      );
      return lists.flatMap(({ records }) => records).sort((one, other) => other.id - one.id);
    },
    staleTime: FRESH.lists,
    refetchOnWindowFocus: false,
  });

export const deviceAnalysisQuery = (id: number) =>
  queryOptions({
    queryKey: ["monitoring", "device", id, "analysis"],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/monitoring/devices/{device_id}/analysis", {
          params: { path: { device_id: id } },
          signal,
        }),
      ),
  });

/** Service checks that run on a device: its own and those of every device. */
export const deviceChecksQuery = (id: number) =>
  queryOptions({
    queryKey: ["monitoring", "device", id, "checks"],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/monitoring/service-checks", { params: { query: { device_id: id } }, signal }),
      ),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS.now),
  });

export const checkQuery = (id: number) =>
  queryOptions({
    queryKey: ["monitoring", "check", id],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/monitoring/service-checks/{target_id}", {
          params: { path: { target_id: id } },
          signal,
        }),
      ),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS.now),
  });

export const monitorQuery = (id: number) =>
  queryOptions({
    queryKey: ["monitoring", "monitor", id],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/monitors/{monitor_id}", { params: { path: { monitor_id: id } }, signal })),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS.now),
  });

export type Dependencies = Model<"DeviceDependencies">;

/** What a device depends on, with its entity tag. */
export function readDependencies(id: number, signal?: AbortSignal): Promise<Version<Dependencies>> {
  return versionOf(
    api.GET("/api/v1/monitoring/devices/{device_id}/dependencies", {
      params: { path: { device_id: id } },
      ...(signal && { signal }),
    }),
  );
}

export const dependenciesQuery = (id: number) =>
  queryOptions({
    queryKey: ["monitoring", "device", id, "dependencies"],
    queryFn: ({ signal }) => readDependencies(id, signal),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS.now),
  });

export function chooseDependencies(id: number, body: Model<"DeviceDependenciesUpdate">, tag: string | null) {
  return answerOf(
    api.PUT("/api/v1/monitoring/devices/{device_id}/dependencies", {
      params: { path: { device_id: id }, header: ifMatch(tag) },
      body,
    }),
  );
}
