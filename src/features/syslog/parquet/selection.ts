import type { IsWanted, StoredDataPage } from "./page-reader";

/** Rows of a row group, rising, and where the value of each goes. */
export type Selection = { rows: Uint32Array; places: Uint32Array };

/** Goes through the selected rows of a column's pages. */
export class SelectionWalk {
  readonly #selection: Selection;
  /** The first selected row that no page had yet. */
  #next = 0;
  #readBytes = 0;

  constructor(selection: Selection) {
    this.#selection = selection;
  }

  /** Of the pages that were passed. */
  get readBytes(): number {
    return this.#readBytes;
  }

  get isOver(): boolean {
    return this.#next >= this.#selection.rows.length;
  }

  /** For `readPages`. */
  readonly isWanted: IsWanted = (endRow) => (this.#selection.rows[this.#next] ?? Infinity) < endRow;

  /** Gives each selected row of the page that has a value: which of the page's values it is, and where it goes. */
  pass(page: StoredDataPage, take: (value: number, place: number) => void): void {
    const { firstRow, present, values } = page;
    this.#readBytes += page.body.bytes.length;
    const { rows, places } = this.#selection;
    const endRow = firstRow + page.rows;
    let next = this.#next;
    let value = 0;
    for (let row = firstRow; next < rows.length; next++) {
      const selected = rows[next] ?? Infinity;
      if (selected >= endRow) break;
      if (values === 0) continue;
      if (present === null) value = selected - firstRow;
      else {
        for (; row < selected; row++) value += present[row - firstRow] ?? 0;
        if (present[selected - firstRow] !== 1) continue;
      }
      take(value, places[next] ?? 0);
    }
    this.#next = next;
  }
}
