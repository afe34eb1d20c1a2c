import { type GatheredIndex, KeptLines, SkipIndexGatherer } from "../skip-index/skip-index";
import type { Arrival } from "../event/arrival";
import { COLUMNS, type EVENT, type EventColumn } from "../event/columns";
import { ByteWriter } from "../parquet/byte-writer";
import type { BytesColumn } from "../parquet/bytes-column";
import type { ColumnBuilder } from "../parquet/column-builder";
import { createBuilder, type FlagColumn, type NumberColumn, type TextColumn } from "../parquet/columns";
import type { RowGroup } from "../parquet/file";
import { type Compression, LIGHT } from "../parquet/pages";
import type { ParsedLine } from "../parse/parsed-line";

/** A row group in the order of EVENT_COLUMNS: its bytes, and where what stands in them. */
export type EncodedRows = RowGroup & { bytes: Uint8Array<ArrayBuffer> };

/**
 * Events as a row group of a Parquet file. `original_bytes` is null where the line tells it, and a message that is the
 * end of its line is told by `message_start` alone. Used again and again: the memory of a group serves the next.
 */
export class EventRows {
  readonly #columns = createColumns();
  readonly #out = new ByteWriter();
  #rows = 0;
  readonly #skipIndex = new SkipIndexGatherer();
  readonly #ungathered = new KeptLines();

  /** Of the rows so far. */
  get skipIndex(): GatheredIndex {
    this.#gather();
    return this.#skipIndex.take();
  }

  /** Forgets everything and makes room for so many rows. */
  begin(rows: number): void {
    this.#gather();
    this.#rows = 0;
    this.#skipIndex.begin();
    for (const column of Object.values<ColumnBuilder>(this.#columns)) column.begin(rows);
  }

  /** Takes one more row, behind those that were appended; as `put`. */
  append(arrival: Arrival, line: ParsedLine): void {
    this.put(this.#rows, arrival, line);
  }

  /**
   * Takes a row of those that `begin` made room for; rows come in any order, each once, and all of them before they are
   * taken. The octets of the line are looked at until then.
   */
  // oxlint-disable-next-line max-params -- it runs for every line
  put(row: number, arrival: Arrival, line: ParsedLine): void {
    this.#rows++;
    this.#appendArrival(row, arrival);
    this.#appendLine(row, arrival, line);
    this.#appendHeader(row, line);
    this.#appendTraffic(row, line);
    this.#appendTranslation(row, line);
  }

  /** The rows so far, in memory of their own. */
  take(compression: Compression | null = LIGHT): EncodedRows {
    this.#gather();
    const out = this.#out;
    out.clear();
    const columns = Object.values<ColumnBuilder>(this.#columns).map((column) =>
      column.write(out, this.#rows, compression),
    );
    return { rows: this.#rows, columns, bytes: out.copy() };
  }

  #appendArrival(row: number, arrival: Arrival): void {
    const columns = this.#columns;
    columns.id.set(row, arrival.id);
    columns.received_at.set(row, arrival.receivedAtMicros);
    columns.sender.set(row, arrival.sender);
    columns.transport.set(row, arrival.transport);
    if (arrival.truncated) columns.truncated.set(row);
  }

  #appendLine(row: number, { sender, originalBytes }: Arrival, line: ParsedLine): void {
    const columns = this.#columns;
    const { bytes, rawBytes, messageStart } = line;
    if (this.#ungathered.keep(row, sender, line)) this.#gather();
    columns.raw_log.set(row, bytes);
    if (rawBytes !== null) columns.raw_bytes.set(row, rawBytes);
    // Else the line alone tells how many bytes came.
    if (rawBytes !== null || bytes.length !== originalBytes) columns.original_bytes.set(row, originalBytes);
    if (messageStart === null) columns.message.set(row, line.read(line.texts.message));
    else columns.message_start.set(row, messageStart);
  }

  /** Takes of the lines that were kept what the skip index has, and what it tells of them. */
  #gather(): void {
    this.#ungathered.drain((line) => {
      const skipIndex = this.#skipIndex;
      const columns = this.#columns;
      skipIndex.add(line.sender, line);
      columns.shape.set(line.row, skipIndex.shape);
      if (skipIndex.areAddressesInFields) columns.addresses_in_fields.set(line.row);
      else columns.line_addresses.set(line.row, skipIndex.lineAddresses);
    });
  }

  #appendHeader(row: number, { fields }: ParsedLine): void {
    const columns = this.#columns;
    if (fields.eventTimeMicros !== null) columns.event_time.set(row, fields.eventTimeMicros);
    columns.source_host.set(row, fields.sourceHost);
    if (fields.facility !== null) columns.facility.set(row, fields.facility);
    if (fields.severity !== null) columns.severity.set(row, fields.severity);
    columns.app.set(row, fields.app);
    columns.procid.set(row, fields.procid);
    columns.msgid.set(row, fields.msgid);
    columns.structured_data.set(row, fields.structuredData);
    columns.vendor.set(row, fields.vendor);
    columns.parser.set(row, fields.parser);
    if (fields.clockUnset) columns.clock_unset.set(row);
  }

  #appendTraffic(row: number, { bytes, fields, texts }: ParsedLine): void {
    const columns = this.#columns;
    columns.src_ip.setText(row, bytes, texts.srcIp);
    columns.dst_ip.setText(row, bytes, texts.dstIp);
    if (fields.srcPort !== null) columns.src_port.set(row, fields.srcPort);
    if (fields.dstPort !== null) columns.dst_port.set(row, fields.dstPort);
    columns.protocol.set(row, fields.protocol);
    columns.action.set(row, fields.action);
    columns.action_raw.set(row, fields.actionRaw);
    columns.verdict.set(row, fields.verdict);
    columns.interface.setText(row, bytes, texts.interface);
    columns.interface_out.set(row, fields.interfaceOut);
    columns.direction.setText(row, bytes, texts.direction);
    columns.rule_id.setText(row, bytes, texts.ruleId);
    columns.tracker_id.setText(row, bytes, texts.trackerId);
    columns.reason.setText(row, bytes, texts.reason);
    if (fields.bytes !== null) columns.bytes.set(row, fields.bytes);
    if (fields.packets !== null) columns.packets.set(row, fields.packets);
  }

  #appendTranslation(row: number, { fields }: ParsedLine): void {
    const columns = this.#columns;
    columns.nat_src_ip.set(row, fields.natSrcIp);
    columns.nat_dst_ip.set(row, fields.natDstIp);
    if (fields.natSrcPort !== null) columns.nat_src_port.set(row, fields.natSrcPort);
    if (fields.natDstPort !== null) columns.nat_dst_port.set(row, fields.natDstPort);
  }
}

/** What takes the values of a column. */
type BuilderOf<Row> = Row extends { type: "BOOLEAN" }
  ? FlagColumn
  : Row extends { hasDictionary: false }
    ? BytesColumn
    : Row extends { type: "VARCHAR" }
      ? TextColumn
      : NumberColumn;

/** One for each column, in file order. */
function createColumns(): { readonly [Name in EventColumn]: BuilderOf<(typeof EVENT)[Name]> };
function createColumns(): Readonly<Record<string, ColumnBuilder>> {
  return Object.fromEntries(COLUMNS.map((row) => [row.name, createBuilder(row)]));
}
