import type { FirewallEventRead } from "../models";
import type { Arrival } from "../parse/event-rows";
import type { StoredMessage } from "../parse/line";
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

const FIRST_BYTES = 64 * 1024;
/** A UTF-16 unit takes at most three octets in UTF-8. */
const MAX_UNIT_BYTES = 3;

/** Selects, in the parse task, the events of a chunk for the live stream; an event is written once, however many filters take it. */
export class LiveSelection {
  readonly #collector: string;
  readonly #filters: readonly Choice[];
  readonly #ends: number[] = [];
  readonly #ids: number[] = [];
  #json = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

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
      json: new Uint8Array(this.#json.buffer, 0, this.#length),
      ends: Uint32Array.from(this.#ends),
      ids: Float64Array.from(this.#ids),
      taken: new Map(this.#filters.map(({ id, rows }) => [id, Uint32Array.from(rows)])),
    };
  }

  #write(event: FirewallEventRead): void {
    const text = JSON.stringify(event);
    const needed = this.#length + text.length * MAX_UNIT_BYTES;
    if (needed > this.#json.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#json.length * 2));
      this.#json.copy(grown, 0, 0, this.#length);
      this.#json = grown;
    }
    this.#length += this.#json.write(text, this.#length);
    this.#ends.push(this.#length);
    this.#ids.push(event.id);
  }
}
