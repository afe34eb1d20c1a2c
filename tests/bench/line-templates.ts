import type { SeededRandom } from "./event-lines";

/** Lines that are used again and again. */
const POOL = 4096;
const MIN_LENGTH = 20;
const MAX_LENGTH = 1500;
const MAX_RUNS = 4;
/** Digits before are of the header's time. */
const FIRST_RUN = 24;
const RUN = /(?<![\d.:+])\d{4,11}(?![-:/.\d])/g;
const NUMBER_DIGITS = 10;
const ZERO = 0x30;

/** A line, and where its digits are random anew for every event. */
export type Template = { octets: Uint8Array; runs: { start: number; end: number }[] };

/** Templates of the lines that are neither too short nor too long, with room for a number at the end. */
export function templatesOf(lines: readonly string[]): Template[] {
  return lines
    .map((line) => line.trimEnd())
    .filter(({ length }) => length >= MIN_LENGTH && length <= MAX_LENGTH)
    .slice(0, POOL)
    .map((line) => {
      const runs = [...Buffer.from(line).toString("latin1").matchAll(RUN)]
        .map(({ index, 0: digits }) => ({ start: index, end: index + digits.length }))
        .filter(({ start }) => start >= FIRST_RUN);
      return {
        octets: Buffer.from(`${line} seq=${"0".repeat(NUMBER_DIGITS)}`),
        runs: runs.slice(0, MAX_RUNS),
      };
    });
}

/** The line of a number, in octets of its own. */
export function lineOf({ octets, runs }: Template, sequence: number, random: SeededRandom): Uint8Array {
  const line = Uint8Array.from(octets);
  for (const { start, end } of runs)
    for (let offset = start; offset < end; offset++) line[offset] = ZERO + random.below(10);
  let rest = sequence;
  for (let offset = line.length - 1; offset >= line.length - NUMBER_DIGITS; offset--) {
    line[offset] = ZERO + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return line;
}
