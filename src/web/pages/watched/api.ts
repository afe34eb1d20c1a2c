import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { pollEvery } from "../../api/polling";
import { FRESH } from "../../api/query-client";
import { toBeatState } from "../../components/beats/beats";
import type { Point } from "./course";

const POLL_MS = { now: 10_000, history: 30_000 } as const;

export type HistoryPoint = Model<"MonitorHistoryPoint">;

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

export const deviceHistoryQuery = (id: number, hours: number) =>
  queryOptions({
    queryKey: ["monitoring", "device", id, "history", hours],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/monitoring/devices/{device_id}/history", {
          params: { path: { device_id: id }, query: { hours } },
          signal,
        }),
      ),
    structuralSharing: false,
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(POLL_MS.history),
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

export const checkHistoryQuery = (id: number, { deviceId, hours }: { deviceId: number; hours: number }) =>
  queryOptions({
    queryKey: ["monitoring", "check", id, "history", deviceId, hours],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/monitoring/service-checks/{target_id}/history", {
          params: { path: { target_id: id }, query: { device_id: deviceId, hours } },
          signal,
        }),
      ),
    structuralSharing: false,
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(POLL_MS.history),
  });

export const monitorQuery = (id: number) =>
  queryOptions({
    queryKey: ["monitoring", "monitor", id],
    queryFn: ({ signal }) =>
      answerOf(api.GET("/api/v1/monitors/{monitor_id}", { params: { path: { monitor_id: id } }, signal })),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS.now),
  });

export const monitorHistoryQuery = (id: number, hours: number) =>
  queryOptions({
    queryKey: ["monitoring", "monitor", id, "history", hours],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/monitors/{monitor_id}/history", {
          params: { path: { monitor_id: id }, query: { hours } },
          signal,
        }),
      ),
    structuralSharing: false,
    placeholderData: keepPreviousData,
    refetchInterval: pollEvery(POLL_MS.history),
  });

export function devicePoints(history: readonly HistoryPoint[]): Point[] {
  return history.map(({ checked_at: at, status, rtt_ms: latencyMs }) => ({
    at: Date.parse(at),
    state: toBeatState(status),
    latencyMs,
    statusCode: null,
    error: null,
  }));
}

export function checkPoints(history: readonly Model<"ServiceCheckHistoryRead">[]): Point[] {
  return history.map((result) => ({
    at: Date.parse(result.checked_at),
    state: toBeatState(result.status),
    latencyMs: result.response_time_ms,
    statusCode: result.status_code,
    error: result.error,
  }));
}

export function monitorPoints(history: readonly Model<"MonitorCheckHistoryRead">[]): Point[] {
  return history.map((result) => ({
    at: Date.parse(result.checked_at),
    state: toBeatState(result.status),
    latencyMs: result.response_time_ms,
    statusCode: result.status_code,
    error: result.error ?? result.assertion_detail,
  }));
}
