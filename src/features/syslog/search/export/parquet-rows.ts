import { setImmediate } from "node:timers/promises";
import type { LineText } from "../../event/byte-range";
import { EVENT, EVENT_COLUMNS, type EventColumn } from "../../event/columns";
import { ByteWriter } from "../../parquet/byte-writer";
import type { BytesColumn } from "../../parquet/bytes-column";
import { createBuilder, FlagColumn, NumberColumn, TextColumn } from "../../parquet/columns";
import { type RowGroup, writeFileEnd } from "../../parquet/file";
import { type ColumnChunk, LIGHT } from "../../parquet/pages";
import { SelectedNumbers } from "../../parquet/selected-numbers";
import type { BatchColumn, EventBatch } from "../../store/event-batch";

/** Writes the column of a batch of so many rows. */
type ColumnWriter = (values: BatchColumn, rows: number) => ColumnChunk;

/** Events as the row groups of one Parquet file. */
export class ParquetRows {
  readonly #out = new ByteWriter();
  readonly #writers = new Map<EventColumn, ColumnWriter>();
  readonly #groups: RowGroup[] = [];

  /** The batch as the next row group; it has every column of an event. */
  async encode({ rows, columns }: EventBatch): Promise<Uint8Array> {
    this.#out.clear();
    const chunks: ColumnChunk[] = [];
    for (const [name, values] of columns) {
      chunks.push(this.#writerOf(name)(values, rows));
      await setImmediate();
    }
    this.#groups.push({ rows, columns: chunks });
    return this.#out.copy();
  }

  /** What stands behind the last row group. */
  end(): Uint8Array {
    const rows = this.#groups.reduce((sum, group) => sum + group.rows, 0);
    return writeFileEnd({ schema: EVENT_COLUMNS, groups: this.#groups, metadata: { rows: String(rows) } });
  }

  #writerOf(name: EventColumn): ColumnWriter {
    const known = this.#writers.get(name);
    if (known !== undefined) return known;
    const writer = createWriter(name, this.#out);
    this.#writers.set(name, writer);
    return writer;
  }
}

function createWriter(name: EventColumn, out: ByteWriter): ColumnWriter {
  const column = createBuilder(EVENT[name]);
  if (column instanceof FlagColumn)
    return numberWriter(out, column, (row, value) => value === 1 && column.set(row));
  if (column instanceof NumberColumn)
    return numberWriter(out, column, (row, value) => column.set(row, value));
  if (column instanceof TextColumn)
    return rangeWriter(out, column, (row, bytes, range) => column.setText(row, bytes, range));
  return rangeWriter(out, column, (row, bytes, range) => column.setPart(row, bytes, range));
}

function numberWriter(
  out: ByteWriter,
  column: NumberColumn | FlagColumn,
  set: (row: number, value: number) => void,
): ColumnWriter {
  return (values, rows) => {
    if (!(values instanceof SelectedNumbers)) throw unexpected();
    column.begin(rows);
    for (let row = 0; row < rows; row++) {
      const value = values.get(row);
      if (value !== null) set(row, value);
    }
    return column.write(out, rows, LIGHT);
  };
}

function rangeWriter(
  out: ByteWriter,
  column: TextColumn | BytesColumn,
  set: (row: number, bytes: Uint8Array, range: LineText) => void,
): ColumnWriter {
  const range = { start: 0, end: 0, text: null };
  return (values, rows) => {
    if (values instanceof SelectedNumbers) throw unexpected();
    column.begin(rows);
    const { bytes } = values;
    for (let row = 0; row < rows; row++) if (values.findBytes(row, range)) set(row, bytes, range);
    return column.write(out, rows, LIGHT);
  };
}

function unexpected(): Error {
  return new Error("our bug: a column of a batch has values of another kind");
}
