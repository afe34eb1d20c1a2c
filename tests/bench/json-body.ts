import { parseJsonBody } from "#platform/http/json-body";
import { percentile, printFigure } from "./report";

const MEBIBYTE = 1024 * 1024;
const ROUNDS = 15;
const TARGET_MS = 30;
/** A list of more than 100,000 is refused. */
const ITEMS_OF_A_LIST = 10_000;

/** Bodies of a mebibyte that cost most for their size. */
const BODIES: Record<string, string> = {
  "lists of ones": listsOf("1"),
  "objects of objects": listsOf('{"a":{}}'),
  "empty lists": listsOf("[]"),
  "texts of two letters": listsOf('"ab"'),
  "one long text": JSON.stringify({ a: "x".repeat(MEBIBYTE) }),
  "names by escape": listsOf('{"\\u0061":1}'),
  "objects of 24,000 names": JSON.stringify([namesOf(24_000), namesOf(24_000), namesOf(24_000)]),
  devices: JSON.stringify(
    Array.from({ length: MEBIBYTE / 60 }, (_, at) => ({
      hostname: `sw-${at}`,
      ip_address: `10.0.0.${at % 250}`,
    })),
  ),
};

/** A mebibyte of the item, in lists that are short enough to be taken. */
function listsOf(item: string): string {
  const list = `[${Array.from({ length: ITEMS_OF_A_LIST }, () => item).join()}]`;
  return `[${Array.from({ length: Math.floor(MEBIBYTE / list.length) }, () => list).join()}]`;
}

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
