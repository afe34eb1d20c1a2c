import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, api } from "./client";
import { FRESH } from "./query-client";

const KEY = ["tool-results"];

/** Answers of tools that are kept on a device, the newest first. */
export const keptResultsQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [...KEY, deviceId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/topology/devices/{device_id}/tool-results", {
          params: { path: { device_id: deviceId } },
          signal,
        }),
      ),
    staleTime: FRESH.lists,
  });

/** Keeps answers on a device, one after the other. */
export function useKeepResults() {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ deviceId, resultIds }: { deviceId: number; resultIds: readonly number[] }) {
      for (const resultId of resultIds) {
        await answerOf(
          api.POST("/api/v1/topology/devices/{device_id}/tool-results", {
            params: { path: { device_id: deviceId } },
            body: { result_id: resultId },
          }),
        );
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export function useDeleteResult() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ deviceId, id }: { deviceId: number; id: number }) =>
      answerOf(
        api.DELETE("/api/v1/topology/devices/{device_id}/tool-results/{result_id}", {
          params: { path: { device_id: deviceId, result_id: id } },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
