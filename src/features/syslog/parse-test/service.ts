import { defineTask, type WorkerPool } from "#platform/workers";
import { createZoneFinder, type TimeZones } from "../parse/header/sender-zones";
import type { ParsedEvent, ParseTest, ParseTestResult } from "./models";
import type { ParseLinesInput } from "./parse-lines";

const parseLinesTask = defineTask<ParseLinesInput, ParsedEvent[]>(
  "parse-lines",
  new URL("../../../../workers/parse-lines.ts", import.meta.url),
);

/** What decides how ingest reads a line. */
export type ParseSettings = { timeZones: TimeZones; receiver: { maxLineBytes: number } };

/** Shows what lines would become, by the code that ingest runs; nothing is stored. */
export async function testParsing(
  ctx: { pool: WorkerPool; options: ParseSettings },
  { lines, sender }: ParseTest,
  signal: AbortSignal,
): Promise<ParseTestResult> {
  const { timeZones, receiver } = ctx.options;
  const input = {
    lines,
    sender: sender ?? null,
    receivedAtMicros: Date.now() * 1000,
    maxLineBytes: receiver.maxLineBytes,
    timeZone: createZoneFinder(timeZones)(sender ?? ""),
  };
  return { events: await ctx.pool.run(parseLinesTask, input, { signal }) };
}
