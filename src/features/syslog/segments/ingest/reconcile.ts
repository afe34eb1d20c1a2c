import { readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { eq, inArray } from "drizzle-orm";
import type { Db } from "#platform/database";
import { codeOf } from "#platform/error-code";
import type { Logger } from "#platform/log";
import { collectors, eventSegments } from "../../tables";
import { loadStoredThrough, toRow } from "../catalog/catalog";
import { UNKNOWN_SKIP_INDEX } from "../../skip-index/skip-index";
import { checksumOf } from "../checksum";
import type { EventDatabase } from "../duckdb";
import { quoteText } from "../quote-text";
import { isDraft } from "./draft";
import { readPlacedFiles } from "../placed-files";
import { parseHiddenPath, parseSegmentFileName, type SegmentRange } from "../name";
import type { SegmentFolders, WrittenSegment } from "./segment-writer";

export type ReconcileContext = {
  db: Db;
  database: EventDatabase;
  folders: SegmentFolders;
  log: Logger;
  collector: string;
  /** What the journal can give again: from `firstPosition` (undefined: nothing) on. */
  journal: { firstPosition: number | undefined };
  now: () => number;
};

/** A file of the events folder that has no row in the catalog; `path` is where it would be shown. */
type Orphan = SegmentRange & { path: string; isHidden: boolean };

const LEFTOVER_KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Brings files and catalog together before ingest begins, and gives the position behind which to begin:
 * - a file whose events the journal will give again is removed: its replay writes it anew;
 * - a file whose events the catalog has in another file is removed once it is a day old;
 * - any other file without a row is entered in the catalog: the catalog was lost, or is older than the files.
 * Hidden files are left alone: others have their events, or they have expired.
 */
export async function reconcile(ctx: ReconcileContext): Promise<number> {
  await removeUnfinished(ctx);
  const storedThrough = await loadStoredThrough(ctx.db, ctx.collector);
  const orphans = (await findOrphans(ctx)).filter(({ isHidden }) => !isHidden);
  const adopted: WrittenSegment[] = [];
  for (const [collector, files] of Map.groupBy(orphans, (orphan) => orphan.collector)) {
    const known = await listRanges(ctx.db, collector);
    const isOwn = collector === ctx.collector;
    // The files of a collector that runs elsewhere are that one's business; only a lost catalog makes them ours.
    if (!isOwn && known !== undefined) continue;
    for (const orphan of inOrder(files)) {
      const covered = [...(known ?? []), ...adopted].some((range) => overlaps(range, orphan));
      if (covered) await removeLeftover(ctx, orphan);
      else if (isOwn && orphan.start >= storedThrough && isReplayable(ctx, orphan))
        await removeFile(ctx, orphan);
      else adopted.push(...(await describeSegment(ctx, orphan)));
    }
  }
  if (adopted.length === 0) return storedThrough;
  ctx.log.warn(
    { segments: adopted.length },
    "the catalog lacked event segments: it is rebuilt from the files",
  );
  return adopt(ctx, adopted);
}

/** Bigger files first where two begin at one place: a merged file stands for its parts. */
function inOrder(files: readonly Orphan[]): Orphan[] {
  return [...files].sort((left, right) => left.start - right.start || right.end - left.end);
}

function overlaps(left: SegmentRange, right: SegmentRange): boolean {
  return left.collector === right.collector && left.start < right.end && right.start < left.end;
}

function isReplayable({ journal }: ReconcileContext, orphan: Orphan): boolean {
  return journal.firstPosition !== undefined && journal.firstPosition <= orphan.start + 1;
}

/**
 * Removes what an earlier run left unfinished. Drafts of another collector may be at work in another process, and
 * DuckDB's files in this one, as ingest also begins anew after a failure.
 */
export async function removeUnfinished({
  folders,
  collector,
  now,
}: Pick<ReconcileContext, "folders" | "collector" | "now">): Promise<void> {
  for (const name of await readdir(folders.temporary)) {
    const path = join(folders.temporary, name);
    const isOurs = name.startsWith(`${collector}-`);
    if (isDraft(name) || parseSegmentFileName(name) !== undefined) {
      if (isOurs || (await wasChangedBefore(path, now() - LEFTOVER_KEPT_MS))) await rm(path, { force: true });
    } else if (name.startsWith("duckdb_temp") && (await wasChangedBefore(path, performance.timeOrigin)))
      await rm(path, { recursive: true, force: true });
  }
}

/** False for what has gone meanwhile. */
async function wasChangedBefore(path: string, timeMs: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < timeMs;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/** Segment files that the catalog does not know, live or deleted. One that is stored meanwhile may be among them. */
export async function findOrphans({
  db,
  folders,
}: Pick<ReconcileContext, "db" | "folders">): Promise<Orphan[]> {
  const found: Orphan[] = [];
  for (const name of await readdir(folders.events, { recursive: true })) {
    const hidden = parseHiddenPath(name);
    const path = hidden ?? name;
    const range = parseSegmentFileName(basename(path));
    if (range !== undefined) found.push({ ...range, path, isHidden: hidden !== undefined });
  }
  if (found.length === 0) return [];
  // What a restore is putting in place gets its rows from it, or goes. Before the rows: it is forgotten when they are
  // there.
  const placed = (await readPlacedFiles(folders.events)).flatMap(({ paths }) => paths);
  const rows = await db.select({ path: eventSegments.path }).from(eventSegments);
  const known = new Set([...rows.map((row) => row.path), ...placed]);
  return found.filter((orphan) => !known.has(orphan.path));
}

/** Every range that the catalog has of a collector; undefined where it does not know the collector. */
async function listRanges(db: Db, collector: string): Promise<SegmentRange[] | undefined> {
  const known = await db.select({ id: collectors.id }).from(collectors).where(eq(collectors.id, collector));
  if (known.length === 0) return undefined;
  return db
    .select({
      collector: eventSegments.collector,
      start: eventSegments.rangeStart,
      end: eventSegments.rangeEnd,
    })
    .from(eventSegments)
    .where(eq(eventSegments.collector, collector));
}

async function removeLeftover(ctx: ReconcileContext, orphan: Orphan): Promise<void> {
  const { mtimeMs } = await stat(join(ctx.folders.events, orphan.path));
  if (ctx.now() - mtimeMs > LEFTOVER_KEPT_MS) await removeFile(ctx, orphan);
}

async function removeFile({ folders, log }: ReconcileContext, { path }: Orphan): Promise<void> {
  log.info({ path }, "removing an event segment that is not in the catalog");
  await rm(join(folders.events, path), { force: true });
}

/**
 * What the catalog has to know, read from the file itself. Nothing where it cannot be read or is not what its name
 * says.
 */
async function describeSegment(ctx: ReconcileContext, orphan: Orphan): Promise<WrittenSegment[]> {
  const file = quoteText(join(ctx.folders.events, orphan.path));
  try {
    const pairs = await ctx.database.query({
      sql: `SELECT decode(key) AS name, decode(value) AS value FROM parquet_kv_metadata(${file})`,
    });
    const metadata = new Map(pairs.map((pair) => [pair["name"], pair["value"]]));
    const said = `${metadata.get("collector")}-${metadata.get("range_start")}-${metadata.get("range_end")}`;
    if (said !== `${orphan.collector}-${orphan.start}-${orphan.end}`)
      throw new Error(`its metadata says ${said}`);
    const [bounds] = await ctx.database.query({
      sql: `
        SELECT count(*) AS rows, min(epoch_us(received_at)) AS min_at, max(epoch_us(received_at)) AS max_at,
          min(id) AS min_id, max(id) AS max_id
        FROM read_parquet([${file}], hive_partitioning = false)`,
    });
    if (String(bounds?.["rows"]) !== metadata.get("rows"))
      throw new Error("it does not have the rows that it says");
    const { size } = await stat(join(ctx.folders.events, orphan.path));
    const { collector, start, end, path } = orphan;
    const segment = {
      collector,
      start,
      end,
      path,
      rowCount: Number(bounds?.["rows"]),
      sizeBytes: size,
      checksum: await checksumOf(join(ctx.folders.events, orphan.path)),
      minReceivedAtMicros: Number(bounds?.["min_at"]),
      maxReceivedAtMicros: Number(bounds?.["max_at"]),
      minEventId: Number(bounds?.["min_id"]),
      maxEventId: Number(bounds?.["max_id"]),
      columns: null,
      skipIndex: UNKNOWN_SKIP_INDEX,
    };
    return [segment];
  } catch (error) {
    ctx.log.error(
      { err: error, path: orphan.path },
      "an event segment is not in the catalog and cannot be entered",
    );
    return [];
  }
}

/** Enters segments and moves their collectors behind them, in one transaction. Gives our own collector's position. */
function adopt(ctx: ReconcileContext, segments: readonly WrittenSegment[]): Promise<number> {
  return ctx.db.transaction(async (transaction) => {
    const ends = new Map<string, number>([[ctx.collector, 0]]);
    for (const { collector, end } of segments) ends.set(collector, Math.max(end, ends.get(collector) ?? 0));
    const names = [...ends.keys()];
    await transaction
      .insert(collectors)
      .values(names.map((id) => ({ id })))
      .onConflictDoNothing();
    const rows = await transaction
      .select()
      .from(collectors)
      .where(inArray(collectors.id, names))
      .for("update");
    if (segments.length > 0) await transaction.insert(eventSegments).values(segments.map(toRow));
    for (const { id, storedThrough } of rows) {
      const end = Math.max(storedThrough, ends.get(id) ?? 0);
      await transaction.update(collectors).set({ storedThrough: end }).where(eq(collectors.id, id));
      ends.set(id, end);
    }
    return ends.get(ctx.collector) ?? 0;
  });
}
