import { keepPreviousData, queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { answerOf, api, type Model } from "./client";
import { FRESH } from "./query-client";

export type Device = Model<"DeviceRead">;
export type Site = Model<"SiteRead">;
export type Group = Model<"TopologyGroupRead">;
export type DeviceType = Model<"DeviceTypeRead">;

/** Every device, or those that the service finds by a text, address, network or MAC; by name, as people order them. */
export const devicesQuery = (search = "") =>
  queryOptions({
    queryKey: ["inventory", "devices", "list", search],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/topology/devices", {
          params: { query: { sort: "name", ...(search !== "" && { search }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    // Comparing some thousand devices field by field takes longer than drawing those in sight.
    structuralSharing: false,
  });

/** How many devices there are, without reading them. */
export const deviceCountQuery = () =>
  queryOptions({
    queryKey: ["inventory", "devices", "count"],
    async queryFn({ signal }): Promise<number> {
      const { response } = await api.GET("/api/v1/topology/devices", {
        params: { query: { limit: 1 } },
        signal,
      });
      return Number(response.headers.get("X-Total-Count") ?? 0);
    },
  });

export type VersionedDevice = { device: Device; etag: string | null };

/** A device, and the entity tag that a change of it is sent with. */
export const deviceQuery = (id: number) =>
  queryOptions({
    queryKey: ["inventory", "devices", "detail", id],
    async queryFn({ signal }): Promise<VersionedDevice> {
      const { data, response } = await api.GET("/api/v1/topology/devices/{device_id}", {
        params: { path: { device_id: id } },
        signal,
      });
      // Unreachable: whatever is no success was thrown by the client's fetch.
      if (data === undefined) throw new Error("our bug: a failure that nobody threw");
      return { device: data, etag: response.headers.get("ETag") };
    },
  });

const FOUND = 20;

/** Devices to choose from, by what was typed. */
export const foundDevicesQuery = (text: string) =>
  queryOptions({
    queryKey: ["inventory", "devices", "found", text],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/topology/devices", {
          params: { query: { sort: "name", limit: FOUND, ...(text !== "" && { search: text }) } },
          signal,
        }),
      ),
  });

export const sitesQuery = () =>
  queryOptions({
    queryKey: ["inventory", "sites"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/topology/sites", { signal })),
  });

/** For holders of `tools_active`. */
export const snmpProfilesQuery = () =>
  queryOptions({
    queryKey: ["inventory", "snmp-profiles"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/tools/snmp/profiles", { signal })),
  });

export const groupsQuery = () =>
  queryOptions({
    queryKey: ["inventory", "groups"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/topology/groups", { signal })),
  });

export const deviceTypesQuery = () =>
  queryOptions({
    queryKey: ["inventory", "device-types"],
    queryFn: ({ signal }) => answerOf(api.GET("/api/v1/admin/device-types", { signal })),
    staleTime: FRESH.rarelyChanged,
  });

/** What people call a type of devices; a word of somebody's own stays as it is. */
export function useTypeName(): (type: string) => string {
  const { data: types } = useQuery(deviceTypesQuery());
  return useCallback((type) => types?.find(({ value }) => value === type)?.label ?? type, [types]);
}

/** After a write: every list and every other device is asked again when it is looked at. */
export function forgetDevices(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ["inventory", "devices"] });
}
