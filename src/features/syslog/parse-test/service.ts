import { defineTask, type WorkerPool } from "#platform/workers";
import type { OwnFormat } from "../parse/own-formats/definition";
import { createZoneFinder, type TimeZones } from "../parse/header/sender-zones";
import type { ParsedEvent, ParseTest, ParseTestResult } from "./models";
import type { ParseLinesInput } from "./parse-lines";

const parseLinesTask = defineTask<ParseLinesInput, ParsedEvent[]>(
  "parse-lines",
  new URL("../../../../workers/parse-lines.ts", import.meta.url),
);

/** What decides how ingest reads a line. */
export type ParseSettings = { timeZones: TimeZones; receiver: { maxLineBytes: number } };

/** By what lines are read now; another process may have changed it a moment ago. */
type OwnFormatList = { refresh(): Promise<void>; list(): OwnFormat[] };

export type ParseTestContext = {
  pool: WorkerPool;
  engine: { options: ParseSettings; formats: OwnFormatList | undefined };
};

/** Shows what lines would become, by the code that ingest runs; nothing is stored. */
export async function testParsing(
  { pool, engine }: ParseTestContext,
  { lines, sender }: ParseTest,
  signal: AbortSignal,
): Promise<ParseTestResult> {
  const { timeZones, receiver } = engine.options;
  await engine.formats?.refresh();
  const input = {
    lines,
    sender: sender ?? null,
    receivedAtMicros: Date.now() * 1000,
    maxLineBytes: receiver.maxLineBytes,
    timeZone: createZoneFinder(timeZones)(sender ?? ""),
    formats: engine.formats?.list() ?? [],
  };
  return { events: await pool.run(parseLinesTask, input, { signal }) };
}
