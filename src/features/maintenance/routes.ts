import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerPage } from "#platform/http/paging";
import { LIST_BODY_BYTES, route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { maintenanceByKey } from "./by-key";
import { getMaintenance, listMaintenance, listOccurrences } from "./list";
import {
  ChoicesQuery,
  MAINTENANCE_VERSION,
  MaintenanceChoices,
  MaintenanceCreate,
  MaintenanceOccurrences,
  MaintenanceQuery,
  MaintenanceRead,
  MaintenanceUpdate,
  OccurrencesQuery,
  SkipRequest,
} from "./models";
import { findChoices } from "./scope";
import { deleteMaintenance, endMaintenance, skipOccurrence, updateMaintenance } from "./service";

const PATH = "/api/v1/maintenance";
const params = z.object({ maintenance_id: id });
const NOT_FOUND = { 404: "Maintenance not found" };

/** `onChange` is told after each write, so that what watches looks again at once. */
type Deps = { db: Db; onChange: () => void };

export function maintenanceRoutes(deps: Deps): Route[] {
  return [...readRoutes(deps), ...writeRoutes(deps), ...occurrenceRoutes(deps)];
}

function readRoutes({ db }: Deps): Route[] {
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "monitoring",
        summary: "Maintenance windows, the newest first",
        access: "authenticated",
        query: MaintenanceQuery,
        response: z.array(MaintenanceRead),
        isPaged: true,
      },
      async ({ context, query }) => answerPage(context, await listMaintenance({ db }, query)),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/occurrences`,
        tag: "monitoring",
        summary: "What runs between two moments, for a calendar",
        description:
          "As the windows stand now: what was ended early ends early, what was skipped is left out.",
        access: "authenticated",
        query: OccurrencesQuery,
        response: MaintenanceOccurrences,
      },
      ({ query }) => listOccurrences({ db }, query),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/choices`,
        tag: "monitoring",
        summary: "Things that a maintenance window can name",
        description: "At most eight of each kind, those first whose names begin with the text.",
        access: "authenticated",
        query: ChoicesQuery,
        response: MaintenanceChoices,
      },
      async ({ query }) => ({ choices: await findChoices({ db }, query.q) }),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/{maintenance_id}`,
        tag: "monitoring",
        summary: "One maintenance window",
        access: "authenticated",
        params,
        response: MaintenanceRead,
        versioned: MAINTENANCE_VERSION,
        refusals: NOT_FOUND,
      },
      ({ params }) => getMaintenance({ db }, params.maintenance_id),
    ),
  ];
}

function writeRoutes({ db, onChange }: Deps): Route[] {
  return [
    route(
      {
        method: "post",
        path: PATH,
        tag: "monitoring",
        summary: "Plan maintenance",
        access: requires("monitoring_write"),
        isTryable: true,
        upsert: { key: "`title`", changes: MaintenanceUpdate },
        body: MaintenanceCreate,
        bodyLimitBytes: LIST_BODY_BYTES,
        status: 201,
        response: MaintenanceRead,
        versioned: MAINTENANCE_VERSION,
        replay: { byId: `${PATH}/{maintenance_id}` },
        refusals: { 404: "A device, group, site, service check or monitor was not found" },
      },
      (request) => telling(onChange, writeByKey(request, maintenanceByKey(actorOf(request), request.body))),
    ),
    route(
      {
        method: "patch",
        path: `${PATH}/{maintenance_id}`,
        tag: "monitoring",
        summary: "Change a maintenance window",
        access: requires("monitoring_write"),
        isTryable: true,
        params,
        body: MaintenanceUpdate,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: MaintenanceRead,
        versioned: MAINTENANCE_VERSION,
        replay: { whole: `${PATH}/{maintenance_id}` },
        refusals: {
          404: "The maintenance, or a device, group, site, service check or monitor of its scope, was not found",
        },
      },
      (request) =>
        telling(
          onChange,
          updateMaintenance(
            { db: request.db, actor: actorOf(request) },
            { id: request.params.maintenance_id, changes: request.body, ifMatch: request.ifMatch },
          ),
        ),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{maintenance_id}`,
        tag: "monitoring",
        summary: "Remove a maintenance window, also one that runs",
        access: requires("monitoring_write"),
        params,
        query: z.object(dryRunFields),
        versioned: MAINTENANCE_VERSION,
        preview: DeletionPreview,
        replay: "empty",
        refusals: NOT_FOUND,
      },
      (request) =>
        telling(
          onChange,
          deleteMaintenance(
            { db, actor: actorOf(request) },
            { id: request.params.maintenance_id, isDryRun: request.query.dry_run, ifMatch: request.ifMatch },
          ),
        ),
    ),
  ];
}

function occurrenceRoutes({ onChange }: Deps): Route[] {
  return [
    route(
      {
        method: "post",
        path: `${PATH}/{maintenance_id}/end`,
        tag: "monitoring",
        summary: "End what runs of a maintenance window now",
        description: "Of a recurring window only this occurrence: the next one begins as planned.",
        access: requires("monitoring_write"),
        isTryable: true,
        params,
        response: MaintenanceRead,
        replay: { byId: `${PATH}/{maintenance_id}`, isKept: true },
        refusals: { ...NOT_FOUND, 409: "The maintenance does not run" },
      },
      (request) =>
        telling(
          onChange,
          endMaintenance({ db: request.db, actor: actorOf(request) }, { id: request.params.maintenance_id }),
        ),
    ),
    route(
      {
        method: "post",
        path: `${PATH}/{maintenance_id}/skip`,
        tag: "monitoring",
        summary: "Leave out one occurrence of a recurring maintenance window",
        access: requires("monitoring_write"),
        isTryable: true,
        params,
        body: SkipRequest,
        response: MaintenanceRead,
        replay: { byId: `${PATH}/{maintenance_id}`, isKept: true },
        refusals: { ...NOT_FOUND, 409: "The maintenance happens once, or has no such occurrence to come" },
      },
      (request) =>
        telling(
          onChange,
          skipOccurrence(
            { db: request.db, actor: actorOf(request) },
            { id: request.params.maintenance_id, startsAt: request.body.starts_at },
          ),
        ),
    ),
  ];
}

/** Waits for the write, and tells that there was one. */
async function telling<Answer>(onChange: () => void, write: Promise<Answer>): Promise<Answer> {
  const answer = await write;
  onChange();
  return answer;
}
