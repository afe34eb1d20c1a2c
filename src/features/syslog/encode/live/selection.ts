import type { Arrival } from "../../event/arrival";
import type { ParsedLine } from "../../parse/parsed-line";
import { compileMatcher } from "../../query/matcher";
import type { Predicate } from "../../query/predicate";
import { EventJson } from "./event-json";
import { messageColumn } from "../message-columns";

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
  takesAll: boolean;
  matches: (arrival: Arrival, line: ParsedLine) => boolean;
  rows: number[];
};

/** Of this thread, which has one selection at a time. */
const json = new EventJson();

/**
 * Selects, in the parse task, the events of a chunk for the live stream; an event is written once, however many filters
 * take it.
 */
export class LiveSelection {
  readonly #filters: readonly Choice[];
  /** Of each event that is taken. */
  readonly #rows: number[] = [];
  readonly #ends: number[] = [];
  readonly #ids: number[] = [];

  constructor({ collector, filters }: LiveRequest) {
    json.begin(collector);
    this.#filters = filters.map(({ id, predicate }) => ({
      id,
      takesAll: predicate.conditions.length === 0,
      matches: compileMatcher(predicate, messageColumn),
      rows: [],
    }));
  }

  /** Looks at a line; those of a chunk come in any order, with their rows. */
  take(arrival: Arrival, line: ParsedLine, row: number): void {
    let isTaken = false;
    for (const { takesAll, matches, rows } of this.#filters) {
      if (!takesAll && !matches(arrival, line)) continue;
      rows.push(this.#ids.length);
      isTaken = true;
    }
    if (!isTaken) return;
    json.write(arrival, line);
    this.#rows.push(row);
    this.#ends.push(json.length);
    this.#ids.push(arrival.id);
  }

  result(): LiveRows {
    const written = json.copy();
    const sorted = new Uint8Array(written.length);
    const ends = new Uint32Array(this.#ends.length);
    const ids = new Float64Array(this.#ids.length);
    /** By event: its place in journal order. */
    const places = new Uint32Array(this.#ids.length);
    let length = 0;
    for (const [place, event] of this.#inJournalOrder().entries()) {
      const part = written.subarray(this.#ends[event - 1] ?? 0, this.#ends[event]);
      sorted.set(part, length);
      length += part.length;
      ends[place] = length;
      ids[place] = this.#ids[event] ?? 0;
      places[event] = place;
    }
    const taken = this.#filters.map(({ id, rows }): [number, Uint32Array<ArrayBuffer>] => [
      id,
      Uint32Array.from(rows, (event) => places[event] ?? 0).sort(),
    ]);
    return { json: sorted, ends, ids, taken: new Map(taken) };
  }

  #inJournalOrder(): number[] {
    return [...this.#rows.keys()].sort((left, right) => (this.#rows[left] ?? 0) - (this.#rows[right] ?? 0));
  }
}
