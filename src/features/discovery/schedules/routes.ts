import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { Operation } from "#features/operations";
import { requires } from "#features/users";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import type { DiscoveryDeps } from "../discovery";
import { answerScan, endOf } from "../scans/answer";
import { DiscoveryScanRead } from "../scans/models";
import { TARGET_TEXTS } from "../target/refusals";
import { openJudge } from "../scans/start";
import { scheduleByKey } from "./by-key";
import {
  DiscoveryScheduleCreate,
  DiscoveryScheduleRead,
  DiscoveryScheduleUpdate,
  SCHEDULE_VERSION,
} from "./models";
import { deleteSchedule, getSchedule, listSchedules, updateSchedule } from "./service";

const PATH = "/api/v1/discovery/schedules";
const ACCESS = { tag: "discovery", access: requires("topology_write") } as const;
const params = z.object({ schedule_id: id });
const NOT_FOUND = { 404: "Schedule not found" };
const NO_NMAP = "`Nmap discovery is unavailable because nmap is not installed. …`";
const REFERENCES = "`Schedule not found`, or no such group, site or SNMP profile";

export function scheduleRoutes(deps: DiscoveryDeps): Route[] {
  return [...readRoutes(deps), ...writeRoutes(deps), ...runRoutes(deps)];
}

function readRoutes({ db }: DiscoveryDeps): Route[] {
  return [
    route(
      {
        ...ACCESS,
        method: "get",
        path: PATH,
        summary: "Schedules of scans, the newest first",
        query: z.object(pagingFields),
        response: z.array(DiscoveryScheduleRead),
        isPaged: true,
      },
      async ({ context, query }) => answerPage(context, await listSchedules({ db }, query)),
    ),
    route(
      {
        ...ACCESS,
        method: "get",
        path: `${PATH}/{schedule_id}`,
        summary: "One schedule of scans",
        params,
        response: DiscoveryScheduleRead,
        versioned: SCHEDULE_VERSION,
        refusals: NOT_FOUND,
      },
      (request) => getSchedule({ db }, request.params.schedule_id),
    ),
  ];
}

function writeRoutes({ db, discovery }: DiscoveryDeps): Route[] {
  return [
    route(
      {
        ...ACCESS,
        method: "post",
        path: PATH,
        summary: "Have a target scanned again and again",
        description: "The first run comes after one interval; `run` begins one at once.",
        isTryable: true,
        upsert: { key: "`name`", changes: DiscoveryScheduleUpdate },
        body: DiscoveryScheduleCreate,
        status: 201,
        response: DiscoveryScheduleRead,
        versioned: SCHEDULE_VERSION,
        replay: { byId: `${PATH}/{schedule_id}` },
        refusals: { 400: TARGET_TEXTS, 404: "No such group, site or SNMP profile", 503: NO_NMAP },
      },
      async (request) => {
        const ctx = {
          actor: actorOf(request),
          ownerUserId: request.caller.userId,
          judge: await openJudge(discovery.scans),
          findNmap: discovery.scans.findNmap,
        };
        return writeByKey(request, scheduleByKey(ctx, request.body));
      },
    ),
    route(
      {
        ...ACCESS,
        method: "patch",
        path: `${PATH}/{schedule_id}`,
        summary: "Change a schedule of scans",
        description:
          "Another state, interval, target, type or other quiet hours give the next run another time.",
        isTryable: true,
        params,
        body: DiscoveryScheduleUpdate,
        response: DiscoveryScheduleRead,
        versioned: SCHEDULE_VERSION,
        replay: { whole: `${PATH}/{schedule_id}` },
        refusals: { 400: TARGET_TEXTS, 404: REFERENCES, 503: NO_NMAP },
      },
      async (request) =>
        updateSchedule(
          { db: request.db, actor: actorOf(request) },
          {
            id: request.params.schedule_id,
            changes: request.body,
            ifMatch: request.ifMatch,
            judge: await openJudge(discovery.scans),
            findNmap: discovery.scans.findNmap,
          },
        ),
    ),
    route(
      {
        ...ACCESS,
        method: "delete",
        path: `${PATH}/{schedule_id}`,
        summary: "Remove a schedule of scans and its observations; its scans stay",
        params,
        query: z.object(dryRunFields),
        versioned: SCHEDULE_VERSION,
        preview: DeletionPreview,
        replay: "empty",
        refusals: NOT_FOUND,
      },
      (request) =>
        deleteSchedule(
          { db, actor: actorOf(request) },
          { id: request.params.schedule_id, isDryRun: request.query.dry_run, ifMatch: request.ifMatch },
        ),
    ),
  ];
}

function runRoutes({ db, discovery }: DiscoveryDeps): Route[] {
  return [
    route(
      {
        ...ACCESS,
        method: "post",
        path: `${PATH}/{schedule_id}/run`,
        summary: "Run a schedule now, also in its quiet hours",
        description:
          "The answer comes when the scan has ended; who leaves before cancels it. It counts for no limit.",
        isTryable: true,
        outside: "a scan is begun",
        params,
        response: DiscoveryScanRead,
        accepted: Operation,
        replay: "refused",
        refusals: {
          ...NOT_FOUND,
          400: TARGET_TEXTS,
          409: "Schedule is disabled or a scan is already running for this schedule",
          503: "The service stops",
        },
      },
      async (request) => {
        const { caller, context } = request;
        const starter = { userId: caller.userId, actor: actorOf(request), signal: endOf(request) };
        const { schedule_id: scheduleId } = request.params;
        const { name, target } = await getSchedule({ db: request.db }, scheduleId);
        const scan = await request.outside(`scan ${target}, as the schedule ${name} says`, () =>
          discovery.runner.runNow(scheduleId, starter),
        );
        return answerScan({ db, context }, scan);
      },
    ),
  ];
}
