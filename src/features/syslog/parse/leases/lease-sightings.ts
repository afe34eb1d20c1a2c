import type { LineFields, ParsedLine } from "../parsed-line";
import type { LeaseServer } from "./lease-line";
import { readLease } from "./read-lease";

/**
 * What a chunk's lines of one sender say of one address, as long as it is the same. Times are milliseconds since 1970.
 */
export type LeaseSighting = {
  /** The address whose lines these are. */
  sender: string;
  address: string;
  isHeld: boolean;
  macAddress: string | null;
  clientId: string | null;
  host: string | null;
  /** Of the first and the last of the lines; the same where it ends. */
  firstAt: number;
  lastAt: number;
  /** When the lease runs out unless it is renewed. */
  endsAt: number;
};

const DAY_SECONDS = 86_400;
/**
 * For servers whose lines do not say: rather too long than too short, as what follows cuts it off. Windows gives eight
 * days (its default).
 */
const ASSUMED_SECONDS: Record<LeaseServer, number> = {
  dhcpd: DAY_SECONDS,
  dnsmasq: DAY_SECONDS,
  fortinet: 7 * DAY_SECONDS,
  kea: DAY_SECONDS,
  mikrotik: DAY_SECONDS,
  windows: 8 * DAY_SECONDS,
};
/** A relay may have kept a line for so long; a time further back is one of a wrong clock or year. */
const LATEST_MICROS = 7 * DAY_SECONDS * 1e6;
/** No line comes from the future: so far clocks may be apart. */
const AHEAD_MICROS = 600 * 1e6;

/** What one line says, and its row. */
type Said = { row: number; sighting: LeaseSighting };

/** Gathers what the lines of a chunk say of leases: renewals that follow each other become one. */
export class LeaseSightings {
  readonly #said: Said[] = [];

  /** Takes a line of any kind; those of a chunk come in any order, and their rows tell which follow each other. */
  take(
    { sender, receivedAtMicros }: { sender: string; receivedAtMicros: number },
    parsed: ParsedLine,
    row: number,
  ): void {
    const line = readLease(parsed);
    if (line === null) return;
    const at = momentOf(parsed.fields, receivedAtMicros);
    const leaseMs = 1000 * (line.leaseSeconds ?? ASSUMED_SECONDS[line.server]);
    const endsAt = line.isHeld ? at + leaseMs : at;
    const { address, isHeld, macAddress, clientId, host } = line;
    const sighting = { sender, address, isHeld, macAddress, clientId, host, firstAt: at, lastAt: at, endsAt };
    this.#said.push({ row, sighting });
  }

  /** In the order of the lines. */
  list(): LeaseSighting[] {
    const sightings: LeaseSighting[] = [];
    /** The newest of each sender and address. */
    const newest = new Map<string, LeaseSighting>();
    for (const { sighting } of this.#said.toSorted((left, right) => left.row - right.row)) {
      const key = `${sighting.sender} ${sighting.address}`;
      const before = newest.get(key);
      if (before !== undefined && sighting.isHeld && continues(before, sighting)) {
        before.lastAt = sighting.lastAt;
        before.endsAt = Math.max(before.endsAt, sighting.endsAt);
        before.host = sighting.host ?? before.host;
      } else {
        const begun = { ...sighting };
        newest.set(key, begun);
        sightings.push(begun);
      }
    }
    return sightings;
  }
}

function continues(before: LeaseSighting, { macAddress, clientId, firstAt }: LeaseSighting): boolean {
  const isSame = before.macAddress === macAddress && before.clientId === clientId;
  return before.isHeld && isSame && firstAt >= before.lastAt && firstAt <= before.endsAt;
}

/** The time that the line names, where that can be; else that of its arrival. */
function momentOf({ eventTimeMicros, clockUnset }: LineFields, receivedAtMicros: number): number {
  const isUsable =
    eventTimeMicros !== null &&
    !clockUnset &&
    eventTimeMicros >= receivedAtMicros - LATEST_MICROS &&
    eventTimeMicros <= receivedAtMicros + AHEAD_MICROS;
  return Math.floor((isUsable ? eventTimeMicros : receivedAtMicros) / 1000);
}
