import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { devices } from "#tables/topology";
import type { Found } from "./read/agent";
import type { OwnReading, PollTime } from "./read/own";
import type { AgentStatus, Reading } from "./read/reading";
import { confirm, judge, type SensorState, SENSOR_STATES } from "./state/judge";
import { reasonOf } from "./state/words";
import type { SensorRow } from "./rows";
import { sensorReadings, sensors, sensorStateChanges } from "./tables";

/** What a poll of a device gave. */
export type Polled = PollTime & {
  deviceId: number;
  found: Pick<Found, "readings" | "whole">;
  own: readonly OwnReading[];
};

/**
 * Keeps what a poll gave: new sensors, values, and what is gone; and how each sensor stands, with a row for every
 * change of its state, in the same transaction. Nothing is kept of a device that has gone meanwhile.
 */
export async function recordPoll(db: Db, polled: Polled): Promise<void> {
  await db.transaction(async (tx) => {
    const { deviceId } = polled;
    const [device] = await tx
      .select({ id: devices.id })
      .from(devices)
      .where(eq(devices.id, deviceId))
      .for("key share");
    if (device === undefined) return;
    await addNew(tx, polled);
    const rows = await tx
      .select()
      .from(sensors)
      .where(and(eq(sensors.deviceId, deviceId), sensors.enabled))
      .orderBy(sensors.id)
      .for("update");
    const next = rows.flatMap((row) => {
      const measured = measuredOf(row, polled);
      return measured === undefined ? [] : [{ row, ...nextOf(row, measured, polled) }];
    });
    await write(tx, next, polled);
  });
}

/** Of one device, those that are gone among them: an agent may have other names for everything each time. */
const MAX_FOUND = 1000;

async function addNew(db: Db, { deviceId, found }: Polled): Promise<void> {
  const known = await db
    .select({ key: sensors.key })
    .from(sensors)
    .where(and(eq(sensors.deviceId, deviceId), isNotNull(sensors.key)));
  const keys = new Set(known.map(({ key }) => key));
  const room = Math.max(0, MAX_FOUND - keys.size);
  const added = found.readings.filter(({ key }) => !keys.has(key)).slice(0, room);
  if (added.length === 0) return;
  await db
    .insert(sensors)
    .values(added.map(({ key, category, name, unit, oid }) => ({ deviceId, key, category, name, unit, oid })))
    // Another process may have added it meanwhile.
    .onConflictDoNothing();
}

type Measured = {
  value: number | null;
  words: string | null;
  agentStatus: AgentStatus | null;
  isGone: boolean;
  counter: bigint | null;
  name: string;
  oid: string;
};

/** Undefined: the poll says nothing of it. */
function measuredOf(row: SensorRow, { found, own }: Polled): Measured | undefined {
  const { key, name, oid } = row;
  if (key === null) {
    const reading = own.find(({ id }) => id === row.id);
    // Somebody has made another sensor of it while it was read.
    if (reading?.updatedAt.getTime() !== row.updatedAt.getTime()) return undefined;
    return reading && { ...reading, agentStatus: null, isGone: false, name, oid };
  }
  const reading = found.readings.find((one) => one.key === key);
  if (reading !== undefined) return toMeasured(reading);
  const [group = ""] = key.split(":", 1);
  if (!found.whole.has(group)) return undefined;
  return { value: null, words: null, agentStatus: null, isGone: true, counter: null, name, oid };
}

function toMeasured({ value, words, status, name, oid }: Reading): Measured {
  return { value, words, agentStatus: status, isGone: false, counter: null, name, oid };
}

const GONE = "the agent does not have it any more";

/** How it stands now, and the change of its state; null: none. */
function nextOf(row: SensorRow, measured: Measured, { at, upTime }: Polled) {
  const { value, words, agentStatus, isGone, counter, name, oid } = measured;
  const before = stateOf(row.state) ?? "unknown";
  const judgement = judge({ value, agentStatus }, row, before);
  const standing = isGone
    ? ({ state: "unknown", pendingState: null, pendingPolls: 0 } as const)
    : confirm(
        { state: before, pendingState: stateOf(row.pendingState), pendingPolls: row.pendingPolls },
        judgement.state,
        row.confirmAfter,
      );
  const hasChanged = standing.state !== before;
  // What was never read has been in no state.
  const isFirst = row.readAt === null && standing.state === "ok";
  return {
    columns: {
      id: row.id,
      value,
      words,
      agent_status: agentStatus,
      name,
      oid,
      counter: counter === null ? null : String(counter),
      counter_up_time: counter === null ? null : upTime,
      state: standing.state,
      state_since: hasChanged ? at : row.stateSince,
      pending_state: standing.pendingState,
      pending_polls: standing.pendingPolls,
      gone_since: isGone ? (row.goneSince ?? at) : null,
    },
    change:
      !hasChanged || isFirst
        ? null
        : {
            sensorId: row.id,
            at,
            previousState: before,
            state: standing.state,
            value,
            reason: isGone ? GONE : reasonOf(standing.state, { value, unit: row.unit, words, judgement }),
          },
  };
}

function stateOf(text: string | null): SensorState | null {
  return SENSOR_STATES.find((state) => state === text) ?? null;
}

type Next = { row: SensorRow } & ReturnType<typeof nextOf>;

async function write(db: Db, next: readonly Next[], { at }: Polled): Promise<void> {
  if (next.length === 0) return;
  const columns = JSON.stringify(next.map((one) => one.columns));
  await db.execute(sql`
    UPDATE sensors SET value = polled.value, words = polled.words, agent_status = polled.agent_status, name = polled.name, oid = polled.oid,
      counter = polled.counter, counter_up_time = polled.counter_up_time, state = polled.state, state_since = polled.state_since,
      pending_state = polled.pending_state, pending_polls = polled.pending_polls, gone_since = polled.gone_since,
      read_at = ${at.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${columns}::text::jsonb) AS polled (id bigint, value float8, words text, agent_status text, name text, oid text,
      counter text, counter_up_time bigint, state text, state_since timestamptz, pending_state text, pending_polls int,
      gone_since timestamptz)
    WHERE sensors.id = polled.id`);
  const values = next.flatMap(({ row, columns: { value } }) =>
    value === null ? [] : [{ sensorId: row.id, at, value }],
  );
  if (values.length > 0) await db.insert(sensorReadings).values(values).onConflictDoNothing();
  const changes = next.flatMap(({ change }) => (change === null ? [] : [change]));
  if (changes.length > 0) await db.insert(sensorStateChanges).values(changes);
}
