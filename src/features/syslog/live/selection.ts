import type { FirewallEventRead } from "../models";
import type { Arrival } from "../parse/event-rows";
import type { StoredMessage } from "../parse/line";
import { ByteWriter } from "../parquet/byte-writer";
import { toFirewallEvent } from "../parsed-event";
import { compileMatcher } from "../search/matcher";
import type { Predicate } from "../search/predicate";
import { messageColumn } from "./message-columns";

/** A filter that at least one subscriber has. */
export type LiveFilter = { id: number; predicate: Predicate };

/** What a parse task is to select for the subscribers. */
export type LiveRequest = { collector: string; filters: readonly LiveFilter[] };

/** The events of a chunk that at least one filter takes, in journal order. */
export type LiveRows = {
  /** JSON of FirewallEventRead in UTF-8, one behind the other. */
  json: Uint8Array<ArrayBuffer>;
  /** Where in `json` each ends. */
  ends: Uint32Array<ArrayBuffer>;
  ids: Float64Array<ArrayBuffer>;
  /** By filter: which of the rows it takes, rising. A filter that was asked for is there, though it took none. */
  taken: ReadonlyMap<number, Uint32Array<ArrayBuffer>>;
};

type Choice = {
  id: number;
  matches: (arrival: Arrival, message: StoredMessage) => boolean;
  rows: number[];
};

/** Selects, in the parse task, the events of a chunk for the live stream; an event is written once, however many filters take it. */
export class LiveSelection {
  readonly #collector: string;
  readonly #filters: readonly Choice[];
  readonly #ends: number[] = [];
  readonly #ids: number[] = [];
  readonly #json = new ByteWriter();

  constructor({ collector, filters }: LiveRequest) {
    this.#collector = collector;
    this.#filters = filters.map(({ id, predicate }) => ({
      id,
      matches: compileMatcher(predicate, messageColumn),
      rows: [],
    }));
  }

  take(arrival: Arrival, message: StoredMessage): void {
    let isWritten = false;
    for (const { matches, rows } of this.#filters) {
      if (!matches(arrival, message)) continue;
      rows.push(this.#ids.length);
      isWritten = true;
    }
    if (isWritten) this.#write(toFirewallEvent({ ...arrival, collector: this.#collector }, message));
  }

  result(): LiveRows {
    return {
      json: this.#json.copy(),
      ends: Uint32Array.from(this.#ends),
      ids: Float64Array.from(this.#ids),
      taken: new Map(this.#filters.map(({ id, rows }) => [id, Uint32Array.from(rows)])),
    };
  }

  #write(event: FirewallEventRead): void {
    this.#json.text(JSON.stringify(event));
    this.#ends.push(this.#json.length);
    this.#ids.push(event.id);
  }
}
