import { ApiError } from "#platform/errors";
import type { EventColumn } from "../event/columns";
import type { FirewallEventDetail, FirewallEventRead } from "../event/models";
import type { Predicate, SortColumn } from "../query/predicate";
import type { Buckets, Span } from "./buckets";
import type { EventBatch } from "./event-batch";
import type { AsOf, Direction, EventKey } from "./event-key";
import type { describeMissing, MissingRange } from "./missing";
import type { SERIES_COLUMNS, TOP_COLUMNS } from "./counted-columns";

/**
 * Everything that is read of stored events, wherever they lie: each store answers alike, event by event. A method that
 * takes a signal ends with its reason when it fires, and throws ApiError 504 where the time limit of a search is
 * reached, 503 where the store cannot answer now.
 */
export type EventStore = {
  /** One page of matching events and their total. */
  searchEvents(search: EventSearch, signal: AbortSignal): Promise<EventPage>;
  /**
   * One event with everything that is known of it; where several collectors gave the same id, the newest. @throws
   * ApiError 404
   */
  getEvent(id: number, signal: AbortSignal): Promise<FirewallEventDetail>;
  /** Counts the matching events of a span by bucket and series. */
  countByTime(request: HistogramRequest, signal: AbortSignal): Promise<Histogram>;
  /** Counts the matching events of a span by the values of a column. */
  countByValue(request: TopRequest, signal: AbortSignal): Promise<Top>;
  /** Counts the matching events of a span by the values of several columns. */
  countFacets(request: FacetsRequest, signal: AbortSignal): Promise<Facets>;
  /** Events that one of the addresses has sent or was sent, and the newest of them. */
  findAddressEvents(wanted: AddressesWanted, signal: AbortSignal): Promise<AddressEvents>;
  /**
   * The forms of lines of a span that are the most unusual ones beside what came before: first what has never or seldom
   * come.
   */
  findUnusualForms(request: UnusualRequest, signal: AbortSignal): Promise<UnusualForm[]>;
  /** Begins an export of these columns: what is stored later is not part of it. `id` is among the columns. */
  openExport(columns: readonly EventColumn[]): Promise<ExportPages>;
  /** The stored events of a collector behind `afterId` that match, from the first on. */
  readBacklog(wanted: BacklogWanted, signal: AbortSignal): Promise<BacklogPage>;
  /** The collectors that have events with a greater id. */
  listCollectorsBehind(afterId: number): Promise<string[]>;
  /**
   * The newest event of each collector that is stored now. Ids rise along a collector's journal, so whatever is stored
   * later has higher ones.
   */
  listNewestIds(): Promise<AsOf>;
  /** What is stored and searched now. @throws ApiError 503 where the store does not answer within seconds. */
  sumStored(): Promise<StoredTotals>;
  /** Has what rests in the journal stored, so that a read finds it; searches do so by themselves. */
  settle(): Promise<void>;
};

export type Total = { total: number; isLowerBound: boolean };

/** Where a list goes on: behind which event, as of when, and the total that its first page gave. */
export type Cursor = { after: EventKey; asOf: AsOf; total: Total };

export type EventSearch = {
  predicate: Predicate;
  sortBy: SortColumn;
  sortDirection: Direction;
  limit: number;
  offset: number;
  /** Goes on where another page of the same search, sorted by arrival, ended. */
  cursor?: Cursor | undefined;
};

/** Totals are exact up to here: to count all would cost more than the page. */
export const MAX_COUNTED = 10_000;

export type EventPage = ReturnType<typeof describeMissing> & {
  /** All matches, exact up to `MAX_COUNTED`. */
  total: number;
  total_is_lower_bound: boolean;
  events: FirewallEventRead[];
  /** For the next page; undefined behind the last, and where another order than arrival was asked for. */
  next: Cursor | undefined;
};

export type HistogramRequest = {
  predicate: Predicate;
  span: Span;
  buckets: Buckets;
  by: (typeof SERIES_COLUMNS)[number];
};

export type HistogramBucket = {
  startMicros: number;
  counts: Record<string, number>;
  /** Null: nothing at all is stored of this time, so that nobody can say how much there was. */
  total: number | null;
  isPartial: boolean;
};

export type Histogram = {
  buckets: HistogramBucket[];
  total: number;
  missing: readonly MissingRange[];
};

/** The most frequent first; of equally frequent ones the lesser text first. */
export type CountedValues = { value: string; count: number }[];

export type TopRequest = {
  predicate: Predicate;
  span: Span;
  column: (typeof TOP_COLUMNS)[number];
  limit: number;
};

export type Top = {
  values: CountedValues;
  /** Events with another value, and without one. */
  other: number;
  withoutValue: number;
  distinct: number;
  total: number;
  missing: readonly MissingRange[];
};

export type FacetsRequest = {
  predicate: Predicate;
  span: Span;
  /** Each once, at least one. */
  columns: readonly (typeof TOP_COLUMNS)[number][];
  /** Values of each. */
  limit: number;
};

export type Facet = {
  column: (typeof TOP_COLUMNS)[number];
  values: CountedValues;
  /** Events without a value. */
  withoutValue: number;
  distinct: number;
};

export type Facets = { facets: Facet[]; total: number; missing: readonly MissingRange[] };

/** Canonical addresses; `startMicros` since the epoch. */
export type AddressesWanted = { addresses: readonly string[]; startMicros: number; limit: number };

export type AddressEvents = {
  total: number;
  /** By the vendor's word: `block`, `deny`, `drop`; `pass`, `allow`, `accept`. */
  blocked: number;
  passed: number;
  /** Arrival of the newest one. */
  lastSeen: string | null;
  /** Newest first. */
  events: FirewallEventRead[];
};

export const NO_ADDRESS_EVENTS: AddressEvents = {
  total: 0,
  blocked: 0,
  passed: 0,
  lastSeen: null,
  events: [],
};

export type UnusualRequest = {
  predicate: Predicate;
  /** Looked at, microseconds. */
  span: Span;
  /** What came from then on until the span is what is usual, microseconds. */
  usualFromMicros: number;
  limit: number;
};

/** Lines that differ in digits alone are of one form. */
export type UnusualForm = {
  /** Of its first event within the span. */
  firstId: number;
  /** Within the span. */
  lines: number;
  /** In a span of that length of the time before, on average. */
  usualLines: number;
};

/**
 * Below that a form is as good as never seen: one line of it is no more unusual than two of something that came once a
 * day.
 */
export const SELDOM = 0.1;

export type ExportPages = {
  /** The events of the page that was read last. */
  readonly batch: EventBatch;
  /**
   * Fills the batch with the newest matching events behind `after`, at most `limit`; gives where the next page begins,
   * undefined behind the last. A page may end early, perhaps empty, so that an export of everything never meets the time
   * limit of a search.
   * @throws ApiError 409 where events of the window cannot be read: a file that lacks them must not look whole.
   */
  read(page: ExportPageWanted, signal: AbortSignal): Promise<EventKey | undefined>;
};

export type ExportPageWanted = { predicate: Predicate; after?: EventKey | undefined; limit: number };

export type BacklogWanted = { collector: string; afterId: number; predicate: Predicate };

/** A part of what the store holds for a subscriber, in the order of ids. */
export type BacklogPage = {
  events: { id: number; text: string }[];
  /** Everything through this id was read. */
  throughId: number;
  /** Events, matching or not, that cannot be read: their file is damaged. */
  lost: number;
  /** Nothing more is stored now. */
  isLast: boolean;
};

export type StoredTotals = {
  events: number;
  /** Files, or parts, that hold them. */
  segments: number;
  sizeBytes: number;
  newestReceivedAtMicros: number | null;
};

/** What there is to tell of a store that does not answer. */
export const NOTHING_STORED: StoredTotals = {
  events: 0,
  segments: 0,
  sizeBytes: 0,
  newestReceivedAtMicros: null,
};

/** For what goes on without the store: gives `instead` where it does not answer now. */
export async function unlessAway<T>(reading: Promise<T>, instead: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.status === 503) return instead;
    throw error;
  }
}
