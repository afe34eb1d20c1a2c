import type { LineView } from "./line-view";
import { cutText } from "../../parse/raw-line";

/** A line that a pattern takes, for a person. */
export type SeenLine = {
  id: number;
  receivedAtMicros: number;
  sender: string;
  host: string | null;
  raw: string;
};

/** What a pattern takes of one chunk. */
export type ChunkMatches = {
  /** Of `SentPattern`. */
  key: number;
  lines: number;
  /** Minutes since 1970, of arrival, with their lines. */
  minutes: [number, number][];
  /** The most frequent ones, with their lines. */
  senders: [string, number][];
  /** How many more there were, at least. */
  moreSenders: number;
  first: SeenLine[];
};

const MINUTE_MICROS = 60_000_000;
/** Forged senders must not make a chunk heavier than it is. */
const MAX_SENDERS = 1024;
const MAX_TOLD_SENDERS = 128;
export const MAX_FIRST = 3;
const MAX_RAW_LENGTH = 512;

/** Gives the senders and minutes of a chunk numbers, once for each line, however many patterns take it. */
export class LinePlaces {
  readonly senders: string[] = [];
  readonly minutes: number[] = [];
  sender = 0;
  minute = 0;
  readonly #senderNumbers = new Map<string, number>();
  readonly #minuteNumbers = new Map<number, number>();
  #lastSender: string | undefined;
  #minuteEnd = 0;
  #minuteStart = 0;

  /**
   * Sets `sender` and `minute` to the numbers of those of the line; `sender` to `MAX_SENDERS` where there is no number
   * left.
   */
  find({ arrival: { sender, receivedAtMicros } }: LineView): void {
    if (sender !== this.#lastSender) {
      this.#lastSender = sender;
      this.sender = this.#senderNumbers.get(sender) ?? this.#numberSender(sender);
    }
    if (receivedAtMicros >= this.#minuteEnd || receivedAtMicros < this.#minuteStart)
      this.#findMinute(receivedAtMicros);
  }

  #numberSender(sender: string): number {
    if (this.senders.length === MAX_SENDERS) return MAX_SENDERS;
    const number = this.senders.push(sender) - 1;
    this.#senderNumbers.set(sender, number);
    return number;
  }

  #findMinute(receivedAtMicros: number): void {
    const minute = Math.floor(receivedAtMicros / MINUTE_MICROS);
    this.#minuteStart = minute * MINUTE_MICROS;
    this.#minuteEnd = this.#minuteStart + MINUTE_MICROS;
    let number = this.#minuteNumbers.get(minute);
    if (number === undefined) {
      number = this.minutes.push(minute) - 1;
      this.#minuteNumbers.set(minute, number);
    }
    this.minute = number;
  }
}

/** Counts what one pattern takes of a chunk. */
export class MatchCount {
  #lines = 0;
  #senders = new Uint32Array(8);
  #minutes = new Uint32Array(4);
  readonly #first: { row: number; line: SeenLine }[] = [];

  add(view: LineView, places: LinePlaces): void {
    this.#lines++;
    this.#senders = countUp(this.#senders, places.sender);
    this.#minutes = countUp(this.#minutes, places.minute);
    this.#keepFirst(view);
  }

  /** Keeps the line if it is one of the first, whatever order they come in. */
  #keepFirst(view: LineView): void {
    const { row } = view;
    const place = this.#first.findLastIndex((each) => each.row < row) + 1;
    if (place === MAX_FIRST) return;
    this.#first.splice(place, 0, { row, line: seenLine(view) });
    if (this.#first.length > MAX_FIRST) this.#first.pop();
  }

  result(key: number, places: LinePlaces): ChunkMatches {
    const senders = places.senders
      .map((sender, number): [string, number] => [sender, this.#senders[number] ?? 0])
      .filter(([, lines]) => lines > 0)
      .toSorted(([, left], [, right]) => right - left);
    const minutes = places.minutes.map((minute, number): [number, number] => [
      minute,
      this.#minutes[number] ?? 0,
    ]);
    const unnumbered = (this.#senders[MAX_SENDERS] ?? 0) > 0 ? 1 : 0;
    return {
      key,
      lines: this.#lines,
      minutes: minutes.filter(([, lines]) => lines > 0),
      senders: senders.slice(0, MAX_TOLD_SENDERS),
      moreSenders: Math.max(0, senders.length - MAX_TOLD_SENDERS) + unnumbered,
      first: this.#first.map(({ line }) => line),
    };
  }
}

function seenLine({ arrival, line }: LineView): SeenLine {
  const { sourceHost } = line.fields;
  return {
    id: arrival.id,
    receivedAtMicros: arrival.receivedAtMicros,
    sender: arrival.sender,
    // The store keeps no empty text.
    host: sourceHost === "" ? null : sourceHost,
    raw: cutText(line.rawLog, MAX_RAW_LENGTH),
  };
}

/** Gives the counts, in more memory where the index is beyond them. */
function countUp(counts: Uint32Array<ArrayBuffer>, index: number): Uint32Array<ArrayBuffer> {
  let own = counts;
  if (index >= own.length) {
    own = new Uint32Array(2 ** Math.ceil(Math.log2(index + 1)));
    own.set(counts);
  }
  own[index] = (own[index] ?? 0) + 1;
  return own;
}
