import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { reportScheduleByKey } from "./by-key";
import type { ReportMailing } from "./mailing";
import {
  REPORT_SCHEDULE_VERSION,
  ReportScheduleCreate,
  ReportScheduleRead,
  ReportScheduleUpdate,
} from "./models";
import { deleteSchedule, getSchedule, listSchedules, updateSchedule } from "./service";

type Deps = { db: Db; mailing: ReportMailing };

const PATH = "/api/v1/exports/report-schedules";
const ACCESS = { tag: "exports", access: requires("report_export") } as const;
const params = z.object({ report_schedule_id: id });
const NOT_FOUND = { 404: "Report schedule not found, or another's" };

export function reportScheduleRoutes(deps: Deps): Route[] {
  return [...readRoutes(deps), ...writeRoutes(deps), runRoute(deps)];
}

function readRoutes({ db }: Deps): Route[] {
  return [
    route(
      {
        ...ACCESS,
        method: "get",
        path: PATH,
        summary: "The caller's own reports by mail, the newest first; a SuperAdmin's are all",
        query: z.object(pagingFields),
        response: z.array(ReportScheduleRead),
        isPaged: true,
      },
      async ({ context, query, caller }) => answerPage(context, await listSchedules({ db, caller }, query)),
    ),
    route(
      {
        ...ACCESS,
        method: "get",
        path: `${PATH}/{report_schedule_id}`,
        summary: "One report by mail",
        params,
        response: ReportScheduleRead,
        versioned: REPORT_SCHEDULE_VERSION,
        refusals: NOT_FOUND,
      },
      (request) => getSchedule({ db, caller: request.caller }, request.params.report_schedule_id),
    ),
  ];
}

function writeRoutes({ db }: Deps): Route[] {
  return [
    route(
      {
        ...ACCESS,
        method: "post",
        path: PATH,
        summary: "Have a report mailed each week or month",
        description: "It has what its owner, the caller, may see when it is made.",
        isTryable: true,
        upsert: { key: "the owner and `name`", changes: ReportScheduleUpdate },
        body: ReportScheduleCreate,
        status: 201,
        response: ReportScheduleRead,
        versioned: REPORT_SCHEDULE_VERSION,
        replay: { byId: `${PATH}/{report_schedule_id}` },
        refusals: { 409: "The caller has as many as a user may have" },
      },
      (request) =>
        writeByKey(
          request,
          reportScheduleByKey({ actor: actorOf(request), caller: request.caller }, request.body),
        ),
    ),
    route(
      {
        ...ACCESS,
        method: "patch",
        path: `${PATH}/{report_schedule_id}`,
        summary: "Change a report by mail",
        description: "Another state, cadence, day, time or zone gives the next run another time.",
        isTryable: true,
        params,
        body: ReportScheduleUpdate,
        response: ReportScheduleRead,
        versioned: REPORT_SCHEDULE_VERSION,
        replay: { whole: `${PATH}/{report_schedule_id}` },
        refusals: NOT_FOUND,
      },
      (request) =>
        updateSchedule(
          { db: request.db, actor: actorOf(request), caller: request.caller },
          { id: request.params.report_schedule_id, changes: request.body, ifMatch: request.ifMatch },
        ),
    ),
    route(
      {
        ...ACCESS,
        method: "delete",
        path: `${PATH}/{report_schedule_id}`,
        summary: "Remove a report by mail",
        params,
        query: z.object(dryRunFields),
        versioned: REPORT_SCHEDULE_VERSION,
        preview: DeletionPreview,
        replay: "empty",
        refusals: NOT_FOUND,
      },
      (request) =>
        deleteSchedule(
          { db, actor: actorOf(request), caller: request.caller },
          {
            id: request.params.report_schedule_id,
            isDryRun: request.query.dry_run,
            ifMatch: request.ifMatch,
          },
        ),
    ),
  ];
}

function runRoute({ db, mailing }: Deps): Route {
  return route(
    {
      ...ACCESS,
      method: "post",
      path: `${PATH}/{report_schedule_id}/run`,
      summary: "Make and mail a report now, whenever it is due",
      description: "The answer comes when the mails are written; `last_mails` says later how they went out.",
      isTryable: true,
      outside: "the report is made and mailed",
      params,
      response: ReportScheduleRead,
      replay: { byId: `${PATH}/{report_schedule_id}` },
      refusals: {
        ...NOT_FOUND,
        409: "It is being made already, its owner may not have reports, or no mail can be sent",
        429: "30 reports of its owner were mailed within an hour, or too many of the caller's are waiting",
        503: "The report's turn did not come in time",
      },
    },
    async (request) => {
      const { caller, params: asked, signal, context } = request;
      context.env.keepOpen?.();
      const { report_schedule_id: scheduleId } = asked;
      const { name } = await getSchedule({ db: request.db, caller }, scheduleId);
      return request.outside(`make and mail the report ${name}`, async () => {
        await mailing.runNow(scheduleId, { actor: actorOf(request), caller }, signal);
        return getSchedule({ db, caller }, scheduleId);
      });
    },
  );
}
