import { invalid } from "#platform/errors";
import { requireInOrder } from "#platform/http/time-window";
import type { FirewallEventDetail } from "../event/models";
import { chooseStep, countBuckets, cutBuckets, MAX_ASKED_BUCKETS, type Span } from "../store/buckets";
import type { EventReader } from "./event-reader";
import { compileRequest, type TimeWindow } from "../query/compile-request";
import { decodeCursor, encodeCursor, refuseCursor } from "./cursor";
import { toInstant } from "../event/instant";
import type { AddressesWanted, AddressEvents, Cursor, UnusualForm } from "../store/event-store";
import { describeMissing } from "../store/missing";
import type {
  EventFacets,
  EventFacetsQuery,
  EventHistogram,
  EventHistogramQuery,
  EventListQuery,
  EventTop,
  EventTopQuery,
  FirewallEventList,
} from "./models";
import type { Predicate } from "../query/predicate";
import { findUnknownFields } from "../query/unknown-fields";

/** The user for whom it is searched: searches of all its sessions and keys wait behind each other. */
export type SearchServiceContext = { engine: EventReader; userId: number };

/** A page of events, newest first where no other order is asked for. */
export async function listEvents(
  { engine, userId }: SearchServiceContext,
  query: EventListQuery,
  signal: AbortSignal,
): Promise<FirewallEventList> {
  const { limit, offset, cursor: text, sort_by: sortBy, sort_dir: sortDirection, ...filters } = query;
  const predicate = await compileRequest(engine, filters);
  const cursor = text === undefined ? undefined : readCursor(text, { query, predicate });
  const search = { predicate, sortBy, sortDirection, limit, offset, cursor };
  const { next, ...page } = await engine.queues.search(
    userId,
    () => engine.events.searchEvents(search, signal),
    signal,
  );
  const nextCursor = next === undefined ? null : encodeCursor(next, { predicate, sortDirection });
  return {
    retention_days: engine.options.retentionDays,
    ...page,
    offset,
    limit,
    next_cursor: nextCursor,
    unknown_fields: findUnknownFields(filters.q),
  };
}

function readCursor(
  text: string,
  { query, predicate }: { query: EventListQuery; predicate: Predicate },
): Cursor {
  const { offset, sort_by: sortBy, sort_dir: sortDirection } = query;
  if (sortBy !== "received_at") throw refuseCursor("a cursor goes on in the order of received_at only");
  if (offset !== 0) throw refuseCursor("a cursor goes without an offset");
  return decodeCursor(text, { predicate, sortDirection });
}

/** One event with everything that is known of it. @throws ApiError 404 */
export function readEvent(
  { engine, userId }: SearchServiceContext,
  id: number,
  signal: AbortSignal,
): Promise<FirewallEventDetail> {
  return engine.queues.search(userId, () => engine.events.getEvent(id, signal), signal);
}

/** How many matching events arrived when. @throws ApiError 422 where the window or the step make no histogram. */
export async function getHistogram(
  { engine, userId }: SearchServiceContext,
  query: EventHistogramQuery,
  signal: AbortSignal,
): Promise<EventHistogram> {
  const { by, step_seconds: asked, time_zone: timeZone, start_time, end_time, ...filters } = query;
  const span = readSpan({ start_time, end_time });
  const step = asked ?? chooseStep(span);
  if (asked !== undefined && countBuckets(span, asked) > MAX_ASKED_BUCKETS)
    throw refuse("step_seconds", `the time range has more than ${MAX_ASKED_BUCKETS} steps of this length`);
  const predicate = await compileRequest(engine, filters);
  const buckets = cutBuckets(span, step, timeZone);
  const histogram = await engine.queues.search(
    userId,
    () => engine.events.countByTime({ predicate, span, buckets, by }, signal),
    signal,
  );
  return {
    from: toInstant(span.startMicros),
    to: toInstant(span.endMicros),
    step_seconds: step,
    time_zone: timeZone,
    by,
    total: histogram.total,
    ...describeMissing(histogram.missing),
    buckets: histogram.buckets.map(({ startMicros, counts, total, isPartial }) => ({
      start: toInstant(startMicros),
      counts,
      total,
      is_partial: isPartial,
    })),
  };
}

/** The most frequent values of a field in matching events. @throws ApiError 422 where the window is none. */
export async function getTop(
  { engine, userId }: SearchServiceContext,
  query: EventTopQuery,
  signal: AbortSignal,
): Promise<EventTop> {
  const { field, limit, start_time, end_time, ...filters } = query;
  const span = readSpan({ start_time, end_time });
  const predicate = await compileRequest(engine, filters);
  const top = await engine.queues.search(
    userId,
    () => engine.events.countByValue({ predicate, span, column: field, limit }, signal),
    signal,
  );
  return {
    field,
    from: toInstant(span.startMicros),
    to: toInstant(span.endMicros),
    values: top.values,
    other: top.other,
    without_value: top.withoutValue,
    distinct_values: top.distinct,
    total: top.total,
    ...describeMissing(top.missing),
  };
}

/** The most frequent values of several fields in matching events. @throws ApiError 422 where the window is none. */
export async function getFacets(
  { engine, userId }: SearchServiceContext,
  query: EventFacetsQuery,
  signal: AbortSignal,
): Promise<EventFacets> {
  const { fields: columns, limit, start_time, end_time, ...filters } = query;
  const span = readSpan({ start_time, end_time });
  const predicate = await compileRequest(engine, filters);
  const { facets, total, missing } = await engine.queues.search(
    userId,
    () => engine.events.countFacets({ predicate, span, columns, limit }, signal),
    signal,
  );
  return {
    from: toInstant(span.startMicros),
    to: toInstant(span.endMicros),
    total,
    facets: facets.map(({ column, values, withoutValue, distinct }) => ({
      field: column,
      values,
      without_value: withoutValue,
      distinct_values: distinct,
    })),
    ...describeMissing(missing),
  };
}

/** The newest events that name one of the addresses, and how many there are (`AddressEvents`). */
export function listAddressEvents(
  { engine, userId }: SearchServiceContext,
  wanted: AddressesWanted,
  signal: AbortSignal,
): Promise<AddressEvents> {
  return engine.queues.search(userId, () => engine.events.findAddressEvents(wanted, signal), signal);
}

export type UnusualEvent = Omit<UnusualForm, "firstId"> & { event: FirewallEventDetail };

/**
 * Of each of the most unusual forms of lines of a device within a time, beside the day before it, the first line.
 * @throws ApiError 422 where there is no such device.
 */
export async function listUnusualEvents(
  { engine, userId }: SearchServiceContext,
  { deviceId, from, to, limit }: { deviceId: number; from: Date; to: Date; limit: number },
  signal: AbortSignal,
): Promise<UnusualEvent[]> {
  const predicate = await compileRequest(engine, { device_id: deviceId });
  const span = readSpan({ start_time: from, end_time: to });
  const usualFromMicros = (from.getTime() - DAY_MS) * 1000;
  return engine.queues.search(
    userId,
    async () => {
      const unusual = { predicate, span, usualFromMicros, limit };
      const forms = await engine.events.findUnusualForms(unusual, signal);
      return Promise.all(
        forms.map(async ({ firstId, ...form }) => ({
          ...form,
          event: await engine.events.getEvent(firstId, signal),
        })),
      );
    },
    signal,
  );
}

const DAY_MS = 86_400_000;

/**
 * The last 24 hours where nothing is said. Nothing arrived before 1970, or after the last exact microsecond (year
 * 2255).
 */
function readSpan({ start_time, end_time }: TimeWindow): Span {
  const end = end_time ?? new Date();
  const start = start_time ?? new Date(end.getTime() - DAY_MS);
  requireInOrder({ start_time: start, end_time: end });
  const clamp = (micros: number) => Math.min(Math.max(micros, 0), Number.MAX_SAFE_INTEGER);
  return { startMicros: clamp(start.getTime() * 1000), endMicros: clamp(end.getTime() * 1000 + 999) };
}

function refuse(parameter: string, reason: string): Error {
  return invalid([{ loc: ["query", parameter], msg: `Value error, ${reason}`, type: "value_error" }]);
}
