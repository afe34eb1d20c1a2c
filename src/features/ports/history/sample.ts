import { OctetReader, OctetWriter } from "#platform/octets";
import { seal, unseal } from "#platform/sealed";
import { COUNTERS, forEachCounter, type Rates } from "../counters";
import { fromRateCode, toRateCode } from "./code";

/** As history keeps it: `other` is neither. Their places are what is stored: new ones go to the end. */
const SAMPLE_STATUSES = ["up", "down", "other"] as const;
export type SampleStatus = (typeof SAMPLE_STATUSES)[number];

/** What a poll found at a port. */
export type Sample = {
  /** To a second; a port has one at a time. */
  atMs: number;
  /** Of which the rates are averages: so long before `atMs`; whole seconds, 0 where there are none. */
  seconds: number;
  status: SampleStatus;
  /** Null: nothing can be told of the time before it. */
  rates: Rates | null;
};

const SECOND_MS = 1000;
const HAS_RATES = 4;

/** Samples of several ports at one poll, by their place, 0 to 63. */
export function packPoll(samples: ReadonlyMap<number, Sample>): Uint8Array {
  const writer = new OctetWriter();
  writer.whole(samples.size);
  for (const [place, { status, seconds, rates }] of samples) {
    writer.octet(place);
    writer.octet(kindOf({ status, rates }));
    if (rates === null) continue;
    writer.whole(seconds);
    for (const counter of COUNTERS) writer.whole(toRateCode(rates[counter]));
  }
  return seal(writer.finish());
}

/** What was packed of a poll at that time. Throws where it is damaged. */
export function unpackPoll(packed: Uint8Array, atMs: number): Map<number, Sample> {
  const reader = new OctetReader(unseal(packed));
  const samples = new Map<number, Sample>();
  for (let left = reader.whole(); left > 0; left -= 1) {
    const place = reader.octet();
    const kind = reader.octet();
    const hasRates = (kind & HAS_RATES) !== 0;
    const seconds = hasRates ? reader.whole() : 0;
    const rates = hasRates ? forEachCounter(() => fromRateCode(reader.whole())) : null;
    samples.set(place, { atMs, seconds, status: statusOf(kind), rates });
  }
  reader.finish();
  return samples;
}

/**
 * Samples of one port, oldest first and no two at one second, in few octets: column by column, each as what it differs
 * from the one before.
 */
export function packSamples(samples: readonly Sample[]): Uint8Array {
  const writer = new OctetWriter();
  writer.whole(samples.length);
  writeDifferences(
    writer,
    samples.map(({ atMs }) => Math.round(atMs / SECOND_MS)),
  );
  for (const sample of samples) writer.octet(kindOf(sample));
  const rated = samples.filter(({ rates }) => rates !== null);
  writeDifferences(
    writer,
    rated.map(({ seconds }) => seconds),
  );
  for (const counter of COUNTERS)
    writeDifferences(
      writer,
      rated.map(({ rates }) => toRateCode(rates?.[counter] ?? null)),
    );
  return seal(writer.finish());
}

/** What was packed. Throws where it is damaged. */
export function unpackSamples(packed: Uint8Array): Sample[] {
  const reader = new OctetReader(unseal(packed));
  const count = reader.whole();
  const times = readDifferences(reader, count);
  const kinds = Array.from({ length: count }, () => reader.octet());
  const rated = kinds.filter((kind) => (kind & HAS_RATES) !== 0).length;
  const seconds = readDifferences(reader, rated);
  const columns = forEachCounter(() => readDifferences(reader, rated));
  reader.finish();
  let place = 0;
  return kinds.map((kind, index) => {
    const sample = { atMs: (times[index] ?? 0) * SECOND_MS, status: statusOf(kind) };
    if ((kind & HAS_RATES) === 0) return { ...sample, seconds: 0, rates: null };
    const at = place++;
    const rates = forEachCounter((counter) => fromRateCode(columns[counter][at] ?? 0));
    return { ...sample, seconds: seconds[at] ?? 0, rates };
  });
}

function kindOf({ status, rates }: Pick<Sample, "status" | "rates">): number {
  return SAMPLE_STATUSES.indexOf(status) | (rates === null ? 0 : HAS_RATES);
}

function statusOf(kind: number): SampleStatus {
  const status = SAMPLE_STATUSES[kind & 3];
  if (status === undefined) throw new Error("a status is not known");
  return status;
}

/** Whole numbers, each as what it differs from the one before. */
export function writeDifferences(writer: OctetWriter, values: readonly number[]): void {
  let last = 0;
  for (const value of values) {
    writer.signed(value - last);
    last = value;
  }
}

export function readDifferences(reader: OctetReader, count: number): number[] {
  let last = 0;
  return Array.from({ length: count }, () => (last += reader.signed()));
}
