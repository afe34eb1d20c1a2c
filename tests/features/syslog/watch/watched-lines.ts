import { encodeRecord } from "../../../../src/features/syslog/journal/record-builder";
import { parseChunk } from "../../../../src/features/syslog/encode/parse-chunk";
import { compilePattern } from "../../../../src/features/syslog/watch/compile-pattern";
import type { ChunkMatches } from "../../../../src/features/syslog/encode/watch/match-count";

export const NOON_MICROS = (Date.UTC(2026, 10, 21, 12) * 1_000_000) / 1000;
export const TIME_ZONES = { fallback: "UTC", senders: [] };

export type SentLine = { line: string | Uint8Array; sender?: string; atMicros?: number };

/** Lines as a journal has them, a thousandth of a second apart where nothing else is said. */
export function toRecords(lines: readonly SentLine[]): Uint8Array {
  return encodeRecord(
    { firstPosition: 1, firstId: NOON_MICROS, salt: 1 },
    lines.map(({ line, sender = "192.0.2.1", atMicros }, index) => {
      const bytes = typeof line === "string" ? Buffer.from(line) : line;
      const receivedAtMicros = atMicros ?? NOON_MICROS + index * 1000;
      return {
        receivedAtMicros,
        sender,
        transport: "udp" as const,
        originalBytes: bytes.length,
        malformed: false,
        bytes,
      };
    }),
  );
}

/** Of these tests, whose requests must not be taken for each other. */
let versions = 10_000_000;

/** Has a chunk parsed with all the queries together; gives what each takes, in their order. */
export function watchLines(
  lines: readonly SentLine[],
  queries: readonly string[],
): (ChunkMatches | undefined)[] {
  const patterns = queries.map((query, key) => {
    const read = compilePattern(query);
    if ("problem" in read) throw new Error(`${query}: ${read.problem.message}`);
    return { key, conditions: read.conditions };
  });
  const { watched } = parseChunk({
    records: toRecords(lines),
    genericOnly: false,
    timeZones: TIME_ZONES,
    isUncompressed: true,
    watch: { version: ++versions, patterns: JSON.stringify(patterns) },
  });
  return queries.map((_, key) => watched?.matches.find((match) => match.key === key));
}
