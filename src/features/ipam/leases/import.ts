import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { recordAudit, type Actor } from "#features/audit";
import type { OperationRunner, RunningOperation } from "#features/operations";
import type { Db } from "#platform/database";
import { invalid } from "#platform/errors";
import type { Upload } from "#platform/http/route";
import { createTurnstile } from "#platform/turnstile";
import type { WorkerPool } from "#platform/workers";
import { leaseSources } from "../tables";
import { DEFAULT_SOURCE, type DhcpImportQuery, type DhcpImportResult } from "./models";
import { observeLeases } from "./observe-leases";
import { parseLeasesTask } from "./parse-task";
import type { LeaseRows } from "./parse/upload";

type Context = { db: Db; pool: WorkerPool; actor: Actor };

export type ImportContext = Context & {
  userId: number;
  /** Absent: the import is only tried, which leaves no trace. */
  operations: OperationRunner | undefined;
};

type Operation = Pick<RunningOperation, "signal" | "report" | "finish">;
/** Imports that wait for their source would hold the connections that all other requests need. */
const inTurn = createTurnstile(2, { mostWaiting: 64, refusal: "Too many imports are waiting" });

type ImportRequest = { upload: Upload; query: DhcpImportQuery; signal: AbortSignal };

/**
 * Replaces the leases of a source by those of a file, address by address, in one transaction; what ends is kept as
 * history. The same file again changes nothing. Throws 422 for a file of which nothing could be read, 409 when it is
 * cancelled.
 */
export function importLeases(ctx: ImportContext, request: ImportRequest): Promise<DhcpImportResult> {
  const { operations, userId } = ctx;
  const { query, signal } = request;
  if (operations === undefined) return runImport(ctx, request, tried(signal));
  const operation = {
    kind: "lease_import",
    userId,
    subject: query.source ?? DEFAULT_SOURCE,
    phase: "reading",
    signal,
  } as const;
  return operations.run(operation, (running) => runImport(ctx, request, running));
}

function tried(signal: AbortSignal): Operation {
  const nothing = () => Promise.resolve(signal.throwIfAborted());
  return { signal, report: nothing, finish: nothing };
}

async function runImport(
  ctx: ImportContext,
  { upload, query }: ImportRequest,
  operation: Operation,
): Promise<DhcpImportResult> {
  const input = {
    ...upload,
    format: query.format ?? null,
    utcOffsetMinutes: query.utc_offset,
    now: Date.now(),
  };
  const read = await ctx.pool.run(parseLeasesTask, input, {
    signal: operation.signal,
    transfer: [upload.octets.buffer],
  });
  if ("issues" in read) throw invalid(read.issues);
  const { parts, left } = choose(read, query);
  const counts = await inTurn(() =>
    ctx.db.transaction((db) => writeLeases({ ...ctx, db }, { read, parts, query, operation })),
  );
  if (ctx.operations !== undefined) {
    const now = new Date(input.now);
    for (const { source, chunks } of parts) await observeLeases(ctx.db, { chunks, source, now });
  }
  const { imported, updated, closed } = counts;
  const total = totalOf(parts);
  return {
    ...counts,
    unchanged: total - imported - updated,
    closed,
    total,
    skipped: read.skipped + left,
    error_count: read.errorCount,
    errors: read.errors,
    format: read.format,
    source:
      parts.length === 0 ? (query.source ?? DEFAULT_SOURCE) : parts.map(({ source }) => source).join(", "),
  };
}

/** The leases of one source. */
type Part = { source: string; chunks: string[]; total: number };

/** A file that names sources itself is taken source by source; where one is asked for, the others are left. */
function choose({ parts }: LeaseRows, { source: wanted }: DhcpImportQuery): { parts: Part[]; left: number } {
  const named = parts.map((part) => ({ ...part, source: part.source ?? wanted ?? DEFAULT_SOURCE }));
  const chosen = named.filter(({ source }) => wanted === undefined || source === wanted);
  return { parts: chosen, left: totalOf(named) - totalOf(chosen) };
}

function totalOf(parts: readonly { total: number }[]): number {
  return parts.reduce((sum, { total }) => sum + total, 0);
}

type Writing = { read: LeaseRows; parts: Part[]; query: DhcpImportQuery; operation: Operation };

/** In the order of their names, so that nobody who does the same waits for it in a circle. */
async function writeLeases(ctx: Context, { read, parts, query, operation }: Writing): Promise<Counts> {
  const { format, errorCount } = read;
  await operation.report({ phase: "writing", total: totalOf(parts) });
  const written = { imported: 0, updated: 0, closed: 0 };
  for (const part of parts) {
    const isWhole = query.close_missing && errorCount === 0;
    const counts = await replaceLeases(ctx.db, part, { format, isWhole });
    const { source, total } = part;
    await recordAudit(ctx, {
      action: "ipam.dhcp_leases_imported",
      target: `dhcp_leases:${source}`,
      detail: `format=${format} total=${total} errors=${errorCount}`,
      after: { source, format, total, ...counts },
    });
    written.imported += counts.imported;
    written.updated += counts.updated;
    written.closed += counts.closed;
  }
  await operation.finish(ctx.db, { result: { ...written, errors: read.errorCount } });
  return written;
}

type Counts = { imported: number; updated: number; closed: number };

async function replaceLeases(
  db: Db,
  { source, chunks }: Part,
  { format, isWhole }: { format: string; isWhole: boolean },
): Promise<Counts> {
  const sourceId = await lockSource(db, { name: source, format });
  await stageRows(db, chunks);
  const replaced = await countOf(db, CLOSE_REPLACED(sourceId));
  const changed = await countOf(db, UPDATE_CHANGED(sourceId));
  const inserted = await countOf(db, INSERT_NEW(sourceId));
  const closed = isWhole ? await countOf(db, CLOSE_MISSING(sourceId)) : 0;
  await db.execute(sql`DROP TABLE staged_leases`);
  return { imported: inserted - replaced, updated: changed + replaced, closed };
}

/** The row stays locked until the transaction ends, so that imports of one source come one after the other. */
async function lockSource(db: Db, source: { name: string; format: string }): Promise<number> {
  const [row] = await db
    .insert(leaseSources)
    .values(source)
    .onConflictDoUpdate({
      target: leaseSources.name,
      set: { format: source.format, lastImportedAt: sql`now()` },
    })
    .returning({ id: leaseSources.id });
  if (row === undefined) throw new Error("our bug: an upsert gave no row");
  return row.id;
}

async function stageRows(db: Db, chunks: readonly string[]): Promise<void> {
  await db.execute(sql`CREATE TEMPORARY TABLE staged_leases (address inet PRIMARY KEY, mac_address text,
    client_id text, hostname text, expires_at timestamptz(3), is_active boolean NOT NULL) ON COMMIT DROP`);
  for (const chunk of chunks) {
    await db.execute(sql`INSERT INTO staged_leases SELECT * FROM jsonb_to_recordset(${chunk}::jsonb)
      AS given (address inet, mac_address text, client_id text, hostname text, expires_at timestamptz(3),
        is_active boolean)`);
  }
  await db.execute(sql`ANALYZE staged_leases`);
}

const Counted = z.array(z.object({ count: z.coerce.number() })).length(1);

async function countOf(db: Db, write: SQL): Promise<number> {
  const rows = await db.execute(
    sql`WITH written AS (${write} RETURNING 1) SELECT count(*) AS count FROM written`,
  );
  const [row] = Counted.parse([...rows]);
  return row?.count ?? 0;
}

/** A client is its MAC address, else its identifier. */
const hasOtherClient = sql`coalesce(current.mac_address, current.client_id)
  IS DISTINCT FROM coalesce(staged.mac_address, staged.client_id)`;

const isCurrentOf = (sourceId: number) => sql`current.source_id = ${sourceId} AND current.closed_at IS NULL`;

const CLOSE_REPLACED = (sourceId: number) => sql`
  UPDATE dhcp_leases AS current SET closed_at = now() FROM staged_leases AS staged
  WHERE ${isCurrentOf(sourceId)} AND current.address = staged.address AND ${hasOtherClient}`;

const UPDATE_CHANGED = (sourceId: number) => sql`
  UPDATE dhcp_leases AS current SET mac_address = staged.mac_address, client_id = staged.client_id,
    hostname = staged.hostname, expires_at = staged.expires_at, is_active = staged.is_active, imported_at = now()
  FROM staged_leases AS staged
  WHERE ${isCurrentOf(sourceId)} AND current.address = staged.address
    AND (current.mac_address, current.client_id, current.hostname, current.expires_at, current.is_active)
      IS DISTINCT FROM (staged.mac_address, staged.client_id, staged.hostname, staged.expires_at, staged.is_active)`;

/** What is current already has been updated before: it conflicts and stays. */
const INSERT_NEW = (sourceId: number) => sql`
  INSERT INTO dhcp_leases (source_id, address, mac_address, client_id, hostname, expires_at, is_active)
  SELECT ${sourceId}::bigint, address, mac_address, client_id, hostname, expires_at, is_active FROM staged_leases
  ON CONFLICT (source_id, address) WHERE closed_at IS NULL DO NOTHING`;

/** DHCPv4 and DHCPv6 are two servers with a file each: a file says nothing of the family that it does not list. */
const CLOSE_MISSING = (sourceId: number) => sql`
  UPDATE dhcp_leases AS current SET closed_at = now()
  WHERE ${isCurrentOf(sourceId)}
    AND family(current.address) = ANY (ARRAY(SELECT DISTINCT family(address) FROM staged_leases))
    AND NOT EXISTS (SELECT FROM staged_leases AS staged WHERE staged.address = current.address)`;
