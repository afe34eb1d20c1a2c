import { and, asc, eq, gte, isNull, lt, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Claim, IdempotencyStore, KeyedWrite, Outcome } from "#platform/http/idempotency";
import { auditLog } from "#tables/audit";
import { idempotencyKeys } from "./tables";

/** A request that does not renew its hold for so long has died. */
const LEASE_SECONDS = 60;
const LEASE = sql`make_interval(secs => ${LEASE_SECONDS})`;
/** What ends later than that was held before the database's clock was set back. */
const LONGEST_LEASE_SECONDS = LEASE_SECONDS + 60;
/** How long a key means its first request. */
export const LIFETIME = sql`interval '24 hours'`;
/** Between one request's release and another's claim the row may be gone or new; it settles at once. */
const MAX_TRIES = 5;
const DAY_MS = 86_400_000;

type Row = typeof idempotencyKeys.$inferSelect & { leaseSecondsLeft: number };

/** Keeps keys in the database: its constraint decides which of several requests carries a write out, on any replica. */
export function createIdempotencyStore(db: Db): IdempotencyStore {
  return {
    async claim(write, status) {
      for (let attempt = 1; attempt <= MAX_TRIES; attempt++) {
        if (await takeNew(db, write)) return { kind: "mine" };
        const row = await findRow(db, write);
        const claim = row === undefined ? undefined : await claimExisting(db, { write, row, status });
        if (claim !== undefined) return claim;
      }
      return { kind: "running", retryAfterSeconds: 1 };
    },
    renew: (write) => updateHeld(db, write, { leasedUntil: sql`now() + ${LEASE}` }),
    finish: (write, outcome) => updateHeld(db, write, outcome),
    abandon: (write) => updateHeld(db, write, { leasedUntil: sql`now()` }),
    async release(write) {
      await db.delete(idempotencyKeys).where(heldBy(write));
    },
  };
}

/** True where the key is new, or its first request was longer ago than keys live. */
async function takeNew(db: Db, write: KeyedWrite): Promise<boolean> {
  const taken = { ...write, leasedUntil: sql`now() + ${LEASE}` };
  const { userId: _userId, key: _key, ...rest } = taken;
  const rows = await db
    .insert(idempotencyKeys)
    .values(taken)
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { ...rest, status: null, objectId: null, answer: null, createdAt: sql`now()` },
      setWhere: lt(idempotencyKeys.createdAt, sql`now() - ${LIFETIME}`),
    })
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

async function findRow(db: Db, { userId, key }: KeyedWrite): Promise<Row | undefined> {
  const secondsLeft = sql<number>`ceil(extract(epoch FROM ${idempotencyKeys.leasedUntil} - now()))::int`;
  const [row] = await db
    .select({ row: idempotencyKeys, secondsLeft })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
  return row && { ...row.row, leaseSecondsLeft: row.secondsLeft };
}

/** Undefined: somebody else was faster, look again. */
async function claimExisting(
  db: Db,
  { write, row, status }: { write: KeyedWrite; row: Row; status: number },
): Promise<Claim | undefined> {
  const isSame = row.method === write.method && row.path === write.path && row.bodyHash === write.bodyHash;
  if (!isSame) return { kind: "different" };
  if (row.status !== null) return { kind: "done", ...row, status: row.status };
  if (isHeld(row)) return { kind: "running", retryAfterSeconds: 1 };
  const outcome = await findOutcome(db, row, status);
  if (outcome === undefined) return (await takeOver(db, { write, row })) ? { kind: "mine" } : undefined;
  await updateHeld(db, row, outcome);
  return { kind: "done", ...outcome };
}

function isHeld({ leaseSecondsLeft: left }: Row): boolean {
  return left > 0 && left <= LONGEST_LEASE_SECONDS;
}

/**
 * What a request did that died before it could say so: its audit row is of the same transaction as its write.
 * Undefined: it wrote nothing.
 */
async function findOutcome(db: Db, row: Row, status: number): Promise<Outcome | undefined> {
  const objectId = sql<string | null>`${auditLog.after} ->> 'id'`;
  // The clock may have been set back between the request's beginning and its write.
  const since = new Date(row.createdAt.getTime() - DAY_MS);
  const audited = await db
    .select({ objectId })
    .from(auditLog)
    .where(and(gte(auditLog.createdAt, since), eq(auditLog.requestId, row.requestId)))
    .orderBy(asc(auditLog.id))
    .limit(2);
  const [first, second] = audited;
  if (first === undefined) return undefined;
  return { status, objectId: second === undefined ? first.objectId : null, answer: null };
}

const isHeldTooLong = sql`${idempotencyKeys.leasedUntil} > now() + make_interval(secs => ${LONGEST_LEASE_SECONDS})`;

async function takeOver(db: Db, { write, row }: { write: KeyedWrite; row: Row }): Promise<boolean> {
  const rows = await db
    .update(idempotencyKeys)
    .set({ requestId: write.requestId, leasedUntil: sql`now() + ${LEASE}` })
    .where(and(heldBy(row), or(lt(idempotencyKeys.leasedUntil, sql`now()`), isHeldTooLong)))
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
}

type Held = Pick<KeyedWrite, "userId" | "key" | "requestId">;

function heldBy({ userId, key, requestId }: Held) {
  const { status } = idempotencyKeys;
  return and(
    eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.requestId, requestId),
    isNull(status),
  );
}

async function updateHeld(
  db: Db,
  held: Held,
  change: Partial<Outcome> & { leasedUntil?: SQL },
): Promise<void> {
  await db.update(idempotencyKeys).set(change).where(heldBy(held));
}
