import { EVENT_COLUMNS, type EventColumn } from "../event/columns";
import { physicalTypeOf } from "../parquet/file";
import { SelectedNumbers } from "../parquet/selected-numbers";
import { SelectedTexts } from "../parquet/selected-texts";
import type { Cell, Row } from "../segments/duckdb";
import type { EventKey } from "./event-key";

export type BatchColumn = SelectedNumbers | SelectedTexts;

/** Some columns of some events, in the order of their keys. The memory serves one batch after the other. */
export class EventBatch {
  readonly columns: ReadonlyMap<EventColumn, BatchColumn>;
  #keys: Pick<EventKey, "collector">[] = [];

  constructor(columns: readonly EventColumn[]) {
    this.columns = new Map(columns.map((column) => [column, createColumn(column)]));
  }

  /** Forgets everything and makes room for the events of these keys. */
  begin(keys: readonly Pick<EventKey, "collector">[]): void {
    this.#keys = [...keys];
    for (const column of this.columns.values()) column.begin(keys.length);
  }

  /** Forgets everything and makes room for so many events, which `append` enters. */
  beginEmpty(room: number): void {
    this.#keys = [];
    for (const column of this.columns.values()) column.begin(room);
  }

  /** Enters one event more as a query gives it. */
  append(key: Pick<EventKey, "collector">, row: Row): void {
    this.setRow(this.#keys.push(key) - 1, row);
  }

  /** Leaves out all events behind the first ones. */
  cut(rows: number): void {
    this.#keys = this.#keys.slice(0, rows);
  }

  get rows(): number {
    return this.#keys.length;
  }

  /** Bytes of its texts. */
  get byteLength(): number {
    let bytes = 0;
    for (const column of this.columns.values())
      if (column instanceof SelectedTexts) bytes += column.byteLength;
    return bytes;
  }

  /** An event as a query gives it: its columns by their names, and its collector. */
  toRow(index: number): Row {
    const row: Row = { collector: this.#keys[index]?.collector ?? null };
    for (const [name, column] of this.columns) row[name] = toCell(name, column, index);
    return row;
  }

  /** Enters an event as a query gives it, in place of what is known of it. */
  setRow(index: number, row: Row): void {
    for (const [name, column] of this.columns) setCell(column, { name, index, value: row[name] ?? null });
  }
}

function createColumn(name: EventColumn): BatchColumn {
  const type = physicalTypeOf(EVENT_COLUMNS[name]);
  if (type !== "BYTE_ARRAY") return new SelectedNumbers(type);
  return new SelectedTexts(EVENT_COLUMNS[name] === "BLOB" ? "bytes" : "texts");
}

function toCell(name: EventColumn, column: BatchColumn, index: number): Cell {
  if (column instanceof SelectedTexts)
    return EVENT_COLUMNS[name] === "BLOB" ? column.base64Of(index) : column.textOf(index);
  const value = column.get(index);
  return value === null || EVENT_COLUMNS[name] !== "BOOLEAN" ? value : value === 1;
}

function setCell(
  column: BatchColumn,
  { name, index, value }: { name: EventColumn; index: number; value: Cell },
): void {
  if (value === null) return column.clear(index);
  if (column instanceof SelectedNumbers) {
    if (typeof value === "string") throw unexpected(name, value);
    column.set(index, Number(value));
    return;
  }
  if (typeof value !== "string") throw unexpected(name, value);
  if (EVENT_COLUMNS[name] === "BLOB") column.setBytes(index, Buffer.from(value, "base64"));
  else column.setText(index, value);
}

function unexpected(name: EventColumn, value: Cell): Error {
  return new Error(`cannot read an event: its column ${name} holds a ${typeof value}`);
}
