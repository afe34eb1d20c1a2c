import { and, count, desc, eq, gt, gte, inArray, lt, lte, max, not, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { TriedChange } from "#platform/http/dry-run";
import type { Caller } from "#platform/http/guard";
import type { Client } from "#platform/http/route";
import { toTimestamp } from "#platform/http/fields";
import { contains, given } from "#platform/row-filters";
import { bulkEntriesOf, isAbout } from "./bulk-entries";
import { LOGIN_ACTIONS } from "./login-history";
import {
  toCursor,
  type AuditFilter,
  type AuditLogList,
  type AuditLogQuery,
  type AuditLogRead,
} from "./models";
import { readNames, type AuditNames } from "./names";
import { auditLog } from "./tables";
import { findUndone, type StoredAuditEntry } from "./undone";

/** Who does something, and from where. A null user: nobody is signed in (setup, a failed login). */
export type Actor = {
  userId: number | null;
  username: string | null;
  apiKeyId: number | null;
  sessionId: string | null;
  clientAddress: string | null;
  requestId: string | null;
  /** Told the id of each row as it is added. */
  noteEntry?: (id: number) => void;
  /** Takes what would be a row each: whoever set it writes them together (`createPackedRecord`). */
  collect?: (entry: AuditEntry) => void;
};

export type AuditEntry = {
  action: string;
  target?: string;
  detail?: string;
  /** Fields without secrets, at least those that changed. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** The actor of a request. */
export function actorOf(request: { client: Client; caller?: Caller }): Actor {
  const { client, caller } = request;
  return {
    userId: caller?.userId ?? null,
    username: caller?.username ?? null,
    apiKeyId: caller?.apiKeyId ?? null,
    sessionId: caller?.sessionId ?? null,
    clientAddress: client.address,
    requestId: client.requestId,
    ...(client.noteAudit && { noteEntry: client.noteAudit }),
  };
}

/** The service by itself. */
export const NOBODY: Actor = {
  userId: null,
  username: null,
  apiKeyId: null,
  sessionId: null,
  clientAddress: null,
  requestId: null,
};

/** The actor where nobody is signed in and no request is at hand: only an address is known. */
export function nobodyAt(clientAddress: string): Actor {
  return { ...NOBODY, clientAddress };
}

/** Adds a row. Pass the transaction of the change itself, so that neither is kept without the other. */
export async function recordAudit(ctx: { db: Db; actor: Actor }, entry: AuditEntry): Promise<void> {
  await recordAudits(ctx, [entry]);
}

/** Adds several rows in one statement. */
export async function recordAudits(
  { db, actor }: { db: Db; actor: Actor },
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  if (actor.collect !== undefined) {
    for (const entry of entries) actor.collect(entry);
    return;
  }
  const rows = entries.map((entry) => ({
    actorUserId: actor.userId,
    actorName: actor.username,
    apiKeyId: actor.apiKeyId,
    sessionId: actor.sessionId,
    clientAddress: actor.clientAddress,
    requestId: actor.requestId,
    action: entry.action,
    target: entry.target?.slice(0, 255) ?? null,
    detail: entry.detail ?? null,
    before: entry.before ?? null,
    after: entry.after ?? null,
  }));
  const added = await db.insert(auditLog).values(rows).returning({ id: auditLog.id });
  for (const { id } of added) actor.noteEntry?.(id);
}

/**
 * Runs `work` and gives, beside what it gave, the rows that it has added for a request, which nobody else sees before
 * the transaction ends, and of each whether anything would take it back.
 */
export async function observeAudit<Result>(
  { db, requestId, whyNotUndoable }: Pick<AuditListDeps, "db" | "whyNotUndoable"> & { requestId: string },
  work: () => Promise<Result>,
): Promise<{ result: Result; changes: TriedChange[] }> {
  const [newest] = await db.select({ id: max(auditLog.id) }).from(auditLog);
  const result = await work();
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(gt(auditLog.id, newest?.id ?? 0), eq(auditLog.requestId, requestId)))
    .orderBy(auditLog.id);
  const changes = rows.map((row) => {
    const { action, target, detail, before, after } = row;
    return { action, target, detail, before, after, why_not_undoable: whyNotUndoable(row) };
  });
  return { result, changes };
}

/** The conditions of a filter, all of which hold. Text is taken literally. */
export function conditionsOf(filter: AuditFilter): SQL | undefined {
  const {
    actor_user_id: actorUserId,
    category,
    action,
    target,
    start_time: start,
    end_time: end,
    q,
  } = filter;
  return and(
    actorUserId === undefined ? undefined : eq(auditLog.actorUserId, actorUserId),
    category === "login" ? inArray(auditLog.action, LOGIN_ACTIONS) : undefined,
    action === undefined ? undefined : sql`starts_with(${auditLog.action}, ${action})`,
    target === undefined ? undefined : isAbout(target),
    start === undefined ? undefined : gte(auditLog.createdAt, start),
    end === undefined ? undefined : lte(auditLog.createdAt, end),
    given(q, occursInEntry),
  );
}

function occursInEntry(text: string): SQL {
  const { action, target, detail, actorName, clientAddress, requestId } = auditLog;
  const searched = sql`concat_ws(E'\n', ${action}, ${target}, ${detail}, ${actorName}, ${clientAddress}, ${requestId})`;
  return contains(searched, text);
}

export type AuditListDeps = {
  db: Db;
  /** Why an entry cannot be taken back; null: it is of a kind that can. */
  whyNotUndoable: (entry: StoredAuditEntry) => string | null;
  /** Of what entries name by a number. */
  names: AuditNames;
};

/**
 * Newest first. Entries that only hold rows of a deletion are left out, unless the action asks for them: one may have
 * hundreds.
 */
export async function listAuditLogs(
  { db, whyNotUndoable, names }: AuditListDeps,
  query: AuditLogQuery,
): Promise<AuditLogList> {
  const { limit, offset, cursor } = query;
  const holdsRows = sql`${auditLog.action} LIKE '%.rows'`;
  // Parts of an import are entries of their own to each device that they tell of.
  const ofMany = query.target === undefined ? undefined : bulkEntriesOf(query.target);
  const isShown = query.action?.endsWith(".rows") ? undefined : or(not(holdsRows), ofMany);
  const where = and(conditionsOf(query), isShown);
  const [[counted], rows] = await Promise.all([
    db.select({ total: count() }).from(auditLog).where(where),
    db
      .select()
      .from(auditLog)
      .where(and(where, cursor === undefined ? undefined : lt(auditLog.id, cursor)))
      .orderBy(desc(auditLog.id))
      .limit(limit + 1)
      .offset(offset),
  ]);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const undone = await findUndone(
    db,
    page.map(({ id }) => id),
  );
  return {
    total: counted?.total ?? 0,
    limit,
    offset,
    records: page.map((row) => {
      const undoneBy = undone.get(row.id) ?? null;
      const why = whyNotUndoable(row);
      return {
        ...toAuditLogRead(row),
        is_undoable: undoneBy === null && why === null,
        why_not_undoable: why,
        undone_by: undoneBy,
      };
    }),
    names: await readNames({ db, names }, page),
    next_cursor: last === undefined ? null : toCursor(last.id),
  };
}

export function toAuditLogRead(row: typeof auditLog.$inferSelect): AuditLogRead {
  return {
    id: row.id,
    actor_user_id: row.actorUserId,
    action: row.action,
    target: row.target,
    detail: row.detail,
    created_at: toTimestamp(row.createdAt),
    actor_username: row.actorName,
    api_key_id: row.apiKeyId,
    session_id: row.sessionId,
    ip_address: row.clientAddress,
    request_id: row.requestId,
    before: row.before,
    after: row.after,
  };
}
