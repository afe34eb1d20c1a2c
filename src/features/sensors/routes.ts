import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import type { Logger } from "#platform/log";
import type { CountToolCall } from "#platform/tool-limit";
import { sensorByKey } from "./by-key";
import { readSensorHistory } from "./history/read";
import {
  SENSOR_VERSION,
  SensorCreate,
  SensorHistory,
  SensorHistoryQuery,
  SensorRead,
  SensorTry,
  SensorTryResult,
  SensorUpdate,
} from "./models";
import { getSensor, listSensors } from "./rows";
import { deleteSensor, updateSensor } from "./service";
import { trySensor, type TryContext } from "./try";

type Deps = Omit<TryContext, "actor"> & { countCall: CountToolCall; log: Logger };

const PATH = "/api/v1/topology/devices/{device_id}/sensors";
const OF_DEVICE = z.object({ device_id: id });
const OF_SENSOR = z.object({ device_id: id, sensor_id: id });
const NO_DEVICE = { 404: "Device not found" };
const NO_SENSOR = { 404: "Sensor not found" };

/** What is measured on devices by SNMP. */
export function sensorRoutes(deps: Deps): Route[] {
  return [...listRoutes(deps), ...oneSensorRoutes(deps)];
}

function listRoutes(deps: Deps): Route[] {
  const { db, countCall } = deps;
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "monitoring",
        summary: "Sensors of a device: those that its SNMP agent has, and those that people have added",
        description:
          "By category and name; those that the agent has no more are last. At most 1,000 that were found, and 64 that were added.",
        access: "authenticated",
        params: OF_DEVICE,
        response: z.array(SensorRead),
        refusals: NO_DEVICE,
      },
      ({ params }) => listSensors({ db }, params.device_id),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "monitoring",
        summary: "Add a sensor to a device: one variable of its SNMP agent",
        access: requires("monitoring_write"),
        isTryable: true,
        upsert: { key: "the device and `name`", changes: SensorUpdate },
        params: OF_DEVICE,
        body: SensorCreate,
        status: 201,
        response: SensorRead,
        versioned: SENSOR_VERSION,
        replay: { byId: `${PATH}/{sensor_id}` },
        refusals: { ...NO_DEVICE, 409: "A device has at most 64 sensors of its own" },
      },
      (request) =>
        writeByKey(
          request,
          sensorByKey({ actor: actorOf(request), deviceId: request.params.device_id }, request.body),
        ),
    ),
    route(
      {
        method: "post",
        path: `${PATH}/read`,
        tag: "monitoring",
        summary: "Read a variable of a device's SNMP agent now",
        description: "Nothing is kept; it counts as a call of a tool.",
        access: requires("monitoring_write"),
        noTrial: "A question: nothing of it is kept.",
        params: OF_DEVICE,
        body: SensorTry,
        response: SensorTryResult,
        replay: "refused",
        refusals: {
          400: "Device has no SNMP profile assigned; what keeps the agent from being asked, or what it refuses; the agent has no such value",
          404: "Device not found; SNMP profile not found",
          429: "The user has made TOOL_RATE_LIMIT_MAX_CALLS calls of tools in the window",
          504: "SNMP request to <host> timed out",
        },
      },
      async (request) => {
        const { caller, params, body, signal } = request;
        await countCall(caller.userId);
        return trySensor(
          { ...deps, actor: actorOf(request) },
          { deviceId: params.device_id, input: body, signal },
        );
      },
    ),
  ];
}

function oneSensorRoutes({ db, log }: Deps): Route[] {
  return [
    route(
      {
        method: "get",
        path: `${PATH}/{sensor_id}`,
        tag: "monitoring",
        summary: "One sensor of a device",
        access: "authenticated",
        params: OF_SENSOR,
        response: SensorRead,
        versioned: SENSOR_VERSION,
        refusals: NO_SENSOR,
      },
      ({ params }) => getSensor({ db }, placeOf(params)),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/{sensor_id}/history`,
        tag: "monitoring",
        summary: "Values of a sensor, oldest first, and the changes of its state",
        description:
          "At most 2,000 points; where there are more, neighbours become one point with the least and the greatest of them. Stored values that " +
          "are damaged are left out; the answer has `X-Damaged: true` then.",
        access: "authenticated",
        params: OF_SENSOR,
        query: SensorHistoryQuery,
        response: SensorHistory,
        refusals: NO_SENSOR,
      },
      async ({ context, params, query }) => {
        const { history, isDamaged } = await readSensorHistory(
          { db, log },
          { ...placeOf(params), hours: query.hours, now: new Date() },
        );
        if (isDamaged) context.header("X-Damaged", "true");
        return history;
      },
    ),
    route(
      {
        method: "patch",
        path: `${PATH}/{sensor_id}`,
        tag: "monitoring",
        summary: "Change a sensor, or its bounds, and keep its history",
        access: requires("monitoring_write"),
        isTryable: true,
        params: OF_SENSOR,
        body: SensorUpdate,
        response: SensorRead,
        versioned: SENSOR_VERSION,
        replay: { whole: `${PATH}/{sensor_id}` },
        refusals: NO_SENSOR,
      },
      (request) =>
        updateSensor(
          { db: request.db, actor: actorOf(request) },
          { ...placeOf(request.params), changes: request.body, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{sensor_id}`,
        tag: "monitoring",
        summary: "Remove a sensor with its history",
        access: requires("monitoring_write"),
        params: OF_SENSOR,
        query: z.object(dryRunFields),
        versioned: SENSOR_VERSION,
        preview: DeletionPreview,
        replay: "empty",
        refusals: { ...NO_SENSOR, 409: "The agent has this sensor: it would be found again" },
      },
      (request) =>
        deleteSensor(
          { db, actor: actorOf(request) },
          { ...placeOf(request.params), isDryRun: request.query.dry_run, ifMatch: request.ifMatch },
        ),
    ),
  ];
}

function placeOf({ device_id: deviceId, sensor_id: sensorId }: { device_id: number; sensor_id: number }) {
  return { deviceId, sensorId };
}
