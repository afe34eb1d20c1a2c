import { NO_VENDOR, OTHER, type SenderTally, type Tallies, type VendorTally } from "../encode/sender-tally";
import type { SenderLosses } from "../receive/sender-losses";

/** What is known of one sender since start. Received and not waiting = stored + dropped. */
export type SenderRecord = {
  sender: string;
  /** Stored lines, those of an earlier run's journal too. */
  stored: number;
  unparsed: number;
  /** A header was recognised, and no format behind it. */
  generic: number;
  malformed: number;
  truncated: number;
  denied: number;
  dropped: number;
  lastSeenMicros: number;
  /** Time that its newest stamped line named minus the arrival; null where none named one. */
  clockSkewMicros: number | null;
  vendor: string | null;
};

export type VendorRecord = VendorTally & { vendor: string | null };

const MAX_SENDERS = 4096;

/** Counts by sender and by vendor. Beyond 4,096 senders the one not seen for longest is added to `other`. */
export class SourceStatistics {
  /** The one seen last stands last. */
  readonly #senders = new Map<string, SenderRecord>();
  readonly #other = createRecord(OTHER);
  #hasOthers = false;
  readonly #vendors = new Map<string, VendorTally>();

  /** What was stored. */
  addStored({ senders, vendors }: Tallies): void {
    for (const [name, tally] of senders) addTally(this.#touch(name), tally);
    for (const [name, tally] of vendors) {
      const known = this.#vendors.get(name);
      this.#vendors.set(name, {
        rows: tally.rows + (known?.rows ?? 0),
        unparsed: tally.unparsed + (known?.unparsed ?? 0),
        lastReceivedAtMicros: Math.max(tally.lastReceivedAtMicros, known?.lastReceivedAtMicros ?? 0),
      });
    }
  }

  /** What was denied or dropped. */
  addLosses(losses: SenderLosses): void {
    for (const [name, loss] of losses) {
      const record = this.#touch(name);
      record.denied += loss.denied;
      record.dropped += loss.dropped;
      record.lastSeenMicros = Math.max(record.lastSeenMicros, loss.lastSeenMicros);
    }
  }

  /** Senders that are known by name now. */
  get senderCount(): number {
    return this.#senders.size;
  }

  /** The `limit` senders with the most lines, the busiest first; the sum of all the rest as `other` at the end. */
  busiestSenders(limit: number): SenderRecord[] {
    const sorted = [...this.#senders.values()].sort((left, right) => linesOf(right) - linesOf(left));
    const rest = sorted.slice(limit);
    if (rest.length === 0 && !this.#hasOthers) return sorted;
    const other = { ...this.#other };
    for (const record of rest) addRecord(other, record);
    return [...sorted.slice(0, limit), other];
  }

  /** Every vendor, the busiest first; null: lines of which no vendor's format was recognised. */
  vendors(): VendorRecord[] {
    return [...this.#vendors]
      .map(([name, tally]) => ({ vendor: name === NO_VENDOR ? null : name, ...tally }))
      .sort((left, right) => right.rows - left.rows);
  }

  #touch(name: string): SenderRecord {
    if (name === OTHER) {
      this.#hasOthers = true;
      return this.#other;
    }
    const record = this.#senders.get(name) ?? createRecord(name);
    this.#senders.delete(name);
    this.#senders.set(name, record);
    if (this.#senders.size > MAX_SENDERS) this.#forgetOldest();
    return record;
  }

  #forgetOldest(): void {
    const [oldest] = this.#senders.values();
    if (oldest === undefined) return;
    this.#senders.delete(oldest.sender);
    this.#hasOthers = true;
    addRecord(this.#other, oldest);
  }
}

function createRecord(sender: string): SenderRecord {
  return {
    sender,
    stored: 0,
    unparsed: 0,
    generic: 0,
    malformed: 0,
    truncated: 0,
    denied: 0,
    dropped: 0,
    lastSeenMicros: 0,
    clockSkewMicros: null,
    vendor: null,
  };
}

function addTally(record: SenderRecord, tally: SenderTally): void {
  record.stored += tally.rows;
  record.unparsed += tally.unparsed;
  record.generic += tally.generic;
  record.malformed += tally.malformed;
  record.truncated += tally.truncated;
  record.lastSeenMicros = Math.max(record.lastSeenMicros, tally.lastReceivedAtMicros);
  record.clockSkewMicros = tally.clockSkewMicros ?? record.clockSkewMicros;
  record.vendor = tally.vendor ?? record.vendor;
}

/** For a sum over several senders, which have no vendor and no clock in common. */
function addRecord(sum: SenderRecord, record: SenderRecord): void {
  sum.stored += record.stored;
  sum.unparsed += record.unparsed;
  sum.generic += record.generic;
  sum.malformed += record.malformed;
  sum.truncated += record.truncated;
  sum.denied += record.denied;
  sum.dropped += record.dropped;
  sum.lastSeenMicros = Math.max(sum.lastSeenMicros, record.lastSeenMicros);
}

function linesOf(record: SenderRecord): number {
  return record.stored + record.dropped + record.denied;
}
