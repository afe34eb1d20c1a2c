import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { anyOf } from "#platform/any-of";
import { auditLog } from "./tables";

/** Of the entry that says that another was taken back; its target is `audit:<id>` of that one. */
export const UNDONE = "audit.undone";

export type StoredAuditEntry = typeof auditLog.$inferSelect;

export function targetOfEntry(id: number): string {
  return `audit:${id}`;
}

/** Of an entry that was taken back the one that did it. Who takes that one back makes it as if it had not been. */
export async function findUndone(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const undone = new Map<number, number>();
  if (ids.length === 0) return undone;
  const targets = ids.map(targetOfEntry);
  const rows = await db
    .select({ id: auditLog.id, target: auditLog.target })
    .from(auditLog)
    .where(and(sql`${auditLog.target} = ${anyOf(targets, "text")}`, eq(auditLog.action, UNDONE)))
    .orderBy(asc(auditLog.id));
  const takenBack = await findUndone(
    db,
    rows.map(({ id }) => id),
  );
  for (const { id, target } of rows)
    if (!takenBack.has(id)) undone.set(Number(target?.slice("audit:".length)), id);
  return undone;
}

/** The entry; undefined where there is none of that id. */
export async function findAuditEntry(db: Db, id: number): Promise<StoredAuditEntry | undefined> {
  const [row] = await db.select().from(auditLog).where(eq(auditLog.id, id));
  return row;
}

/** What was done by the entries of these ids, in no order. */
export async function listAuditActions(db: Db, ids: readonly number[]): Promise<string[]> {
  const { id, action } = auditLog;
  const rows = await db
    .select({ action })
    .from(auditLog)
    .where(sql`${id} = ${anyOf(ids)}`);
  return rows.map((row) => row.action);
}

/** Entries by their ids, the newest first. */
export function listAuditEntries(db: Db, ids: readonly number[]): Promise<StoredAuditEntry[]> {
  return db
    .select()
    .from(auditLog)
    .where(sql`${auditLog.id} = ${anyOf(ids)}`)
    .orderBy(desc(auditLog.id));
}

/** What later entries of an action on a target say in few words, those that are packed in others among them. */
export async function listLaterDetails(
  db: Db,
  { id, action, target }: { id: number; action: string; target: string },
): Promise<string[]> {
  const rows = await db.execute<{ detail: string }>(sql`
    SELECT detail FROM ${auditLog} WHERE id > ${id} AND action = ${action} AND target = ${target} AND detail IS NOT NULL
    UNION ALL
    SELECT packed ->> 'detail' FROM ${auditLog} CROSS JOIN jsonb_array_elements(after -> 'entries') AS packed
    WHERE id > ${id} AND action LIKE '%.rows' AND after -> 'targets' ? ${target} AND packed ->> 'action' = ${action}
      AND packed ->> 'target' = ${target} AND packed ->> 'detail' IS NOT NULL`);
  return rows.map(({ detail }) => detail);
}

/** An entry without what it says of the thing, which may be much. */
export type AuditEntryHead = Pick<StoredAuditEntry, "id" | "action" | "target">;

/** What the same request has noted in the same transaction, this entry with it, of these actions; the newest first. */
export async function listSiblings(
  db: Db,
  entry: StoredAuditEntry,
  actions: readonly string[],
): Promise<AuditEntryHead[]> {
  if (entry.requestId === null) return actions.includes(entry.action) ? [entry] : [];
  // The time is that of the transaction's begin, and has an index.
  const { createdAt, requestId, action, id, target } = auditLog;
  return db
    .select({ id, action, target })
    .from(auditLog)
    .where(and(eq(createdAt, entry.createdAt), eq(requestId, entry.requestId), inArray(action, [...actions])))
    .orderBy(desc(id));
}
