import { conflict } from "#platform/errors";
import {
  type CataloguedSegment,
  listMissingSegments,
  listSegments,
  couldMatch,
} from "../../segments/catalog/catalog";
import { segmentsAsOf } from "../scan/as-of";
import type { BatchReader } from "../scan/batch-reader";
import type { LocatedKey } from "../scan/event-key";
import type { AsOf, EventKey } from "../../store/event-key";
import type { ExportPageWanted } from "../../store/event-store";
import { type SearchContext, withinLimits } from "../scan/limits";
import { toMissingRange } from "../../store/missing";
import { areRare, type Scan, scanSegments } from "../scan/scan";

/** An export page that is looked for, or read, longer than this share of the time limit ends where it is. */
const SOFT_SHARE = 0.25;
/** Of more keys at a time DuckDB sorts all matches instead of keeping the first ones. */
const MAX_SCANNED_KEYS = 2500;

/**
 * Fills the batch of `events` with the newest matching events behind `after`, at most `limit`; gives where the next
 * page begins, undefined behind the last. A page over much data that matches little ends early, perhaps empty, and one
 * of wide events, or of such as lie far apart, too; so an export of everything never meets the time limit of a search.
 * What was stored after `asOf` is left out, so that late batches do not enter between pages.
 * @throws ApiError 409 where events of the window lie in a damaged segment: a file that lacks them must not look whole.
 */
export function readExportPage(
  ctx: SearchContext,
  page: ExportPageWanted & { asOf: AsOf; events: BatchReader },
  signal: AbortSignal,
): Promise<EventKey | undefined> {
  const { predicate, after, limit, asOf, events } = page;
  return withinLimits(ctx, signal, async (until) => {
    const endMicros = Math.min(predicate.endMicros ?? Infinity, after?.receivedAtMicros ?? Infinity);
    const window = {
      startMicros: predicate.startMicros,
      endMicros: endMicros === Infinity ? undefined : endMicros,
    };
    const [lost] = await listMissingSegments(ctx.db, window);
    if (lost !== undefined) throw conflict(describeLoss(lost));
    const listed = await listSegments(ctx.db, window, predicate);
    const scan = {
      segments: segmentsAsOf(listed.filter(couldMatch), asOf),
      isRare: areRare(listed),
      predicate,
      direction: "desc" as const,
      needed: limit,
      after,
      softDeadline: softDeadlineOf(ctx),
    };
    const { keys, next } = await scanKeys(ctx, scan, until);
    const read = await events.read(keys, until, softDeadlineOf(ctx));
    return read === keys.length ? next : keys[read - 1];
  });
}

function softDeadlineOf({ timeoutSeconds }: SearchContext): number {
  return performance.now() + timeoutSeconds * 1000 * SOFT_SHARE;
}

/** As `scanSegments`, by several scans. */
async function scanKeys(
  ctx: SearchContext,
  scan: Scan & { softDeadline: number },
  signal: AbortSignal,
): Promise<{ keys: LocatedKey[]; next: EventKey | undefined }> {
  const keys: LocatedKey[] = [];
  let { after } = scan;
  do {
    const needed = Math.min(MAX_SCANNED_KEYS, scan.needed - keys.length);
    const found = await scanSegments(ctx, { ...scan, after, needed }, signal);
    keys.push(...found.keys);
    after = found.next;
  } while (after !== undefined && keys.length < scan.needed && performance.now() < scan.softDeadline);
  return { keys, next: after };
}

function describeLoss(segment: CataloguedSegment): string {
  const { start_time: start, end_time: end } = toMissingRange(segment);
  return `Events from ${start} to ${end} cannot be read: their file is damaged; choose a time range without them`;
}
