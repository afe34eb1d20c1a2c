import { type AddressedLine, AddressKeys } from "../skip-index/address-keys";
import { createNgramFilter, type NgramFilter, scanLine } from "../skip-index/ngram-filter";
import type { EventColumn } from "../event/columns";
import type { JournalMessage } from "../journal/record";
import { ByteWriter } from "../parquet/byte-writer";
import { type ColumnBuilder, FlagColumn, NumberColumn, OctetsColumn, TextColumn } from "../parquet/columns";
import type { RowGroup } from "../parquet/file";
import { type Compression, LIGHT } from "../parquet/pages";
import type { FamiliarLine } from "../parse/fast/familiar-lines";
import { emptyRanges } from "../parse/fast/filterlog-bytes";
import type { StoredMessage } from "../parse/line";

/** What the journal says about a message: the columns that do not come from its text. */
export type Arrival = Omit<JournalMessage, "malformed" | "bytes">;

/** A row group in the order of EVENT_COLUMNS: its octets, and where what stands in them. */
export type EncodedRows = RowGroup & { bytes: Uint8Array<ArrayBuffer> };

const NO_RANGES = emptyRanges();

/**
 * Events as a row group of a Parquet file. `original_bytes` is null where the line tells it, and a message that is the
 * end of its line is told by `message_start` alone. Used again and again: the memory of a group serves the next.
 */
export class EventRows {
  readonly #columns = createColumns();
  readonly #out = new ByteWriter();
  #rows = 0;
  #letters: NgramFilter = createNgramFilter();
  readonly #addresses = new AddressKeys();

  /** Of what searches for words look at in the rows. */
  get letters(): NgramFilter {
    return this.#letters;
  }

  /** Keys of the addresses that the rows have, and that searches for words may look for. */
  get addresses(): Uint32Array<ArrayBuffer> {
    return this.#addresses.list();
  }

  /** Forgets everything and makes room for so many rows. */
  begin(rows: number): void {
    this.#rows = 0;
    this.#letters = createNgramFilter();
    this.#addresses.begin();
    for (const column of Object.values<ColumnBuilder>(this.#columns)) column.begin(rows);
  }

  /** Takes one more row; no more than `begin` made room for. */
  append(arrival: Arrival, message: StoredMessage): void {
    const row = this.#appendArrival(arrival);
    const octets = message.rawOctets ?? Buffer.from(message.rawLog);
    this.#appendAddresses(row, arrival, { message, newHost: message.sourceHost, octets, ranges: NO_RANGES });
    this.#appendLine(row, arrival, message);
    this.#appendHeader(row, message);
    this.#appendTraffic(row, message);
    this.#appendTranslation(row, message);
  }

  /** As `append`; its letters are marked already. */
  appendFamiliar(arrival: Arrival, line: FamiliarLine): void {
    const row = this.#appendArrival(arrival);
    const columns = this.#columns;
    const { message, octets } = line;
    columns.shape.set(row, line.shape);
    columns.raw_log.set(row, octets);
    if (octets.length !== arrival.originalBytes) columns.original_bytes.set(row, arrival.originalBytes);
    columns.message_start.set(row, line.content + 1);
    this.#appendAddresses(row, arrival, line);
    this.#appendHeader(row, message);
    this.#appendTraffic(row, message);
    this.#appendRanges(row, line);
  }

  /** The rows so far, in memory of their own. */
  take(compression: Compression | null = LIGHT): EncodedRows {
    const out = this.#out;
    out.clear();
    const columns = Object.values<ColumnBuilder>(this.#columns).map((column) =>
      column.write(out, this.#rows, compression),
    );
    return { rows: this.#rows, columns, bytes: out.copy() };
  }

  #appendArrival(arrival: Arrival): number {
    const row = this.#rows++;
    const columns = this.#columns;
    columns.id.set(row, arrival.id);
    columns.received_at.set(row, arrival.receivedAtMicros);
    columns.sender.set(row, arrival.sender);
    columns.transport.set(row, arrival.transport);
    if (arrival.truncated) columns.truncated.set(row);
    return row;
  }

  #appendAddresses(row: number, { sender }: Arrival, line: AddressedLine): void {
    if (this.#addresses.add(sender, line)) this.#columns.addresses_in_fields.set(row);
  }

  #appendLine(row: number, arrival: Arrival, message: StoredMessage): void {
    const columns = this.#columns;
    const { rawLog, rawOctets } = message;
    columns.shape.set(row, scanLine(rawLog, this.#letters));
    if (message.sourceHost !== null) scanLine(message.sourceHost, this.#letters);
    if (rawOctets === null) columns.raw_log.setText(row, rawLog);
    else columns.raw_log.set(row, rawOctets);
    if (message.rawBytes !== null) columns.raw_bytes.set(row, message.rawBytes);
    if (!isWholeLine(arrival, message)) columns.original_bytes.set(row, arrival.originalBytes);
    const messageStart = findMessage(message);
    if (messageStart === null) columns.message.set(row, message.message);
    else columns.message_start.set(row, messageStart);
  }

  #appendHeader(row: number, message: StoredMessage): void {
    const columns = this.#columns;
    if (message.eventTimeMicros !== null) columns.event_time.set(row, message.eventTimeMicros);
    columns.source_host.set(row, message.sourceHost);
    if (message.facility !== null) columns.facility.set(row, message.facility);
    if (message.severity !== null) columns.severity.set(row, message.severity);
    columns.app.set(row, message.app);
    columns.procid.set(row, message.procid);
    columns.msgid.set(row, message.msgid);
    columns.structured_data.set(row, message.structuredData);
    columns.vendor.set(row, message.vendor);
    columns.parser.set(row, message.parser);
    if (message.clockUnset) columns.clock_unset.set(row);
  }

  #appendTraffic(row: number, message: StoredMessage): void {
    const columns = this.#columns;
    columns.src_ip.set(row, message.srcIp);
    columns.dst_ip.set(row, message.dstIp);
    if (message.srcPort !== null) columns.src_port.set(row, message.srcPort);
    if (message.dstPort !== null) columns.dst_port.set(row, message.dstPort);
    columns.protocol.set(row, message.protocol);
    columns.action.set(row, message.action);
    columns.action_raw.set(row, message.actionRaw);
    columns.verdict.set(row, message.verdict);
    columns.interface.set(row, message.interface);
    columns.interface_out.set(row, message.interfaceOut);
    columns.direction.set(row, message.direction);
    columns.rule_id.set(row, message.ruleId);
    columns.tracker_id.set(row, message.trackerId);
    columns.reason.set(row, message.reason);
    if (message.bytes !== null) columns.bytes.set(row, message.bytes);
    if (message.packets !== null) columns.packets.set(row, message.packets);
  }

  #appendRanges(row: number, { octets, ranges }: FamiliarLine): void {
    const columns = this.#columns;
    columns.rule_id.setOctets(row, octets, ranges.ruleId);
    columns.tracker_id.setOctets(row, octets, ranges.trackerId);
    columns.interface.setOctets(row, octets, ranges.interface);
    columns.reason.setOctets(row, octets, ranges.reason);
    columns.direction.setOctets(row, octets, ranges.direction);
    columns.src_ip.setOctets(row, octets, ranges.srcIp);
    columns.dst_ip.setOctets(row, octets, ranges.dstIp);
  }

  #appendTranslation(row: number, message: StoredMessage): void {
    const columns = this.#columns;
    columns.nat_src_ip.set(row, message.natSrcIp);
    columns.nat_dst_ip.set(row, message.natDstIp);
    if (message.natSrcPort !== null) columns.nat_src_port.set(row, message.natSrcPort);
    if (message.natDstPort !== null) columns.nat_dst_port.set(row, message.natDstPort);
  }
}

/** One for each column, in file order. */
function createColumns() {
  return {
    id: new NumberColumn(8),
    received_at: new NumberColumn(8),
    event_time: new NumberColumn(8),
    source_host: new TextColumn(),
    sender: new TextColumn(),
    transport: new TextColumn(),
    facility: new NumberColumn(4),
    severity: new NumberColumn(4),
    app: new TextColumn(),
    procid: new TextColumn(),
    msgid: new TextColumn(),
    structured_data: new TextColumn(),
    src_ip: new TextColumn(),
    dst_ip: new TextColumn(),
    src_port: new NumberColumn(4),
    dst_port: new NumberColumn(4),
    protocol: new TextColumn(),
    action: new TextColumn(),
    action_raw: new TextColumn(),
    verdict: new TextColumn(),
    interface: new TextColumn(),
    interface_out: new TextColumn(),
    direction: new TextColumn(),
    rule_id: new TextColumn(),
    tracker_id: new TextColumn(),
    reason: new TextColumn(),
    bytes: new NumberColumn(8),
    packets: new NumberColumn(8),
    vendor: new TextColumn(),
    parser: new TextColumn(),
    clock_unset: new FlagColumn(),
    truncated: new FlagColumn(),
    original_bytes: new NumberColumn(4),
    message: new TextColumn(),
    raw_log: new OctetsColumn(),
    raw_bytes: new OctetsColumn(),
    nat_src_ip: new TextColumn(),
    nat_dst_ip: new TextColumn(),
    nat_src_port: new NumberColumn(4),
    nat_dst_port: new NumberColumn(4),
    message_start: new NumberColumn(4),
    shape: new NumberColumn(4),
    addresses_in_fields: new FlagColumn(),
  } satisfies Record<EventColumn, ColumnBuilder>;
}

/**
 * The character of the line, counted from 1, with which its message begins; null where the message is not the end of
 * the line, as with escaped line breaks. Characters are code points, as SQL counts them, so a header with surrogate
 * pairs gives null too.
 */
function findMessage({ message, rawLog, rawOctets }: StoredMessage): number | null {
  if (message === null || message === "") return null;
  if (rawOctets === null && !rawLog.endsWith(message)) return null;
  const start = rawLog.length - message.length;
  const isAscii = rawOctets?.length === rawLog.length;
  return isAscii || !hasSurrogate(rawLog, start) ? start + 1 : null;
}

function hasSurrogate(text: string, end: number): boolean {
  for (let index = 0; index < end; index++) {
    if ((text.charCodeAt(index) & 0xf800) === 0xd800) return true;
  }
  return false;
}

/** The line alone tells how many octets came. */
function isWholeLine({ originalBytes }: Arrival, { rawLog, rawBytes, rawOctets }: StoredMessage): boolean {
  if (rawBytes !== null) return false;
  return (rawOctets?.length ?? Buffer.byteLength(rawLog)) === originalBytes;
}
