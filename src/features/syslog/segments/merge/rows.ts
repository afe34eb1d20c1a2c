import { closeSync, openSync, writeSync } from "node:fs";
import {
  COLUMN_NAMES,
  EVENT_COLUMNS,
  type EventColumn,
  isEventColumn,
  SEARCHED_COLUMNS,
} from "../../event/columns";
import { type NumberFilter, NumberFilterBuilder } from "../../skip-index/skip-index";
import { ByteWriter } from "../../parquet/byte-writer";
import { FILE_START, physicalTypeOf, PHYSICAL_TYPES, writeFileEnd } from "../../parquet/file";
import { type Footer, readAt, readFooter, type StoredColumn } from "../../parquet/footer";
import { NumberValues } from "../../parquet/number-values";
import type { ColumnChunk } from "../../parquet/pages";
import { TextValues } from "../../parquet/text-values";
import { UnreadableParquetError } from "../../parquet/unreadable";
import { splitNewest } from "./newest-rows";
import { RowKinds } from "./row-order";
import { type SegmentContent, segmentMetadata } from "../metadata";
import { exclusiveOr } from "../exclusive-or";
import type { SegmentRange } from "../name";
import { COMPRESSION_LEVELS, groupRowsOf, type SegmentUse } from "../parquet-options";

export type RowMerge = {
  /** Files to be read, in the order of their rows. */
  inputs: readonly string[];
  output: string;
  /** What the output covers. */
  range: SegmentRange;
  rows: number;
  use: SegmentUse;
};

export type MergedRows = {
  /** The exclusive or of all. */
  ids: number;
  /** Null: more than can be told apart. */
  numbers: NumberFilter | null;
};

/** A row group of an input; its rows are numbered behind those of the ones before. */
type Part = { file: number; rows: number; firstRow: number; columns: ReadonlyMap<string, StoredColumn> };

/** Most columns of a row group fit into them. */
const INPUT_BYTES = 1024 * 1024;
const MAX_GARBAGE = 16 * 1024 * 1024;
/** More bytes of one column are not held in memory. */
const MAX_COLUMN_BYTES = 128 * 1024 * 1024;

/**
 * Writes the rows of several segments into one, those of a shape together, and in order within it (as `ORDER BY parser,
 * app, shape, id`), the newest in a row group of their own at the end. One column is in memory at a time. The file is
 * not synced.
 * @throws UnreadableParquetError where an input has what is not read here; DuckDB reads it.
 */
export function mergeRows(merge: RowMerge): MergedRows {
  const files: number[] = [];
  try {
    for (const path of merge.inputs) files.push(openSync(path, "r"));
    const footers = files.map(readFooter);
    const parts = listParts(files, footers);
    if (parts.reduce((sum, { rows }) => sum + rows, 0) !== merge.rows)
      throw new UnreadableParquetError("the files have other rows than their catalog says");
    return new RowMerger(merge, { parts, content: contentOf(merge, footers) }).run();
  } finally {
    for (const file of files) closeSync(file);
  }
}

/** Sums of what the files say of themselves. */
function contentOf({ range, rows }: RowMerge, footers: readonly Footer[]): SegmentContent {
  const unparsed = footers.reduce((sum, { metadata }) => sum + Number(metadata.get("unparsed") ?? 0), 0);
  // Some older files name their bytes as CSV.
  const plainBytes = footers.reduce(
    (sum, { metadata }) => sum + Number(metadata.get("plain_bytes") ?? metadata.get("csv_bytes")),
    0,
  );
  return { range, rows, unparsed, plainBytes: Number.isNaN(plainBytes) ? undefined : plainBytes };
}

function listParts(files: readonly number[], footers: readonly Footer[]): Part[] {
  const parts: Part[] = [];
  let firstRow = 0;
  for (const [index, { groups }] of footers.entries()) {
    for (const { rows, columns } of groups) {
      const byName = new Map(columns.map((column) => [column.name, column]));
      requireKnown(byName);
      parts.push({ file: files[index] ?? -1, rows, columns: byName, firstRow });
      firstRow += rows;
    }
  }
  return parts;
}

/** Columns may be missing, which means nulls, but none may be lost. */
function requireKnown(columns: ReadonlyMap<string, StoredColumn>): void {
  for (const { name, physical } of columns.values()) {
    if (!isEventColumn(name) || PHYSICAL_TYPES[physicalTypeOf(EVENT_COLUMNS[name])] !== physical)
      throw new UnreadableParquetError(`column ${name} is not known`);
  }
}

/** One merge at a time; their memory serves the next. */
const numbers = new NumberValues();
const texts = new TextValues();
const lineNumbers = new NumberFilterBuilder();
const out = new ByteWriter();
const input = Buffer.allocUnsafeSlow(INPUT_BYTES);

class RowMerger {
  readonly #merge: RowMerge;
  readonly #parts: readonly Part[];
  readonly #content: SegmentContent;
  /** Bytes that were decompressed since the last collection. */
  #garbage = 0;

  constructor(merge: RowMerge, { parts, content }: { parts: readonly Part[]; content: SegmentContent }) {
    this.#merge = merge;
    this.#parts = parts;
    this.#content = content;
  }

  run(): MergedRows {
    const { rows, use } = this.#merge;
    const groups = this.#cutGroups(this.#findOrder());
    let ids = 0;
    lineNumbers.begin();
    for (const column of COLUMN_NAMES) {
      const values = this.#read(column);
      if (column === "id") ids = exclusiveOr(numbers.values.subarray(0, rows));
      if (SEARCHED_COLUMNS.includes(column)) lineNumbers.add(texts.bytes);
      for (const group of groups)
        group.columns.push(writeColumn(values, group.rows, COMPRESSION_LEVELS[use]));
    }
    this.#writeFile(groups);
    return { ids, numbers: lineNumbers.pack() };
  }

  #cutGroups(order: Uint32Array): MergedGroup[] {
    const { use } = this.#merge;
    const groupRows = groupRowsOf(this.#content, use);
    // Lists seldom begin in a day that is over, and a file of one row group is read whole.
    const hasNewest = use === "merged" && order.length > groupRows;
    if (hasNewest) this.#read("id");
    const { older, newest } = hasNewest
      ? splitNewest(order, numbers.values)
      : { older: order, newest: order.subarray(0, 0) };
    const groups: MergedGroup[] = [];
    for (let start = 0; start < older.length; start += groupRows)
      groups.push({ rows: older.subarray(start, start + groupRows), columns: [] });
    if (newest.length > 0) groups.push({ rows: newest, columns: [] });
    return groups;
  }

  #read(column: EventColumn): NumberValues | TextValues {
    const type = physicalTypeOf(EVENT_COLUMNS[column]);
    const values = type === "BYTE_ARRAY" ? texts : numbers;
    if (type === "BYTE_ARRAY") texts.begin(this.#merge.rows, this.#plainBytes(column));
    else numbers.begin(type, this.#merge.rows);
    for (const { file, columns, firstRow } of this.#parts) {
      const stored = columns.get(column);
      if (stored === undefined) continue;
      const { start, storedBytes: length } = stored;
      values.read(readAt(file, { start, length }, input), stored, firstRow);
      this.#collect(stored.plainBytes);
    }
    return values;
  }

  /** Every decompressed page is garbage soon, which the runtime would let grow to twice the memory of a merge. */
  #collect(bytes: number): void {
    this.#garbage += bytes;
    if (this.#garbage < MAX_GARBAGE) return;
    this.#garbage = 0;
    Bun.gc(true);
  }

  #plainBytes(column: EventColumn): number {
    const bytes = this.#parts.reduce((sum, { columns }) => sum + (columns.get(column)?.plainBytes ?? 0), 0);
    if (bytes > MAX_COLUMN_BYTES)
      throw new UnreadableParquetError("a column is too big to be held in memory");
    return bytes;
  }

  /**
   * The rows by parser, program and shape. Those of a shape stay in the order of the files, which is that of their ids.
   */
  #findOrder(): Uint32Array {
    const kinds = new RowKinds(this.#merge.rows);
    const byText = (left: number, right: number) => texts.compare(left, right);
    this.#read("parser");
    kinds.refine(texts.texts, byText);
    this.#read("app");
    kinds.refine(texts.texts, byText);
    this.#read("shape");
    kinds.refine(numbers.values, (left, right) => left - right);
    return kinds.order();
  }

  #writeFile(groups: readonly MergedGroup[]): void {
    const file = openSync(this.#merge.output, "w");
    try {
      let at = 0;
      const append = (bytes: Uint8Array) => {
        for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
        at += bytes.length;
      };
      append(FILE_START);
      for (const { columns } of groups) append(Buffer.concat(columns.map(({ bytes }) => bytes)));
      const placed = groups.map(({ rows, columns }) => ({
        rows: rows.length,
        columns: placeColumns(columns, (filter) => {
          append(filter);
          return at - filter.length;
        }),
      }));
      append(
        writeFileEnd({ schema: EVENT_COLUMNS, groups: placed, metadata: segmentMetadata(this.#content) }),
      );
    } finally {
      closeSync(file);
    }
  }
}

function writeColumn(values: NumberValues | TextValues, rows: Uint32Array, level: number): MergedColumn {
  out.clear();
  const chunk = values.write(out, rows, { level });
  return { chunk, bytes: out.copy(), filter: values instanceof TextValues ? values.writeFilter() : null };
}

/** The columns of a row group, one behind the other, with their Bloom filters where `append` puts them. */
function placeColumns(
  columns: readonly MergedColumn[],
  append: (filter: Uint8Array) => number,
): ColumnChunk[] {
  let offset = 0;
  return columns.map(({ chunk, bytes, filter }) => {
    const { dictionaryOffset, dataOffset } = chunk;
    const placed = {
      ...chunk,
      dictionaryOffset: dictionaryOffset === null ? null : dictionaryOffset + offset,
      dataOffset: dataOffset + offset,
    };
    offset += bytes.length;
    return filter === null
      ? placed
      : { ...placed, bloomFilter: { start: append(filter), bytes: filter.length } };
  });
}

type MergedColumn = { chunk: ColumnChunk; bytes: Uint8Array; filter: Uint8Array | null };

type MergedGroup = {
  /** The rows of the inputs that it has, in order. */
  rows: Uint32Array;
  columns: MergedColumn[];
};
