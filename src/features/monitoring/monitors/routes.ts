import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { requires } from "#features/users";
import { drawBadge } from "#platform/badge";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { WHOLE } from "#platform/http/conditional";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { FAVOURITE } from "#platform/http/reasons";
import { LIST_BODY_BYTES, route, type Guarded, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { answerSvg } from "#platform/http/svg";
import type { CountToolCall } from "#platform/tool-limit";
import { createChangeSignal } from "../change-signal";
import { DAMAGE_WORDS, DAMAGED, type HistoryReader } from "../history/damage";
import { createHttpProbe } from "../http/probe";
import { monitorByKey } from "./by-key";
import { BadgeQuery, readMonitorBadge } from "./badge";
import { readHistory, THINNED } from "./history";
import { getMonitor, listFavourites, listMonitors, toggleFavourite } from "./list";
import {
  HistoryQuery,
  MONITOR_VERSION,
  MonitorCheckHistoryRead,
  MonitorCreate,
  MonitorQuery,
  MonitorRead,
  MonitorUpdate,
} from "./models";
import type { WatchedBelonging } from "../watched-belonging";
import { deleteMonitor, updateMonitor, type Context } from "./service";
import { tryMonitor } from "./try";
import { MonitorTestRequest, MonitorTestResult } from "./try-models";

const PATH = "/api/v1/monitors";
const params = z.object({ monitor_id: id });
const NOT_FOUND = { 404: "Monitor not found" };

type Deps = HistoryReader & {
  encryption: Encryption;
  /** Of everything that is sent into the network for a user. */
  countCall: CountToolCall;
  /** What other features have of monitors. */
  belongings: readonly WatchedBelonging[];
  onChange: () => void;
};

export function monitorRoutes(deps: Deps): Route[] {
  const { db, onDamage, encryption } = deps;
  const changeSignal = createChangeSignal(deps);
  const probeHttp = createHttpProbe();
  const contextOf = (request: Guarded<unknown, unknown, unknown>, written = db): Context => ({
    db: written,
    onDamage,
    encryption,
    actor: actorOf(request),
    userId: request.caller.userId,
    onChange: changeSignal(written),
  });
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "monitors",
        summary: "Monitors, or those that the filters let through, by name",
        access: "authenticated",
        query: MonitorQuery,
        isPaged: true,
        response: z.array(MonitorRead),
      },
      async ({ caller, context, query }) =>
        answerPage(context, await listMonitors({ db, onDamage, userId: caller.userId }, query)),
    ),
    route(
      {
        method: "post",
        path: PATH,
        tag: "monitors",
        summary: "Watch a page or an API",
        description: "Secrets are kept encrypted and never shown: `has_*` says which there are.",
        access: requires("monitoring_write"),
        isTryable: true,
        upsert: { key: "`kind` and `name`", changes: MonitorUpdate },
        body: MonitorCreate,
        bodyLimitBytes: LIST_BODY_BYTES,
        status: 201,
        response: MonitorRead,
        versioned: MONITOR_VERSION,
        replay: { byId: `${PATH}/{monitor_id}` },
      },
      (request) =>
        writeByKey(request, {
          ...monitorByKey((written) => contextOf(request, written), request.body),
          onWritten: changeSignal(request.db),
        }),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/favourites`,
        tag: "monitors",
        summary: "Ids of the caller's favourite monitors",
        access: "authenticated",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(z.int()),
      },
      async ({ caller, context, query }) =>
        answerPage(context, await listFavourites({ db, userId: caller.userId }, query)),
    ),
    route(
      {
        method: "post",
        path: `${PATH}/test`,
        tag: "monitors",
        summary: "Try a monitor now, and keep nothing of it",
        description:
          "Fields as for a new monitor, or changes of a stored one (`monitor_id`), whose secrets are used. The answer shows what was " +
          "found, and what of it is right; what is wrong there is an answer too, not an error.",
        access: requires("monitoring_write"),
        noTrial: "A question: nothing of it is kept.",
        body: MonitorTestRequest,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: MonitorTestResult,
        replay: "refused",
        refusals: {
          404: "Monitor not found",
          409: "A secret of the stored monitor cannot be read with this MASTER_KEY",
          429: "The user has made TOOL_RATE_LIMIT_MAX_CALLS calls of tools in the window",
        },
      },
      async ({ body, caller, signal }) => {
        await deps.countCall(caller.userId);
        return tryMonitor({ db, encryption, probeHttp, signal }, body);
      },
    ),
    ...oneMonitorRoutes(deps, contextOf),
    ...lookRoutes({ db, onDamage }),
  ];
}

type ContextOf = (request: Guarded<unknown, unknown, unknown>, written?: Db) => Context;

function oneMonitorRoutes({ db, onDamage, belongings }: Deps, contextOf: ContextOf): Route[] {
  return [
    route(
      {
        method: "get",
        path: `${PATH}/{monitor_id}`,
        tag: "monitors",
        summary: "One monitor",
        access: "authenticated",
        params,
        response: MonitorRead,
        versioned: MONITOR_VERSION,
        refusals: NOT_FOUND,
      },
      ({ caller, params }) => getMonitor({ db, onDamage, userId: caller.userId }, params.monitor_id),
    ),
    route(
      {
        method: "patch",
        path: `${PATH}/{monitor_id}`,
        tag: "monitors",
        summary: "Change a monitor, and keep its history",
        access: requires("monitoring_write"),
        isTryable: true,
        params,
        body: MonitorUpdate,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: MonitorRead,
        versioned: MONITOR_VERSION,
        replay: { whole: `${PATH}/{monitor_id}` },
        refusals: NOT_FOUND,
      },
      (request) =>
        updateMonitor(contextOf(request, request.db), {
          id: request.params.monitor_id,
          changes: request.body,
          ifMatch: request.ifMatch,
        }),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{monitor_id}`,
        tag: "monitors",
        summary: "Remove a monitor with its history",
        access: requires("monitoring_write"),
        params,
        query: z.object(dryRunFields),
        versioned: MONITOR_VERSION,
        preview: DeletionPreview,
        replay: "empty",
        refusals: NOT_FOUND,
      },
      (request) =>
        deleteMonitor(
          { ...contextOf(request), belongings },
          {
            id: request.params.monitor_id,
            isDryRun: request.query.dry_run,
            ifMatch: request.ifMatch,
          },
        ),
    ),
  ];
}

/** What any user may do with a monitor. */
function lookRoutes({ db, onDamage }: HistoryReader): Route[] {
  return [
    route(
      {
        method: "patch",
        path: `${PATH}/{monitor_id}/favourite`,
        tag: "monitors",
        summary: "Make a monitor a favourite of the caller, or no longer one",
        access: "authenticated",
        unversioned: FAVOURITE,
        isTryable: true,
        params,
        response: MonitorRead,
        replay: { byId: `${PATH}/{monitor_id}` },
        refusals: NOT_FOUND,
      },
      ({ db, params, caller }) => toggleFavourite({ db, onDamage, userId: caller.userId }, params.monitor_id),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/{monitor_id}/history`,
        tag: "monitors",
        summary: "Results of a monitor's checks, oldest first",
        description:
          "At most 2,000. Where there are more they are thinned, without losing a change of status, and the answer has " +
          `\`X-Thinned: true\`. ${DAMAGE_WORDS}`,
        access: "authenticated",
        params,
        query: HistoryQuery,
        response: z.array(MonitorCheckHistoryRead),
        refusals: NOT_FOUND,
      },
      async ({ context, params, query }) => {
        const { rows, isThinned, isDamaged } = await readHistory(
          { db, onDamage, now: new Date() },
          { monitorId: params.monitor_id, hours: query.hours },
        );
        if (isThinned) context.header(THINNED, "true");
        if (isDamaged) context.header(DAMAGED, "true");
        return rows;
      },
    ),
    route(
      {
        method: "get",
        path: `${PATH}/{monitor_id}/badge.svg`,
        tag: "monitors",
        summary: "State, uptime or latency of a monitor as a picture",
        description: "The picture for the public is that of a status page.",
        access: "authenticated",
        params,
        query: BadgeQuery,
        produces: ["image/svg+xml"],
        versioned: WHOLE,
        refusals: NOT_FOUND,
      },
      async ({ context, params, query }) => {
        const badge = await readMonitorBadge(
          { db, onDamage, now: new Date() },
          { id: params.monitor_id, ...query },
        );
        return answerSvg(context, drawBadge(badge), {
          cacheControl: "private, max-age=30",
          resourcePolicy: "same-origin",
        });
      },
    ),
  ];
}
