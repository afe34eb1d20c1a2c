import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import type { Group, Site } from "../../api/inventory";
import { noted } from "../../api/noted";

export function createSite(body: Model<"SiteCreate">) {
  return answerOf(api.POST("/api/v1/topology/sites", { body }));
}

export function updateSite({ id }: Site, body: Model<"SiteUpdate">) {
  return answerOf(api.PATCH("/api/v1/topology/sites/{site_id}", { params: { path: { site_id: id } }, body }));
}

export function createGroup(body: Model<"TopologyGroupCreate">) {
  return answerOf(api.POST("/api/v1/topology/groups", { body }));
}

export function updateGroup({ id }: Group, body: Model<"TopologyGroupUpdate">) {
  return answerOf(
    api.PATCH("/api/v1/topology/groups/{group_id}", { params: { path: { group_id: id } }, body }),
  );
}

/** After a write: devices, subnets and the map name sites and groups. */
export async function renewPlaces(queries: QueryClient): Promise<void> {
  for (const feature of ["topology", "ipam"]) void queries.invalidateQueries({ queryKey: [feature] });
  await queries.invalidateQueries({ queryKey: ["inventory"] });
}

export type Place = { kind: "site"; id: number } | { kind: "group"; id: number };

function remove({ kind, id }: Place, query: { dry_run?: boolean }, signal?: AbortSignal) {
  const rest = signal === undefined ? {} : { signal };
  return kind === "site"
    ? noted(
        api.DELETE("/api/v1/topology/sites/{site_id}", { params: { path: { site_id: id }, query }, ...rest }),
      )
    : noted(
        api.DELETE("/api/v1/topology/groups/{group_id}", {
          params: { path: { group_id: id }, query },
          ...rest,
        }),
      );
}

/** What loses its site or group, before it goes. */
export const deletionQuery = (place: Place) =>
  queryOptions({
    queryKey: ["places", "deletion", place.kind, place.id],
    queryFn: async ({ signal }) => (await remove(place, { dry_run: true }, signal)).answer,
    staleTime: 0,
    gcTime: 0,
  });

export function useDeletePlace(onDone: (entryId: number | null) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (place: Place) => remove(place, {}),
    async onSuccess({ entryId }) {
      await renewPlaces(queries);
      onDone(entryId);
    },
  });
}
