import { eq, inArray, sql } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { apiKeys } from "#tables/api-keys";
import { collectors, relays, relaySpools } from "../tables";
import type { RelayRead } from "./models";
import { type RelayRow, totalOf } from "./register";

/** What is known of a relay that was not heard for so long is of the past. */
export const SILENT_SECONDS = 300;
/** A bout of losses lasts until nothing has been lost for so long. */
const LOSING_SECONDS = 300;
const BEHIND_SECONDS = 60;

/** A relay, the time that has gone since it was heard, and since it was found to lose, and what its spools hold. */
type Found = RelayRow & {
  heardSecondsAgo: number;
  lostSecondsAgo: number | null;
  waiting: number;
  skipped: number;
  keyExpiresAt: Date | null;
};

const BY_NAME: Ordering<RelayRow> = {
  name: "relays",
  keys: [
    { column: relays.name, type: "text", of: ({ name }) => name },
    { column: relays.id, type: "text", of: ({ id }) => id },
  ],
};

/** Relays by name: all of them or a page. Throws 422 for a bad cursor. */
export async function listRelays({ db }: { db: Db }, query: PageQuery): Promise<Page<RelayRead>> {
  const page = await readPage(query, {
    order: BY_NAME,
    rows: ({ after, orderBy, limit }) =>
      db
        .select()
        .from(relays)
        .where(after)
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(relays),
  });
  const read = new Map((await describe(db, page.rows)).map((relay) => [relay.id, toRead(relay)]));
  return mapPage(page, ({ id }) => {
    const relay = read.get(id);
    if (relay === undefined) throw new Error(`our bug: relay ${id} vanished`);
    return relay;
  });
}

/** Every relay as `listRelays` has it, for metrics and alerts. */
export async function readRelays(db: Db): Promise<RelayRead[]> {
  const rows = await db.select().from(relays).orderBy(relays.name, relays.id);
  return (await describe(db, rows)).map(toRead);
}

/**
 * Forgets a relay, so that its key can send as another; its lines stay. One that sends again is entered anew. Throws
 * 404.
 */
export async function forgetRelay({ db, actor }: { db: Db; actor: Actor }, id: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const [gone] = await transaction.delete(relays).where(eq(relays.id, id)).returning();
    if (gone === undefined) throw notFound("Relay not found");
    const entry = {
      action: "relay.forgotten",
      target: `relay:${id}`,
      detail: `name=${gone.name} lines=${gone.lines}`,
    };
    await recordAudit({ db: transaction, actor }, entry);
  });
}

async function describe(db: Db, rows: readonly RelayRow[]): Promise<Found[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const ages = await db
    .select({
      id: relays.id,
      heard: sql<string>`extract(epoch FROM now() - ${relays.lastSeenAt})`.mapWith(Number),
      lost: sql<string | null>`extract(epoch FROM now() - ${relays.lostAt})`,
    })
    .from(relays)
    .where(inArray(relays.id, ids));
  const spools = await db
    .select({
      relay: relaySpools.relay,
      waiting: sql<string>`sum(${relaySpools.position} - ${collectors.storedThrough})`.mapWith(Number),
      skipped: sql<string>`sum(${collectors.skippedPositions})`.mapWith(Number),
    })
    .from(relaySpools)
    .innerJoin(collectors, eq(collectors.id, relaySpools.id))
    .where(inArray(relaySpools.relay, ids))
    .groupBy(relaySpools.relay);
  const keys = await db
    .select({ id: apiKeys.id, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(
      inArray(
        apiKeys.id,
        rows.flatMap(({ keyId }) => keyId ?? []),
      ),
    );
  const expiryOf = new Map(keys.map((key) => [key.id, key.expiresAt]));
  const ageOf = new Map(ages.map((age) => [age.id, age]));
  const spoolOf = new Map(spools.map((spool) => [spool.relay, spool]));
  return rows.map((row) => {
    const age = ageOf.get(row.id);
    const lost = age?.lost ?? null;
    return {
      ...row,
      heardSecondsAgo: age?.heard ?? 0,
      lostSecondsAgo: lost === null ? null : Number(lost),
      waiting: Math.max(0, spoolOf.get(row.id)?.waiting ?? 0),
      skipped: spoolOf.get(row.id)?.skipped ?? 0,
      keyExpiresAt: row.keyId === null ? null : (expiryOf.get(row.keyId) ?? null),
    };
  });
}

function toRead(row: Found): RelayRead {
  const { report } = row;
  const sentAtMs = row.lastSeenAt.getTime() + row.clockOffsetMs;
  const { oldestAtMicros } = report.backlog;
  const lagSeconds = oldestAtMicros === null ? 0 : Math.max(0, (sentAtMs - oldestAtMicros / 1000) / 1000);
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    state: stateOf(row, lagSeconds),
    first_seen_at: toTimestamp(row.firstSeenAt),
    last_seen_at: toTimestamp(row.lastSeenAt),
    started_at: toTimestamp(new Date(report.startedAtMicros / 1000)),
    api_key_id: row.keyId,
    api_key_expires_at: toTimestamp(row.keyExpiresAt),
    lag_seconds: Math.round(lagSeconds * 1000) / 1000,
    backlog_messages: report.backlog.messages,
    backlog_bytes: report.backlog.bytes,
    journal_bytes: report.journal.bytes,
    journal_max_bytes: report.journal.maxBytes,
    journal_free_bytes: report.journal.freeBytes,
    refusal: report.journal.refusal,
    received: { ...report.received },
    lost: { ...report.lost },
    lost_total: totalOf(report.lost) + row.missing + row.skipped,
    lost_at: toTimestamp(row.lostAt),
    missing: row.missing,
    skipped: row.skipped,
    denied: report.denied,
    problems: [...report.problems],
    lines: row.lines,
    waiting: row.waiting,
    from_future: row.fromFuture,
    clock_offset_seconds: row.clockOffsetMs / 1000,
  };
}

function stateOf(row: Found, lagSeconds: number): RelayRead["state"] {
  if (row.heardSecondsAgo >= SILENT_SECONDS) return "silent";
  if (row.report.journal.refusal !== null) return "losing";
  if (row.lostSecondsAgo !== null && row.lostSecondsAgo < LOSING_SECONDS) return "losing";
  return lagSeconds >= BEHIND_SECONDS ? "behind" : "ok";
}
