import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { portHourDays, portSampleDays, portSamples } from "../tables";
import { readPast } from "./damage";
import { DAY_MS, unpackHours } from "./hours";
import { unpackPoll, unpackSamples, type Sample } from "./sample";
import type { PortSpan } from "./spans";

/** Ports of one row of samples. */
export const PORTS_OF_PART = 64;

/** In which row of a poll a port's samples are, and where in it. */
export function placeOf(portId: number): { part: number; place: number } {
  return { part: Math.floor(portId / PORTS_OF_PART), place: portId % PORTS_OF_PART };
}

export type HistoryReader = { db: Db; log: Logger };
type Port = { id: number; deviceId: number };
type Within = { fromMs: number; toMs: number };

/** Samples of a port within a time, oldest first: those of packed days, and those that are not packed yet. */
export async function readSamples(reader: HistoryReader, port: Port, within: Within): Promise<Sample[]> {
  const { db, log } = reader;
  const days = await db
    .select({ startsAt: portSampleDays.startsAt, samples: portSampleDays.samples })
    .from(portSampleDays)
    .where(
      and(
        eq(portSampleDays.portId, port.id),
        gte(portSampleDays.startsAt, new Date(within.fromMs - DAY_MS)),
        lt(portSampleDays.startsAt, new Date(within.toMs)),
      ),
    );
  const fresh = await readFresh(reader, port, within);
  const packed = days.flatMap(
    ({ startsAt, samples }) => readPast(log, { port: port.id, startsAt }, () => unpackSamples(samples)) ?? [],
  );
  return [...packed, ...fresh]
    .filter(({ atMs }) => atMs >= within.fromMs && atMs < within.toMs)
    .toSorted((one, other) => one.atMs - other.atMs);
}

/** Those that are not packed yet. */
async function readFresh(
  { db, log }: HistoryReader,
  { id, deviceId }: Port,
  { fromMs, toMs }: Within,
): Promise<Sample[]> {
  const { part, place } = placeOf(id);
  const rows = await db
    .select({ at: portSamples.at, samples: portSamples.samples })
    .from(portSamples)
    .where(
      and(
        eq(portSamples.deviceId, deviceId),
        eq(portSamples.part, part),
        gte(portSamples.at, new Date(fromMs)),
        lt(portSamples.at, new Date(toMs)),
      ),
    );
  return rows.flatMap(
    ({ at, samples }) =>
      readPast(log, { deviceId, at }, () => unpackPoll(samples, at.getTime()))?.get(place) ?? [],
  );
}

/** What the hours of a port came to within a time, of what is packed, and the samples that are not. */
export async function readHours(
  reader: HistoryReader,
  port: Port,
  within: Within,
): Promise<{ hours: PortSpan[]; fresh: Sample[] }> {
  const { db, log } = reader;
  const days = await db
    .select({ startsAt: portHourDays.startsAt, hours: portHourDays.hours })
    .from(portHourDays)
    .where(
      and(
        eq(portHourDays.portId, port.id),
        gte(portHourDays.startsAt, new Date(within.fromMs - DAY_MS)),
        lt(portHourDays.startsAt, new Date(within.toMs)),
      ),
    );
  const hours = days
    .flatMap(
      ({ startsAt, hours: packed }) =>
        readPast(log, { port: port.id, startsAt }, () => unpackHours(packed, startsAt.getTime())) ?? [],
    )
    .filter(({ atMs }) => atMs >= within.fromMs && atMs < within.toMs);
  return { hours, fresh: await readFresh(reader, port, within) };
}

/** The newest samples of all ports of a device, by the port: at most so many polls, oldest first. */
export async function readRecent(
  { db, log }: HistoryReader,
  { deviceId, polls, since }: { deviceId: number; polls: number; since: Date },
): Promise<Map<number, Sample[]>> {
  const newest = db
    .selectDistinct({ at: portSamples.at })
    .from(portSamples)
    .where(and(eq(portSamples.deviceId, deviceId), gte(portSamples.at, since)))
    .orderBy(sql`${portSamples.at} DESC`)
    .limit(polls);
  const rows = await db
    .select()
    .from(portSamples)
    .where(and(eq(portSamples.deviceId, deviceId), sql`${portSamples.at} IN (${newest})`))
    .orderBy(portSamples.at);
  const samples = new Map<number, Sample[]>();
  for (const row of rows) {
    const found = readPast(log, { deviceId, at: row.at }, () => unpackPoll(row.samples, row.at.getTime()));
    for (const [place, sample] of found ?? []) {
      const portId = row.part * PORTS_OF_PART + place;
      const own = samples.get(portId) ?? [];
      own.push(sample);
      samples.set(portId, own);
    }
  }
  return samples;
}
