import { setImmediate } from "node:timers/promises";
import { asc } from "drizzle-orm";
import type { Actor } from "#features/audit";
import type { OperationRunner, RunningOperation } from "#features/operations";
import type { Db } from "#platform/database";
import { invalid, type ValidationIssue } from "#platform/errors";
import type { Upload } from "#platform/http/route";
import { createTurnstile } from "#platform/turnstile";
import type { WorkerPool } from "#platform/workers";
import { snmpProfiles } from "#tables/snmp-profiles";
import { loadVendorLookup } from "../devices/vendor";
import { sites, topologyGroups } from "../tables";
import { unpackRows } from "./entry";
import { faultsOfRow } from "./faults";
import { importAlone } from "./alone";
import { indexKnown, lockDevices, readStored } from "./known-devices";
import { UNKNOWN, type Match } from "./match";
import type { DeviceBulkImportResult, ImportQuery, RowResult } from "./models";
import { parseImportTask } from "./parse-task";
import { indexPlaces } from "./places";
import { createPlanner, findMatch, MAX_TOLD, type Mode, type Plan } from "./plan";
import type { Surroundings } from "./state";
import { keepVerdicts, rowsPath, VERDICTS_PER_PAGE } from "./verdicts";
import { writeDevices } from "./write";
import { createWriteRecord } from "./write-record";

export type ImportContext = {
  db: Db;
  actor: Actor;
  pool: WorkerPool;
  userId: number;
  operations: OperationRunner;
};

/** Imports of this process come one after the other, those of all processes by the lock. */
const inTurn = createTurnstile(1, { mostWaiting: 32, refusal: "Too many imports are waiting" });

type ImportRequest = { upload: Upload; query: ImportQuery; signal: AbortSignal };

/** `rest`: the import whose verdicts are kept, as one answer does not hold them all, and how many they are. */
export type ImportOutcome = {
  result: DeviceBulkImportResult;
  rest: { importId: string; total: number } | undefined;
};

/**
 * Imports devices, in one transaction: the good rows or nothing, as `on_error` says; a dry run writes nothing and tells
 * the same. Throws 422 with every fault of a file that cannot be read, and of its rows where one bad row is to stop
 * all; 409 when it is cancelled.
 */
export function importDevices(ctx: ImportContext, request: ImportRequest): Promise<ImportOutcome> {
  const { query, signal } = request;
  const { userId } = ctx;
  const operation = {
    id: query.import_id,
    idField: "import_id",
    kind: "device_import",
    userId,
    phase: "reading",
    signal,
  } as const;
  return ctx.operations.run(operation, (running) => runImport(ctx, request, running));
}

async function runImport(
  ctx: ImportContext,
  { upload, query }: ImportRequest,
  operation: RunningOperation,
): Promise<ImportOutcome> {
  const { mode, dry_run: isDryRun, on_error: onError } = query;
  const isCsv = upload.mediaType === "text/csv";
  const input = { ...upload, isSiteGroup: mode === undefined };
  const parsed = await ctx.pool.run(parseImportTask, input, {
    signal: operation.signal,
    transfer: [upload.octets.buffer],
  });
  if (parsed.issues.length > 0) throw invalid(parsed.issues);
  const { chunks } = parsed;
  if (onError === "all" && !isDryRun && mode === undefined) await refuseFaulty(chunks, isCsv);
  const vendorOf = await loadVendorLookup(ctx.pool);
  return inTurn(async () => {
    await operation.report({ phase: "checking", total: parsed.count });
    return importAlone(ctx.db, operation.signal, (db) =>
      writeImport({ ...ctx, db }, { chunks, query, isCsv, vendorOf, operation }),
    );
  });
}

type Writing = {
  chunks: Uint8Array[];
  query: ImportQuery;
  isCsv: boolean;
  vendorOf: Surroundings["vendorOf"];
  operation: RunningOperation;
};

async function writeImport(ctx: ImportContext, writing: Writing): Promise<ImportOutcome> {
  const { query, operation } = writing;
  const { mode, dry_run: isDryRun, on_error: onError } = query;
  const plan = await planRows(ctx.db, writing);
  if (onError === "all" && !isDryRun && mode !== undefined && plan.issues.length > 0)
    throw invalid(plan.issues);
  if (!isDryRun) {
    await operation.report({ phase: "writing", total: plan.results.length });
    await writePlan(ctx, plan, operation);
  }
  const { counts, errors, results } = plan;
  const rows = results.slice(0, VERDICTS_PER_PAGE);
  const result = { ...counts, errors, dry_run: isDryRun, rows };
  const told = { ...counts, dry_run: isDryRun };
  if (results.length === rows.length) {
    await operation.finish(ctx.db, { result: told });
    return { result, rest: undefined };
  }
  await keepVerdicts(ctx.db, operation.id, results);
  await operation.finish(ctx.db, { result: told, resultPath: rowsPath(operation.id) });
  return { result, rest: { importId: operation.id, total: results.length } };
}

/**
 * Reads the rows twice, chunk by chunk, instead of holding all of them: to find their devices, which are locked in one
 * order, and to plan. Between two chunks other work gets its turn.
 */
async function planRows(db: Db, { chunks, query, isCsv, vendorOf }: Writing): Promise<Plan> {
  const { mode } = query;
  const matches = await matchRows(db, chunks, mode);
  // Groups and sites come before devices, as where a group is renamed or removed, so that the two do not wait for each
  // other.
  const around = { ...(await readSurroundings(db)), vendorOf };
  await lockDevices(db, matches);
  const planner = createPlanner({ mode, isCsv, around });
  let place = 0;
  for (const chunk of chunks) {
    const entries = unpackRows(chunk);
    const found = matches.slice(place, place + entries.length);
    place += entries.length;
    const stored = await readStored(db, found);
    const rows = entries.map((row, at) => ({ ...row, match: presentMatch(found[at] ?? UNKNOWN, stored) }));
    planner.add(rows, stored);
    await setImmediate();
  }
  return planner.finish();
}

/** A device that was deleted before it could be locked is not known. */
function presentMatch(match: Match, stored: ReadonlyMap<number, unknown>): Match {
  return match.kind === "one" && !stored.has(match.id) ? UNKNOWN : match;
}

async function matchRows(db: Db, chunks: readonly Uint8Array[], mode: Mode): Promise<Match[]> {
  const index = await indexKnown(db);
  const matches: Match[] = [];
  for (const chunk of chunks) {
    for (const { entry } of unpackRows(chunk)) matches.push(findMatch(entry, index, mode));
    await setImmediate();
  }
  return matches;
}

async function refuseFaulty(chunks: readonly Uint8Array[], isCsv: boolean): Promise<void> {
  const issues: ValidationIssue[] = [];
  for (const chunk of chunks) {
    for (const row of unpackRows(chunk)) issues.push(...faultsOfRow(row, { found: [], isCsv }));
    if (issues.length >= MAX_TOLD) break;
    await setImmediate();
  }
  if (issues.length > 0) throw invalid(issues.slice(0, MAX_TOLD));
}

/** Groups, sites and SNMP profiles stay until the transaction ends. */
async function readSurroundings(db: Db): Promise<Omit<Surroundings, "vendorOf">> {
  const placesOf = (table: typeof topologyGroups | typeof sites) =>
    db
      .select({ id: table.id, name: table.name, displayName: table.displayName })
      .from(table)
      .orderBy(asc(table.id))
      .for("key share");
  const [groups, siteRows] = [await placesOf(topologyGroups), await placesOf(sites)];
  const profiles = await db
    .select({ id: snmpProfiles.id })
    .from(snmpProfiles)
    .orderBy(asc(snmpProfiles.id))
    .for("key share");
  return {
    groups: indexPlaces(groups),
    sites: indexPlaces(siteRows),
    snmpProfiles: new Set(profiles.map(({ id }) => id)),
  };
}

async function writePlan(ctx: ImportContext, plan: Plan, operation: RunningOperation): Promise<void> {
  const { counts, results, twins } = plan;
  const count = counts.created + counts.updated - twins.size;
  const record = createWriteRecord(ctx, { target: `count:${results.length}`, count });
  let rowsDone = 0;
  await writeDevices(ctx.db, plan, async (written) => {
    for (const { id, write } of written) setDevice(results[write.place], id);
    await record.add(written);
    rowsDone += written.length;
    await operation.report({ phase: "writing", done: rowsDone });
  });
  for (const [place, first] of twins) setDevice(results[place], results[first]?.device_id ?? null);
  await record.close(`created=${counts.created} updated=${counts.updated} errors=${counts.failed}`);
}

function setDevice(result: RowResult | undefined, id: number | null): void {
  if (result !== undefined) result.device_id = id;
}
