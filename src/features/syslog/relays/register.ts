import { and, eq, gt, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { forbidden } from "#platform/errors";
import { apiKeys } from "#tables/api-keys";
import { type KeptReport, relays, relaySpools } from "../tables";
import type { RelayBatch } from "./batch";
import type { SentReport } from "./models";
import type { Appended, RelaySpool, SpoolPlace } from "./spool";

/** By which key a relay sends, and as whom that is noted. */
export type RelaySender = { keyId: number; actor: Actor };

export type RelayRow = typeof relays.$inferSelect;

/**
 * Takes note of what a relay says of itself; enters one that is new, where it stands. Gives its row as it is now.
 * @throws ApiError 403 where the key sends as another relay, or another key that works sends as this one.
 */
export function noteReport(
  db: Db,
  { report, keyId, actor, clockOffsetMs }: RelaySender & { report: SentReport; clockOffsetMs: number },
): Promise<RelayRow> {
  const said = { name: report.name, version: report.version, clockOffsetMs, report: toKept(report) };
  return db.transaction(async (transaction) => {
    const { position, check } = report.after;
    await takeTurn(transaction, keyId);
    await requireOwnKey(transaction, report.relay, keyId);
    const entered = await transaction
      .insert(relays)
      .values({ id: report.relay, ...said, keyId, position, lastCheck: check })
      .onConflictDoNothing()
      .returning({ id: relays.id });
    if (entered.length > 0) {
      const entry = {
        action: "relay.entered",
        target: `relay:${report.relay}`,
        detail: `name=${report.name}`,
      };
      await recordAudit({ db: transaction, actor }, entry);
    }
    const [row] = await transaction.select().from(relays).where(eq(relays.id, report.relay)).for("update");
    if (row === undefined) throw new Error(`our bug: relay ${report.relay} vanished`);
    if (row.keyId !== null && row.keyId !== keyId && (await isWorking(transaction, row.keyId)))
      throw forbidden(
        `Another API key sends as relay ${report.relay}: revoke that one, or give this relay its own id`,
      );
    const isLosing = totalOf(report.lost) > totalOf(row.report.lost);
    const changes = { ...said, keyId, lastSeenAt: sql`now()`, ...(isLosing && { lostAt: sql`now()` }) };
    const [kept] = await transaction.update(relays).set(changes).where(eq(relays.id, row.id)).returning();
    return kept ?? row;
  });
}

/**
 * Two processes may be asked with one key under two ids that nobody knows: the second waits, and finds what the first has
 * entered.
 */
async function takeTurn(db: Db, keyId: number): Promise<void> {
  const key = `relays of API key ${keyId}`;
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** A stolen key, or the key of a relay whose disk was copied, sends as no other relay. */
async function requireOwnKey(db: Db, relay: string, keyId: number): Promise<void> {
  const [other] = await db
    .select({ id: relays.id })
    .from(relays)
    .where(and(eq(relays.keyId, keyId), ne(relays.id, relay)));
  if (other !== undefined)
    throw forbidden(
      `This API key sends as relay ${other.id}, not as ${relay}: each relay wants a key of its own`,
    );
}

async function isWorking(db: Db, keyId: number): Promise<boolean> {
  const isLive = and(
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
  );
  return (await db.$count(apiKeys, and(eq(apiKeys.id, keyId), isLive))) > 0;
}

/**
 * Acknowledges a batch that a spool has on its disk: moves the relay on, and the spool, in one transaction. False, and
 * nothing is changed, where the relay does not stand there any more: another process, or another try, was first.
 */
export function acknowledge(
  db: Db,
  { row, batch, spool, appended, missing }: Acknowledgement,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const stands = and(
      eq(relays.id, row.id),
      eq(relays.position, row.position),
      row.lastCheck === null ? isNull(relays.lastCheck) : eq(relays.lastCheck, row.lastCheck),
    );
    const moved = await transaction
      .update(relays)
      .set({
        position: batch.end.position,
        lastCheck: batch.end.check,
        lines: sql`${relays.lines} + ${batch.messages}`,
        missing: sql`${relays.missing} + ${missing}`,
        fromFuture: sql`${relays.fromFuture} + ${batch.fromFuture}`,
        report: { ...row.report, backlog: backlogBehind(row.report.backlog, batch) },
        ...(missing > 0 && { lostAt: sql`now()` }),
      })
      .where(stands)
      .returning({ id: relays.id });
    if (moved.length === 0) return false;
    await keepSpool(transaction, { id: spool.collector, relay: row.id, place: appended.place });
    return true;
  });
}

/** What a relay said that waits is on its way here with the same words. */
function backlogBehind(
  { messages, bytes }: KeptReport["backlog"],
  batch: Pick<RelayBatch, "messages" | "recordBytes" | "lastArrivalMicros">,
): KeptReport["backlog"] {
  const left = messages - batch.messages;
  if (left <= 0) return { messages: 0, bytes: 0, oldestAtMicros: null };
  const oldestAtMicros = batch.lastArrivalMicros;
  return { messages: left, bytes: Math.max(0, bytes - batch.recordBytes), oldestAtMicros };
}

export type Acknowledgement = {
  /** As it stood when the batch was looked at. */
  row: RelayRow;
  batch: RelayBatch;
  spool: Pick<RelaySpool, "collector">;
  appended: Appended;
  /** Positions that never came. */
  missing: number;
};

/** Says through where a spool's batches are acknowledged. */
export async function keepSpool(
  db: Db,
  { id, relay, place }: { id: string; relay: string; place: SpoolPlace },
): Promise<void> {
  await db
    .insert(relaySpools)
    .values({ id, relay, ...place })
    .onConflictDoUpdate({ target: relaySpools.id, set: place });
}

/** Which of these relays are known. One that was forgotten and sends again is entered anew. */
export async function findKnownRelays(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await db
    .select({ id: relays.id })
    .from(relays)
    .where(inArray(relays.id, [...ids]));
  return new Set(found.map(({ id }) => id));
}

/** Its journal is not kept any more. */
export async function forgetSpool(db: Db, id: string): Promise<void> {
  await db.delete(relaySpools).where(eq(relaySpools.id, id));
}

/**
 * What `keepSpool` was told last of a spool of a relay; undefined: nothing. An acknowledgement whose connection broke
 * may still be carried out: its end is waited for.
 */
export function findSpoolPlace(
  db: Db,
  { id, relay }: { id: string; relay: string },
): Promise<SpoolPlace | undefined> {
  return db.transaction(async (transaction) => {
    await transaction.select({ id: relays.id }).from(relays).where(eq(relays.id, relay)).for("update");
    const [row] = await transaction
      .select({ position: relaySpools.position, lastId: relaySpools.lastId })
      .from(relaySpools)
      .where(eq(relaySpools.id, id));
    return row;
  });
}

export function totalOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function toKept(report: SentReport): KeptReport {
  return {
    startedAtMicros: report.started_at_micros,
    backlog: {
      messages: report.backlog.messages,
      bytes: report.backlog.bytes,
      oldestAtMicros: report.backlog.oldest_at_micros,
    },
    journal: {
      bytes: report.journal.bytes,
      maxBytes: report.journal.max_bytes,
      freeBytes: report.journal.free_bytes,
      refusal: report.journal.refusal,
    },
    received: report.received,
    lost: report.lost,
    denied: report.denied,
    problems: report.problems,
  };
}
