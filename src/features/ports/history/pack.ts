import { and, eq, inArray, lt, min, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { devicePorts, portHourDays, portSampleDays, portSamples } from "../tables";
import { readPast } from "./damage";
import { DAY_MS, HOUR_MS, packHours } from "./hours";
import { packSamples, unpackPoll, unpackSamples, type Sample } from "./sample";
import { PORTS_OF_PART } from "./samples";
import { joinBySteps, spanOf } from "./spans";

export type PackContext = { db: Db; log: Logger; now: Date; signal: AbortSignal };

/** Any number; of who packs. */
const LOCK = 7_101_947;
/** Rows of polls are packed by the port as soon as a span of that length is over: a day's row is written so often. */
const PACKED_EVERY_MS = 4 * HOUR_MS;
/** What is newer than that is read as it is (`readRecent`). */
export const UNPACKED_MS = 3 * HOUR_MS;

/**
 * Packs the samples of spans that are over, one row for each port and day, and rolls their hours up. Each step is one
 * transaction: whatever ends it in the middle, a sample is in exactly one place.
 */
export async function packSamplesOfPorts(context: PackContext): Promise<void> {
  const { db, now, signal } = context;
  const settled = now.getTime() - UNPACKED_MS;
  const before = new Date(settled - (settled % PACKED_EVERY_MS));
  while (!signal.aborted) {
    const [oldest] = await db
      .select({ deviceId: portSamples.deviceId, part: portSamples.part })
      .from(portSamples)
      .where(lt(portSamples.at, before))
      .limit(1);
    if (oldest === undefined) return;
    await packPart(context, { ...oldest, before });
  }
}

type Part = { deviceId: number; part: number; before: Date };

/** One day of up to 64 ports; the oldest that there is. */
function packPart({ db, log }: PackContext, { deviceId, part, before }: Part): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK})`);
    const isMeant = and(
      eq(portSamples.deviceId, deviceId),
      eq(portSamples.part, part),
      lt(portSamples.at, before),
    );
    const [first] = await tx
      .select({ at: min(portSamples.at) })
      .from(portSamples)
      .where(isMeant);
    const at = first?.at ?? null;
    if (at === null) return;
    const dayMs = at.getTime() - (at.getTime() % DAY_MS);
    const rows = await tx
      .delete(portSamples)
      .where(and(isMeant, lt(portSamples.at, new Date(dayMs + DAY_MS))))
      .returning();
    const fresh = byPort(rows, log);
    await mergeDay(tx, { fresh, dayMs, log });
  });
}

type Row = typeof portSamples.$inferSelect;

function byPort(rows: readonly Row[], log: Logger): Map<number, Sample[]> {
  const samples = new Map<number, Sample[]>();
  for (const { deviceId, part, at, samples: packed } of rows) {
    // Damaged rows cannot be read by anybody; they must not hold up what can.
    const found = readPast(log, { deviceId, at }, () => unpackPoll(packed, at.getTime()));
    for (const [place, sample] of found ?? []) {
      const portId = part * PORTS_OF_PART + place;
      const own = samples.get(portId) ?? [];
      own.push(sample);
      samples.set(portId, own);
    }
  }
  return samples;
}

type Day = { fresh: ReadonlyMap<number, readonly Sample[]>; dayMs: number; log: Logger };

async function mergeDay(tx: Db, { fresh, dayMs, log }: Day): Promise<void> {
  // Those that were removed meanwhile have no history; the others stay until the transaction ends.
  const ports = await tx
    .select({ id: devicePorts.id })
    .from(devicePorts)
    .where(inArray(devicePorts.id, [...fresh.keys()]))
    .orderBy(devicePorts.id)
    .for("key share");
  if (ports.length === 0) return;
  const ids = ports.map(({ id }) => id);
  const startsAt = new Date(dayMs);
  const stored = await tx
    .select()
    .from(portSampleDays)
    .where(and(inArray(portSampleDays.portId, ids), eq(portSampleDays.startsAt, startsAt)));
  const known = new Map(
    stored.map(({ portId, samples }) => [
      portId,
      readPast(log, { portId, startsAt }, () => unpackSamples(samples)),
    ]),
  );
  const merged = ids.map((portId) => {
    const samples = oneASecond([...(known.get(portId) ?? []), ...(fresh.get(portId) ?? [])]);
    const hours = joinBySteps(samples.map(spanOf), HOUR_MS);
    return { portId, samples: packSamples(samples), hours: packHours(hours) };
  });
  await tx
    .insert(portSampleDays)
    .values(merged.map(({ portId, samples }) => ({ portId, startsAt, samples })))
    .onConflictDoUpdate({
      target: [portSampleDays.portId, portSampleDays.startsAt],
      set: { samples: sql`excluded.samples` },
    });
  await tx
    .insert(portHourDays)
    .values(merged.map(({ portId, hours }) => ({ portId, startsAt, hours })))
    .onConflictDoUpdate({
      target: [portHourDays.portId, portHourDays.startsAt],
      set: { hours: sql`excluded.hours` },
    });
}

/** In the order of time. */
function oneASecond(samples: readonly Sample[]): Sample[] {
  const bySecond = new Map(samples.map((sample) => [Math.round(sample.atMs / 1000), sample]));
  return [...bySecond.values()].toSorted((one, other) => one.atMs - other.atMs);
}
