import type { SnmpSession } from "./session";
import { addressOf, isInterfaceAddress, macAddressOf } from "./octets";
import { valueOf } from "./read";
import { walkTable, type Columns, type Table, type TableRow } from "./table";
import type { Walk, WalkOptions } from "./walk";

type Name = "macAddress" | "type";
type BrokenOff = Walk["brokenOff"];

/** RFC 4293: the old table, of IPv4 alone, and the one of both families. */
const IP_NET_TO_MEDIA: Columns<Name> = [
  ["macAddress", "1.3.6.1.2.1.4.22.1.2"],
  ["type", "1.3.6.1.2.1.4.22.1.4"],
];
const IP_NET_TO_PHYSICAL: Columns<Name> = [
  ["macAddress", "1.3.6.1.2.1.4.35.1.4"],
  ["type", "1.3.6.1.2.1.4.35.1.6"],
];
/** In both: the row is not in use. */
const INVALID = "2";
/** InetAddressType; 3 and 4 have a zone behind the address, which names interfaces of the agent alone. */
const OCTETS_OF_TYPE: Readonly<Record<number, number>> = { 1: 4, 2: 16, 3: 4, 4: 16 };

/** Canonical text of the address, and the MAC address in lower case with colons. */
export type ArpEntry = { address: string; macAddress: string };

/**
 * What an agent knows of its neighbours by ARP and by IPv6's neighbour discovery, out of both tables, each pair once.
 * Rows that are not in use, and MAC addresses that no interface can have, are left out. `brokenOff` says why a table
 * ended early.
 * @throws ProbeTrouble where the agent does not answer, the signal's reason.
 */
export async function readArpTable(
  session: SnmpSession,
  options: WalkOptions,
): Promise<{ entries: ArpEntry[]; brokenOff: BrokenOff }> {
  const [media, physical] = await Promise.all([
    walkTable(session, IP_NET_TO_MEDIA, options),
    walkTable(session, IP_NET_TO_PHYSICAL, options),
  ]);
  const found = [...entriesOf(media, mediaAddress), ...entriesOf(physical, physicalAddress)];
  const entries = new Map(found.map((entry) => [`${entry.address} ${entry.macAddress}`, entry]));
  return { entries: [...entries.values()], brokenOff: media.brokenOff ?? physical.brokenOff };
}

function entriesOf(
  { rows }: Table<Name>,
  addressAt: (index: readonly number[]) => string | undefined,
): ArpEntry[] {
  return rows.flatMap((row) => {
    const [address, macAddress] = [addressAt(row.index), macAddressIn(row)];
    return address === undefined || macAddress === undefined ? [] : [{ address, macAddress }];
  });
}

function macAddressIn({ cells }: TableRow<Name>): string | undefined {
  const type = cells.get("type");
  if (type !== undefined && valueOf(type)?.text === INVALID) return undefined;
  const octets = cells.get("macAddress")?.value;
  const macAddress = Buffer.isBuffer(octets) ? macAddressOf(octets) : undefined;
  return macAddress !== undefined && isInterfaceAddress(macAddress) ? macAddress : undefined;
}

/** Index: interface, and the four numbers of the address. */
function mediaAddress([, ...octets]: readonly number[]): string | undefined {
  return octets.length === 4 ? addressOf(octets) : undefined;
}

/** Index: interface, kind of address, number of octets, octets. */
function physicalAddress([, type = 0, length, ...octets]: readonly number[]): string | undefined {
  const own = OCTETS_OF_TYPE[type];
  if (own === undefined || length !== octets.length || octets.length < own) return undefined;
  return addressOf(octets.slice(0, own));
}
