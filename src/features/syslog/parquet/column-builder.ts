import type { ByteWriter } from "./byte-writer";
import type { ColumnChunk, Compression } from "./pages";

/** What columns have room for at first. */
export const FIRST_ROWS = 1024;

/**
 * The values of one column for the rows of a group, which are set in any order, each at most once. A row that is not
 * set is null.
 */
export type ColumnBuilder = {
  /** Forgets everything and makes room for so many rows. */
  begin(rows: number): void;
  /** Writes the column of the first `rows` rows; `begin` comes next. */
  write(out: ByteWriter, rows: number, compression: Compression | null): ColumnChunk;
};

/** The same memory with zeros, or more where it has no room for so many rows. */
export function cleared(values: Uint8Array<ArrayBuffer>, rows: number): Uint8Array<ArrayBuffer> {
  return values.length < rows ? new Uint8Array(rows) : values.fill(0);
}
