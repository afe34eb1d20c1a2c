import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { AuditFault, AuditLink, AuditVerification } from "./models";

const PAGE_ROWS = 2000;
const MAX_LISTED_FAULTS = 100;
const START: AuditLink = { position: 0, hash: "0".repeat(64) };

type ChainRow = AuditLink & { auditId: number; content: string | null };

type Context = {
  db: Db;
  /** Ends the check early, with the signal's reason. */
  signal?: AbortSignal;
};

/**
 * Follows the chain of docs/audit.md from its first row to its head as it is now, while others go on writing: a row
 * that was changed, removed or slipped in is a fault, and so is a noted head that is no longer there. Pages of 2,000
 * rows.
 */
export async function verifyAuditLog(
  ctx: Context,
  noted: { anchor: AuditLink | undefined; expected: AuditLink | undefined },
): Promise<AuditVerification> {
  const head = await readHead(ctx.db);
  const heads = [noted.anchor, noted.expected].flatMap((link) => (link === undefined ? [] : [link]));
  const faults = new FaultList();
  if (head === undefined) faults.add({ kind: "truncated", message: "the chain's head is missing" });
  let last = START;
  let rows = 0;
  const end = head?.position ?? Number.MAX_SAFE_INTEGER;
  for (;;) {
    ctx.signal?.throwIfAborted();
    const page = await readPage(ctx.db, last.position, end);
    for (const row of page) {
      const fault = checkRow(row, last);
      if (fault !== undefined) faults.add(fault);
      for (const link of heads) {
        if (link.position === row.position && link.hash !== row.hash) faults.add(rewritten(row));
      }
      last = row;
    }
    rows += page.length;
    if (page.length < PAGE_ROWS) break;
  }
  if (head !== undefined) checkEnd(faults, last, head);
  for (const link of heads) {
    if (link.position > last.position) faults.add(truncated(last.position, link.position));
  }
  await findUnchained(ctx.db, faults);
  return {
    ok: faults.count === 0,
    rows,
    head: head ?? START,
    anchor: noted.anchor ?? null,
    fault_count: faults.count,
    faults: faults.listed,
  };
}

/** The chain's end as the database names it; undefined where its row is gone. */
export async function readHead(db: Db): Promise<AuditLink | undefined> {
  const [head] = await db.execute<{ position: string; hash: string }>(
    sql`SELECT position, hash FROM audit_head ORDER BY position DESC LIMIT 1`,
  );
  return head === undefined ? undefined : { position: Number(head.position), hash: head.hash };
}

/**
 * The canonical text is written out here as well as in the trigger, which whoever changes rows could have changed too.
 */
async function readPage(db: Db, after: number, end: number): Promise<ChainRow[]> {
  const rows = await db.execute<{
    position: string;
    audit_id: string;
    hash: string;
    content: string | null;
  }>(sql`
    SELECT c.position, c.audit_id, c.hash, CASE WHEN l.id IS NOT NULL THEN jsonb_build_array(
      l.id, l.actor_user_id, l.actor_name, l.api_key_id, l.session_id, l.client_address,
      l.request_id, l.action, l.target, l.detail, l.before, l.after,
      (extract(epoch FROM l.created_at) * 1000)::bigint)::text END AS content
    FROM audit_chain c LEFT JOIN audit_log l ON l.id = c.audit_id
    WHERE c.position > ${after} AND c.position <= ${end} ORDER BY c.position LIMIT ${PAGE_ROWS}`);
  return rows.map(({ position, audit_id, hash, content }) => ({
    position: Number(position),
    auditId: Number(audit_id),
    hash,
    content,
  }));
}

type Fault = Pick<AuditFault, "kind" | "message"> & Partial<AuditFault>;

class FaultList {
  /** The first of them. */
  readonly listed: AuditFault[] = [];
  /** All of them. */
  count = 0;

  add(fault: Fault): void {
    this.count += 1;
    if (this.listed.length < MAX_LISTED_FAULTS)
      this.listed.push({ position: null, audit_id: null, ...fault });
  }
}

/** After a gap the hash before is not known, so that only the gap is a fault, not the row behind it. */
function checkRow(row: ChainRow, last: AuditLink): Fault | undefined {
  const { position, auditId: audit_id } = row;
  if (position !== last.position + 1) {
    const places = `${last.position + 1} to ${position - 1}`;
    return {
      kind: "removed",
      position: last.position + 1,
      message: `places ${places} of the chain are missing`,
    };
  }
  if (row.content === null)
    return { kind: "removed", position, audit_id, message: `row ${audit_id} is missing` };
  const hash = createHash("sha256").update(last.hash).update(row.content).digest("hex");
  if (hash === row.hash) return undefined;
  return { kind: "changed", position, audit_id, message: `row ${audit_id} is not as it was written` };
}

function checkEnd(faults: FaultList, last: AuditLink, head: AuditLink): void {
  if (last.position < head.position) faults.add(truncated(last.position, head.position));
  else if (last.hash !== head.hash) faults.add(rewritten(last));
}

function truncated(found: number, noted: number): Fault {
  return {
    kind: "truncated",
    position: found,
    message: `the chain ends at ${found}; it had reached ${noted}`,
  };
}

function rewritten({ position }: AuditLink): Fault {
  return { kind: "rewritten", position, message: `place ${position} does not have the hash that was noted` };
}

/** Rows without a place, and places behind the head: one statement sees either all of a commit or nothing of it. */
async function findUnchained(db: Db, faults: FaultList): Promise<void> {
  const rows = await db.execute<{ id: string }>(sql`
    SELECT id FROM audit_log l WHERE NOT EXISTS (SELECT FROM audit_chain c WHERE c.audit_id = l.id) ORDER BY id`);
  for (const { id } of rows) {
    faults.add({ kind: "inserted", audit_id: Number(id), message: `row ${id} has no place in the chain` });
  }
  const places = await db.execute<{ position: string; audit_id: string }>(sql`
    SELECT position, audit_id FROM audit_chain WHERE position > (SELECT max(position) FROM audit_head) ORDER BY position`);
  for (const { position, audit_id } of places) {
    const message = `place ${position} lies behind the chain's head`;
    faults.add({ kind: "inserted", position: Number(position), audit_id: Number(audit_id), message });
  }
}
