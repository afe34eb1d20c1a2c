import { forEachMessage } from "../journal/record";
import { LiveSelection, type LiveRequest, type LiveRows } from "../live/selection";
import type { LetterMarks } from "../letter-marks";
import { CsvRows } from "./csv-row";
import { parseMessage } from "./message";
import { cutText } from "./raw-line";
import { type Tallies, TallyCount } from "./sender-tally";
import { createZoneFinder, type TimeZones } from "./sender-zones";

/** Length of the sample that status shows of a line that nothing recognised (contract, SyslogStatus). */
const MAX_SAMPLE_LENGTH = 512;
/** A row holds its line twice; short lines add more in the other columns. Only a guess, growing corrects it. */
const CSV_BYTES_PER_RECORD_BYTE = 3;

/** Whole records of the journal, one behind the other, and how to read them. */
export type ParseChunkInput = {
  records: Uint8Array;
  /** Use no parser, for a chunk that broke a parse before (decisions 4). */
  genericOnly: boolean;
  timeZones: TimeZones;
  /** What to select for live subscribers; absent while there are none. */
  live?: LiveRequest | undefined;
  /** Memory for the rows, of a chunk whose rows are stored: the system need not give, and clear, new pages. */
  spare?: ArrayBuffer | undefined;
};

/** A message as status shows it. */
export type SeenMessage = { receivedAtMicros: number; sender: string };

/** The rows of a chunk as CSV text (`CsvRows`, no heading) in journal order, and what else is asked about them. */
export type ParseChunkOutput = {
  csv: Uint8Array<ArrayBuffer>;
  rows: number;
  /** Microseconds since 1970. Without rows the bounds of time and id are 0. */
  minReceivedAtMicros: number;
  maxReceivedAtMicros: number;
  minId: number;
  maxId: number;
  /** Rows by parser. */
  parsers: Record<string, number>;
  tallies: Tallies;
  /** Rows of which nothing, not even a header, was recognised. */
  unparsed: number;
  /** Of what searches for words look at. */
  letters: LetterMarks;
  lastMessage: SeenMessage | null;
  /** The last unparsed row; `raw` is its stored line, cut at 512. */
  lastUnparsed: (SeenMessage & { raw: string }) | null;
  /** Null where nothing was asked for. */
  live: LiveRows | null;
};

/**
 * Parses every message of a chunk into rows.
 * @throws where the records are damaged: a broken invariant, as only verified ones are handed out.
 */
export function parseChunk(input: ParseChunkInput): ParseChunkOutput {
  const { records, genericOnly, timeZones, live, spare } = input;
  const csv = new CsvRows(records.length * CSV_BYTES_PER_RECORD_BYTE, spare);
  const selection = live === undefined ? null : new LiveSelection(live);
  const zoneOf = createZoneFinder(timeZones);
  const tallies = new TallyCount();
  const parsers = new Map<string, number>();
  let minReceivedAtMicros = Infinity;
  let maxReceivedAtMicros = -Infinity;
  let minId = Infinity;
  let maxId = -Infinity;
  let unparsed = 0;
  let lastMessage: SeenMessage | null = null;
  let lastUnparsed: ParseChunkOutput["lastUnparsed"] = null;

  const rows = forEachMessage(records, (arrival) => {
    const { id, receivedAtMicros, sender } = arrival;
    const timeZone = zoneOf(sender);
    const message = parseMessage(arrival.bytes, { receivedAtMicros, sender, genericOnly, timeZone });
    csv.append(arrival, message);
    selection?.take(arrival, message);
    tallies.add(arrival, message);
    parsers.set(message.parser, (parsers.get(message.parser) ?? 0) + 1);
    minReceivedAtMicros = Math.min(minReceivedAtMicros, receivedAtMicros);
    maxReceivedAtMicros = Math.max(maxReceivedAtMicros, receivedAtMicros);
    minId = Math.min(minId, id);
    maxId = Math.max(maxId, id);
    lastMessage = { receivedAtMicros, sender };
    if (message.facility === null) {
      unparsed++;
      lastUnparsed = { receivedAtMicros, sender, raw: cutText(message.rawLog, MAX_SAMPLE_LENGTH) };
    }
  });

  return {
    csv: csv.take(),
    rows,
    minReceivedAtMicros: rows === 0 ? 0 : minReceivedAtMicros,
    maxReceivedAtMicros: rows === 0 ? 0 : maxReceivedAtMicros,
    minId: rows === 0 ? 0 : minId,
    maxId: rows === 0 ? 0 : maxId,
    parsers: Object.fromEntries(parsers),
    tallies: { senders: tallies.senders, vendors: tallies.vendors },
    unparsed,
    letters: csv.letters,
    lastMessage,
    lastUnparsed,
    live: selection?.result() ?? null,
  };
}
