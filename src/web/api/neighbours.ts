import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";
import { pollEvery } from "./polling";

export type Neighbour = Model<"LldpNeighbourRead">;
export type Suggestion = Model<"LldpSuggestion">;

/** Of everything that says what devices have heard. */
export const NEIGHBOURS_KEY = ["neighbours"];
const POLL_MS = 30_000;

/** What a device has heard, and where others have heard it. For holders of `tools_passive`, as all of these. */
export const deviceNeighboursQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [...NEIGHBOURS_KEY, "device", deviceId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/lldp/neighbours", {
          params: { query: { device_id: deviceId, dismissed: false } },
          signal,
        }),
      ),
  });

/** Links that devices have heard and that the map does not have. */
export const suggestionsQuery = () =>
  queryOptions({
    queryKey: [...NEIGHBOURS_KEY, "suggestions"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/lldp/suggestions", { signal })),
    refetchInterval: pollEvery(POLL_MS),
  });

const path = (neighbourId: number) => ({ params: { path: { neighbour_id: neighbourId } } });

/** Makes a neighbour a link of the map. */
export function useKeepLink(onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (neighbourId: number) =>
      answerOf(api.POST("/api/v1/lldp/neighbours/{neighbour_id}/create-link", path(neighbourId))),
    async onSuccess() {
      await Promise.all([
        queries.invalidateQueries({ queryKey: NEIGHBOURS_KEY }),
        queries.invalidateQueries({ queryKey: ["topology", "graph"] }),
        queries.invalidateQueries({ queryKey: ["device", "lookup"] }),
      ]);
      onDone?.();
    },
  });
}

export type Correction = { neighbourId: number; changes: Model<"LldpNeighbourPatch"> };

/** Dismisses a neighbour, or says which device it is. */
export function useCorrection(onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ neighbourId, changes }: Correction) =>
      answerOf(api.PATCH("/api/v1/lldp/neighbours/{neighbour_id}", { ...path(neighbourId), body: changes })),
    async onSuccess() {
      await forgetNeighbours(queries);
      onDone?.();
    },
  });
}

/** Asks a device for its neighbours. */
export function useNeighbourScan() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (deviceId: number) =>
      answerOf(api.POST("/api/v1/lldp/scan/{device_id}", { params: { path: { device_id: deviceId } } })),
    onSettled: () => forgetNeighbours(queries),
  });
}

export function forgetNeighbours(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: NEIGHBOURS_KEY });
}
