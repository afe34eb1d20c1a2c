import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";
import { pollEvery } from "./polling";

export type Port = Model<"PortRead">;
export type PortHistory = Model<"PortHistory">;

const KEY = ["ports"];
const POLL_MS = 60_000;

/** A device's ports, by name. */
export const portsQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [...KEY, "list", deviceId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/topology/devices/{device_id}/ports", {
          params: { path: { device_id: deviceId } },
          signal,
        }),
      ),
    refetchInterval: pollEvery(POLL_MS),
  });

/** What a device was asked by SNMP, and whether it is asked by itself. */
export const devicePollsQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [...KEY, "polls", deviceId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/topology/devices/{device_id}/poll", {
          params: { path: { device_id: deviceId } },
          signal,
        }),
      ),
    refetchInterval: pollEvery(POLL_MS),
  });

export const portHistoryQuery = (wanted: { deviceId: number; portId: number; hours: number }) =>
  queryOptions({
    queryKey: [...KEY, "history", wanted],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/topology/devices/{device_id}/ports/{port_id}/history", {
          params: {
            path: { device_id: wanted.deviceId, port_id: wanted.portId },
            query: { hours: wanted.hours },
          },
          signal,
        }),
      ),
    refetchInterval: pollEvery(POLL_MS),
  });

/** Asks a device by SNMP now. */
export function usePollNow(deviceId: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.POST("/api/v1/topology/devices/{device_id}/poll", { params: { path: { device_id: deviceId } } }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export const portsFileHref = (deviceId: number) => `/api/v1/topology/devices/${deviceId}/ports/export`;
