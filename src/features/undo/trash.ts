import { and, eq, gte, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { UNDONE } from "#features/audit";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { may, type Caller } from "#platform/http/guard";
import { mapPage, readPage, type Ordering, type Page } from "#platform/http/paging";
import { auditLog } from "#tables/audit";
import type { UndoRegistry } from "./registry";
import type { Deletion, Undoer } from "./run";
import type { TrashItem, TrashQuery } from "./trash-models";

const NEWEST_FIRST: Ordering<{ id: number }> = {
  name: "trash",
  keys: [{ column: sql`entry.id`, type: "bigint", of: ({ id }) => id }],
  isDescending: true,
};

const Counts = z.record(z.string(), z.coerce.number());
const Rows = z.array(
  z.object({
    id: z.coerce.number(),
    action: z.string(),
    target: z.string().nullable(),
    actor: z.string().nullable(),
    at: z.coerce.date(),
    fields: z.record(z.string(), z.unknown()).nullable(),
    removed: Counts.nullable(),
    unassigned: Counts.nullable(),
    together: z.coerce.number(),
  }),
);
type Row = z.infer<typeof Rows>[number];

type Listed = Undoer & { deletion: Deletion };
type TrashContext = { db: Db; caller: Caller; registry: UndoRegistry; historyDays: number };

/**
 * What was deleted, is not there again, and can come back, of what the caller may write; the newest first. Throws 422
 * for a bad cursor.
 */
export async function listTrash(ctx: TrashContext, query: TrashQuery): Promise<Page<TrashItem>> {
  const { db, registry } = ctx;
  const listed = new Map<string, Listed>();
  for (const [action, undoer] of registry.undoers) {
    const { deletion } = undoer;
    if (deletion !== undefined && (query.kind ?? deletion.kind) === deletion.kind && mayTakeBack(ctx, undoer))
      listed.set(action, { ...undoer, deletion });
  }
  const where = and(isListed(listed, ctx.caller), matches(query));
  const page = await readPage(query, {
    order: NEWEST_FIRST,
    async rows({ after, orderBy, limit }) {
      const rows = await db.execute(sql`
        SELECT entry.id, entry.action, entry.target, entry.actor_name AS actor, entry.created_at AS at,
          entry.before - '{removed,unassigned,interfaces}'::text[] AS fields,
          ${countsOf("removed")} AS removed, ${countsOf("unassigned")} AS unassigned,
          (SELECT count(*) FROM ${auditLog} AS beside WHERE beside.created_at = entry.created_at
            AND beside.request_id = entry.request_id AND beside.action IN (${textsOf(listed)})) AS together
        FROM ${auditLog} AS entry WHERE ${and(where, after)}
        ORDER BY ${sql.join(orderBy, sql`, `)} LIMIT ${limit}`);
      return Rows.parse([...rows]);
    },
    async count() {
      const rows = await db.execute(sql`SELECT count(*) AS total FROM ${auditLog} AS entry WHERE ${where}`);
      return Counts.parse(rows[0]).total ?? 0;
    },
  });
  return mapPage(page, (row) => toItem(row, { ...ctx, deletion: listed.get(row.action)?.deletion }));
}

function mayTakeBack({ caller }: Pick<TrashContext, "caller">, { permission }: Undoer): boolean {
  return permission === null || may(caller, permission);
}

function textsOf(listed: ReadonlyMap<string, Listed>): SQL {
  if (listed.size === 0) return sql`NULL`;
  return sql.join(
    [...listed.keys()].map((action) => sql`${action}`),
    sql`, `,
  );
}

/** How many rows of each kind an entry says went with the thing. */
function countsOf(field: string): SQL {
  return sql`(SELECT jsonb_object_agg(kind, rows -> 'count')
    FROM jsonb_each(entry.before -> ${field}::text) AS kept (kind, rows) WHERE jsonb_typeof(rows -> 'count') = 'number')`;
}

const idOf = (entry: string) =>
  sql.raw(`coalesce(substring(${entry}.before ->> 'id' from '^[0-9]{1,15}$'),
    substring(${entry}.target from ':([0-9]{1,15})$'))::bigint`);

/** Whether an entry is the newest deletion of a thing that is not there. */
function isListed(listed: ReadonlyMap<string, Listed>, { userId }: Caller): SQL {
  const kinds = [...listed].map(([action, { deletion, permission }]) => {
    const conditions = [
      eq(sql`entry.action`, action),
      permission === null ? eq(sql`entry.actor_user_id`, userId) : undefined,
      deletion.only,
      isGone(deletion),
    ];
    return sql`(${and(...conditions)})`;
  });
  if (kinds.length === 0) return sql`false`;
  return sql`(${sql.join(kinds, sql` OR `)}) AND NOT EXISTS (
    SELECT FROM ${auditLog} AS later WHERE later.target = entry.target AND later.action = entry.action
      AND later.id > entry.id AND ${idOf("later")} IS NOT DISTINCT FROM ${idOf("entry")})`;
}

function isGone({ table, nameColumn }: Deletion): SQL {
  if (table === undefined) return isNotUndone;
  const isIt =
    nameColumn === undefined
      ? sql`it.id = ${idOf("entry")}`
      : sql`it.${sql.identifier(nameColumn)} = substring(entry.target from '^[^:]*:(.*)$')`;
  return sql`NOT EXISTS (SELECT FROM ${table} AS it WHERE ${isIt})`;
}

/** Nobody has taken it back, or somebody has taken that back. */
const isNotUndone = sql`NOT EXISTS (
  SELECT FROM ${auditLog} AS undo WHERE undo.action = ${UNDONE} AND undo.target = 'audit:' || entry.id
    AND NOT EXISTS (SELECT FROM ${auditLog} AS redo WHERE redo.action = ${UNDONE} AND redo.target = 'audit:' || undo.id))`;

/** What people look for a thing by. */
const NAMES = ["name", "display_name", "title", "label", "hostname", "ip_address", "cidr", "reason"];

function matches({ q, since }: TrashQuery): SQL | undefined {
  const text = q?.trim() ?? "";
  const names = sql.raw(NAMES.map((name) => `entry.before ->> '${name}'`).join(", "));
  const searched = sql`lower(concat_ws(E'\n', entry.target, entry.actor_name, ${names}))`;
  return and(
    text === "" ? undefined : sql`strpos(${searched}, lower(${text})) > 0`,
    since === undefined ? undefined : gte(sql`entry.created_at`, since.toISOString()),
  );
}

const DAY_MS = 86_400_000;
/** What comes back with its history, for a while. */
const WITH_HISTORY = new Set(["device", "service_check", "monitor"]);

function toItem(
  row: Row,
  { deletion, historyDays }: { deletion: Deletion | undefined; historyDays: number },
): TrashItem {
  const kind = deletion?.kind ?? "";
  const until = new Date(row.at.getTime() + historyDays * DAY_MS);
  return {
    audit_id: row.id,
    kind,
    target: row.target,
    name: deletion?.nameOf(row.fields ?? {}) ?? null,
    deleted_at: toTimestamp(row.at),
    deleted_by: row.actor,
    with: { ...row.removed, ...row.unassigned },
    deleted_together: Math.max(1, row.together),
    restorable_until: null,
    history_until: WITH_HISTORY.has(kind) && until > new Date() ? toTimestamp(until) : null,
  };
}
