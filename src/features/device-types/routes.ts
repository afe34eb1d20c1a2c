import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { deviceTypeByKey } from "./by-key";
import {
  DeviceTypeColorsUpdate,
  DeviceTypeCreate,
  DeviceTypeRead,
  DeviceTypeUpdate,
  DEVICE_TYPE_VERSION,
} from "./models";
import {
  deleteDeviceType,
  pageDeviceTypes,
  updateDeviceType,
  updateDeviceTypeColors,
  getDeviceType,
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
        upsert: { key: "`value`, or what follows from `label`", changes: DeviceTypeUpdate },
        body: DeviceTypeCreate,
        status: 201,
        response: DeviceTypeRead,
        versioned: DEVICE_TYPE_VERSION,
        replay: { inList: "/api/v1/admin/device-types" },
        refusals: { 409: "Device type already exists" },
      },
      (request) => writeByKey(request, deviceTypeByKey(actorOf(request), request.body)),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/admin/device-types/{value}",
        tag: "admin",
        summary: "One device type, built in or not",
        access: "authenticated",
        params,
        response: DeviceTypeRead,
        versioned: DEVICE_TYPE_VERSION,
        refusals: { 404: "Device type not found" },
      },
      (request) => getDeviceType({ db }, request.params.value),
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
        isTryable: true,
        versioned: DEVICE_TYPE_VERSION,
        params,
        replay: "empty",
        refusals: {
          400: "Built-in device types cannot be deleted",
          404: "Device type not found",
          409: "Device type is in use",
        },
      },
      (request) =>
        deleteDeviceType({ db: request.db, actor: actorOf(request) }, request.params.value, request.ifMatch),
    ),
    route(
      {
        method: "put",
        path: "/api/v1/admin/device-type-colors",
        tag: "admin",
        summary: "Set the colours of device types",
        access: "superadmin",
        unversioned: "Colours are no objects; all are replaced together.",
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
      versioned: DEVICE_TYPE_VERSION,
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
        { value: request.params.value, changes: request.body, ifMatch: request.ifMatch },
      ),
  );
}
