import { notFound } from "#platform/errors";
import type { FirewallEventDetail } from "../event/models";
import {
  listMissingSegments,
  listNewestIds,
  listSegments,
  listSegmentsAround,
  couldMatch,
} from "../segments/catalog/catalog";
import { type SearchedSegment, segmentsAsOf } from "./scan/as-of";
import { countMatches } from "./scan/count";
import type { LocatedKey } from "./scan/event-key";
import type { EventKey } from "../store/event-key";
import { LISTED_EVENT, toFirewallEventDetail } from "../store/event-row";
import { type EventPage, type EventSearch, MAX_COUNTED, type Total } from "../store/event-store";
import { DETAIL_COLUMNS } from "./scan/select-columns";
import { fetchEvents } from "./scan/fetch-events";
import { type SearchContext, withinLimits } from "./scan/limits";
import { describeMissing } from "../store/missing";
import type { Predicate } from "../query/predicate";
import { querySegments } from "./scan/segment-reader";
import { scanSorted } from "./scan/sorted-scan";
import { areRare, scanSegments } from "./scan/scan";

/** Deeper pages are sorted by DuckDB instead of being collected here. */
const MAX_SCANNED_KEYS = 10_000;
const COUNT_BUDGET_MS = 300;

/**
 * One page of matching events and their total.
 * @throws ApiError 504 when the time limit is reached, the signal's reason when it fires, an Error when a segment
 * cannot be read.
 */
export function searchEvents(
  ctx: SearchContext,
  search: EventSearch,
  signal: AbortSignal,
): Promise<EventPage> {
  const { predicate, cursor } = search;
  return withinLimits(ctx, signal, async (until) => {
    // First the bound, then the segments: what is stored in between lies above it.
    const asOf = cursor?.asOf ?? (await listNewestIds(ctx.db));
    const listed = await listSegments(ctx.db, remainingWindow(search), predicate);
    const segments = segmentsAsOf(listed.filter(couldMatch), asOf);
    const page = await findPage(ctx, { ...search, segments, isRare: areRare(listed) }, until);
    const [events, missing] = await Promise.all([
      fetchEvents(ctx, { keys: page.keys, shape: LISTED_EVENT }, until),
      listMissingSegments(ctx.db, predicate),
    ]);
    const total =
      cursor?.total ?? (await count(ctx, { ...page, predicate, missing, offset: search.offset }, until));
    const next = page.next === undefined ? undefined : { after: page.next, asOf, total };
    return {
      total: total.total,
      total_is_lower_bound: total.isLowerBound,
      ...describeMissing(missing),
      events,
      next,
    };
  });
}

/** What lies behind the cursor need not be listed. */
function remainingWindow({ predicate, cursor, sortDirection }: EventSearch) {
  const { startMicros, endMicros } = predicate;
  const from = cursor?.after.receivedAtMicros;
  if (from === undefined) return { startMicros, endMicros };
  return sortDirection === "desc"
    ? { startMicros, endMicros: Math.min(from, endMicros ?? Infinity) }
    : { startMicros: Math.max(from, startMicros ?? 0), endMicros };
}

type Page = {
  keys: LocatedKey[];
  counted: number;
  uncounted: readonly SearchedSegment[];
  next: EventKey | undefined;
};

async function findPage(
  ctx: SearchContext,
  search: EventSearch & { segments: readonly SearchedSegment[]; isRare: boolean },
  signal: AbortSignal,
): Promise<Page> {
  const { sortBy, sortDirection: direction, limit, offset, segments, cursor } = search;
  if (sortBy === "received_at" && offset + limit <= MAX_SCANNED_KEYS) {
    const scan = { ...search, direction, needed: offset + limit, after: cursor?.after };
    const scanned = await scanSegments(ctx, scan, signal);
    return { ...scanned, keys: scanned.keys.slice(offset) };
  }
  const keys = await scanSorted(ctx, search, signal);
  // A page that is not full ends where the matches end.
  const isLast = keys.length < limit && (keys.length > 0 || offset === 0);
  return isLast
    ? { keys, counted: offset + keys.length, uncounted: [], next: undefined }
    : { keys, counted: 0, uncounted: segments, next: undefined };
}

/**
 * What damaged segments hold is not known, so with one the total is a lower bound: no less than what the page reaches,
 * up to `MAX_COUNTED`.
 */
async function count(
  ctx: SearchContext,
  {
    keys,
    counted,
    uncounted,
    predicate,
    missing,
    offset,
  }: Page & { predicate: Predicate; missing: readonly unknown[]; offset: number },
  signal: AbortSignal,
): Promise<Total> {
  const counting = { segments: uncounted, predicate, counted, limit: MAX_COUNTED, budgetMs: COUNT_BUDGET_MS };
  const { total, isLowerBound } = await countMatches(ctx, counting, signal);
  const found = keys.length === 0 ? 0 : Math.min(offset + keys.length, MAX_COUNTED);
  return { total: Math.max(total, found), isLowerBound: isLowerBound || missing.length > 0 };
}

/**
 * One event with everything that is known of it. Where several collectors gave the same id, the newest. @throws
 * ApiError 404
 */
export function getEvent(ctx: SearchContext, id: number, signal: AbortSignal): Promise<FirewallEventDetail> {
  return withinLimits(ctx, signal, async (until) => {
    const segments = await listSegmentsAround(ctx.db, id);
    if (segments.length === 0) throw notFound("Event not found");
    const predicate: Predicate = {
      conditions: [{ kind: "equals", column: "id", value: id, isNegated: false }],
    };
    const tail = "ORDER BY received_at DESC, collector DESC LIMIT 1";
    const [row] = await querySegments(ctx, { segments, predicate, select: DETAIL_COLUMNS, tail }, until);
    if (row === undefined) throw notFound("Event not found");
    return toFirewallEventDetail(row);
  });
}
