import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { WHOLE } from "#platform/http/conditional";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { snmpProfileByKey } from "./by-key";
import { SnmpProfileCreate, SnmpProfileRead, SnmpProfileUpdate } from "./models";
import {
  deleteSnmpProfile,
  getSnmpProfile,
  listSnmpProfiles,
  updateSnmpProfile,
  type ProfileDevices,
} from "./service";

const PATH = "/api/v1/tools/snmp/profiles";
const params = z.object({ profile_id: id });
const NOT_FOUND = { 404: "SNMP profile not found" };
const EXISTS = { 409: "SNMP profile name already exists" };

type Deps = { db: Db; encryption: Encryption; devices: ProfileDevices };

export function snmpProfileRoutes({ db, encryption, devices }: Deps): Route[] {
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "tools",
        summary: "SNMP profiles by name",
        description:
          "Communities and keys are never shown. Service checks by SNMP ask a device by its profile.",
        access: requires("tools_active"),
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(SnmpProfileRead),
      },
      async ({ context, query }) => answerPage(context, await listSnmpProfiles({ db, encryption }, query)),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "tools",
        summary: "Add an SNMP profile",
        access: "superadmin",
        isTryable: true,
        upsert: { key: "`name`", changes: SnmpProfileUpdate },
        body: SnmpProfileCreate,
        status: 201,
        response: SnmpProfileRead,
        versioned: WHOLE,
        replay: "refused",
        refusals: EXISTS,
      },
      (request) =>
        writeByKey(request, snmpProfileByKey({ encryption, actor: actorOf(request) }, request.body)),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/{profile_id}`,
        tag: "tools",
        summary: "One SNMP profile",
        access: requires("tools_active"),
        params,
        response: SnmpProfileRead,
        versioned: WHOLE,
        refusals: NOT_FOUND,
      },
      ({ params }) => getSnmpProfile({ db, encryption }, params.profile_id),
    ),
    route(
      {
        method: "patch",
        path: `${PATH}/{profile_id}`,
        tag: "tools",
        summary: "Change an SNMP profile",
        access: "superadmin",
        isTryable: true,
        params,
        body: SnmpProfileUpdate,
        response: SnmpProfileRead,
        versioned: WHOLE,
        replay: "refused",
        refusals: { ...NOT_FOUND, ...EXISTS },
      },
      (request) =>
        updateSnmpProfile(
          { db: request.db, encryption, actor: actorOf(request) },
          { id: request.params.profile_id, changes: request.body, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{profile_id}`,
        tag: "tools",
        summary: "Remove an SNMP profile; its devices stay, without one",
        access: "superadmin",
        params,
        query: z.object(dryRunFields),
        versioned: WHOLE,
        preview: DeletionPreview,
        replay: "empty",
        refusals: NOT_FOUND,
      },
      (request) =>
        deleteSnmpProfile(
          { db, encryption, devices, actor: actorOf(request) },
          { id: request.params.profile_id, isDryRun: request.query.dry_run, ifMatch: request.ifMatch },
        ),
    ),
  ];
}
