import { z } from "zod";
import { TARGET_STATES, type RawStatus, type TargetState } from "../state";
import { fromLatencyCode, toLatencyCode } from "./latency-code";
import { OctetReader, OctetWriter } from "#platform/octets";
import { seal, unseal } from "#platform/sealed";

/** One counted result of a target. */
export type CheckedResult = {
  /** To a millisecond; a target has one result at a time. */
  at: Date;
  rawStatus: RawStatus;
  /** The target's state after it. */
  state: TargetState;
  latencyMs: number | null;
  isHealthy: boolean | null;
  error: string | null;
  details: Record<string, unknown> | null;
};

// Their places are what is stored: new ones go to the end.
const STATUSES: readonly RawStatus[] = ["up", "down", "unknown"];
const HEALTHS = [null, true, false] as const;
const STATES: readonly TargetState[] = TARGET_STATES;

const Note = z.tuple([z.string().nullable(), z.record(z.string(), z.unknown()).nullable()]);
const NO_NOTE = JSON.stringify([null, null]);

/**
 * Results of one target, oldest first and no two at one time, in few octets: times as what they differ from an even
 * step, status, health and state in runs, latencies as what they differ from each other, texts once each.
 */
export function packResults(results: readonly CheckedResult[]): Uint8Array {
  const writer = new OctetWriter();
  writer.whole(results.length);
  writeTimes(writer, results);
  writeRuns(writer, results.map(kindOf));
  writeLatencies(writer, results);
  writeNotes(writer, results);
  return seal(writer.finish());
}

/** What was packed; latencies to 0.01 ms or 0.1 %. Throws where it is damaged. */
export function unpackResults(packed: Uint8Array): CheckedResult[] {
  try {
    const reader = new OctetReader(unseal(packed));
    const count = reader.whole();
    const times = readTimes(reader, count);
    const kinds = readRuns(reader, count);
    const latencies = readLatencies(reader, kinds);
    const notes = readNotes(reader, count);
    reader.finish();
    return times.map((time, index) => {
      const kind = kinds[index] ?? 0;
      const [error, details] = notes[index] ?? [null, null];
      return {
        at: new Date(time),
        rawStatus: known(STATUSES[kind & 3]),
        state: known(STATES[(kind >> 4) & 7]),
        latencyMs: latencies[index] ?? null,
        isHealthy: known(HEALTHS[(kind >> 2) & 3]),
        error,
        details,
      };
    });
  } catch (error) {
    throw new Error("cannot read packed results", { cause: error });
  }
}

function writeTimes(writer: OctetWriter, results: readonly CheckedResult[]): void {
  const times = results.map(({ at }) => at.getTime());
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const step = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
  writer.signed(times[0] ?? 0);
  writer.whole(step);
  for (const gap of gaps) writer.signed(gap - step);
}

function readTimes(reader: OctetReader, count: number): number[] {
  let time = reader.signed();
  const step = reader.whole();
  const times = count === 0 ? [] : [time];
  while (times.length < count) {
    time += step + reader.signed();
    times.push(time);
  }
  return times;
}

/** Status in two bits, health in two, state in three, and whether there is a latency. */
function kindOf({ rawStatus, isHealthy, state, latencyMs }: CheckedResult): number {
  const hasLatency = latencyMs === null ? 0 : 1;
  return (
    STATUSES.indexOf(rawStatus) |
    (HEALTHS.indexOf(isHealthy) << 2) |
    (STATES.indexOf(state) << 4) |
    (hasLatency << 7)
  );
}

function hasLatency(kind: number): boolean {
  return kind >> 7 === 1;
}

function writeRuns(writer: OctetWriter, values: readonly number[]): void {
  for (let start = 0; start < values.length;) {
    const value = values[start] ?? 0;
    let end = start + 1;
    while (values[end] === value) end += 1;
    writer.whole(value);
    writer.whole(end - start);
    start = end;
  }
}

function readRuns(reader: OctetReader, count: number): number[] {
  const values: number[] = [];
  while (values.length < count) {
    const value = reader.whole();
    const length = reader.whole();
    if (length === 0 || length > count - values.length) throw new Error("a run is too long");
    for (let index = 0; index < length; index += 1) values.push(value);
  }
  return values;
}

function writeLatencies(writer: OctetWriter, results: readonly CheckedResult[]): void {
  let last = 0;
  for (const { latencyMs } of results) {
    if (latencyMs === null) continue;
    const code = toLatencyCode(latencyMs);
    writer.signed(code - last);
    last = code;
  }
}

function readLatencies(reader: OctetReader, kinds: readonly number[]): (number | null)[] {
  let code = 0;
  return kinds.map((kind) => {
    if (!hasLatency(kind)) return null;
    code += reader.signed();
    return fromLatencyCode(code);
  });
}

/** Texts by their place in a list that begins with none. */
function writeNotes(writer: OctetWriter, results: readonly CheckedResult[]): void {
  const places = new Map([[NO_NOTE, 0]]);
  const placeOfEach = results.map(({ error, details }) => {
    const note = JSON.stringify([error, details]);
    const place = places.get(note) ?? places.size;
    places.set(note, place);
    return place;
  });
  writer.whole(places.size - 1);
  for (const note of [...places.keys()].slice(1)) writer.text(note);
  writeRuns(writer, placeOfEach);
}

function readNotes(reader: OctetReader, count: number): z.infer<typeof Note>[] {
  const texts = Array.from({ length: reader.whole() }, () => reader.text());
  const notes = [NO_NOTE, ...texts].map((text) => Note.parse(JSON.parse(text)));
  return readRuns(reader, count).map((place) => known(notes[place]));
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("a value is not known");
  return value;
}
