import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { DeviceTypeColorsUpdate, DeviceTypeCreate, DeviceTypeRead, DeviceTypeUpdate } from "./models";
import {
  createDeviceType,
  deleteDeviceType,
  pageDeviceTypes,
  updateDeviceType,
  updateDeviceTypeColors,
} from "./service";

const params = z.object({ value: z.string().min(1) });

export function deviceTypeRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/admin/device-types",
        tag: "admin",
        summary: "Device types: the built-in ones, then the others by label",
        access: "authenticated",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(DeviceTypeRead),
      },
      async ({ context, query }) => answerPage(context, await pageDeviceTypes({ db }, query)),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/admin/device-types",
        tag: "admin",
        summary: "Add a device type",
        access: "superadmin",
        isTryable: true,
        body: DeviceTypeCreate,
        status: 201,
        response: DeviceTypeRead,
        replay: { inList: "/api/v1/admin/device-types" },
        refusals: { 409: "Device type already exists" },
      },
      (request) => createDeviceType({ db: request.db, actor: actorOf(request) }, request.body),
    ),
    updateRoute("put"),
    updateRoute("patch"),
    route(
      {
        method: "delete",
        path: "/api/v1/admin/device-types/{value}",
        tag: "admin",
        summary: "Remove a device type that no device has",
        access: "superadmin",
        params,
        replay: "empty",
        refusals: {
          400: "Built-in device types cannot be deleted",
          404: "Device type not found",
          409: "Device type is in use",
        },
      },
      (request) => deleteDeviceType({ db, actor: actorOf(request) }, request.params.value),
    ),
    route(
      {
        method: "put",
        path: "/api/v1/admin/device-type-colors",
        tag: "admin",
        summary: "Set the colours of device types",
        access: "superadmin",
        isTryable: true,
        body: DeviceTypeColorsUpdate,
        response: z.array(DeviceTypeRead),
        replay: "refused",
      },
      (request) => updateDeviceTypeColors({ db: request.db, actor: actorOf(request) }, request.body),
    ),
  ];
}

/** PUT and PATCH do the same: clients of either exist. */
function updateRoute(method: "put" | "patch"): Route {
  return route(
    {
      method,
      path: "/api/v1/admin/device-types/{value}",
      tag: "admin",
      summary: "Change a device type",
      description: "Its devices get a new value too.",
      access: "superadmin",
      isTryable: true,
      params,
      body: DeviceTypeUpdate,
      response: DeviceTypeRead,
      replay: { inList: "/api/v1/admin/device-types" },
      refusals: {
        400: "Built-in device types cannot be edited",
        404: "Device type not found",
        409: "Device type already exists",
      },
    },
    (request) =>
      updateDeviceType(
        { db: request.db, actor: actorOf(request) },
        { value: request.params.value, changes: request.body },
      ),
  );
}
