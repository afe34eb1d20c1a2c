import { TARGET_STATES } from "../state";
import { fromLatencyCode, toLatencyCode } from "./latency-code";
import { OctetReader, OctetWriter } from "#platform/octets";
import { noTime, type Latency, type Rollup } from "./rollup";
import { seal, unseal } from "#platform/sealed";

/** Roll-ups of hours, by the hour of the day, 0 to 23. */
export type HourRollups = ReadonlyMap<number, Rollup>;

/** Roll-ups of the hours of one day, in few octets. Latencies are kept to 0.01 ms or 0.1 %. */
export function packRollups(hours: HourRollups): Uint8Array {
  const writer = new OctetWriter();
  writer.whole(hours.size);
  for (const [hour, rollup] of [...hours].toSorted(([one], [other]) => one - other)) {
    writer.octet(hour);
    for (const state of TARGET_STATES) writer.whole(Math.round(rollup.stateMs[state]));
    for (const count of [rollup.checks, rollup.up, rollup.down, rollup.healthy]) writer.whole(count);
    writeLatency(writer, rollup.latency);
  }
  return seal(writer.finish());
}

/** What was packed. Throws where it is damaged. */
export function unpackRollups(packed: Uint8Array): Map<number, Rollup> {
  try {
    const reader = new OctetReader(unseal(packed));
    const hours = new Map<number, Rollup>();
    for (let left = reader.whole(); left > 0; left -= 1) hours.set(reader.octet(), readRollup(reader));
    reader.finish();
    return hours;
  } catch (error) {
    throw new Error("cannot read packed roll-ups", { cause: error });
  }
}

function readRollup(reader: OctetReader): Rollup {
  const stateMs = noTime();
  for (const state of TARGET_STATES) stateMs[state] = reader.whole();
  const [checks, up, down, healthy] = [reader.whole(), reader.whole(), reader.whole(), reader.whole()];
  return { stateMs, checks, up, down, healthy, latency: readLatency(reader) };
}

function writeLatency(writer: OctetWriter, latency: Latency | null): void {
  writer.whole(latency?.count ?? 0);
  if (latency === null) return;
  writer.whole(Math.round(latency.sumMs * 100));
  for (const ms of [latency.minMs, latency.maxMs, latency.p50Ms, latency.p95Ms])
    writer.whole(ms === null ? 0 : toLatencyCode(ms) + 1);
}

function readLatency(reader: OctetReader): Latency | null {
  const count = reader.whole();
  if (count === 0) return null;
  const sumMs = reader.whole() / 100;
  const [minMs, maxMs, p50Ms, p95Ms] = [
    readCode(reader),
    readCode(reader),
    readCode(reader),
    readCode(reader),
  ];
  return { count, sumMs, minMs: minMs ?? 0, maxMs: maxMs ?? 0, p50Ms, p95Ms };
}

function readCode(reader: OctetReader): number | null {
  const code = reader.whole();
  return code === 0 ? null : fromLatencyCode(code - 1);
}
