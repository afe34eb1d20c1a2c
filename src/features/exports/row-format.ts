import { setImmediate } from "node:timers/promises";
import { escapeControls } from "#platform/control-characters";
import { toCsv } from "#platform/csv";

/** A piece of a file, and how many rows it has. */
export type Piece = { octets: Uint8Array; rows: number };

/** How a file of rows is written: what stands before, between and behind them. */
export type RowFormat<Row> = {
  contentType: string;
  extension: string;
  head: string;
  rows(rows: readonly Row[], isFirst: boolean): string;
  tail: string;
};

/** The columns of a file by their names. */
export type Columns<Row> = readonly [name: string, cell: (row: Row) => string | number | null][];

/** What a file of `toCsv` is. */
export const CSV = { contentType: "text/csv; charset=utf-8", extension: "csv" };

/** RFC 4180: header row, CRLF, quoted where needed; null is nothing. Spreadsheet formulas are made text. */
export function csvFormat<Row>(columns: Columns<Row>): RowFormat<Row> {
  return {
    ...CSV,
    head: toCsv([columns.map(([name]) => name)]),
    rows: (rows) => toCsv(rows.map((row) => columns.map(([, cell]) => cell(row)))),
    tail: "",
  };
}

/** An array of objects, one on each line. */
export function jsonFormat<Row>(toObject: (row: Row) => object): RowFormat<Row> {
  return {
    contentType: "application/json",
    extension: "json",
    head: "[",
    rows: (rows, isFirst) => `${isFirst ? "" : ","}\n${rows.map((row) => toLine(toObject(row))).join(",\n")}`,
    tail: "\n]\n",
  };
}

/** An object on each line (https://jsonlines.org). */
export function jsonLinesFormat<Row>(toObject: (row: Row) => object): RowFormat<Row> {
  return {
    contentType: "application/x-ndjson",
    extension: "jsonl",
    head: "",
    rows: (rows) => rows.map((row) => `${toLine(toObject(row))}\n`).join(""),
    tail: "",
  };
}

function toLine(value: object): string {
  return escapeControls(JSON.stringify(value));
}

/** Rows that are formatted at a time; some milliseconds of work. */
const SLICE_ROWS = 500;

/** The file of these pages of rows, piece by piece. The pages are emptied. */
export async function* encodeRows<Row>(
  format: RowFormat<Row>,
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<Piece> {
  const encoder = new TextEncoder();
  let isFirst = true;
  yield { octets: encoder.encode(format.head), rows: 0 };
  for await (const page of pages) {
    // Taken out: what is written is garbage before the next page is read.
    for (let slice = page.splice(0, SLICE_ROWS); slice.length > 0; slice = page.splice(0, SLICE_ROWS)) {
      const octets = encoder.encode(format.rows(slice, isFirst));
      isFirst = false;
      yield { octets, rows: slice.length };
      await setImmediate();
    }
  }
  yield { octets: encoder.encode(format.tail), rows: 0 };
}
