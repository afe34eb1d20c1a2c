import { CsvOctets } from "#platform/csv-octets";
import { EVENT_COLUMNS, type EventColumn } from "../../event/columns";
import { toInstant } from "../../event/instant";
import { SelectedNumbers } from "../../parquet/selected-numbers";
import type { EventBatch } from "../scan/event-batch";

/** Events as the rows of one CSV file, which has the columns of its batches in their order. */
export class CsvRows {
  readonly #csv = new CsvOctets();
  readonly #range = { start: 0, end: 0 };

  /** The row of names. */
  encodeNames(columns: readonly EventColumn[]): Uint8Array {
    for (const name of columns) this.#csv.text(name);
    this.#csv.endRow();
    return this.#csv.take();
  }

  /** The events of a batch from `start` up to `end`. */
  encode({ columns }: EventBatch, { start, end }: { start: number; end: number }): Uint8Array {
    for (let row = start; row < end; row++) {
      for (const [name, values] of columns) {
        if (values instanceof SelectedNumbers) this.#addNumber(values.get(row), name);
        else if (values.findOctets(row, this.#range))
          this.#csv.octets(values.octets, this.#range.start, this.#range.end);
        else this.#csv.skip();
      }
      this.#csv.endRow();
    }
    return this.#csv.take();
  }

  #addNumber(value: number | null, name: EventColumn): void {
    if (value === null) this.#csv.skip();
    else if (EVENT_COLUMNS[name] === "TIMESTAMPTZ") this.#csv.instant(toInstant(value));
    else this.#csv.number(value);
  }
}
