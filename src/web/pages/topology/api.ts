import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { answerOf, api, type Model } from "../../api/client";
import { forgetDevices, groupsQuery, sitesQuery, type Device } from "../../api/inventory";
import { RequestFailure } from "../../api/request-failure";
import { deviceStandingsQuery } from "../../api/standings";
import { ifMatch, versionOf, type Version } from "../../api/version";
import type { Standing } from "../../api/watched";
import { noted } from "../../api/noted";

export type Link = Model<"RelationshipRead">;
export type Layout = Model<"TopologyLayoutRead">;
/** A device, and how monitoring says that it stands; without that it is not watched. */
export type MapDevice = Device & { standing?: Standing | undefined };
/** The whole map, and by which tag the service knows whether it has changed. */
export type Graph = Omit<Model<"TopologyGraph">, "devices"> & { devices: MapDevice[]; tag: string };

/** The working layout of a person; it is saved at every move and cannot be shared. */
export const AUTOSAVE = "__autosave__";

/** With how each device stands now; the links and what else is on the map stay the very same. */
export function withStandings(graph: Graph, standings: ReadonlyMap<number, Standing>): Graph {
  return {
    ...graph,
    devices: graph.devices.map((device) => ({ ...device, standing: standings.get(device.id) })),
  };
}

const GRAPH_KEY = ["topology", "graph"];
const POLL_MS = { usual: 10_000, failing: 60_000 };

/** Asked again every ten seconds; an unchanged map costs an answer without a body. */
export const graphQuery = () =>
  queryOptions({
    queryKey: GRAPH_KEY,
    queryFn: ({ signal, client }) => fetchGraph(client, signal),
    structuralSharing: false,
    refetchInterval: ({ state }) => (state.status === "error" ? POLL_MS.failing : POLL_MS.usual),
  });

async function fetchGraph(queries: QueryClient, signal: AbortSignal): Promise<Graph> {
  const known = queries.getQueryData<Graph>(GRAPH_KEY);
  try {
    const { data, response } = await api.GET("/api/v1/topology/graph", {
      signal,
      ...(known !== undefined && { headers: { "If-None-Match": known.tag } }),
    });
    if (data === undefined) throw new Error("our bug: a failure that nobody threw");
    return { ...data, tag: response.headers.get("ETag") ?? "" };
  } catch (error) {
    if (known !== undefined && error instanceof RequestFailure && error.status === 304) return known;
    throw error;
  }
}

export const layoutsQuery = () =>
  queryOptions({
    queryKey: ["topology", "layouts"],
    // Nobody else writes them, and an answer must not overtake a move that is being saved.
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/topology/layouts", { signal })),
  });

/** The address plan: which VLAN an address is in. */
export const planQuery = () =>
  queryOptions({
    queryKey: ["topology", "plan"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/ipam/subnets", { signal })),
  });

/** Asks for what the map is drawn from, while the page itself is still loaded. */
export function prefetchMap(queries: QueryClient): void {
  // The canvas is as big as the rest of the page: it comes while the network is asked for. What fails the page says
  // itself.
  void import("./map/map-view").catch(() => undefined);
  void queries.prefetchQuery(graphQuery());
  void queries.prefetchQuery(deviceStandingsQuery());
  void queries.prefetchQuery(layoutsQuery());
  void queries.prefetchQuery(sitesQuery());
  void queries.prefetchQuery(groupsQuery());
}

/** Writes the person's layout of that name, in place of an earlier one. */
/** Saves a layout over the one of its name, if any; `entryId` takes that back. */
export async function saveLayout(
  queries: QueryClient,
  body: Model<"TopologyLayoutCreate">,
): Promise<{ layout: Layout; entryId: number | null }> {
  const { answer: layout, entryId } = await noted(api.POST("/api/v1/topology/layouts", { body }));
  putLayout(queries, layout);
  return { layout, entryId };
}

function putLayout(queries: QueryClient, saved: Layout): void {
  queries.setQueryData(layoutsQuery().queryKey, (layouts: Layout[] | undefined) =>
    layouts === undefined ? layouts : [saved, ...layouts.filter(({ id }) => id !== saved.id)],
  );
}

const layoutPath = ({ id }: Layout) => ({ params: { path: { layout_id: id } } });

/** Gives the code, and keeps it in the list. */
export async function shareLayout(queries: QueryClient, layout: Layout): Promise<string> {
  const { share_code: code } = await answerOf(
    api.POST("/api/v1/topology/layouts/{layout_id}/share", layoutPath(layout)),
  );
  putLayout(queries, { ...layout, share_code: code });
  return code;
}

export async function stopSharing(queries: QueryClient, layout: Layout): Promise<void> {
  await answerOf(api.DELETE("/api/v1/topology/layouts/{layout_id}/share", layoutPath(layout)));
  putLayout(queries, { ...layout, share_code: null });
}

export async function importLayout(
  queries: QueryClient,
  body: Model<"TopologyLayoutImportRequest">,
): Promise<Layout> {
  const copy = await answerOf(api.POST("/api/v1/topology/layouts/import", { body }));
  putLayout(queries, copy);
  return copy;
}

export function useDeleteLayout(onDone: (entryId: number | null) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (layout: Layout) =>
      noted(api.DELETE("/api/v1/topology/layouts/{layout_id}", layoutPath(layout))),
    async onSuccess({ entryId }) {
      onDone(entryId);
      await queries.invalidateQueries({ queryKey: layoutsQuery().queryKey });
    },
  });
}

/** After a write: the map is asked again, and the lists of the inventory when they are looked at. */
export function renewMap(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: GRAPH_KEY });
  void forgetDevices(queries);
}

export type NewDevice = Model<"DeviceCreate">;

export function createDevice(body: NewDevice): Promise<Model<"DeviceRead">> {
  return answerOf(api.POST("/api/v1/topology/devices", { body }));
}

export async function deleteDevice(id: number): Promise<void> {
  await answerOf(api.DELETE("/api/v1/topology/devices/{device_id}", { params: { path: { device_id: id } } }));
}

export function createLink(body: Model<"RelationshipCreate">): Promise<Link> {
  return answerOf(api.POST("/api/v1/topology/relationships", { body }));
}

const linkPath = (id: number) => ({ params: { path: { relationship_id: id } } });

/** A link with the tag of how it was read. */
export const readLink = (id: number, signal?: AbortSignal): Promise<Version<Link>> =>
  versionOf(
    api.GET("/api/v1/topology/relationships/{relationship_id}", {
      ...linkPath(id),
      ...(signal !== undefined && { signal }),
    }),
  );

export const linkVersionQuery = (link: Link) =>
  queryOptions({
    queryKey: ["topology", "link", link.id],
    queryFn: ({ signal }) => readLink(link.id, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** Changes a link as it was read; a 412 says that it is another by now. */
export function updateLink({ thing, tag }: Version<Link>, body: Model<"RelationshipUpdate">): Promise<Link> {
  const params = { path: { relationship_id: thing.id }, header: ifMatch(tag) };
  return answerOf(api.PATCH("/api/v1/topology/relationships/{relationship_id}", { params, body }));
}

/** Gives the id of its entry in the audit log, by which it can be taken back. */
export async function deleteLink(id: number): Promise<number | null> {
  const { entryId } = await noted(
    api.DELETE("/api/v1/topology/relationships/{relationship_id}", linkPath(id)),
  );
  return entryId;
}

export function useDeleteLink(onDone: (entryId: number | null) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Link) => deleteLink(id),
    async onSuccess(entryId) {
      await queries.invalidateQueries({ queryKey: GRAPH_KEY });
      onDone(entryId);
    },
  });
}

/** The service takes so many in one request. */
const BULK = 200;

/** Puts devices into a group, or out of every group. */
export async function moveToGroup(deviceIds: readonly number[], groupId: number | null): Promise<void> {
  for (let from = 0; from < deviceIds.length; from += BULK) {
    const device_ids = deviceIds.slice(from, from + BULK);
    await answerOf(
      api.POST("/api/v1/topology/devices/bulk-update", { body: { device_ids, topology_group_id: groupId } }),
    );
  }
}
