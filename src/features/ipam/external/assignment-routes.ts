import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { WHOLE } from "#platform/http/conditional";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id, integer } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { assignmentByKey } from "./by-key";
import { deleteAssignment, getAssignment, listAssignments, updateAssignment } from "./assignments";
import { ExternalIpAssignmentCreate, ExternalIpAssignmentOut, ExternalIpAssignmentUpdate } from "./models";

const params = z.object({ assignment_id: id });
const NOT_FOUND = { 404: "External IP assignment not found" };
const TRACKED = { 409: "External IP address is already tracked" };

export function assignmentRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/ipam/external/assignments",
        tag: "ipam",
        summary: "Assigned public addresses",
        access: "authenticated",
        query: z.object({ pool_id: integer().optional(), ...pagingFields }),
        isPaged: true,
        response: z.array(ExternalIpAssignmentOut),
      },
      async ({ context, query }) => answerPage(context, await listAssignments({ db }, query)),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/ipam/external/assignments",
        tag: "ipam",
        summary: "Record a public address of a pool",
        access: requires("ipam_write"),
        isTryable: true,
        upsert: { key: "`ip_address`", changes: ExternalIpAssignmentUpdate },
        body: ExternalIpAssignmentCreate,
        status: 201,
        response: ExternalIpAssignmentOut,
        versioned: WHOLE,
        replay: { byId: "/api/v1/ipam/external/assignments/{assignment_id}" },
        refusals: { 404: "External IP pool not found", ...TRACKED },
      },
      (request) => writeByKey(request, assignmentByKey(actorOf(request), request.body)),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/ipam/external/assignments/{assignment_id}",
        tag: "ipam",
        summary: "One assigned public address",
        access: "authenticated",
        params,
        response: ExternalIpAssignmentOut,
        versioned: WHOLE,
        refusals: NOT_FOUND,
      },
      ({ params }) => getAssignment({ db }, params.assignment_id),
    ),
    route(
      {
        method: "patch",
        path: "/api/v1/ipam/external/assignments/{assignment_id}",
        tag: "ipam",
        summary: "Change what is said of a public address",
        access: requires("ipam_write"),
        isTryable: true,
        params,
        body: ExternalIpAssignmentUpdate,
        response: ExternalIpAssignmentOut,
        versioned: WHOLE,
        replay: { whole: "/api/v1/ipam/external/assignments/{assignment_id}" },
        refusals: { 404: "External IP assignment or pool not found", ...TRACKED },
      },
      (request) =>
        updateAssignment(
          { db: request.db, actor: actorOf(request) },
          { id: request.params.assignment_id, changes: request.body, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/ipam/external/assignments/{assignment_id}",
        tag: "ipam",
        summary: "Forget a public address",
        access: requires("ipam_write"),
        params,
        query: z.object(dryRunFields),
        versioned: WHOLE,
        preview: DeletionPreview,
        replay: "empty",
        refusals: NOT_FOUND,
      },
      (request) =>
        deleteAssignment(
          { db, actor: actorOf(request) },
          { id: request.params.assignment_id, isDryRun: request.query.dry_run, ifMatch: request.ifMatch },
        ),
    ),
  ];
}
