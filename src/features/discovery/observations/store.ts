import { and, eq, gt, inArray, ne, sql } from "drizzle-orm";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import type { Compared } from "../inventory/compare";
import { discoveryObservations, discoveryPresences, discoverySettledMacs } from "../tables";
import { eventsOf, type DiscoveryEvent } from "./events";
import type { ObservationType } from "./models";
import {
  nameOf,
  notice,
  SETTLED_ADDRESS_MS,
  type Cleared,
  type Memory,
  type Presence,
  type Scan,
  type Wanted,
} from "./rules";
import { tellRules } from "./signals";

/** New rows of a scan: what is worth a notice. Hosts whose MAC address may be another tomorrow are not among them. */
export type NewlyNoticed = {
  counts: ReadonlyMap<ObservationType, number>;
  events: readonly DiscoveryEvent[];
};

/**
 * Writes down what a scan's finds say, and tells alert rules what is new in it. Belongs into the transaction that ends
 * the scan; one schedule is scanned once at a time.
 */
export async function keepNoticed(
  db: Db,
  scheduleId: number,
  { scan, finds }: { scan: Scan; finds: readonly Compared[] },
): Promise<NewlyNoticed> {
  const memory = await readMemory(db, { scheduleId, finds, now: scan.now });
  const { wanted, cleared, presences } = notice(scan, finds, memory);
  await replacePresences(db, scheduleId, presences);
  const known = await readUnresolved(db, scheduleId);
  await resolveCleared(db, { cleared, known, now: scan.now });
  return keepWanted(db, { scheduleId, scan, wanted, known });
}

async function readMemory(
  db: Db,
  { scheduleId, finds, now }: { scheduleId: number; finds: readonly Compared[]; now: Date },
): Promise<Memory> {
  const presences = await db
    .select()
    .from(discoveryPresences)
    .where(eq(discoveryPresences.scheduleId, scheduleId));
  const macs = finds.flatMap(({ mac }) => mac ?? []);
  const settled = await db
    .select({ mac: discoverySettledMacs.macAddress })
    .from(discoverySettledMacs)
    .where(sql`${discoverySettledMacs.macAddress} = ${anyOf(macs, "text")}`);
  const { ipAddress, resolvedAt, observationType, status } = discoveryObservations;
  const resolved = await db
    .select({ address: ipAddress, at: sql<string>`max(${resolvedAt})` })
    .from(discoveryObservations)
    .where(
      and(
        eq(discoveryObservations.scheduleId, scheduleId),
        eq(observationType, "new_device"),
        eq(status, "resolved"),
        gt(resolvedAt, new Date(now.getTime() - SETTLED_ADDRESS_MS)),
        // What went into the inventory and was taken out again is new again.
        sql`${discoveryObservations.details} -> 'auto_resolved' IS NULL`,
        sql`${discoveryObservations.details} -> 'applied' IS NULL`,
      ),
    )
    .groupBy(ipAddress);
  return {
    presences: presences.map(({ id: _id, scheduleId: _schedule, ...presence }) => presence),
    settledMacs: new Set(settled.map(({ mac }) => mac)),
    settledAddresses: new Map(
      resolved.flatMap(({ address, at }) => (address === null ? [] : [[address, new Date(at)] as const])),
    ),
  };
}

/** All of a schedule at once: of thousands of hosts most are seen again. */
async function replacePresences(db: Db, scheduleId: number, presences: readonly Presence[]): Promise<void> {
  await db.delete(discoveryPresences).where(eq(discoveryPresences.scheduleId, scheduleId));
  for (let start = 0; start < presences.length; start += ROWS_AT_ONCE) {
    const rows = presences.slice(start, start + ROWS_AT_ONCE).map((row) => ({ ...row, scheduleId }));
    await db.insert(discoveryPresences).values(rows);
  }
}

const ROWS_AT_ONCE = 1000;

type Known = Pick<
  typeof discoveryObservations.$inferSelect,
  "id" | "observationType" | "subjectKey" | "isIgnored" | "ignoredUntil"
>;
type KnownByKey = ReadonlyMap<string, Known>;

async function readUnresolved(db: Db, scheduleId: number): Promise<KnownByKey> {
  const { id, observationType, subjectKey, isIgnored, ignoredUntil, status } = discoveryObservations;
  const rows = await db
    .select({ id, observationType, subjectKey, isIgnored, ignoredUntil })
    .from(discoveryObservations)
    .where(and(eq(discoveryObservations.scheduleId, scheduleId), ne(status, "resolved")))
    .for("update");
  return new Map(rows.map((row) => [nameOf({ type: row.observationType, key: row.subjectKey }), row]));
}

async function resolveCleared(
  db: Db,
  { cleared, known, now }: { cleared: readonly Cleared[]; known: KnownByKey; now: Date },
): Promise<void> {
  const byWhy = Map.groupBy(cleared, ({ why }) => why);
  for (const [why, list] of byWhy) {
    const ids = list.flatMap((one) => known.get(nameOf(one))?.id ?? []);
    if (ids.length === 0) continue;
    await db
      .update(discoveryObservations)
      .set({
        status: "resolved",
        isIgnored: false,
        resolvedAt: now,
        details: sql`${discoveryObservations.details} || ${JSON.stringify({ auto_resolved: why })}::text::jsonb`,
      })
      .where(inArray(discoveryObservations.id, ids));
  }
}

type Keeping = { scheduleId: number; scan: Scan; wanted: readonly Wanted[]; known: KnownByKey };

async function keepWanted(db: Db, { scheduleId, scan, wanted, known }: Keeping): Promise<NewlyNoticed> {
  const counts = new Map<ObservationType, number>();
  const events: DiscoveryEvent[] = [];
  const fresh: Wanted[] = [];
  // The last of a key counts, as with several addresses of one host.
  const distinct = new Map(wanted.map((one) => [nameOf(one), one]));
  for (const [name, one] of distinct) {
    const before = known.get(name);
    if (before !== undefined) await refresh(db, { id: before.id, before, one, scan });
    else if (one.isRefreshOnly !== true) {
      const [row] = await db
        .insert(discoveryObservations)
        .values({ ...columnsOf(one, scan), scheduleId, firstSeenAt: scan.now })
        .returning({ id: discoveryObservations.id });
      if (row === undefined) throw new Error("our bug: an insert gave no row");
      if (one.details.is_random_mac === true) continue;
      counts.set(one.type, (counts.get(one.type) ?? 0) + 1);
      events.push(...eventsOf(one, { observationId: row.id, now: scan.now }));
      fresh.push(one);
    }
  }
  await tellRules(db, fresh);
  return { counts, events };
}

function columnsOf(one: Wanted, { id, now }: Scan) {
  const { type, key, deviceId, ipAddress, macAddress, hostname, summary, details } = one;
  return {
    scanId: id,
    observationType: type,
    subjectKey: key,
    deviceId,
    ipAddress,
    macAddress,
    hostname,
    summary,
    details,
    lastSeenAt: now,
  };
}

/** What was to stay away for a while is open again when that is over. */
async function refresh(
  db: Db,
  { id, before, one, scan }: { id: number; before: Known; one: Wanted; scan: Scan },
): Promise<void> {
  const isOver = before.isIgnored && before.ignoredUntil !== null && before.ignoredUntil <= scan.now;
  await db
    .update(discoveryObservations)
    .set({
      ...columnsOf(one, scan),
      ...(isOver && { status: "open", isIgnored: false, ignoredUntil: null, reason: null }),
    })
    .where(eq(discoveryObservations.id, id));
}
