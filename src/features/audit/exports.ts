import { and, count, desc, inArray, lte, max } from "drizzle-orm";
import { toCsv } from "#platform/csv";
import type { Db } from "#platform/database";
import { LOGIN_ACTIONS, LOGIN_HISTORY_COLUMNS, toLoginHistoryRow } from "./login-history";
import type { AuditFilter, AuditLogRead } from "./models";
import { conditionsOf, recordAudit, toAuditLogRead, type Actor } from "./service";
import { auditLog } from "./tables";

type Context = { db: Db; actor: Actor };

const MAX_HISTORY_ROWS = 5000;
const PAGE_ROWS = 500;

/** The newest 5,000 sign-in events as CSV; the export itself is audited. */
export async function exportLoginHistory(
  ctx: Context,
  filter: Pick<AuditFilter, "actor_user_id">,
): Promise<string> {
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(and(conditionsOf(filter), inArray(auditLog.action, LOGIN_ACTIONS)))
    .orderBy(desc(auditLog.id))
    .limit(MAX_HISTORY_ROWS);
  await recordAudit(ctx, { action: "export.login_history", detail: `rows=${rows.length}` });
  return toCsv([LOGIN_HISTORY_COLUMNS, ...rows.map(toLoginHistoryRow)]);
}

const COLUMNS = [
  "id",
  "created_at",
  "actor_user_id",
  "actor_username",
  "api_key_id",
  "session_id",
  "ip_address",
  "request_id",
  "action",
  "target",
  "detail",
  "before",
  "after",
] as const satisfies (keyof AuditLogRead)[];

/**
 * Every row that the filter finds at this moment as CSV, newest first, read in pages as fast as it is taken. The export
 * is audited before its first row is given.
 */
export async function exportAuditLog(ctx: Context, filter: AuditFilter): Promise<AsyncGenerator<Uint8Array>> {
  const where = conditionsOf(filter);
  const [found] = await ctx.db
    .select({ rows: count(), newest: max(auditLog.id) })
    .from(auditLog)
    .where(where);
  await recordAudit(ctx, { action: "export.audit_log", detail: `rows=${found?.rows ?? 0}` });
  return pagesOf(ctx.db, filter, found?.newest ?? 0);
}

async function* pagesOf(db: Db, filter: AuditFilter, newest: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(toCsv([COLUMNS]));
  let before = newest + 1;
  for (;;) {
    const rows = await db
      .select()
      .from(auditLog)
      .where(and(conditionsOf(filter), lte(auditLog.id, before - 1)))
      .orderBy(desc(auditLog.id))
      .limit(PAGE_ROWS);
    if (rows.length > 0) yield Buffer.from(toCsv(rows.map((row) => toCells(toAuditLogRead(row)))));
    if (rows.length < PAGE_ROWS) return;
    before = rows.at(-1)?.id ?? 0;
  }
}

function toCells(record: AuditLogRead): (string | number | null)[] {
  return COLUMNS.map((name) => {
    const value = record[name];
    if (value === null || value === undefined) return null;
    return typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
  });
}
