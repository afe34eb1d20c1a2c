import { listEvents, EventListQuery, tryFormat, type OwnFormat } from "#features/syslog";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { createTurnstile } from "#platform/turnstile";
import { toOwnFormat } from "./models";
import { readRows, requireSound } from "./service";
import type { LogFormatTest, LogFormatTestResult } from "./test-models";

type Engine = Parameters<typeof listEvents>[0]["engine"] & Parameters<typeof tryFormat>[0]["engine"];
export type TryContext = {
  db: Db;
  engine: Engine;
  pool: Parameters<typeof tryFormat>[0]["pool"];
  userId: number;
};

/** Each has a worker for itself, of which ingest wants the others. */
const inTurn = createTurnstile(1, { mostWaiting: 16, refusal: "Too many tests of formats are waiting" });

/**
 * Shows what a format would make of lines, pasted or stored, among the others as they stand; nothing is kept. Throws 404
 * for a format that is not there, 422 for one that cannot be used or a search that cannot be asked.
 */
export async function tryLogFormat(
  ctx: TryContext,
  input: LogFormatTest,
  signal: AbortSignal,
): Promise<LogFormatTestResult> {
  const { format } = input;
  requireSound(format, ["format"]);
  const around = await readAround(ctx.db, input.id);
  const lines = await readLines(ctx, input, signal);
  const trial = { format: toOwnFormat(format), ...around, lines };
  const results = await inTurn(() => tryFormat(ctx, trial, signal), signal);
  return {
    lines: results.map(({ verdict, steps, taken, event }) => ({
      text: lines[event.line]?.text ?? "",
      verdict,
      steps,
      taken: taken.map(({ isTaken, ...rest }) => ({ ...rest, is_taken: isTaken })),
      event,
    })),
  };
}

/** The formats that are switched on before and behind the place of one. */
async function readAround(db: Db, id: number | null): Promise<{ before: OwnFormat[]; after: OwnFormat[] }> {
  const rows = await readRows(db);
  const place = id === null ? rows.length : rows.findIndex((row) => row.id === id);
  if (place === -1) throw notFound("Log format not found");
  const enabled = (part: typeof rows) => part.filter((row) => row.enabled).map(toOwnFormat);
  return { before: enabled(rows.slice(0, place)), after: enabled(rows.slice(place + 1)) };
}

async function readLines(
  { engine, userId }: TryContext,
  { lines, sender, search }: LogFormatTest,
  signal: AbortSignal,
): Promise<{ text: string; sender: string }[]> {
  if (search === null) return (lines ?? []).map((text) => ({ text, sender: sender ?? "" }));
  const { count, ...filters } = search;
  const query = EventListQuery.parse({ limit: count });
  const { events } = await listEvents({ engine, userId }, { ...query, ...filters }, signal);
  return events.map((event) => ({ text: event.raw_log, sender: event.sender ?? "" }));
}
