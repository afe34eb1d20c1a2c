import { OctetReader, OctetWriter } from "#platform/octets";
import { seal, unseal } from "#platform/sealed";
import { readNumbers, writeNumbers } from "./numbers";

/** One value of a sensor, by milliseconds since 1970. */
export type StoredReading = { at: number; value: number };

/**
 * Readings of one sensor, oldest first and no two at one time, in few octets: times as what they differ from an even
 * step.
 */
export function packReadings(readings: readonly StoredReading[]): Uint8Array {
  const writer = new OctetWriter();
  const gaps = readings.slice(1).map(({ at }, index) => at - (readings[index]?.at ?? 0));
  const step = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
  writer.whole(readings.length);
  writer.signed(readings[0]?.at ?? 0);
  writer.whole(step);
  for (const gap of gaps) writer.signed(gap - step);
  writeNumbers(
    writer,
    readings.map(({ value }) => value),
  );
  return seal(writer.finish());
}

/** What was packed. Throws where it is damaged. */
export function unpackReadings(packed: Uint8Array): StoredReading[] {
  try {
    const reader = new OctetReader(unseal(packed));
    const count = reader.whole();
    let at = reader.signed();
    const step = reader.whole();
    const times = count === 0 ? [] : [at];
    while (times.length < count) {
      at += step + reader.signed();
      times.push(at);
    }
    const values = readNumbers(reader, count);
    reader.finish();
    return times.map((time, index) => ({ at: time, value: values[index] ?? 0 }));
  } catch (error) {
    throw new Error("cannot read packed readings of a sensor", { cause: error });
  }
}

/** Both, oldest first; of two of one time the other's. */
export function mergeReadings(
  one: readonly StoredReading[],
  other: readonly StoredReading[],
): StoredReading[] {
  const byTime = new Map([...one, ...other].map((reading) => [reading.at, reading]));
  return [...byTime.values()].toSorted((left, right) => left.at - right.at);
}
