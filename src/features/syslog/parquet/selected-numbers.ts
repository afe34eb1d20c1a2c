import type { NumberType } from "./file";
import type { StoredColumn } from "./footer";
import { NumberPages } from "./number-pages";
import { readPages } from "./page-reader";
import { type Selection, SelectionWalk } from "./selection";

const pages = new NumberPages();

/** Numbers or flags (0 and 1) of rows that are taken out of row groups. The memory serves one batch after the other. */
export class SelectedNumbers {
  readonly #type: NumberType;
  #values = new Float64Array(0);
  #present = new Uint8Array(0);

  constructor(type: NumberType) {
    this.#type = type;
  }

  /** Forgets everything and makes room for so many rows, which have no value yet. */
  begin(rows: number): void {
    this.#present.fill(0);
    if (rows <= this.#present.length) return;
    this.#values = new Float64Array(rows);
    this.#present = new Uint8Array(rows);
  }

  /**
   * Takes the selected rows of a row group's column; gives how many octets were decompressed.
   * @throws UnreadableParquetError
   */
  read(octets: Uint8Array, column: StoredColumn, selection: Selection): number {
    pages.begin(this.#type);
    const walk = new SelectionWalk(selection);
    for (const page of readPages(octets, column, walk.isWanted)) {
      if (page.kind === "dictionary") {
        pages.readDictionary(page);
        continue;
      }
      const values = pages.read(page);
      walk.pass(page, (value, place) => this.set(place, values[value] ?? 0));
      if (walk.isOver) break;
    }
    return walk.readBytes;
  }

  set(row: number, value: number): void {
    this.#values[row] = value;
    this.#present[row] = 1;
  }

  clear(row: number): void {
    this.#present[row] = 0;
  }

  get(row: number): number | null {
    return this.#present[row] === 1 ? (this.#values[row] ?? null) : null;
  }
}
