import { setImmediate } from "node:timers/promises";
import { asc, inArray, sql } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { invalid, type ValidationIssue } from "#platform/errors";
import type { Upload } from "#platform/http/route";
import { createTurnstile } from "#platform/turnstile";
import type { WorkerPool } from "#platform/workers";
import { readInterfaces } from "../devices/device-rows";
import { loadVendorLookup } from "../devices/vendor";
import { devices, sites, topologyGroups } from "../tables";
import type { ImportRow } from "./entry";
import type { DeviceBulkImportResult, ImportQuery } from "./models";
import { parseImportTask } from "./parse-task";
import { indexPlaces } from "./places";
import { matchRows, planImport, type MatchedRow, type Plan, type StoredDevice } from "./plan";
import { withProgress, type Progress } from "./progress";
import { stateOf, type Surroundings } from "./state";
import { writeDevices } from "./write";

export type ImportContext = { db: Db; actor: Actor; pool: WorkerPool; userId: number };

/**
 * Imports of this process come one after the other, before they take a connection: those that wait for the lock below would
 * hold all connections, and the one that has the lock needs a second for its progress.
 */
const inTurn = createTurnstile(1, { mostWaiting: 32, refusal: "Too many imports are waiting" });

type ImportRequest = { upload: Upload; query: ImportQuery; signal: AbortSignal };

/**
 * Imports devices, in one transaction: the good rows or nothing, as `on_error` says; a dry run writes nothing and tells the same.
 * Throws 422 with every fault of a file that cannot be read, and of its rows where one bad row is to stop all; 409 when
 * it is cancelled.
 */
export function importDevices(ctx: ImportContext, request: ImportRequest): Promise<DeviceBulkImportResult> {
  const { query, signal } = request;
  const watched = { id: query.import_id, userId: ctx.userId, signal };
  return withProgress(ctx.db, watched, (progress) => runImport(ctx, request, progress));
}

async function runImport(
  ctx: ImportContext,
  { upload, query, signal }: ImportRequest,
  progress: Progress,
): Promise<DeviceBulkImportResult> {
  const { mode, dry_run: isDryRun, on_error: onError } = query;
  const isCsv = upload.mediaType === "text/csv";
  const input = { ...upload, isSiteGroup: mode === undefined };
  const parsed = await ctx.pool.run(parseImportTask, input, { signal, transfer: [upload.octets.buffer] });
  if (parsed.issues.length > 0) throw invalid(parsed.issues);
  const rows = await readChunks(parsed.chunks);
  if (onError === "all" && !isDryRun && mode === undefined) refuseFaulty(rows, isCsv);
  const vendorOf = await loadVendorLookup(ctx.pool);
  return inTurn(async () => {
    await progress.report({ phase: "checking", rowsTotal: parsed.count });
    return ctx.db.transaction((db) =>
      writeImport({ ...ctx, db }, { rows, query, isCsv, vendorOf, progress }),
    );
  });
}

type Writing = {
  rows: readonly ImportRow[];
  query: ImportQuery;
  isCsv: boolean;
  vendorOf: Surroundings["vendorOf"];
  progress: Progress;
};

async function writeImport(ctx: ImportContext, writing: Writing): Promise<DeviceBulkImportResult> {
  const { rows, query, isCsv, vendorOf, progress } = writing;
  const { mode, dry_run: isDryRun, on_error: onError } = query;
  const { db } = ctx;
  await lockImports(db);
  const matched = await matchRows(rows, await readKeys(db), mode);
  // Groups and sites come before devices, as where a group is renamed or removed, so that the two do not wait for each other.
  const around = { ...(await readPlaces(db)), vendorOf };
  const stored = await readStored(db, matched);
  const plan = await planImport(matched, { mode, isCsv, stored, around });
  if (onError === "all" && !isDryRun && mode !== undefined) refuseFailed(plan, { rows, isCsv });
  if (isDryRun) return resultOf(plan, { rows, isDryRun });
  await progress.report({ phase: "writing", rowsTotal: rows.length });
  await writePlan(ctx, plan, progress);
  return resultOf(plan, { rows, isDryRun });
}

async function readChunks(chunks: readonly string[]): Promise<ImportRow[]> {
  const rows: ImportRow[] = [];
  for (const chunk of chunks) {
    const read: ImportRow[] = JSON.parse(chunk);
    rows.push(...read);
    await setImmediate();
  }
  return rows;
}

/** One import at a time plans and writes, so that two of the same file do not make every device twice. */
async function lockImports(db: Db): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('device import', 0))`);
}

function refuseFaulty(rows: readonly ImportRow[], isCsv: boolean): void {
  const issues = rows.flatMap((row) => issuesOf(row, isCsv));
  if (issues.length > 0) throw invalid(issues.slice(0, MOST_TOLD));
}

/** Faults that one answer tells: who mends a file does not read more of them. */
const MOST_TOLD = 1000;

function issuesOf({ row, errors }: ImportRow, isCsv: boolean): ValidationIssue[] {
  return errors.map(({ path, msg, type }) => ({ loc: [...placeOf(row, isCsv), ...path], msg, type }));
}

function placeOf(row: number, isCsv: boolean): ValidationIssue["loc"] {
  return isCsv ? ["body", row] : ["body", "devices", row];
}

/** With what is wrong with the rows themselves goes what is wrong with them here, so that every error is told at once. */
function refuseFailed(
  { results }: Plan,
  { rows, isCsv }: { rows: readonly ImportRow[]; isCsv: boolean },
): void {
  const issues = results.flatMap(({ row, errors }, place) => {
    const read = rows[place];
    if (read !== undefined && read.errors.length > 0) return issuesOf(read, isCsv);
    return errors.map(({ field, msg }) => ({
      loc: [...placeOf(row, isCsv), ...(field === "" ? [] : [field])],
      msg: `Value error, ${msg}`,
      type: "value_error",
    }));
  });
  if (issues.length > 0) throw invalid(issues.slice(0, MOST_TOLD));
}

function readKeys(db: Db) {
  const { id, macAddress, ipAddress, hostname, displayName } = devices;
  return db.select({ id, macAddress, ipAddress, hostname, displayName }).from(devices).orderBy(asc(id));
}

/** Devices that are read by one statement. */
const DEVICES_AT_ONCE = 500;

/** The devices that rows speak of, locked until the transaction ends, in the order of their ids. */
async function readStored(db: Db, rows: readonly MatchedRow[]): Promise<Map<number, StoredDevice>> {
  const ids = new Set(rows.flatMap(({ match }) => (match.kind === "one" ? [match.id] : [])));
  const sorted = [...ids].sort((left, right) => left - right);
  const stored = new Map<number, StoredDevice>();
  for (let start = 0; start < sorted.length; start += DEVICES_AT_ONCE) {
    const slice = sorted.slice(start, start + DEVICES_AT_ONCE);
    const locked = await db
      .select()
      .from(devices)
      .where(inArray(devices.id, slice))
      .orderBy(asc(devices.id))
      .for("update");
    const further = await readInterfaces(db, slice);
    for (const row of locked) stored.set(row.id, { state: stateOf(row), ...further(row.id) });
  }
  return stored;
}

/** Groups and sites stay until the transaction ends. */
async function readPlaces(db: Db) {
  const placesOf = (table: typeof topologyGroups | typeof sites) =>
    db
      .select({ id: table.id, name: table.name, displayName: table.displayName })
      .from(table)
      .orderBy(asc(table.id))
      .for("key share");
  const [groups, siteRows] = [await placesOf(topologyGroups), await placesOf(sites)];
  return { groups: indexPlaces(groups), sites: indexPlaces(siteRows) };
}

/** Rows whose changes are noted before other work gets its turn. */
const ROWS_PER_TURN = 100;

async function writePlan(ctx: ImportContext, plan: Plan, progress: Progress): Promise<void> {
  const written = await writeDevices(ctx.db, plan.writes, (rowsDone) =>
    progress.report({ phase: "writing", rowsDone }),
  );
  const created: number[] = [];
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [index, { id, write }] of written.entries()) {
    if (index % ROWS_PER_TURN === 0) await setImmediate();
    for (const place of write.places) {
      const result = plan.results[place];
      if (result !== undefined) result.device_id = id;
    }
    if (write.before === undefined) created.push(id);
    else {
      const changes = changesOf(write.before, write.after);
      before[id] = changes.before;
      after[id] = changes.after;
    }
  }
  const counts = countsOf(plan);
  await recordAudit(ctx, {
    action: "topology.devices_bulk_imported",
    target: `count:${plan.results.length}`,
    detail: `created=${counts.created} updated=${counts.updated} errors=${counts.failed}`,
    before: { updated: before },
    after: { created, updated: after },
  });
}

function countsOf({ results }: Plan) {
  const count = (action: string) => results.filter((result) => result.action === action).length;
  return {
    created: count("created"),
    updated: count("updated"),
    unchanged: count("unchanged"),
    skipped: count("skipped"),
    failed: count("failed"),
  };
}

function resultOf(
  plan: Plan,
  { rows, isDryRun }: { rows: readonly ImportRow[]; isDryRun: boolean },
): DeviceBulkImportResult {
  const errors = plan.results.flatMap((result, place) => {
    const { entry, row } = rows[place] ?? { entry: {}, row: result.row };
    const name = entry.ip_address ?? entry.hostname ?? entry.display_name ?? `row ${row}`;
    return result.errors.map(({ msg }) => `${name}: ${msg.replace(/^Value error, /, "")}`);
  });
  return { ...countsOf(plan), errors: errors.slice(0, MOST_TOLD), dry_run: isDryRun, rows: plan.results };
}
