import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { devices } from "#tables/topology";
import { packCounted, unpackCounted, type CountedPorts } from "./counted";
import { packPoll, type Sample, type SampleStatus } from "./history/sample";
import { placeOf } from "./history/samples";
import { ratesBetween, secondsBetween, type Counted, type Moment } from "./rates";
import type { Interfaces, InterfaceReading } from "./read/interfaces";
import type { OperStatus } from "./status";
import { devicePorts, portCounters, portSamples } from "./tables";

type Polled = { deviceId: number; moment: Moment; found: Interfaces };

/**
 * Keeps what a poll found at a device's ports, and what went through them since the one before. Ports are known by
 * their names, whatever number they have now; those that a whole poll did not find are gone. Nothing is kept of a
 * device that was removed meanwhile, or of a poll that another has overtaken.
 */
export function recordPorts({ db, log }: { db: Db; log: Logger }, polled: Polled): Promise<void> {
  const { deviceId, moment } = polled;
  return db.transaction(async (tx) => {
    const [device] = await tx
      .select({ id: devices.id })
      .from(devices)
      .where(eq(devices.id, deviceId))
      .for("key share");
    if (device === undefined) return;
    const before = await readCounted(tx, { deviceId, log });
    if (before !== undefined && isOvertaken(before.moment, moment)) return;
    const ports = await keepPorts(tx, polled);
    const counted = new Map(
      ports.map(({ id, reading: { discontinuity, readings } }) => [id, { discontinuity, readings }]),
    );
    const at = new Date(moment.atMs);
    const counters = packCounted({ moment, ports: counted });
    await tx
      .insert(portCounters)
      .values({ deviceId, at, counters })
      .onConflictDoUpdate({ target: portCounters.deviceId, set: { at, counters } });
    const rows = rowsOf({ ports, before, moment });
    if (rows.length === 0) return;
    await tx
      .insert(portSamples)
      .values(rows.map((row) => ({ ...row, deviceId, at })))
      .onConflictDoNothing();
  });
}

/** Longer than a poll may take with its lease. What is further ahead was written before the clock was set back. */
const OVERTAKEN_MS = 120_000;

function isOvertaken(before: Moment, now: Moment): boolean {
  const aheadMs = before.atMs - now.atMs;
  return aheadMs >= 0 && aheadMs < OVERTAKEN_MS;
}

/** Two polls of one device wait for each other here. */
async function readCounted(tx: Db, { deviceId, log }: { deviceId: number; log: Logger }) {
  const [row] = await tx.select().from(portCounters).where(eq(portCounters.deviceId, deviceId)).for("update");
  if (row === undefined) return undefined;
  try {
    return unpackCounted(row.counters);
  } catch (error) {
    log.error({ err: error, device: deviceId }, "what was counted at ports is damaged; it is counted anew");
    return undefined;
  }
}

type PortRow = typeof devicePorts.$inferSelect;
type FoundPort = { id: number; reading: InterfaceReading };

async function keepPorts(tx: Db, { deviceId, moment, found }: Polled): Promise<FoundPort[]> {
  const known = await tx.select().from(devicePorts).where(eq(devicePorts.deviceId, deviceId));
  const byName = new Map(known.map((row) => [row.name, row]));
  const values = found.interfaces.map((reading) =>
    valuesOf(reading, { known: byName.get(reading.name), moment }),
  );
  const changed = values.filter((value) => isChanged(byName.get(value.name), value));
  const ids = new Map(known.map(({ id, name }) => [name, id]));
  // In one order, so that the numbers of ports stay as the agent has them.
  for (let start = 0; start < changed.length; start += ROWS_OF_STATEMENT) {
    const rows = await tx
      .insert(devicePorts)
      .values(changed.slice(start, start + ROWS_OF_STATEMENT).map((value) => ({ ...value, deviceId })))
      .onConflictDoUpdate({ target: [devicePorts.deviceId, devicePorts.name], set: AS_GIVEN })
      .returning({ id: devicePorts.id, name: devicePorts.name });
    for (const { id, name } of rows) ids.set(name, id);
  }
  if (found.brokenOff === null) await noteGone(tx, { known, found, at: new Date(moment.atMs) });
  return found.interfaces.flatMap((reading) => {
    const id = ids.get(reading.name);
    return id === undefined ? [] : [{ id, reading }];
  });
}

const ROWS_OF_STATEMENT = 1000;
const AS_GIVEN = {
  ifIndex: sql`excluded.if_index`,
  description: sql`excluded.description`,
  alias: sql`excluded.alias`,
  type: sql`excluded.type`,
  mtu: sql`excluded.mtu`,
  speed: sql`excluded.speed`,
  macAddress: sql`excluded.mac_address`,
  adminStatus: sql`excluded.admin_status`,
  operStatus: sql`excluded.oper_status`,
  changedAt: sql`excluded.changed_at`,
  goneAt: null,
};

type PortValues = Omit<PortRow, "id" | "deviceId" | "goneAt" | "createdAt">;

function valuesOf(
  reading: InterfaceReading,
  { known, moment }: { known: PortRow | undefined; moment: Moment },
): PortValues {
  const { name, ifIndex, description, alias, type, mtu, speedBps, macAddress, adminStatus, operStatus } =
    reading;
  const changedAt = changeOf(reading, { known, moment });
  return {
    name,
    ifIndex,
    description,
    alias,
    type,
    mtu,
    speed: speedBps,
    macAddress,
    adminStatus,
    operStatus,
    changedAt,
  };
}

/** Moments of a change that are so near to each other are the same, told twice. */
const SAME_CHANGE_MS = 10_000;

/** When the status changed last: as the agent says, unless it says nothing of a change that we have seen. */
function changeOf(
  { lastChange, operStatus }: InterfaceReading,
  { known, moment: { atMs, upTime } }: { known: PortRow | undefined; moment: Moment },
): Date | null {
  const stored = known?.changedAt ?? null;
  const isOther = known !== undefined && known.operStatus !== operStatus;
  const isTold = lastChange !== null && upTime !== null && lastChange <= upTime;
  const toldMs = isTold ? atMs - (upTime - lastChange) * 10 : null;
  if (stored === null) return toldMs === null ? (isOther ? new Date(atMs) : null) : new Date(toldMs);
  if (toldMs !== null && toldMs > stored.getTime() + SAME_CHANGE_MS) return new Date(toldMs);
  return isOther ? new Date(atMs) : stored;
}

function isChanged(row: PortRow | undefined, value: PortValues): boolean {
  if (row === undefined || row.goneAt !== null) return true;
  return (
    row.ifIndex !== value.ifIndex ||
    row.description !== value.description ||
    row.alias !== value.alias ||
    row.type !== value.type ||
    row.mtu !== value.mtu ||
    row.speed !== value.speed ||
    row.macAddress !== value.macAddress ||
    row.adminStatus !== value.adminStatus ||
    row.operStatus !== value.operStatus ||
    row.changedAt?.getTime() !== value.changedAt?.getTime()
  );
}

async function noteGone(
  tx: Db,
  { known, found, at }: { known: readonly PortRow[]; found: Interfaces; at: Date },
): Promise<void> {
  const names = new Set(found.interfaces.map(({ name }) => name));
  const gone = known.filter(({ name, goneAt }) => goneAt === null && !names.has(name)).map(({ id }) => id);
  if (gone.length > 0) await tx.update(devicePorts).set({ goneAt: at }).where(inArray(devicePorts.id, gone));
}

type Rated = { ports: readonly FoundPort[]; before: CountedPorts | undefined; moment: Moment };

/** A row for each 64 ports. */
function rowsOf({ ports, before, moment }: Rated): { part: number; samples: Uint8Array }[] {
  const seconds = before === undefined ? null : secondsBetween(before.moment, moment);
  const parts = new Map<number, Map<number, Sample>>();
  for (const { id, reading } of ports) {
    const { part, place } = placeOf(id);
    const own = parts.get(part) ?? new Map<number, Sample>();
    own.set(place, sampleOf({ before: before?.ports.get(id), reading, seconds, moment }));
    parts.set(part, own);
  }
  return [...parts].map(([part, samples]) => ({ part, samples: packPoll(samples) }));
}

type Compared = {
  before: Counted | undefined;
  reading: InterfaceReading;
  seconds: number | null;
  moment: Moment;
};

function sampleOf({ before, reading, seconds, moment: { atMs } }: Compared): Sample {
  const status = SAMPLE_STATUS_OF[reading.operStatus];
  const isComparable = before !== undefined && seconds !== null;
  const rates = isComparable ? ratesBetween(before, reading, { seconds, speedBps: reading.speedBps }) : null;
  return {
    atMs,
    status,
    seconds: rates === null || seconds === null ? 0 : Math.max(1, Math.round(seconds)),
    rates,
  };
}

const SAMPLE_STATUS_OF: Readonly<Record<OperStatus, SampleStatus>> = {
  up: "up",
  down: "down",
  lower_layer_down: "down",
  not_present: "down",
  dormant: "other",
  testing: "other",
  unknown: "other",
};
