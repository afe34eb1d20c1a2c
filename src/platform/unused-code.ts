import { readFileSync } from "node:fs";
import { letGo, type Range } from "./let-go";

/** Smaller ones are not worth the call. */
const MIN_BYTES = 1024 * 1024;

/**
 * Takes code, of the runtime itself or of libraries whose path has the word, out of this process's memory: what runs
 * again comes back from the file as it did at first, page by page, mostly from the system's cache. A start runs twice
 * the code that rest needs. Only on Linux.
 */
export function releaseUnusedCode(word = ""): void {
  letGo(listCode(word));
}

/**
 * Mappings of files that nobody may write and of which no page is a copy of this process's own (proc_pid_smaps(5)): all
 * that is let go can be read again.
 */
function listCode(word: string): Range[] {
  const mappings: Range[] = [];
  let mapping: Range | undefined;
  for (const line of readMappings().split("\n")) {
    const head = /^([0-9a-f]+)-([0-9a-f]+) r-[-x]p \S+ \S+ [1-9]\d* +(\/.*)$/.exec(line);
    if (head !== null) {
      const [, first = "", end = "", path = ""] = head;
      const start = BigInt(`0x${first}`);
      const bytes = BigInt(`0x${end}`) - start;
      mapping = bytes >= MIN_BYTES && path.includes(word) ? { start, bytes } : undefined;
    } else if (/^[0-9a-f]+-/.test(line)) mapping = undefined;
    else if (mapping !== undefined && /^Anonymous: +0 kB$/.test(line)) mappings.push(mapping);
  }
  return mappings;
}

function readMappings(): string {
  try {
    return readFileSync("/proc/self/smaps", "utf8");
  } catch {
    // There is none on other systems, nor where /proc is hidden.
    return "";
  }
}
