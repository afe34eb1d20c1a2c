import { z } from "@hono/zod-openapi";
import { actorOf, type Actor } from "#features/audit";
import { BLOCKS, readFormatMeasures, type CollectorPeers } from "#features/syslog";
import { requires } from "#features/users";
import type { Db } from "#platform/database";
import { DeletionPreview, dryRunFields } from "#platform/http/dry-run";
import { answerPage, pagingFields } from "#platform/http/paging";
import { LIST_BODY_BYTES, route, type Route } from "#platform/http/route";
import { writeByKey } from "#platform/http/upsert";
import { logFormatByKey } from "./by-key";
import {
  FORMAT_VERSION,
  formatParams,
  LogFormatCreate,
  LogFormatExport,
  LogFormatImport,
  LogFormatImported,
  LogFormatOrder,
  LogFormatRead,
  LogFormatUpdate,
} from "./models";
import { orderLogFormats } from "./order";
import { deleteLogFormat, getLogFormat, listLogFormats, updateLogFormat, type FormatWatch } from "./service";
import { LogFormatBlocks, LogFormatTest, LogFormatTestResult } from "./test-models";
import { exportLogFormats, importLogFormats } from "./transfer";
import { tryLogFormat, type TryContext } from "./try";

const PATH = "/api/v1/syslog/formats";
const read = requires("security_view");
const NOT_FOUND = { 404: "Log format not found" };
const TAKEN = { 409: "A log format has this name already, or there are 100" };

type Deps = {
  db: Db;
  pool: TryContext["pool"];
  peers: CollectorPeers;
  engine: TryContext["engine"] & {
    formats: (NonNullable<FormatWatch> & { refresh(): Promise<void> }) | undefined;
  };
};

export function logFormatRoutes(deps: Deps): Route[] {
  return [...readRoutes(deps), ...writeRoutes(deps), ...transferRoutes(deps)];
}

/** The format holds for the lines that come from now on, before it is answered. */
async function applied<Result>({ engine }: Deps, result: Promise<Result>): Promise<Result> {
  const written = await result;
  await engine.formats?.refresh();
  return written;
}

function readRoutes({ db, engine, pool, peers }: Deps): Route[] {
  /** Of all collectors: the process that is asked may read no lines itself. */
  const readContext = async () => {
    const measures = await readFormatMeasures({ engine, peers });
    return { db, formats: { measure: () => measures } };
  };
  return [
    route(
      {
        method: "get",
        path: PATH,
        tag: "syslog",
        summary: "Own formats of log lines, in the order in which they are asked",
        description:
          "They are asked about lines that no format of ours knows; the first that knows a line reads it.",
        access: read,
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(LogFormatRead),
      },
      async ({ context, query }) => answerPage(context, await listLogFormats(await readContext(), query)),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/blocks`,
        tag: "syslog",
        summary: "The building blocks of patterns",
        access: read,
        response: LogFormatBlocks,
      },
      () => BLOCKS.map((block) => ({ ...block })),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/export`,
        tag: "syslog",
        summary: "All own formats, as an import takes them",
        access: read,
        response: LogFormatExport,
      },
      () => exportLogFormats({ db }),
    ),
    route(
      {
        method: "post",
        path: `${PATH}/test`,
        tag: "syslog",
        summary: "Show what a format would make of lines; nothing is kept",
        description:
          "Of lines that are pasted, or of the newest stored ones that a search finds. It also says where another format reads the line first, ours or an own one.",
        access: read,
        body: LogFormatTest,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: LogFormatTestResult,
        noTrial: "A question: nothing of it is kept.",
        replay: "refused",
        refusals: { ...NOT_FOUND, 503: "Too many tests of formats, or searches, are waiting" },
      },
      ({ body, caller, signal }) => tryLogFormat({ db, engine, pool, userId: caller.userId }, body, signal),
    ),
    route(
      {
        method: "get",
        path: `${PATH}/{format_id}`,
        tag: "syslog",
        summary: "One own format",
        access: read,
        params: formatParams,
        response: LogFormatRead,
        versioned: FORMAT_VERSION,
        refusals: NOT_FOUND,
      },
      async ({ params }) => getLogFormat(await readContext(), params.format_id),
    ),
  ];
}

function writeRoutes(deps: Deps): Route[] {
  const { db, engine } = deps;
  const writing = (
    request: { db: Db } & Parameters<typeof actorOf>[0],
  ): { db: Db; actor: Actor; formats: FormatWatch } => ({
    db: request.db,
    actor: actorOf(request),
    formats: engine.formats,
  });
  return [
    route(
      {
        method: "post",
        path: PATH,
        tag: "syslog",
        summary: "Add an own format, which is asked last",
        access: "superadmin",
        isTryable: true,
        upsert: { key: "`name`", changes: LogFormatUpdate },
        body: LogFormatCreate,
        status: 201,
        response: LogFormatRead,
        versioned: FORMAT_VERSION,
        replay: { byId: `${PATH}/{format_id}` },
        refusals: TAKEN,
      },
      (request) => applied(deps, writeByKey(request, logFormatByKey(writing(request), request.body))),
    ),
    route(
      {
        method: "put",
        path: `${PATH}/order`,
        tag: "syslog",
        summary: "Set in which order own formats are asked",
        access: "superadmin",
        isTryable: true,
        body: LogFormatOrder,
        response: LogFormatOrder,
        unversioned: "It names each format once, and is refused where one came or went meanwhile.",
        replay: "kept",
      },
      (request) => applied(deps, orderLogFormats(writing(request), request.body)),
    ),
    route(
      {
        method: "patch",
        path: `${PATH}/{format_id}`,
        tag: "syslog",
        summary: "Change an own format",
        description: "Lines that it has read stay as they are: events of before a new name keep the old one.",
        access: "superadmin",
        isTryable: true,
        params: formatParams,
        body: LogFormatUpdate,
        response: LogFormatRead,
        versioned: FORMAT_VERSION,
        replay: { whole: `${PATH}/{format_id}` },
        refusals: { ...NOT_FOUND, ...TAKEN },
      },
      (request) =>
        applied(
          deps,
          updateLogFormat(writing(request), {
            id: request.params.format_id,
            changes: request.body,
            ifMatch: request.ifMatch,
          }),
        ),
    ),
    route(
      {
        method: "delete",
        path: `${PATH}/{format_id}`,
        tag: "syslog",
        summary: "Remove an own format; what it has read stays as it is",
        access: "superadmin",
        params: formatParams,
        query: z.object(dryRunFields),
        versioned: FORMAT_VERSION,
        preview: DeletionPreview,
        replay: "empty",
        refusals: NOT_FOUND,
      },
      (request) =>
        applied(
          deps,
          deleteLogFormat(
            { db, actor: actorOf(request), formats: engine.formats },
            { id: request.params.format_id, isDryRun: request.query.dry_run, ifMatch: request.ifMatch },
          ),
        ),
    ),
  ];
}

function transferRoutes(deps: Deps): Route[] {
  return [
    route(
      {
        method: "post",
        path: `${PATH}/import`,
        tag: "syslog",
        summary: "Take own formats in, by their names",
        description:
          "All of them or none. A format of a name that is there is changed, any other comes last.",
        access: "superadmin",
        isTryable: true,
        body: LogFormatImport,
        bodyLimitBytes: LIST_BODY_BYTES,
        response: LogFormatImported,
        replay: "kept",
        refusals: { 409: "There are 100 log formats at most" },
      },
      (request) => applied(deps, importLogFormats({ db: request.db, actor: actorOf(request) }, request.body)),
    ),
  ];
}
