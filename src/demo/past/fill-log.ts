import { join } from "node:path";
import { findNewestPastEvent, storePastEvents } from "../../features/syslog/past-events";
import { PROXY_FORMAT } from "../log-lines";
import { pastLines, spansOfLog } from "./lines";
import type { FillContext } from "./past";
import { createRandom } from "./random";

/**
 * Whose lines those of the past are in the event store: of no journal, so that those of the service's own never meet
 * them.
 */
const COLLECTORS = { day: "dece0de40000", earlier: "dece0de40001" } as const;

/** Nobody misses what is missing of the last minutes. */
const LAST_MICROS = 5 * 60 * 1_000_000;

/** The log of the last day. */
export function fillDay(ctx: FillContext): Promise<void> {
  return fillLog(ctx, "day");
}

/** The log of the days before. */
export function fillEarlierDays(ctx: FillContext): Promise<void> {
  return fillLog(ctx, "earlier");
}

/** Where it is there in part, what is missing. */
async function fillLog(
  { db, dataDirectory, past, elsewhere }: FillContext,
  which: "day" | "earlier",
): Promise<void> {
  const collector = COLLECTORS[which];
  const newest = await findNewestPastEvent({ db, collector, elsewhere });
  const span = spansOfLog(past)[which];
  if (newest !== undefined && newest > span.toMs * 1000 - LAST_MICROS) return;
  const folders = { events: join(dataDirectory, "events"), temporary: join(dataDirectory, "tmp") };
  const lines = pastLines(past, { random: createRandom(span.fromMs), span, afterMicros: newest ?? 0 });
  await storePastEvents({ db, folders, collector, elsewhere, formats: [PROXY_FORMAT] }, lines);
}
