import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import { compileFormat, MAX_OWN_FORMATS, type FormatMeasure, type OwnFormat } from "#features/syslog";
import { refuseDouble, type Db } from "#platform/database";
import { conflict, invalid, notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { toTimestamp } from "#platform/http/fields";
import {
  compareExactly,
  cutPage,
  type MemoryOrdering,
  type Page,
  type PageQuery,
} from "#platform/http/paging";
import {
  FORMAT_VERSION,
  toExported,
  toLogFormatRead,
  toOwnFormat,
  type FormatRow,
  type FormatStatus,
  type LogFormatCreate,
  type LogFormatRead,
  type LogFormatUpdate,
} from "./models";
import { logFormats } from "./tables";

/** How formats are doing in this process; undefined: lines are not read by any here. */
export type FormatWatch = { measure(): FormatMeasure[] } | undefined;

export type ReadContext = { db: Db; formats: FormatWatch };
export type WriteContext = ReadContext & { actor: Actor };
type Target = { id: number; ifMatch: EntityTags };

const NOT_FOUND = "Log format not found";
const NAME = { constraint: "log_formats_name", detail: "A log format has this name already" };
const FULL = `There are ${MAX_OWN_FORMATS} log formats at most`;

const BY_POSITION: MemoryOrdering<LogFormatRead> = {
  name: "log formats",
  keysOfRow: ({ position, id }) => [position, id],
  schema: z.tuple([z.int(), z.int()]),
  compare: compareExactly,
};

/** The formats that are switched on, in their order: by what lines are to be read. */
export async function readOwnFormats(db: Db): Promise<OwnFormat[]> {
  const rows = await readRows(db);
  return rows.filter(({ enabled }) => enabled).map(toOwnFormat);
}

/** In the order in which they are asked: all of them or a page. Throws 422 for a bad cursor. */
export async function listLogFormats(ctx: ReadContext, query: PageQuery): Promise<Page<LogFormatRead>> {
  return cutPage(shownInOrder(ctx, await readRows(ctx.db)), query, BY_POSITION);
}

/** Throws 404. */
export async function getLogFormat(ctx: ReadContext, id: number): Promise<LogFormatRead> {
  const found = shownInOrder(ctx, await readRows(ctx.db)).find((format) => format.id === id);
  if (found === undefined) throw notFound(NOT_FOUND);
  return found;
}

/** All of them, in their order. */
export function readRows(db: Db): Promise<FormatRow[]> {
  return db.select().from(logFormats).orderBy(asc(logFormats.position), asc(logFormats.id));
}

/** Adds a format, which is asked last. Throws 409 for a name that is taken or where there are 100, 422. */
export async function createLogFormat(ctx: WriteContext, given: LogFormatCreate): Promise<LogFormatRead> {
  requireSound(given);
  return refuseDouble(NAME, () =>
    ctx.db.transaction(async (db) => {
      await lockFormats(db);
      const row = await insertFormat({ db, actor: ctx.actor }, given);
      return getLogFormat({ ...ctx, db }, row.id);
    }),
  );
}

/** Within a transaction that has locked the formats, of one that is sound. */
export async function insertFormat(
  { db, actor }: { db: Db; actor: Actor },
  given: LogFormatCreate,
): Promise<FormatRow> {
  const [known] = await db
    .select({ count: sql<number>`count(*)::int`, last: sql<number>`coalesce(max(position), 0)` })
    .from(logFormats);
  if (known === undefined || known.count >= MAX_OWN_FORMATS) throw conflict(FULL);
  const [row] = await db
    .insert(logFormats)
    .values({ ...given, position: known.last + 1 })
    .returning();
  if (row === undefined) throw new Error("our bug: an insert gave no row");
  await recordAudit(
    { db, actor },
    { action: "syslog.format_created", target: targetOf(row), detail: row.name, after: audited(row) },
  );
  return row;
}

/** Changes what is given. Throws 404, 409 for a name that is taken, 412, 422. */
export async function updateLogFormat(
  ctx: WriteContext,
  { id, ifMatch, changes }: Target & { changes: LogFormatUpdate },
): Promise<LogFormatRead> {
  return refuseDouble(NAME, () =>
    ctx.db.transaction(async (db) => {
      const before = await lockFormat({ ...ctx, db }, { id, ifMatch });
      await changeFormat({ db, actor: ctx.actor }, { before, changes });
      return getLogFormat({ ...ctx, db }, id);
    }),
  );
}

/** Within a transaction that holds the row. Throws 422. */
export async function changeFormat(
  { db, actor }: { db: Db; actor: Actor },
  { before, changes }: { before: FormatRow; changes: LogFormatUpdate },
): Promise<void> {
  const wanted = { ...toExported(before), ...changes };
  requireSound(wanted);
  const [row] = await db
    .update(logFormats)
    .set({ ...wanted, updatedAt: new Date() })
    .where(eq(logFormats.id, before.id))
    .returning();
  if (row === undefined) throw new Error("our bug: a locked row is gone");
  await recordAudit(
    { db, actor },
    {
      action: "syslog.format_updated",
      target: targetOf(row),
      detail: row.name,
      ...changesOf(toExported(before), toExported(row)),
    },
  );
}

/** Removes a format; what it has read stays as it is. A dry run only says which it is. Throws 404, 412. */
export async function deleteLogFormat(
  ctx: WriteContext,
  { id, ifMatch, isDryRun }: Target & { isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const row = await lockFormat({ ...ctx, db }, { id, ifMatch });
    if (isDryRun) return deletionPreview({ deleted: { log_formats: [row.name] } });
    await db.delete(logFormats).where(eq(logFormats.id, id));
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "syslog.format_deleted", target: targetOf(row), detail: row.name, before: audited(row) },
    );
    return undefined;
  });
}

/** Throws 422 that names the field which is at fault, where lines cannot be read by a format. */
export function requireSound(format: OwnFormat, place: readonly (string | number)[] = []): void {
  const read = compileFormat(toOwnFormat(format));
  if (!("problem" in read)) return;
  const { path, message } = read.problem;
  throw invalid([{ loc: ["body", ...place, ...path], msg: `Value error, ${message}`, type: "value_error" }]);
}

/** Until the transaction ends nobody else adds formats or orders them. */
export async function lockFormats(db: Db): Promise<void> {
  await db.execute(sql`LOCK TABLE ${logFormats} IN SHARE ROW EXCLUSIVE MODE`);
}

async function lockFormat(ctx: WriteContext, { id, ifMatch }: Target): Promise<FormatRow> {
  const row = await findLocked(ctx.db, id);
  if (row === undefined) throw notFound(NOT_FOUND);
  const current = toLogFormatRead(row, { position: row.position, status: OFF });
  requireUnchanged(ifMatch, { current, versioned: FORMAT_VERSION });
  return row;
}

/** Locked for the transaction; undefined: there is none. */
export async function findLocked(db: Db, id: number): Promise<FormatRow | undefined> {
  const [row] = await db.select().from(logFormats).where(eq(logFormats.id, id)).for("update");
  return row;
}

/** As an entry of the audit log has it, that can put it back. */
export function audited(row: FormatRow): Record<string, unknown> {
  return { id: row.id, ...toExported(row), position: row.position };
}

export function targetOf({ id }: { id: number }): string {
  return `log_format:${id}`;
}

const OFF: FormatStatus = { state: "off", rests_until: null, lines: 0, costly: 0, skipped: 0 };

function shownInOrder({ formats }: ReadContext, rows: readonly FormatRow[]): LogFormatRead[] {
  const measures = new Map((formats?.measure() ?? []).map((measure) => [measure.name, measure]));
  return rows.map((row, index) =>
    toLogFormatRead(row, { position: index + 1, status: statusOf(row, measures.get(row.name)) }),
  );
}

function statusOf({ enabled }: FormatRow, measure: FormatMeasure | undefined): FormatStatus {
  if (!enabled) return OFF;
  if (measure === undefined) return { ...OFF, state: "waiting" };
  const { state, restsUntilMs, lines, costly, skipped } = measure;
  const restsUntil = restsUntilMs === null ? null : toTimestamp(new Date(restsUntilMs));
  return { state, rests_until: restsUntil, lines, costly, skipped };
}
