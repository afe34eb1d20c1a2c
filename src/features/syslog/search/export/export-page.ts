import { conflict } from "#platform/errors";
import {
  type CataloguedSegment,
  listMissingSegments,
  listSegments,
  mayMatch,
} from "../../segments/catalog/catalog";
import { type AsOf, segmentsAsOf } from "../scan/as-of";
import type { EventKey } from "../scan/event-key";
import type { EventShape } from "../results/event-row";
import { fetchEvents } from "../scan/fetch-events";
import { type SearchContext, withinLimits } from "../scan/limits";
import { toMissingRange } from "../scan/missing";
import { marksOf, type Predicate } from "../../query/predicate";
import { areRare, scanSegments } from "../scan/scan";

export type ExportPage<Event> = {
  /** Newest first. */
  events: Event[];
  /** Where the next page begins; undefined behind the last. */
  next: EventKey | undefined;
};

/** An export page that takes longer than this share of the time limit ends where it is. */
const SOFT_SHARE = 0.25;

/**
 * The newest matching events behind `after`, at most `limit`. A page over much data that matches little ends early,
 * perhaps empty, and `next` goes on; so an export of everything never meets the time limit of a search.
 * What was stored after `asOf` is left out, so that late batches do not enter between pages.
 * @throws ApiError 409 where events of the window lie in a damaged segment: a file that lacks them must not look whole.
 */
export function readExportPage<Event>(
  ctx: SearchContext,
  page: {
    predicate: Predicate;
    after?: EventKey | undefined;
    limit: number;
    asOf: AsOf;
    shape: EventShape<Event>;
  },
  signal: AbortSignal,
): Promise<ExportPage<Event>> {
  const { predicate, after, limit, asOf, shape } = page;
  return withinLimits(ctx, signal, async (until) => {
    const endMicros = Math.min(predicate.endMicros ?? Infinity, after?.receivedAtMicros ?? Infinity);
    const window = {
      startMicros: predicate.startMicros,
      endMicros: endMicros === Infinity ? undefined : endMicros,
    };
    const [lost] = await listMissingSegments(ctx.db, window);
    if (lost !== undefined) throw conflict(describeLoss(lost));
    const listed = await listSegments(ctx.db, window, marksOf(predicate));
    const segments = segmentsAsOf(listed.filter(mayMatch), asOf);
    const softDeadline = performance.now() + ctx.timeoutSeconds * 1000 * SOFT_SHARE;
    const { keys, next } = await scanSegments(
      ctx,
      {
        segments,
        isRare: areRare(listed),
        predicate,
        direction: "desc",
        needed: limit,
        after,
        softDeadline,
      },
      until,
    );
    return { events: await fetchEvents(ctx, { keys, shape }, until), next };
  });
}

function describeLoss(segment: CataloguedSegment): string {
  const { start_time: start, end_time: end } = toMissingRange(segment);
  return `Events from ${start} to ${end} cannot be read: their file is damaged; choose a time range without them`;
}
