import { parseJsonBody } from "#platform/http/json-body";
import { percentile, printFigure } from "./report";

const MEBIBYTE = 1024 * 1024;
const ROUNDS = 15;
const TARGET_MS = 30;

/** Bodies of a mebibyte that cost most for their size. */
const BODIES: Record<string, string> = {
  "a list of ones": `{"a":[${"1,".repeat(MEBIBYTE / 2)}1]}`,
  "objects of objects": `[${'{"a":{}},'.repeat(MEBIBYTE / 9)}1]`,
  "empty lists": `[${"[],".repeat(MEBIBYTE / 3)}1]`,
  "texts of two letters": `[${'"ab",'.repeat(MEBIBYTE / 5)}1]`,
  "one long text": JSON.stringify({ a: "x".repeat(MEBIBYTE) }),
  "names by escape": `[${'{"\\u0061":1},'.repeat(MEBIBYTE / 13)}1]`,
  "objects of 24,000 names": JSON.stringify([namesOf(24_000), namesOf(24_000), namesOf(24_000)]),
  devices: JSON.stringify(
    Array.from({ length: MEBIBYTE / 60 }, (_, at) => ({
      hostname: `sw-${at}`,
      ip_address: `10.0.0.${at % 250}`,
    })),
  ),
};

function namesOf(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, at % 10]));
}

/**
 * Processor time with the check of the text: the first of a process, before anything is compiled, and the median of the
 * next ones.
 */
export function benchJsonBody(): Promise<void> {
  for (const [name, text] of Object.entries(BODIES)) {
    const times = Array.from({ length: ROUNDS }, () => {
      const before = process.threadCpuUsage();
      parseJsonBody(text);
      const { user, system } = process.threadCpuUsage(before);
      return ((user + system) / 1000 / text.length) * MEBIBYTE;
    });
    printFigure({ name: `${name}: first`, value: times[0] ?? 0, unit: "ms/MiB" });
    const value = percentile(times, 0.5);
    printFigure({
      name: `${name}: median`,
      value,
      unit: "ms/MiB",
      target: `<= ${TARGET_MS}`,
      holds: value <= TARGET_MS,
    });
  }
  return Promise.resolve();
}
