import { defineTask, type WorkerPool } from "#platform/workers";
import type { OwnFormat } from "../parse/own-formats/definition";
import { createZoneFinder } from "../parse/header/sender-zones";
import type { ParseSettings } from "./service";
import type { TestFormatInput, TriedResult } from "./test-format";

const testFormatTask = defineTask<TestFormatInput, TriedResult[]>(
  "test-format",
  new URL("../../../../workers/test-format.ts", import.meta.url),
);

/** A format, the own formats around it, and the lines that it is tried on: texts with the address of their sender. */
type FormatTrial = {
  format: OwnFormat;
  before: readonly OwnFormat[];
  after: readonly OwnFormat[];
  lines: readonly { text: string; sender: string }[];
};

/** What lines would become with the format in its place, by the code that ingest runs; nothing is stored. */
export async function tryFormat(
  { pool, engine }: { pool: WorkerPool; engine: { options: ParseSettings } },
  { format, before, after, lines }: FormatTrial,
  signal: AbortSignal,
): Promise<TriedResult[]> {
  const { timeZones, receiver } = engine.options;
  const zoneOf = createZoneFinder(timeZones);
  const input = {
    format,
    before,
    after,
    lines: lines.map(({ text, sender }) => ({ text, sender, timeZone: zoneOf(sender) })),
    receivedAtMicros: Date.now() * 1000,
    maxLineBytes: receiver.maxLineBytes,
  };
  return pool.run(testFormatTask, input, { signal });
}
