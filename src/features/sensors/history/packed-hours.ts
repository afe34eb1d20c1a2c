import { OctetReader, OctetWriter } from "#platform/octets";
import { seal, unseal } from "#platform/sealed";
import { readNumbers, writeNumbers } from "./numbers";
import type { StoredReading } from "./packed-readings";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const MEAN_DIGITS = 6;

/** What an hour of a sensor came to; `hour` is that of the day (UTC), 0 to 23. */
export type SensorHour = { hour: number; readings: number; min: number; max: number; mean: number };

/** Beginning of the hour, or day (UTC), that a moment is in. */
export const startOf = (ms: number, lengthMs: number): number => ms - (ms % lengthMs);

/** The hours of the readings of one day. */
export function rollUpHours(readings: readonly StoredReading[]): SensorHour[] {
  const byHour = Map.groupBy(readings, ({ at }) => Math.floor((at % DAY_MS) / HOUR_MS));
  return [...byHour]
    .toSorted(([one], [other]) => one - other)
    .map(([hour, own]) => {
      const values = own.map(({ value }) => value);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return {
        hour,
        readings: values.length,
        min: Math.min(...values),
        max: Math.max(...values),
        mean: Number(mean.toPrecision(MEAN_DIGITS)),
      };
    });
}

/** Hours of one day, in few octets. */
export function packHours(hours: readonly SensorHour[]): Uint8Array {
  const writer = new OctetWriter();
  writer.whole(hours.length);
  for (const field of FIELDS)
    writeNumbers(
      writer,
      hours.map((hour) => hour[field]),
    );
  return seal(writer.finish());
}

const FIELDS = ["hour", "readings", "min", "max", "mean"] as const;

/** What was packed. Throws where it is damaged. */
export function unpackHours(packed: Uint8Array): SensorHour[] {
  try {
    const reader = new OctetReader(unseal(packed));
    const count = reader.whole();
    const [hours = [], readings = [], mins = [], maxes = [], means = []] = FIELDS.map(() =>
      readNumbers(reader, count),
    );
    reader.finish();
    return hours.map((hour, index) => ({
      hour,
      readings: readings[index] ?? 0,
      min: mins[index] ?? 0,
      max: maxes[index] ?? 0,
      mean: means[index] ?? 0,
    }));
  } catch (error) {
    throw new Error("cannot read packed hours of a sensor", { cause: error });
  }
}
