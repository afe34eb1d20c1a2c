import { join, resolve } from "node:path";
import { z } from "zod";
import { recordAudit, type Actor } from "#features/audit";
import { BindingFilter, openBindingsCsv } from "#features/bindings";
import {
  exportFirewallEvents,
  exportInventory,
  exportList,
  FirewallExportQuery,
  InventoryExportQuery,
  LIST_EXPORTS,
  ListExportQuery,
  createSheetQueue,
  printReport,
  printSheet,
  ReportQuery,
  SheetQuery,
} from "#features/exports";
import { openEventReader, type EventReader } from "#features/syslog";
import { createDamageLog } from "#features/monitoring";
import type { Database } from "#platform/database";
import type { Caller } from "#platform/http/guard";
import type { Logger } from "#platform/log";
import { createWorkerPool } from "#platform/workers";
import { createAppNameReader } from "../composition/app-name";
import { openClickHouse } from "../composition/event-place";
import { requireFolderOf, writeWhole } from "./whole-file";
import { installedVersion } from "../composition/installed-version";
import type { Settings } from "../settings/settings";

export type ExportOptions = { to?: string; format?: string; filter?: string[] };

type Context = { database: Database; settings: Settings; options: ExportOptions; actor: Actor; log: Logger };

type Asked = Context & { now: Date; signal: AbortSignal };
type Query = Record<string, string>;
type Content = AsyncIterable<Uint8Array>;

/** `query`: what may be asked of it, as of the route of that name. */
type Source = {
  query: z.ZodObject;
  /** Of which a terminal shows nothing of use. */
  binary?: readonly string[];
  open(ctx: Asked, query: Query): Promise<Content>;
};

/** Whoever may run this command may read the whole database. */
const callerOf = ({ username }: Actor): Caller => ({
  userId: 0,
  username: username ?? "",
  role: "SuperAdmin",
  isSuperAdmin: true,
  permissions: [],
  apiKeyId: null,
  sessionId: null,
  mustEnrol: false,
});

const SOURCES = new Map<string, Source>([
  [
    "inventory",
    {
      query: InventoryExportQuery,
      open: async ({ database: { db }, actor, now }, query) =>
        bytesOf(await exportInventory({ db, actor, userId: 0, now }, InventoryExportQuery.parse(query))),
    },
  ],
  ...LIST_EXPORTS.map((list): [string, Source] => [
    list.name,
    {
      query: ListExportQuery,
      open: async ({ database: { db }, actor, now, log }, query) => {
        const ctx = { db, onDamage: createDamageLog(log), caller: callerOf(actor), actor, now };
        return bytesOf(await exportList(ctx, { list, ...ListExportQuery.parse(query) }));
      },
    },
  ]),
  [
    "firewall",
    { query: FirewallExportQuery, binary: ["parquet"], open: (ctx, query) => openFirewall(ctx, query) },
  ],
  [
    "bindings",
    {
      query: BindingFilter.extend({ format: z.enum(["csv"]).optional() }),
      async open({ database: { db }, actor }, query) {
        const content = await openBindingsCsv(db, BindingFilter.parse(query));
        await recordAudit({ db, actor }, { action: "export.bindings", detail: "format=csv" });
        return content;
      },
    },
  ],
  ["inventory.pdf", { query: SheetQuery, binary: ["pdf"], open: openInventorySheet }],
  ["report.pdf", { query: ReportQuery, binary: ["pdf"], open: openReport }],
]);

/** For the help text. */
export const EXPORT_NAMES = [...SOURCES.keys()];

/** Writes an export to a file that nobody else can read, whole or not at all; without `--to` to standard output. */
export async function writeExport(ctx: Context, what: string, say: (line: string) => void): Promise<boolean> {
  const source = SOURCES.get(what);
  if (source === undefined)
    throw new Error(`there is no export ${what}; there are: ${EXPORT_NAMES.join(", ")}`);
  const { to } = ctx.options;
  const query = readQuery(source, ctx.options);
  if (to !== undefined) requireFolderOf(to);
  else requireReadable(source, query);
  const ending = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => ending.abort(new Error("the export was ended")));
  const content = await source.open({ ...ctx, now: new Date(), signal: ending.signal }, query);
  if (to === undefined) await writeOut(content, ending.signal);
  else {
    const path = resolve(to);
    let bytes = 0;
    await writeWhole(
      path,
      counting(content, (length) => (bytes += length)),
      ending.signal,
    );
    say(`${path}: ${bytes} bytes`);
  }
  return true;
}

/** What is not known is refused: left out in silence, it would give another file than was asked for. */
function readQuery({ query }: Source, { format, filter = [] }: ExportOptions): Query {
  const pairs = filter.map((text) => {
    const [, name, value] = /^([a-z_]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) throw new Error("--filter is <name>=<value>");
    return [name, value] as const;
  });
  const given: Query = Object.fromEntries([
    ...pairs,
    ...(format === undefined ? [] : [["format", format] as const]),
  ]);
  const names = Object.keys(query.shape);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    if (name === "format") throw new Error("this export has one format");
    throw new Error(`there is no filter ${name}; there are: ${names.join(", ")}`);
  }
  const read = query.safeParse(given);
  if (read.success) return given;
  throw new Error(
    read.error.issues.map(({ path, message }) => `${path.join(".") || "filter"}: ${message}`).join("; "),
  );
}

function requireReadable({ binary = [] }: Source, { format }: Query): void {
  const isBinary = binary.includes("pdf") || (format !== undefined && binary.includes(format));
  if (isBinary && process.stdout.isTTY)
    throw new Error("a terminal cannot show the file: name one by --to, or redirect the output");
}

async function openFirewall(ctx: Asked, query: Query): Promise<Content> {
  const { database, actor, now, signal } = ctx;
  // All of them, unless a limit is named.
  const asked = FirewallExportQuery.parse({ all: query["limit"] === undefined ? "true" : "false", ...query });
  const engine = openEvents(ctx);
  return closing(engine, async () =>
    bytesOf(await exportFirewallEvents({ db: database.db, engine, userId: 0, actor, now }, asked, signal)),
  );
}

async function openReport(ctx: Asked, query: Query): Promise<Content> {
  const { actor, now, signal } = ctx;
  const engine = openEvents(ctx);
  const printer = { ...openPrinter(ctx), engine };
  const request = { query: ReportQuery.parse(query), caller: callerOf(actor), actor, now };
  const opened = { close: async () => void (await Promise.all([engine.close(), printer.pool.close()])) };
  return closing(opened, async () => once(await printReport(printer, request, signal)));
}

async function openInventorySheet(ctx: Asked, query: Query): Promise<Content> {
  const { actor, now, signal } = ctx;
  const printer = openPrinter(ctx);
  const request = { query: SheetQuery.parse(query), caller: callerOf(actor), actor, now };
  const turn = { queue: createSheetQueue(), signal };
  return closing(printer.pool, async () => bytesOf(await printSheet(printer, request, turn)));
}

function openPrinter({ database: { db }, settings }: Context) {
  return {
    db,
    pool: createWorkerPool({ threads: 1 }),
    version: installedVersion(settings).version,
    readAppName: createAppNameReader(db, settings),
  };
}

function openEvents({ database, settings, log }: Context): EventReader & { close(): Promise<void> } {
  const directory = resolve(settings.DATA_DIR);
  return openEventReader(database.db, {
    folders: { events: join(directory, "events"), temporary: join(directory, "tmp") },
    duckdbMemoryMegabytes: settings.DUCKDB_MEMORY_MB,
    searchTimeoutSeconds: settings.SEARCH_TIMEOUT_SECONDS,
    retentionDays: settings.FIREWALL_LOG_RETENTION_DAYS,
    clickhouse: openClickHouse(settings.EVENTS_URL, log),
  });
}

/** Closes what the content comes from when it has ended, or did not begin. */
async function closing(
  opened: { close(): Promise<void> },
  open: () => Promise<Content>,
): Promise<AsyncGenerator<Uint8Array>> {
  const content = await open().catch(async (error: unknown) => {
    await opened.close();
    throw error;
  });
  return (async function* closeBehind() {
    try {
      yield* content;
    } finally {
      await opened.close();
    }
  })();
}

async function* bytesOf({ content }: { content: AsyncIterable<{ bytes: Uint8Array }> }) {
  for await (const { bytes } of content) yield bytes;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

async function* counting(content: Content, onPiece: (length: number) => void): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    onPiece(bytes.length);
    yield bytes;
  }
}

/** As fast as the reader takes it. Throws where it has gone. */
async function writeOut(content: Content, signal: AbortSignal): Promise<void> {
  // Without the system's error as a cause: its code would be taken for that of a database that is away.
  const gone = () => new Error("nobody reads the output any more");
  // The callback of the write tells of it; unheard, the event would end the process before the rest is closed.
  process.stdout.on("error", () => undefined);
  for await (const bytes of content) {
    signal.throwIfAborted();
    const { promise, resolve: taken, reject } = Promise.withResolvers<void>();
    process.stdout.write(bytes, (error) => (error ? reject(gone()) : taken()));
    await promise;
  }
}
