import { CsvBytes } from "#platform/csv-bytes";
import { COLUMNS, EVENT_COLUMNS, type EventColumn } from "../../event/columns";
import { toInstant } from "../../event/instant";
import { SelectedNumbers } from "../../parquet/selected-numbers";
import { unreadable } from "../../store/event-row";
import type { EventBatch } from "../../store/event-batch";

/** Without them an event is broken. Flags that an old file lacks are not set. */
const REQUIRED = new Set(
  COLUMNS.filter(({ isRequired, type }) => isRequired === true && type !== "BOOLEAN").map(({ name }) => name),
);

/** Events as the rows of one CSV file, which has the columns of its batches in their order. */
export class CsvRows {
  readonly #csv = new CsvBytes();
  readonly #range = { start: 0, end: 0 };

  /** The row of names. */
  encodeNames(columns: readonly EventColumn[]): Uint8Array {
    for (const name of columns) this.#csv.text(name);
    this.#csv.endRow();
    return this.#csv.take();
  }

  /** The events of a batch from `start` up to `end`. @throws where one lacks what every event has. */
  encode({ columns }: EventBatch, { start, end }: { start: number; end: number }): Uint8Array {
    for (let row = start; row < end; row++) {
      for (const [name, values] of columns) {
        if (values instanceof SelectedNumbers) this.#addNumber(values.get(row), name);
        else if (values.findBytes(row, this.#range))
          this.#csv.bytes(values.bytes, this.#range.start, this.#range.end);
        else this.#addNothing(name);
      }
      this.#csv.endRow();
    }
    return this.#csv.take();
  }

  #addNothing(name: EventColumn): void {
    if (REQUIRED.has(name)) throw unreadable(name);
    this.#csv.skip();
  }

  #addNumber(value: number | null, name: EventColumn): void {
    if (value === null) this.#addNothing(name);
    else if (EVENT_COLUMNS[name] === "TIMESTAMPTZ") this.#csv.instant(toInstant(value));
    else this.#csv.number(value);
  }
}
