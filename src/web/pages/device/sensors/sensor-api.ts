import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../../api/client";
import { pollEvery } from "../../../api/polling";
import { FRESH } from "../../../api/query-client";
import { ifMatch, versionOf } from "../../../api/version";

export type Sensor = Model<"SensorRead">;
export type SensorHistory = Model<"SensorHistory">;
export type SensorCreate = Model<"SensorCreate">;
export type SensorUpdate = Model<"SensorUpdate">;

const POLL_MS = 30_000;

const keyOf = (deviceId: number) => ["device", "sensors", deviceId] as const;

export const sensorsQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [...keyOf(deviceId), "list"],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/topology/devices/{device_id}/sensors", {
          params: { path: { device_id: deviceId } },
          signal,
        }),
      ),
    staleTime: FRESH.figures,
    refetchInterval: pollEvery(POLL_MS),
  });

type Place = Pick<Sensor, "id" | "device_id">;

const pathOf = ({ id, device_id }: Place) => ({ device_id, sensor_id: id });

export const sensorHistoryQuery = (place: Place, hours: number) =>
  queryOptions({
    queryKey: [...keyOf(place.device_id), "history", place.id, hours],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/topology/devices/{device_id}/sensors/{sensor_id}/history", {
          params: { path: pathOf(place), query: { hours } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: FRESH.figures,
  });

export function readSensor(place: Place, signal?: AbortSignal) {
  return versionOf(
    api.GET("/api/v1/topology/devices/{device_id}/sensors/{sensor_id}", {
      params: { path: pathOf(place) },
      ...(signal !== undefined && { signal }),
    }),
  );
}

/** As it is when it is opened for a change, with its entity tag. */
export const sensorVersionQuery = (place: Place) =>
  queryOptions({
    queryKey: [...keyOf(place.device_id), "version", place.id],
    queryFn: ({ signal }) => readSensor(place, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export async function addSensor(queries: QueryClient, deviceId: number, body: SensorCreate): Promise<void> {
  await answerOf(
    api.POST("/api/v1/topology/devices/{device_id}/sensors", {
      params: { path: { device_id: deviceId } },
      body,
    }),
  );
  await forgetSensors(queries, deviceId);
}

type Change = { place: Place; body: SensorUpdate; tag: string | null };

export async function changeSensor(queries: QueryClient, { place, body, tag }: Change): Promise<void> {
  await answerOf(
    api.PATCH("/api/v1/topology/devices/{device_id}/sensors/{sensor_id}", {
      params: { path: pathOf(place), header: ifMatch(tag) },
      body,
    }),
  );
  await forgetSensors(queries, place.device_id);
}

export function useDeleteSensor(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (place: Place) =>
      answerOf(
        api.DELETE("/api/v1/topology/devices/{device_id}/sensors/{sensor_id}", {
          params: { path: pathOf(place) },
        }),
      ),
    async onSuccess(_, { device_id: deviceId }) {
      await forgetSensors(queries, deviceId);
      onDone();
    },
  });
}

/** What an agent has at an identifier now. */
export function useReadNow(deviceId: number) {
  return useMutation({
    mutationFn: (body: Model<"SensorTry">) =>
      answerOf(
        api.POST("/api/v1/topology/devices/{device_id}/sensors/read", {
          params: { path: { device_id: deviceId } },
          body,
        }),
      ),
  });
}

function forgetSensors(queries: QueryClient, deviceId: number): Promise<void> {
  return queries.invalidateQueries({ queryKey: keyOf(deviceId) });
}
