import { EVENT_COLUMNS } from "../../event/columns";
import { ByteWriter } from "../../parquet/byte-writer";
import {
  type ColumnBuilder,
  FlagColumn,
  NumberColumn,
  OctetsColumn,
  TextColumn,
} from "../../parquet/columns";
import { type ColumnType, type RowGroup, writeFileEnd } from "../../parquet/file";
import { LIGHT } from "../../parquet/pages";
import type { Cell, Row } from "../../segments/duckdb";
import type { EventShape } from "../results/event-row";

/** Every stored column of an event: times as microseconds since 1970, octets in base64. */
export const STORED_ROW: EventShape<Row> = {
  select: ["segment", ...Object.entries(EVENT_COLUMNS).map(selectColumn)].join(", "),
  toEvent: (row) => row,
};

function selectColumn([name, type]: [name: string, type: ColumnType]): string {
  if (type === "TIMESTAMPTZ") return `epoch_us(${name}) AS ${name}`;
  return type === "BLOB" ? `to_base64(${name}) AS ${name}` : name;
}

/** Lines seldom repeat: they would fill any dictionary. */
const WITHOUT_DICTIONARY: ReadonlySet<string> = new Set(["raw_log"]);

type WrittenColumn = {
  name: string;
  builder: ColumnBuilder;
  set: (row: number, value: Cell) => void;
};

/** Events as the row groups of one Parquet file. */
export class ParquetRows {
  readonly #columns = Object.entries(EVENT_COLUMNS).map(([name, type]) => createColumn(name, type));
  readonly #groups: RowGroup[] = [];
  readonly #out = new ByteWriter();

  /** The next row group. Rows are those of `STORED_ROW`. */
  encode(rows: readonly Row[]): Uint8Array {
    this.#out.clear();
    const columns = this.#columns.map(({ name, builder, set }) => {
      builder.begin(rows.length);
      for (const [index, row] of rows.entries()) {
        const value = row[name] ?? null;
        if (value !== null) set(index, value);
      }
      return builder.write(this.#out, rows.length, LIGHT);
    });
    this.#groups.push({ rows: rows.length, columns });
    return this.#out.copy();
  }

  /** What stands behind the last row group. */
  end(): Uint8Array {
    const rows = this.#groups.reduce((sum, group) => sum + group.rows, 0);
    return writeFileEnd({ schema: EVENT_COLUMNS, groups: this.#groups, metadata: { rows: String(rows) } });
  }
}

function createColumn(name: string, type: ColumnType): WrittenColumn {
  switch (type) {
    case "BOOLEAN": {
      const builder = new FlagColumn();
      return { name, builder, set: (row, value) => value === true && builder.set(row) };
    }
    case "BLOB": {
      const builder = new OctetsColumn();
      return { name, builder, set: (row, value) => builder.set(row, Buffer.from(textOf(value), "base64")) };
    }
    case "VARCHAR": {
      if (WITHOUT_DICTIONARY.has(name)) {
        const builder = new OctetsColumn();
        return { name, builder, set: (row, value) => builder.setText(row, textOf(value)) };
      }
      const builder = new TextColumn();
      return { name, builder, set: (row, value) => builder.set(row, textOf(value)) };
    }
    case "BIGINT":
    case "TIMESTAMPTZ":
      return createNumberColumn(name, 8);
    case "UTINYINT":
    case "USMALLINT":
    case "UINTEGER":
      return createNumberColumn(name, 4);
  }
}

function createNumberColumn(name: string, bytes: 4 | 8): WrittenColumn {
  const builder = new NumberColumn(bytes);
  return { name, builder, set: (row, value) => builder.set(row, numberOf(value)) };
}

function textOf(value: Cell): string {
  if (typeof value === "string") return value;
  throw unexpected(value);
}

function numberOf(value: Cell): number {
  if (typeof value === "number") return value;
  throw unexpected(value);
}

function unexpected(value: Cell): Error {
  return new Error(`cannot export an event: a column holds a ${typeof value}`);
}
