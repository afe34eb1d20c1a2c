import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerPage } from "#platform/http/paging";
import { LIST_BODY_BYTES, route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { createChangeSignal, type ChangeSignal } from "../change-signal";
import type { WatchedBelonging } from "../watched-belonging";
import { checkByKey } from "./by-key";
import { createChecks } from "./bulk";
import { ServiceCheckBulkRequest, ServiceCheckBulkResult } from "./bulk-models";
import { CHECK_VERSION, PortTargetCreate, PortTargetOut, PortTargetQuery, PortTargetUpdate } from "./models";
import { deleteCheck, getCheck, listChecks, updateCheck } from "./service";

const PATH = "/api/v1/monitoring/service-checks";
/** An older name of the same. */
const ALIAS = "/api/v1/monitoring/port-targets";

const params = z.object({ target_id: id });
const NOT_FOUND = { 404: "Port target not found" };

type Deps = { db: Db; belongings: readonly WatchedBelonging[]; onChange: () => void };

type SignalledDeps = Deps & { signal: ChangeSignal };

export function checkRoutes(deps: Deps): Route[] {
  const signal = createChangeSignal(deps);
  return [
    route(
      {
        method: "post",
        path: `${PATH}/bulk`,
        tag: "monitoring",
        summary: "Check one thing on many devices",
        description:
          "The devices are named by their ids or by a filter. A device on which the same is checked already (kind, port, path and " +
          "options; its own check or one of every device) gets no second check.",
        access: requires("monitoring_write"),
        isTryable: true,
        body: ServiceCheckBulkRequest,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: ServiceCheckBulkResult,
        replay: "kept",
        refusals: { 404: "No device has one of the ids, or is let through by the filter" },
      },
      (request) =>
        createChecks({ db: request.db, actor: actorOf(request), onChange: signal(request.db) }, request.body),
    ),
    ...routesAt(PATH, { ...deps, signal }),
    ...routesAt(ALIAS, { ...deps, signal }),
  ];
}

function routesAt(path: string, deps: SignalledDeps): Route[] {
  const { db, signal } = deps;
  return [
    route(
      {
        method: "get",
        path,
        tag: "monitoring",
        summary: "Service checks: those of every device first, then by device and label",
        access: "authenticated",
        query: PortTargetQuery,
        isPaged: true,
        response: z.array(PortTargetOut),
      },
      async ({ context, query }) => answerPage(context, await listChecks({ db }, query)),
    ),
    route(
      {
        method: "post",
        path,
        tag: "monitoring",
        summary: "Add a service check",
        description:
          "Fields that only other kinds of check have get their usual values. With a `scope` it runs on all devices that fit it, now and " +
          "later; a dry run says in `covers` how many these are, and which.",
        access: requires("monitoring_write"),
        isTryable: true,
        upsert: { key: "`device_id` and `scope`, `check_type` and `label`", changes: PortTargetUpdate },
        body: PortTargetCreate,
        status: 201,
        response: PortTargetOut,
        versioned: CHECK_VERSION,
        replay: { byId: `${path}/{target_id}` },
        refusals: { 404: "Device, group or site not found" },
      },
      (request) =>
        writeByKey(request, {
          ...checkByKey({ actor: actorOf(request), signal }, request.body),
          onWritten: signal(request.db),
        }),
    ),
    ...oneCheckRoutes(path, deps),
  ];
}

function oneCheckRoutes(path: string, { db, belongings, signal }: SignalledDeps): Route[] {
  return [
    route(
      {
        method: "get",
        path: `${path}/{target_id}`,
        tag: "monitoring",
        summary: "One service check",
        access: "authenticated",
        params,
        response: PortTargetOut,
        versioned: CHECK_VERSION,
        refusals: NOT_FOUND,
      },
      ({ params }) => getCheck({ db }, params.target_id),
    ),
    route(
      {
        method: "patch",
        path: `${path}/{target_id}`,
        tag: "monitoring",
        summary: "Change a service check, and keep its history",
        access: requires("monitoring_write"),
        isTryable: true,
        params,
        body: PortTargetUpdate,
        response: PortTargetOut,
        versioned: CHECK_VERSION,
        replay: { whole: `${path}/{target_id}` },
        refusals: { 404: "Port target, device, group or site not found" },
      },
      (request) =>
        updateCheck(
          { db: request.db, actor: actorOf(request), onChange: signal(request.db) },
          { id: request.params.target_id, changes: request.body, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        method: "delete",
        path: `${path}/{target_id}`,
        tag: "monitoring",
        summary: "Remove a service check with its history",
        access: requires("monitoring_write"),
        params,
        query: z.object(dryRunFields),
        versioned: CHECK_VERSION,
        preview: DeletionPreview,
        replay: "empty",
        refusals: NOT_FOUND,
      },
      (request) =>
        deleteCheck(
          { db, actor: actorOf(request), belongings, onChange: signal(db) },
          { id: request.params.target_id, isDryRun: request.query.dry_run, ifMatch: request.ifMatch },
        ),
    ),
  ];
}
