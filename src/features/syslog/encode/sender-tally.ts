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

/** Counts the lines of a chunk by sender and vendor. */
export class TallyCount implements Tallies {
  readonly senders = new Map<string, SenderTally>();
  readonly vendors = new Map<string, VendorTally>();
  /** Lines of one sender, and of one vendor, mostly come together. */
  #lastSender = "";
  #lastSenderTally: SenderTally | undefined;
  #lastVendor = "";
  #lastVendorTally: VendorTally | undefined;

  add(arrival: Arrival, { fields }: ParsedLine): void {
    const { receivedAtMicros } = arrival;
    const isUnparsed = fields.facility === null;
    const sender = this.#senderTally(arrival.sender, receivedAtMicros);
    sender.rows += 1;
    sender.lastReceivedAtMicros = receivedAtMicros;
    if (isUnparsed) sender.unparsed += 1;
    else if (fields.parser === "generic") sender.generic += 1;
    if (arrival.malformed) sender.malformed += 1;
    if (arrival.truncated) sender.truncated += 1;
    if (fields.vendor !== null) sender.vendor = fields.vendor;
    if (fields.eventTimeMicros !== null && !fields.clockUnset)
      sender.clockSkewMicros = fields.eventTimeMicros - receivedAtMicros;
    const vendor = this.#vendorTally(fields.vendor ?? NO_VENDOR);
    vendor.rows += 1;
    vendor.lastReceivedAtMicros = receivedAtMicros;
    if (isUnparsed) vendor.unparsed += 1;
  }

  #senderTally(name: string, firstReceivedAtMicros: number): SenderTally {
    if (this.#lastSenderTally !== undefined && name === this.#lastSender) return this.#lastSenderTally;
    const key = this.senders.has(name) || this.senders.size < MAX_SENDERS ? name : OTHER;
    let tally = this.senders.get(key);
    if (tally === undefined) {
      tally = {
        rows: 0,
        unparsed: 0,
        generic: 0,
        malformed: 0,
        truncated: 0,
        firstReceivedAtMicros,
        lastReceivedAtMicros: 0,
        clockSkewMicros: null,
        vendor: null,
      };
      this.senders.set(key, tally);
    }
    this.#lastSender = name;
    this.#lastSenderTally = tally;
    return tally;
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
