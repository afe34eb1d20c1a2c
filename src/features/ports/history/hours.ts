import { OctetReader, OctetWriter } from "#platform/octets";
import { seal, unseal } from "#platform/sealed";
import { COUNTERS, forEachCounter } from "../counters";
import { fromRateCode, toRateCode } from "./code";
import { readDifferences, writeDifferences } from "./sample";
import type { PortSpan } from "./spans";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const TIMES = ["seconds", "upSeconds", "downSeconds"] as const;
const PEAKS = ["inOctets", "outOctets"] as const;

/** What the hours of a day came to, in few octets. `atMs` of each is the beginning of its hour. */
export function packHours(spans: readonly PortSpan[]): Uint8Array {
  const writer = new OctetWriter();
  writer.whole(spans.length);
  for (const { atMs } of spans) writer.octet((atMs % DAY_MS) / HOUR_MS);
  for (const time of TIMES)
    writeDifferences(
      writer,
      spans.map((span) => Math.round(span[time])),
    );
  for (const counter of COUNTERS)
    writeDifferences(
      writer,
      spans.map(({ rates }) => toRateCode(rates[counter])),
    );
  for (const counter of PEAKS)
    writeDifferences(
      writer,
      spans.map(({ peaks }) => toRateCode(peaks[counter])),
    );
  return seal(writer.finish());
}

/** What was packed of the day that begins then. Throws where it is damaged. */
export function unpackHours(packed: Uint8Array, dayMs: number): PortSpan[] {
  const reader = new OctetReader(unseal(packed));
  const count = reader.whole();
  const hours = Array.from({ length: count }, () => reader.octet());
  const [seconds = [], upSeconds = [], downSeconds = []] = TIMES.map(() => readDifferences(reader, count));
  const columns = forEachCounter(() => readDifferences(reader, count));
  const [inPeaks = [], outPeaks = []] = PEAKS.map(() => readDifferences(reader, count));
  reader.finish();
  return hours.map((hour, index) => ({
    atMs: dayMs + hour * HOUR_MS,
    seconds: seconds[index] ?? 0,
    upSeconds: upSeconds[index] ?? 0,
    downSeconds: downSeconds[index] ?? 0,
    rates: forEachCounter((counter) => fromRateCode(columns[counter][index] ?? 0)),
    peaks: {
      inOctets: fromRateCode(inPeaks[index] ?? 0),
      outOctets: fromRateCode(outPeaks[index] ?? 0),
    },
  }));
}
