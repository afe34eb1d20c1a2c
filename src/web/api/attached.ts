import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api, type Model } from "./client";
import { FRESH } from "./query-client";

export type Attachment = Model<"Attachment">;
export type AttachedMachine = Model<"AttachedMachine">;
export type AttachedPort = Model<"AttachedPort">;

/** Most machines that are shown at once. */
export const MAX_ATTACHED = 500;

/** The ports of a switch, and what hangs on each. For holders of `tools_passive`, as all of these. */
export const attachedPortsQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ["device", "attached", deviceId, "ports"],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET("/api/v1/topology/devices/{device_id}/attached/ports", {
          params: { path: { device_id: deviceId } },
          signal,
        }),
      ),
    staleTime: FRESH.lists,
  });

export type AttachedFilter = { port: number | undefined; q: string | undefined };

/** What hangs on a switch or on a port of it, and how many there are in all. */
export const attachedQuery = (deviceId: number, { port, q }: AttachedFilter) =>
  queryOptions({
    queryKey: ["device", "attached", deviceId, "machines", { port, q }],
    async queryFn({ signal }): Promise<{ machines: readonly AttachedMachine[]; total: number }> {
      const query = {
        limit: MAX_ATTACHED,
        ...(port !== undefined && { port_index: port }),
        ...(q !== undefined && { q }),
      };
      const { data, response } = await api.GET("/api/v1/topology/devices/{device_id}/attached", {
        params: { path: { device_id: deviceId }, query },
        signal,
      });
      // Unreachable: whatever is no success was thrown by the client's fetch.
      if (data === undefined) throw new Error("our bug: a failure that nobody threw");
      return { machines: data, total: Number(response.headers.get("X-Total-Count") ?? data.length) };
    },
    placeholderData: keepPreviousData,
    staleTime: FRESH.lists,
  });
