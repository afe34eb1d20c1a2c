import { ProbeTrouble } from "#platform/probe/trouble";
import { readScalar } from "#platform/snmp/read";
import { describeValue, type SnmpValue } from "#platform/snmp/value";
import { sensorValue, shortName, type Asked } from "./reading";

/** A sensor of a person's own, as far as reading needs it. */
export type OwnSensor = {
  id: number;
  oid: string;
  kind: "gauge" | "counter";
  factor: number;
  divisor: number;
  /** What the counter stood at; null: it has not been read yet. */
  counter: bigint | null;
  counterUpTime: number | null;
  readAt: Date | null;
  /** Which definition it is. */
  updatedAt: Date;
};

export type OwnReading = {
  id: number;
  /** Of the definition by which it was read. */
  updatedAt: Date;
  value: number | null;
  words: string | null;
  /** Of a counter. */
  counter: bigint | null;
};

/** When a poll is, and what the agent says of its own time (hundredths of a second). */
export type PollTime = { at: Date; upTime: number | null };

const AT_ONCE = 8;
/** A rate over a longer gap would hide all that was in it. */
const LONGEST_GAP_SECONDS = 3600;
const COUNTER32_RANGE = 2n ** 32n;

/**
 * Reads people's own sensors. One that cannot be read has no value, and says why; it keeps no other from being read.
 * @throws the signal's reason.
 */
export async function readOwnSensors(
  asked: Pick<Asked, "session" | "options">,
  sensors: readonly OwnSensor[],
  time: PollTime,
): Promise<OwnReading[]> {
  const readings: OwnReading[] = [];
  const left = [...sensors];
  const readNext = async (): Promise<void> => {
    for (let sensor = left.shift(); sensor !== undefined; sensor = left.shift())
      readings.push(await readOwn(asked, sensor, time));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
  return readings;
}

async function readOwn(
  { session, options }: Pick<Asked, "session" | "options">,
  sensor: OwnSensor,
  time: PollTime,
): Promise<OwnReading> {
  const { id, oid, updatedAt } = sensor;
  const without = (words: string): OwnReading => {
    return { id, updatedAt, value: null, words: shortName(words), counter: null };
  };
  const leftMs = options.endsAt - performance.now();
  if (leftMs <= 0) return without("the time of the poll was over");
  try {
    const limits = { timeoutMs: Math.min(options.timeoutMs, leftMs), signal: options.signal };
    const value = await readScalar(session, oid, limits);
    if (value === null) return without("the agent has no such value");
    if (value.number === null) return without(describeValue(value));
    return sensor.kind === "gauge" ? gaugeOf(sensor, value) : rateOf(sensor, value, time);
  } catch (error) {
    if (!(error instanceof ProbeTrouble)) throw error;
    return without(error.message);
  }
}

function gaugeOf({ id, factor, divisor, updatedAt }: OwnSensor, { number }: SnmpValue): OwnReading {
  const value = sensorValue((Number(number) * factor) / divisor);
  const words = value === null ? "the value is no usable number" : null;
  return { id, updatedAt, value, words, counter: null };
}

/** What it grew by in a second; null where it is read for the first time, began anew, or was not read for long. */
export function rateOf(
  sensor: OwnSensor,
  { number, type }: Pick<SnmpValue, "number" | "type">,
  { at, upTime }: PollTime,
): OwnReading {
  const { id, factor, divisor, readAt, updatedAt } = sensor;
  if (typeof number !== "bigint")
    return { id, updatedAt, value: null, words: "the value is no counter", counter: null };
  const seconds = readAt === null ? 0 : (at.getTime() - readAt.getTime()) / 1000;
  const hasRestarted = upTime !== null && sensor.counterUpTime !== null && upTime < sensor.counterUpTime;
  const isComparable = !hasRestarted && seconds > 0 && seconds <= LONGEST_GAP_SECONDS;
  const growth = isComparable && sensor.counter !== null ? growthOf(sensor.counter, number, type) : null;
  const value = growth === null ? null : sensorValue(((Number(growth) / seconds) * factor) / divisor);
  const words = value === null ? "a rate needs two polls" : null;
  return { id, updatedAt, value, words, counter: number };
}

/** Null: it began anew. A Counter32 that became smaller has gone around where that is the shorter way. */
function growthOf(before: bigint, after: bigint, type: string): bigint | null {
  if (after >= before) return after - before;
  if (type !== "Counter32") return null;
  const around = after - before + COUNTER32_RANGE;
  return around >= 0n && around < COUNTER32_RANGE / 2n ? around : null;
}
