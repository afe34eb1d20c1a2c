import { parseAddress } from "../ip";
import type { EchoOptions, EchoTrouble } from "./answer";
import { createFlightList, type FlightList } from "./flights";
import type { Family } from "./packet";

const ADDRESS_BYTES = 16;
const LENGTHS = { 4: 4, 6: 16 };

/**
 * What came of a call, as it goes to the thread that asked: five numbers an address, and what stood in the way of some.
 */
export type CallResult = {
  numbers: Float64Array<ArrayBuffer>;
  troubles: [index: number, trouble: EchoTrouble][];
};

/** Of the numbers of one address: sent, received, and the round trips' shortest, sum and longest. */
export const NUMBERS = 5;
const [SENT, RECEIVED, MIN, SUM, MAX] = [0, 1, 2, 3, 4];

/**
 * What one caller wants to know: which request is next, what came back, and when all is known. Times are those of
 * `performance.now`.
 */
export class EchoCall {
  readonly flights: FlightList = createFlightList();
  readonly options: EchoOptions;
  readonly #octets: Uint8Array;
  /** 4 or 6, 0 where the text is no address. */
  readonly #families: Uint8Array;
  readonly #numbers: Float64Array<ArrayBuffer>;
  /** Requests that are under way. */
  readonly #flying: Uint32Array;
  /** No more is sent. */
  readonly #isClosed: Uint8Array;
  readonly #lastSentAt: Float64Array;
  readonly #troubles = new Map<number, EchoTrouble>();
  /** Targets that have been asked and are to be asked again, in the order of that; a ring. */
  readonly #again: Int32Array;
  #againFirst = 0;
  #againCount = 0;
  /** Targets for which the system had no room, and since when. */
  readonly #held = new Map<number, number>();
  #nextFresh = 0;
  #open: number;

  constructor(addresses: readonly string[], options: EchoOptions) {
    const size = addresses.length;
    this.options = options;
    this.#octets = new Uint8Array(size * ADDRESS_BYTES);
    this.#families = new Uint8Array(size);
    this.#numbers = new Float64Array(size * NUMBERS);
    this.#flying = new Uint32Array(size);
    this.#isClosed = new Uint8Array(size);
    this.#lastSentAt = new Float64Array(size);
    this.#again = new Int32Array(size);
    this.#open = size;
    for (const [target, text] of addresses.entries()) this.#readAddress(target, text);
  }

  get isDone(): boolean {
    return this.#open === 0;
  }

  get heldCount(): number {
    return this.#held.size;
  }

  familyOf(target: number): Family | undefined {
    const family = this.#families[target];
    return family === 4 || family === 6 ? family : undefined;
  }

  addressOf(target: number): Uint8Array {
    const start = target * ADDRESS_BYTES;
    return this.#octets.subarray(start, start + LENGTHS[this.familyOf(target) ?? 4]);
  }

  /** A target to ask now: first one that was asked before and is due, then one that was not. */
  next(now: number): number | undefined {
    if (this.#againCount > 0 && this.againDueAt <= now) {
      const target = this.#again[this.#againFirst];
      this.#againFirst = (this.#againFirst + 1) % this.#again.length;
      this.#againCount--;
      return target;
    }
    while (this.#nextFresh < this.#families.length) {
      const target = this.#nextFresh++;
      if (this.#isClosed[target] === 0) return target;
    }
    return undefined;
  }

  get hasFresh(): boolean {
    return this.#nextFresh < this.#families.length;
  }

  /** When the next target is to be asked again; infinite where none is. */
  get againDueAt(): number {
    if (this.#againCount === 0) return Number.POSITIVE_INFINITY;
    const target = this.#again[this.#againFirst] ?? 0;
    return (this.#lastSentAt[target] ?? 0) + this.options.spacingMs;
  }

  noteSent(target: number, now: number): void {
    this.#flying[target] = (this.#flying[target] ?? 0) + 1;
    this.#add(target, SENT);
    this.#lastSentAt[target] = now;
    if (this.#numberOf(target, SENT) >= this.options.count) {
      this.#isClosed[target] = 1;
      return;
    }
    this.#again[(this.#againFirst + this.#againCount) % this.#again.length] = target;
    this.#againCount++;
  }

  noteReply(target: number, roundTripMs: number): void {
    const base = target * NUMBERS;
    const isFirst = this.#numberOf(target, RECEIVED) === 0;
    this.#add(target, RECEIVED);
    this.#numbers[base + SUM] = this.#numberOf(target, SUM) + roundTripMs;
    this.#numbers[base + MAX] = Math.max(this.#numberOf(target, MAX), roundTripMs);
    this.#numbers[base + MIN] = isFirst ? roundTripMs : Math.min(this.#numberOf(target, MIN), roundTripMs);
    this.noteLost(target);
  }

  /** Nothing more is expected of one request. */
  noteLost(target: number, trouble?: EchoTrouble): void {
    if (trouble !== undefined) this.#troubles.set(target, trouble);
    this.#flying[target] = (this.#flying[target] ?? 1) - 1;
    this.#closeIfDone(target);
  }

  /** The target cannot be asked: it is not asked again, either. */
  fail(target: number, trouble: EchoTrouble): void {
    this.#troubles.set(target, trouble);
    this.#isClosed[target] = 1;
    this.#held.delete(target);
    this.#closeIfDone(target);
  }

  /** The target is to be tried again later; gives whether it did not wait before. */
  hold(target: number, now: number): boolean {
    const since = this.#held.get(target);
    this.#held.delete(target);
    this.#held.set(target, since ?? now);
    return since === undefined;
  }

  /** The target that waits for room since `since`, first of all that were tried least lately. */
  takeHeld(): { target: number; since: number } | undefined {
    for (const [target, since] of this.#held) return { target, since };
    return undefined;
  }

  noteHeldSent(target: number): void {
    this.#held.delete(target);
  }

  result(): CallResult {
    return { numbers: this.#numbers, troubles: [...this.#troubles] };
  }

  #readAddress(target: number, text: string): void {
    const address = parseAddress(text);
    if (address === undefined) {
      this.fail(target, { kind: "invalid_address", message: "no IP address" });
      return;
    }
    this.#families[target] = address.kind() === "ipv4" ? 4 : 6;
    this.#octets.set(address.toByteArray(), target * ADDRESS_BYTES);
  }

  #closeIfDone(target: number): void {
    if (this.#isClosed[target] === 1 && this.#flying[target] === 0) this.#open--;
  }

  #numberOf(target: number, which: number): number {
    return this.#numbers[target * NUMBERS + which] ?? 0;
  }

  #add(target: number, which: number): void {
    this.#numbers[target * NUMBERS + which] = this.#numberOf(target, which) + 1;
  }
}
