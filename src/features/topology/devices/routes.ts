import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id, macAddress } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { FAVOURITE } from "#platform/http/reasons";
import { LIST_BODY_BYTES, route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import type { WorkerPool } from "#platform/workers";
import { deviceByKey } from "./by-key";
import type { DeviceBelonging } from "./belonging";
import { deleteDevice } from "./delete";
import { getDevice } from "./device-rows";
import { listFavourites, toggleFavourite } from "./favourites";
import { listDevices } from "./list";
import { DeviceListQuery } from "./list-models";
import {
  DEVICE_VERSION,
  DeviceCreate,
  DeviceRead,
  DeviceUpdate,
  DeviceWriteQuery,
  DeviceWritten,
} from "./models";
import { putDevice } from "./put";
import { updateDevice } from "./service";

const DeviceParams = z.object({ device_id: id });
const NOT_FOUND = "Device not found";
const REFERENCES = "Group, site or SNMP profile not found";
const ADDRESS_IN_USE = "`unique_address`: another device has the address";

type RouteDeps = { db: Db; pool: WorkerPool; belongings: readonly DeviceBelonging[] };

/** Devices one by one, and the list of them. */
export function deviceRoutes({ db, pool, belongings }: RouteDeps): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/topology/devices",
        tag: "topology",
        summary: "All devices, or those that the filters let through",
        access: "authenticated",
        query: DeviceListQuery,
        isPaged: true,
        response: z.array(DeviceRead),
      },
      async ({ caller, query, context }) =>
        answerPage(context, await listDevices({ db }, caller.userId, query)),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/topology/devices",
        tag: "topology",
        summary: "Add a device",
        access: requires("topology_write"),
        isTryable: true,
        upsert: {
          key: "`mac_address`, else `ip_address`, else the name: `hostname`, `display_name` or `name`; as the import knows devices",
          changes: DeviceUpdate,
        },
        query: DeviceWriteQuery,
        body: DeviceCreate,
        bodyLimitBytes: LIST_BODY_BYTES,
        status: 201,
        versioned: DEVICE_VERSION,
        response: DeviceWritten,
        replay: { byId: "/api/v1/topology/devices/{device_id}" },
        refusals: { 404: REFERENCES, 409: ADDRESS_IN_USE },
      },
      (request) => {
        const { userId } = request.caller;
        const isAddressUnique = request.query.unique_address;
        const ctx = { pool, actor: actorOf(request), userId, isAddressUnique };
        return writeByKey(request, deviceByKey(ctx, request.body));
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/topology/devices/favourites",
        tag: "topology",
        summary: "Ids of the caller's favourite devices",
        access: "authenticated",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(z.int()),
      },
      async ({ caller, context, query }) =>
        answerPage(context, await listFavourites({ db }, { userId: caller.userId, query })),
    ),
    route(
      {
        method: "put",
        path: "/api/v1/topology/devices/by-mac/{mac_address}",
        tag: "topology",
        summary: "Make the device of a MAC address what is sent, or add it",
        description: "Sent twice it is one device. An absent field gets its usual value, as in a new device.",
        access: requires("topology_write"),
        isTryable: true,
        params: z.object({ mac_address: macAddress() }),
        query: DeviceWriteQuery,
        body: DeviceCreate,
        bodyLimitBytes: LIST_BODY_BYTES,
        versioned: DEVICE_VERSION,
        response: DeviceWritten,
        replay: "refused",
        refusals: { 404: REFERENCES, 409: `${ADDRESS_IN_USE}; several devices have the MAC address` },
      },
      (request) =>
        putDevice(
          { db: request.db, pool, actor: actorOf(request) },
          {
            macAddress: request.params.mac_address,
            device: request.body,
            userId: request.caller.userId,
            isAddressUnique: request.query.unique_address,
            ifMatch: request.ifMatch,
          },
        ),
    ),
    ...oneDevice({ db, pool, belongings }),
  ];
}

function oneDevice({ db, pool, belongings }: RouteDeps): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/topology/devices/{device_id}",
        tag: "topology",
        summary: "A device",
        access: "authenticated",
        params: DeviceParams,
        versioned: DEVICE_VERSION,
        response: DeviceRead,
        refusals: { 404: NOT_FOUND },
      },
      ({ params, caller }) => getDevice({ db }, { id: params.device_id, userId: caller.userId }),
    ),
    route(
      {
        method: "patch",
        path: "/api/v1/topology/devices/{device_id}",
        tag: "topology",
        summary: "Change a device",
        description: "An absent field stays as it is; null clears it.",
        access: requires("topology_write"),
        isTryable: true,
        params: DeviceParams,
        query: DeviceWriteQuery,
        body: DeviceUpdate,
        bodyLimitBytes: LIST_BODY_BYTES,
        versioned: DEVICE_VERSION,
        response: DeviceWritten,
        replay: { whole: "/api/v1/topology/devices/{device_id}" },
        refusals: { 404: `${NOT_FOUND}; ${REFERENCES}`, 409: ADDRESS_IN_USE },
      },
      (request) =>
        updateDevice(
          { db: request.db, pool, actor: actorOf(request) },
          {
            id: request.params.device_id,
            userId: request.caller.userId,
            changes: request.body,
            ifMatch: request.ifMatch,
            isAddressUnique: request.query.unique_address,
          },
        ),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/topology/devices/{device_id}",
        tag: "topology",
        summary: "Remove a device, with its links, interfaces, service checks and places on the map",
        access: requires("topology_write"),
        params: DeviceParams,
        query: z.object(dryRunFields),
        versioned: DEVICE_VERSION,
        preview: DeletionPreview,
        replay: "empty",
        refusals: { 404: NOT_FOUND },
      },
      (request) =>
        deleteDevice(
          { db, actor: actorOf(request), belongings },
          {
            id: request.params.device_id,
            userId: request.caller.userId,
            ifMatch: request.ifMatch,
            isDryRun: request.query.dry_run,
          },
        ),
    ),
    route(
      {
        method: "patch",
        path: "/api/v1/topology/devices/{device_id}/favourite",
        tag: "topology",
        summary: "Make a device a favourite of the caller, or no longer one",
        access: "authenticated",
        unversioned: FAVOURITE,
        isTryable: true,
        params: DeviceParams,
        response: DeviceRead,
        replay: { byId: "/api/v1/topology/devices/{device_id}" },
        refusals: { 404: NOT_FOUND },
      },
      ({ db, params, caller }) => toggleFavourite({ db }, { id: params.device_id, userId: caller.userId }),
    ),
  ];
}
