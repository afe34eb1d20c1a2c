import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import type { Actor } from "./service";
import { auditLog } from "./tables";
import type { StoredAuditEntry } from "./undone";

/** Rows that went with a thing. So few that an audit row holds them itself, else in entries of their own. */
export type RemovedRows = {
  count: number;
  rows?: unknown[];
  /** The action of the entries that hold the rows: same request, same target. */
  entries?: string;
};

/** More would make one audit row too big to be read with its neighbours. */
const MAX_ROWS = 250;

const Counted = z.tuple([z.object({ count: z.coerce.number() })]);
const Read = z.array(z.object({ row: z.unknown() }));

/** Of what is in memory already: undefined where there are too many to be kept in the audit row itself. */
export function keptInside(rows: readonly unknown[]): RemovedRows | undefined {
  return rows.length > MAX_ROWS ? undefined : { count: rows.length, rows: [...rows] };
}

/**
 * Keeps the rows of a statement, each a `jsonb` in a column `row`, for the audit row of the deletion that takes them:
 * inside it up to 250, else in entries of 250 each whose action ends in `.rows`, however many there are. To be called
 * in the deletion's transaction before the rows go, with nobody else able to add one.
 */
export async function keepRows(
  ctx: { db: Db; actor: Actor },
  { action, target, kind, rows }: { action: string; target: string; kind: string; rows: SQL },
): Promise<RemovedRows> {
  const { db, actor } = ctx;
  const [{ count }] = Counted.parse([
    ...(await db.execute(sql`SELECT count(*) AS count FROM (${rows}) AS given`)),
  ]);
  if (count <= MAX_ROWS)
    return { count, rows: Read.parse([...(await db.execute(rows))]).map(({ row }) => row) };
  const entries = `${action}.rows`;
  // Not as a parameter: PostgreSQL would not see that it groups by what it sorts by.
  const chunk = sql.raw(String(MAX_ROWS));
  await db.execute(sql`
    INSERT INTO ${auditLog} (actor_user_id, actor_name, api_key_id, session_id, client_address, request_id,
      action, target, detail, before)
    SELECT ${actor.userId}::bigint, ${actor.username}::text, ${actor.apiKeyId}::bigint, ${actor.sessionId}::text,
      ${actor.clientAddress}::text, ${actor.requestId}::text, ${entries}::text, ${target.slice(0, 255)}::text,
      format('%s %s to %s of %s', ${kind}::text, min(place) + 1, max(place) + 1, ${count}::bigint),
      jsonb_build_object('kind', ${kind}::text, 'rows', jsonb_agg(row ORDER BY place))
    FROM (SELECT row, row_number() OVER () - 1 AS place FROM (${rows}) AS given) AS numbered
    GROUP BY place / ${chunk} ORDER BY place / ${chunk}`);
  return { count, entries };
}

const Owned = z.array(z.object({ owner: z.coerce.number(), row: z.unknown() }));

type OfEach = {
  action: string;
  kind: string;
  ids: readonly number[];
  targetOf: (id: number) => string;
  /** Gives each `row` of such things, as jsonb, and the id of the thing that it is of, as `owner`. */
  rowsOf: (ids: readonly number[]) => SQL;
};

/** As `keepRows` for each of many things, in one statement where few rows are each's; those that have none are left out. */
export async function keepRowsOfEach(
  ctx: { db: Db; actor: Actor },
  { action, kind, ids, targetOf, rowsOf }: OfEach,
): Promise<Map<number, RemovedRows>> {
  const kept = new Map<number, RemovedRows>();
  const rows = Owned.parse([...(await ctx.db.execute(rowsOf(ids)))]);
  for (const [id, own] of Map.groupBy(rows, ({ owner }) => owner)) {
    const inside = keptInside(own.map(({ row }) => row));
    const all = sql`SELECT row FROM (${rowsOf([id])}) AS own`;
    kept.set(id, inside ?? (await keepRows(ctx, { action, target: targetOf(id), kind, rows: all })));
  }
  return kept;
}

/** The kinds of which there are any. */
export function presentOf(kinds: Readonly<Record<string, RemovedRows>>): Record<string, RemovedRows> {
  return Object.fromEntries(Object.entries(kinds).filter(([, { count }]) => count > 0));
}

const Kept = z.object({
  count: z.int(),
  rows: z.array(z.unknown()).optional(),
  entries: z.string().optional(),
});
const Part = z.object({ kind: z.string(), rows: z.array(z.record(z.string(), z.unknown())) });
const KeptKinds = z.record(z.string(), Kept).catch({});
const KeptRow = z.record(z.string(), z.unknown());

/** The rows of every kind that a deletion's entry says went with the thing, wherever they are kept. */
export async function readKept(
  db: Db,
  entry: StoredAuditEntry,
  field: "removed" | "unassigned",
): Promise<Map<string, Record<string, unknown>[]>> {
  const before = KeptRow.catch({}).parse(entry.before);
  const found = new Map<string, Record<string, unknown>[]>();
  for (const [kind, kept] of Object.entries(KeptKinds.parse(before[field] ?? {}))) {
    const rows = kept.rows ?? [];
    found.set(
      kind,
      kept.entries === undefined ? z.array(KeptRow).parse(rows) : await readParts(db, entry, kind),
    );
  }
  return found;
}

async function readParts(db: Db, entry: StoredAuditEntry, kind: string): Promise<Record<string, unknown>[]> {
  const { createdAt, requestId, action, target, before, id } = auditLog;
  const parts = await db
    .select({ before })
    .from(auditLog)
    .where(
      and(
        eq(createdAt, entry.createdAt),
        sql`${requestId} IS NOT DISTINCT FROM ${entry.requestId}::text`,
        eq(action, `${entry.action}.rows`),
        sql`${target} IS NOT DISTINCT FROM ${entry.target}::text`,
      ),
    )
    .orderBy(asc(id));
  return parts
    .map((part) => Part.parse(part.before))
    .flatMap((part) => (part.kind === kind ? part.rows : []));
}
