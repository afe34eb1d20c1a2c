import { canonicalMacAddress } from "#platform/mac-address";
import type { Db } from "#platform/database";
import { canonicalAddress } from "#platform/ip";
import { oneLine } from "#platform/one-line";
import type { Sighting } from "./sighting";
import { type Admit, type Written, writeSightings } from "./write-sightings";

/** Who saw it: a table of a switch or router, a scan, an imported list of leases. */
export type ObservationSource = "arp" | "snmp" | "scan" | "lease_import";

/** Somebody was seen to hold an address. What is not known is left out. */
export type Observation = {
  address: string;
  /** In any usual form. */
  macAddress?: string | null | undefined;
  clientId?: string | null | undefined;
  /** Name of the machine. */
  host?: string | null | undefined;
  /** Where it hangs: the switch's name and its port's. */
  switchPort?: { switchName: string; port: string } | null | undefined;
  source: ObservationSource;
  /** Whose table it was, such as the switch's name, where the source has several. */
  reporter?: string | undefined;
  moment: Date;
  /** For how long it is taken to be true without another observation; absent: what the source has by default. */
  holdsSeconds?: number | undefined;
};

/** An entry of an ARP or forwarding table is some minutes old; scans and imports come once a day or so. */
const HOLDS_SECONDS: Record<ObservationSource, number> = {
  arp: 3_600,
  snmp: 3_600,
  scan: 86_400,
  lease_import: 86_400,
};

/**
 * Keeps who was seen to hold addresses. The same observation again changes nothing; one of the same holder makes the
 * binding longer. Those whose address is none are passed over. In a transaction the writers of other processes wait for
 * its end: call it outside of one.
 */
export function observe(
  { db, admit }: { db: Db; admit?: Admit },
  observations: readonly Observation[],
): Promise<Written> {
  return writeSightings(db, observations.flatMap(toSighting), admit);
}

function toSighting(observation: Observation): Sighting[] {
  const { source, reporter = "", moment, holdsSeconds = HOLDS_SECONDS[observation.source] } = observation;
  const address = canonicalAddress(observation.address);
  if (address === undefined) return [];
  const at = moment.getTime();
  const holder = {
    macAddress: canonicalMacAddress(observation.macAddress ?? "") ?? null,
    clientId: shown(observation.clientId),
    host: shown(observation.host),
    switchName: shown(observation.switchPort?.switchName),
    switchPort: shown(observation.switchPort?.port),
  };
  const endsAt = at + holdsSeconds * 1000;
  const key = { address, source, reporter: shown(reporter) ?? "" };
  return [{ ...key, holder, isHeld: true, firstAt: at, lastAt: at, endsAt }];
}

/** What machines say of themselves may hold anything; the database keeps no NUL, and no half of a surrogate pair. */
function shown(text: string | null | undefined): string | null {
  return oneLine((text ?? "").toWellFormed()) || null;
}
