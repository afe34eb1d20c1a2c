import {
  areIdsRising,
  countMessages,
  forEachMessage,
  forEachSender,
  type JournalMessage,
} from "../journal/record";
import { ChunkMessages } from "./chunk-messages";
import { LiveSelection, type LiveRequest, type LiveRows } from "./live/selection";
import type { WatchedRows } from "./watch/pattern-set";
import { ChunkWatch, type WatchRequest } from "./watch/chunk-watch";
import { ChunkFormats, type FormatRequest, type UsedFormats } from "./chunk-formats";
import type { GatheredIndex } from "../skip-index/skip-index";
import { type EncodedRows, EventRows } from "./event-rows";
import { LeaseSightings, type LeaseSighting } from "../parse/leases/lease-sightings";
import { forgetLine, parseLine } from "../parse/parse-line";
import { cutText } from "../parse/raw-line";
import { type Tallies, TallyCount } from "./sender-tally";
import { LineOrder } from "./line-order";
import { createZoneFinder, type TimeZones } from "../parse/header/sender-zones";

/** Length of the sample that status shows of a line that nothing recognised. */
const MAX_SAMPLE_LENGTH = 512;

/** Whole records of the journal, one behind the other, and how to read them. */
export type ParseChunkInput = {
  records: Uint8Array;
  /** Use no parser, for a chunk that broke a parse before. */
  genericOnly: boolean;
  timeZones: TimeZones;
  /** Does not compress the rows. */
  isUncompressed?: boolean;
  /** What to select for live subscribers; absent while there are none. */
  live?: LiveRequest | undefined;
  /** The patterns of alert rules; absent while there are none. */
  watch?: WatchRequest | undefined;
  /** Formats of one's own; absent while there are none. */
  formats?: FormatRequest | undefined;
};

/** A message as status shows it. */
export type SeenMessage = { receivedAtMicros: number; sender: string };

/** The rows of a chunk in journal order as a row group, and what else is asked about them. */
export type ParseChunkOutput = EncodedRows & {
  /** Microseconds since 1970. Without rows the bounds of time and id are 0. */
  minReceivedAtMicros: number;
  maxReceivedAtMicros: number;
  minId: number;
  maxId: number;
  /** Rows stand in the order of their ids. */
  isOrdered: boolean;
  /** Rows by parser. */
  parsers: Record<string, number>;
  tallies: Tallies;
  /** Rows of which nothing, not even a header, was recognised. */
  unparsed: number;
  skipIndex: GatheredIndex;
  lastMessage: SeenMessage | null;
  /** The last unparsed row; `raw` is its stored line, cut at 512. */
  lastUnparsed: (SeenMessage & { raw: string }) | null;
  /** Null where nothing was asked for. */
  live: LiveRows | null;
  /** Null where no patterns were given. */
  watched: WatchedRows | null;
  /** Null where no formats were given. */
  formats: UsedFormats | null;
  /** What lines of DHCP servers say of addresses. */
  leases: LeaseSighting[];
  /** The memory of the records, where it moves back to whom they came from. */
  spent?: ArrayBuffer;
};

/**
 * Of this thread, whose tasks run one after the other: the memory of a chunk serves the next. 250 octets a row, kept for
 * so many rows at most, which a chunk has of lines of less than 28 octets alone.
 */
const MOST_ROWS_KEPT = 65_536;
let memory = createMemory();

function createMemory() {
  return { eventRows: new EventRows(), messages: new ChunkMessages(), lineOrder: new LineOrder() };
}

/**
 * Parses every message of a chunk into rows.
 * @throws where the records are damaged: a broken invariant, as only verified ones are handed out.
 */
export function parseChunk(input: ParseChunkInput): ParseChunkOutput {
  const { records, genericOnly, timeZones, isUncompressed, live, watch, formats } = input;
  const count = countMessages(records);
  const { eventRows, lineOrder } = memory;
  eventRows.begin(count);
  const selection = live === undefined ? null : new LiveSelection(live);
  const watching = watch === undefined ? null : new ChunkWatch(watch);
  const ownFormats = formats === undefined ? undefined : new ChunkFormats(formats);
  const zoneOf = createZoneFinder(timeZones);
  const tallies = new TallyCount();
  const leases = new LeaseSightings();
  const parsers = new Map<string, number>();
  let minReceivedAtMicros = Infinity;
  let maxReceivedAtMicros = -Infinity;
  let minId = Infinity;
  let maxId = -Infinity;
  let unparsed = 0;
  let lastUnparsedRow = -1;
  let lastMessage: SeenMessage | null = null;
  let lastUnparsed: ParseChunkOutput["lastUnparsed"] = null;

  // What own formats may cost is counted as lines come: the order decides which lines are not shown to them any more.
  const isByKind = formats === undefined && lineOrder.isWorthIt(records);

  /** Takes a message; those of a chunk come in any order. */
  const take = (arrival: JournalMessage, row: number): void => {
    const { id, receivedAtMicros, sender } = arrival;
    const context = { receivedAtMicros, sender, genericOnly, timeZone: zoneOf(sender), ownFormats };
    const line = parseLine(arrival.bytes, context);
    const { parser, facility } = line.fields;
    if (isByKind && !genericOnly) lineOrder.learn(row, parser);
    eventRows.put(row, arrival, line);
    selection?.take(arrival, line, row);
    watching?.take(arrival, line, row);
    leases.take(arrival, line, row);
    tallies.add(arrival, line, row);
    parsers.set(parser, (parsers.get(parser) ?? 0) + 1);
    minReceivedAtMicros = Math.min(minReceivedAtMicros, receivedAtMicros);
    maxReceivedAtMicros = Math.max(maxReceivedAtMicros, receivedAtMicros);
    minId = Math.min(minId, id);
    maxId = Math.max(maxId, id);
    if (row === count - 1) lastMessage = { receivedAtMicros, sender };
    if (facility !== null) return;
    unparsed++;
    if (row > lastUnparsedRow) {
      lastUnparsedRow = row;
      lastUnparsed = { receivedAtMicros, sender, raw: cutText(line.rawLog, MAX_SAMPLE_LENGTH) };
    }
  };
  if (isByKind) {
    forEachSender(records, (sender) => tallies.admit(sender));
    takeByKind(records, take);
  } else takeInOrder(records, take);

  forgetLine();
  const group = isUncompressed === true ? eventRows.take(null) : eventRows.take();
  const { skipIndex } = eventRows;
  if (count > MOST_ROWS_KEPT) memory = createMemory();
  const { rows } = group;
  return {
    ...group,
    minReceivedAtMicros: rows === 0 ? 0 : minReceivedAtMicros,
    maxReceivedAtMicros: rows === 0 ? 0 : maxReceivedAtMicros,
    minId: rows === 0 ? 0 : minId,
    maxId: rows === 0 ? 0 : maxId,
    isOrdered: areIdsRising(records),
    parsers: Object.fromEntries(parsers),
    tallies: { senders: tallies.senders, vendors: tallies.vendors },
    unparsed,
    skipIndex,
    lastMessage,
    lastUnparsed,
    live: selection?.result() ?? null,
    watched: watching?.result() ?? null,
    formats: ownFormats?.result() ?? null,
    leases: leases.list(),
  };
}

type Take = (arrival: JournalMessage, row: number) => void;

function takeInOrder(records: Uint8Array, take: Take): void {
  let row = 0;
  forEachMessage(records, (message) => take(message, row++));
}

function takeByKind(records: Uint8Array, take: Take): void {
  const { lineOrder, messages } = memory;
  messages.read(records);
  for (const row of lineOrder.byKind(messages)) take(messages.at(row), row);
  messages.forget();
}
