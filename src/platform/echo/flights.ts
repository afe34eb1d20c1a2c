import type { EchoCall } from "./call";

/** As many as the header of an echo request can number. */
const SIZE = 65_536;
const NONE = -1;
/** Random words that are fetched at a time. */
const RANDOM_WORDS = 4096;

/** Of one number: never used, waiting for its reply, or what became of the last request that had it. */
const NEVER = 0;
const WAITING = 1;
const ANSWERED = 2;
const GIVEN_UP = 3;

export type Flight = { call: EchoCall; target: number; sentAt: number };

/** The requests of a call that are under way, in the order of their sending. */
export type FlightList = { first: number; last: number };

export function createFlightList(): FlightList {
  return { first: NONE, last: NONE };
}

/**
 * Every request that is under way, by its sequence number. Numbers are used in turn, so that a late reply finds its own
 * for as long as can be.
 */
export class Flights {
  readonly #states = new Uint8Array(SIZE);
  readonly #calls: (EchoCall | undefined)[] = Array.from({ length: SIZE }, () => undefined);
  readonly #targets = new Int32Array(SIZE);
  readonly #sentAt = new Float64Array(SIZE);
  readonly #cookies = new Uint32Array(2 * SIZE);
  readonly #next = new Int32Array(SIZE);
  readonly #previous = new Int32Array(SIZE);
  readonly #random = new Uint32Array(RANDOM_WORDS);
  #randomAt = RANDOM_WORDS;
  #cursor = 0;
  #count = 0;

  get isFull(): boolean {
    return this.#count === SIZE;
  }

  /** Takes a free number, with a new cookie. */
  take({ call, target }: Omit<Flight, "sentAt">): number {
    if (this.isFull) throw new Error("our bug: more requests under way than there are numbers");
    while (this.#states[this.#cursor] === WAITING) this.#cursor = (this.#cursor + 1) % SIZE;
    const sequence = this.#cursor;
    this.#cursor = (sequence + 1) % SIZE;
    this.#count++;
    this.#states[sequence] = WAITING;
    this.#calls[sequence] = call;
    this.#targets[sequence] = target;
    this.#cookies[2 * sequence] = this.#randomWord();
    this.#cookies[2 * sequence + 1] = this.#randomWord();
    this.#append(call.flights, sequence);
    return sequence;
  }

  noteSent(sequence: number, sentAt: number): void {
    this.#sentAt[sequence] = sentAt;
  }

  cookieOf(sequence: number): [number, number] {
    return [this.#cookies[2 * sequence] ?? 0, this.#cookies[2 * sequence + 1] ?? 0];
  }

  /** Whether the last request that had the number had this cookie. */
  isCookieOf(sequence: number, [high, low]: readonly [number, number]): boolean {
    const [ownHigh, ownLow] = this.cookieOf(sequence);
    return this.#states[sequence] !== NEVER && high === ownHigh && low === ownLow;
  }

  /** The request that waits under this number. */
  find(sequence: number): Flight | undefined {
    const call = this.#calls[sequence];
    if (call === undefined) return undefined;
    return { call, target: this.#targets[sequence] ?? 0, sentAt: this.#sentAt[sequence] ?? 0 };
  }

  wasAnswered(sequence: number): boolean {
    return this.#states[sequence] === ANSWERED;
  }

  /** Frees the number. */
  end(sequence: number, { isAnswered }: { isAnswered: boolean }): void {
    const call = this.#calls[sequence];
    if (call === undefined) return;
    this.#remove(call.flights, sequence);
    this.#calls[sequence] = undefined;
    this.#states[sequence] = isAnswered ? ANSWERED : GIVEN_UP;
    this.#count--;
  }

  /** The number of the call's request that was sent first, of those under way. */
  oldestOf({ first }: FlightList): number | undefined {
    return first === NONE ? undefined : first;
  }

  #append(list: FlightList, sequence: number): void {
    this.#previous[sequence] = list.last;
    this.#next[sequence] = NONE;
    if (list.last === NONE) list.first = sequence;
    else this.#next[list.last] = sequence;
    list.last = sequence;
  }

  #remove(list: FlightList, sequence: number): void {
    const [previous = NONE, next = NONE] = [this.#previous[sequence], this.#next[sequence]];
    if (previous === NONE) list.first = next;
    else this.#next[previous] = next;
    if (next === NONE) list.last = previous;
    else this.#previous[next] = previous;
  }

  #randomWord(): number {
    if (this.#randomAt === RANDOM_WORDS) {
      crypto.getRandomValues(this.#random);
      this.#randomAt = 0;
    }
    return this.#random[this.#randomAt++] ?? 0;
  }
}
