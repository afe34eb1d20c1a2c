import { pack, unpack } from "#platform/packed";
import { z } from "zod";

/** Rows of a dump's table by column; a null is left out. */
export type DumpedRow = ReadonlyMap<string, string>;

const ROWS_A_CHUNK = 500;
/** As much as is let go at once of what was read of the text. */
const CHUNKS_A_COLLECTION = 10;

const Entries = z.array(z.array(z.tuple([z.string(), z.string()])));

/** Rows of a table that are read more than once: packed, as maps of texts those of a large dump would fill memory. */
export class PackedRows {
  readonly #chunks: Uint8Array[] = [];
  /** Not packed yet. */
  #open: [string, string][][] = [];

  add(row: DumpedRow): void {
    if (this.#open.push([...row]) < ROWS_A_CHUNK) return;
    this.#chunks.push(pack(this.#open));
    this.#open = [];
    if (this.#chunks.length % CHUNKS_A_COLLECTION === 0) Bun.gc(true);
  }

  *[Symbol.iterator](): Generator<DumpedRow> {
    for (const chunk of this.#chunks)
      for (const entries of Entries.parse(JSON.parse(unpack(chunk)))) yield new Map(entries);
    for (const entries of this.#open) yield new Map(entries);
  }
}
