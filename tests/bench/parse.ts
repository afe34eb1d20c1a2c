/**
 * What a line of each format takes on one core, parsed alone and from the journal to a row group: `bun
 * tests/bench/parse.ts [format ...]`. Lines are `SAMPLES`, digits of them random; the load generator's are filterlog, sshd
 * and dhcpd in RFC 5424. The median and the fastest tenth of the rounds, as the machine may be shared.
 */
import { encodeRecord } from "../../src/features/syslog/journal/record-builder";
import { parseChunk } from "../../src/features/syslog/encode/parse-chunk";
import { parseLine } from "../../src/features/syslog/parse/parse-line";
import { numberedLine } from "../support/numbered-lines";
import { SeededRandom } from "./event-lines";
import { lineOf, templatesOf } from "./line-templates";
import { calibrate } from "./report";
import { SAMPLES } from "./vendor-lines";

/** About what a journal record of 256 KiB holds. */
const LINES = 1_200;
const WARM_UP_ROUNDS = 60;
const ROUNDS = 120;
const RECEIVED_AT_MICROS = Date.UTC(2026, 10, 21, 10, 50) * 1000;
const SENDER = "192.0.2.1";
const context = {
  receivedAtMicros: RECEIVED_AT_MICROS,
  sender: SENDER,
  genericOnly: false,
  timeZone: "UTC",
};
const random = new SeededRandom(12_345);
const encoder = new TextEncoder();

/** Microseconds a line: the median of the rounds, and the slowest of their fastest tenth. */
type Cost = { median: number; best: number };

function costOf(run: () => void): Cost {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) run();
  const costs = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    run();
    return ((performance.now() - started) * 1000) / LINES;
  }).sort((left, right) => left - right);
  return { median: costs[ROUNDS / 2] ?? 0, best: costs[ROUNDS / 10] ?? 0 };
}

function measure(format: string, messages: readonly Uint8Array[]): void {
  const octets = messages.reduce((sum, { length }) => sum + length, 0) / messages.length;
  const records = encodeRecord(
    { firstPosition: 1, firstId: RECEIVED_AT_MICROS, salt: 1 },
    messages.map((bytes, index) => ({
      receivedAtMicros: RECEIVED_AT_MICROS + index * 4,
      sender: SENDER,
      transport: "udp" as const,
      originalBytes: bytes.length,
      malformed: false,
      bytes,
    })),
  );
  const parse = costOf(() => {
    for (const bytes of messages) parseLine(bytes, context);
  });
  const chunk = costOf(() => {
    parseChunk({ records, genericOnly: false, timeZones: { fallback: "UTC", senders: [] } });
  });
  const shown = (cost: Cost): string => `${cost.median.toFixed(2)} (${cost.best.toFixed(2)})`.padStart(15);
  const perOctet = ((parse.best * 1000) / octets).toFixed(1).padStart(6);
  console.log(
    `${format.padEnd(20)}${octets.toFixed(0).padStart(5)} B${shown(parse)}${shown(chunk)}${perOctet}`,
  );
}

/** As many lines of samples, one after the other; the number at their end is left out, which JSON could not have. */
function linesOf(samples: readonly string[]): Uint8Array[] {
  const templates = templatesOf(samples);
  return Array.from({ length: LINES }, (_, index) => {
    const template = templates[index % templates.length];
    if (template === undefined) throw new Error("a sample is too short or too long");
    const line = lineOf(template, index, random);
    return line.subarray(0, line.length - " seq=0000000000".length);
  });
}

function loadLines(isWanted: (index: number) => boolean): Uint8Array[] {
  const made = new Date(RECEIVED_AT_MICROS / 1000);
  return Array.from({ length: LINES * 10 }, (_, index) => index)
    .filter(isWanted)
    .slice(0, LINES)
    .map((index) => encoder.encode(numberedLine(index, made)));
}

console.log(`calibration: ${calibrate().toFixed(0)} M steps/s`);
console.log(`us a line: median (fastest tenth)         parsed   journal to rows  ns an octet, parsed`);
const wanted = process.argv.slice(2);
const formats = new Map<string, Uint8Array[]>([
  ["load mix", loadLines(() => true)],
  ["filterlog, RFC 5424", loadLines((index) => index % 10 < 8)],
  ["all samples", linesOf(SAMPLES.map(({ line }) => line))],
]);
for (const [format, samples] of Map.groupBy(SAMPLES, (sample) => sample.format))
  formats.set(format, linesOf(samples.map(({ line }) => line)));
for (const [format, lines] of formats)
  if (wanted.length === 0 || wanted.includes(format)) measure(format, lines);
