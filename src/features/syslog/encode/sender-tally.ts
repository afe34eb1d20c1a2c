import type { ParsedLine } from "../parse/parsed-line";

/** What the lines of one sender were, in one chunk. */
export type SenderTally = {
  rows: number;
  /** Nothing, not even a header, was recognised. */
  unparsed: number;
  /** A header was recognised, and no format behind it. */
  generic: number;
  malformed: number;
  truncated: number;
  firstReceivedAtMicros: number;
  lastReceivedAtMicros: number;
  /** Time that the newest stamped line named minus its arrival; null where none named one, or its clock was not set. */
  clockSkewMicros: number | null;
  /** Of the newest line that a vendor's format recognised. */
  vendor: string | null;
};

/** What the lines of one vendor were, in one chunk. */
export type VendorTally = { rows: number; unparsed: number; lastReceivedAtMicros: number };

/** A chunk's lines by sender and by vendor; `OTHER` and `NO_VENDOR` stand for what has no name of its own. */
export type Tallies = { senders: Map<string, SenderTally>; vendors: Map<string, VendorTally> };

/** Senders that found no room. */
export const OTHER = "other";
/** Lines of which no vendor's format was recognised. */
export const NO_VENDOR = "none";

/** A chunk of a megabyte has some five thousand lines; forged senders must not make it heavier than they are. */
const MAX_SENDERS = 1024;

type Arrival = { receivedAtMicros: number; sender: string; malformed: boolean; truncated: boolean };

/** A sender's tally, and the newest of its rows that tell its clock and its vendor; -1: none did. */
type Counted = { tally: SenderTally; stampedRow: number; recognisedRow: number };

/** Counts the lines of a chunk by sender and vendor. */
export class TallyCount implements Tallies {
  readonly senders = new Map<string, SenderTally>();
  readonly #counted = new Map<string, Counted>();
  readonly vendors = new Map<string, VendorTally>();
  /** Lines of one sender, and of one vendor, mostly come together. */
  #lastSender = "";
  #lastCounted: Counted | undefined;
  #lastVendor = "";
  #lastVendorTally: VendorTally | undefined;

  /**
   * Gives a sender a tally of its own while there is room. Where lines do not come in their order their senders come
   * first, so that no kind of line is always the one whose senders find no room.
   */
  admit(sender: string): void {
    this.#countedOf(sender);
  }

  /** Counts a line; those of a chunk come in any order, and their rows tell which is newer. */
  add(arrival: Arrival, { fields }: ParsedLine, row: number): void {
    const { receivedAtMicros } = arrival;
    const isUnparsed = fields.facility === null;
    const counted = this.#countedOf(arrival.sender);
    const sender = counted.tally;
    sender.rows += 1;
    if (receivedAtMicros < sender.firstReceivedAtMicros) sender.firstReceivedAtMicros = receivedAtMicros;
    if (receivedAtMicros > sender.lastReceivedAtMicros) sender.lastReceivedAtMicros = receivedAtMicros;
    if (isUnparsed) sender.unparsed += 1;
    else if (fields.parser === "generic") sender.generic += 1;
    if (arrival.malformed) sender.malformed += 1;
    if (arrival.truncated) sender.truncated += 1;
    if (fields.vendor !== null && row > counted.recognisedRow) {
      counted.recognisedRow = row;
      sender.vendor = fields.vendor;
    }
    if (fields.eventTimeMicros !== null && !fields.clockUnset && row > counted.stampedRow) {
      counted.stampedRow = row;
      sender.clockSkewMicros = fields.eventTimeMicros - receivedAtMicros;
    }
    const vendor = this.#vendorTally(fields.vendor ?? NO_VENDOR);
    vendor.rows += 1;
    if (receivedAtMicros > vendor.lastReceivedAtMicros) vendor.lastReceivedAtMicros = receivedAtMicros;
    if (isUnparsed) vendor.unparsed += 1;
  }

  #countedOf(name: string): Counted {
    if (this.#lastCounted !== undefined && name === this.#lastSender) return this.#lastCounted;
    const key = this.#counted.has(name) || this.#counted.size < MAX_SENDERS ? name : OTHER;
    let counted = this.#counted.get(key);
    if (counted === undefined) {
      const tally: SenderTally = {
        rows: 0,
        unparsed: 0,
        generic: 0,
        malformed: 0,
        truncated: 0,
        firstReceivedAtMicros: Infinity,
        lastReceivedAtMicros: 0,
        clockSkewMicros: null,
        vendor: null,
      };
      counted = { tally, stampedRow: -1, recognisedRow: -1 };
      this.#counted.set(key, counted);
      this.senders.set(key, tally);
    }
    this.#lastSender = name;
    this.#lastCounted = counted;
    return counted;
  }

  #vendorTally(name: string): VendorTally {
    if (this.#lastVendorTally !== undefined && name === this.#lastVendor) return this.#lastVendorTally;
    let tally = this.vendors.get(name);
    if (tally === undefined) {
      tally = { rows: 0, unparsed: 0, lastReceivedAtMicros: 0 };
      this.vendors.set(name, tally);
    }
    this.#lastVendor = name;
    this.#lastVendorTally = tally;
    return tally;
  }
}
