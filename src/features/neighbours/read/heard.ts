import type { SnmpSession } from "#platform/snmp/session";
import type { Walk, WalkOptions } from "#platform/snmp/walk";

export const PROTOCOLS = ["lldp", "cdp"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** A neighbour as a device has heard it. Texts are one line each. */
export type HeardNeighbour = {
  protocol: Protocol;
  /** LLDP's number of the port, which need not be an ifIndex; CDP's ifIndex. */
  localPortIndex: number;
  localPortId: string | null;
  localPortDescription: string | null;
  /** What people call the ports, at this end and at the other. */
  localPortName: string | null;
  remotePortName: string | null;
  remoteChassisId: string;
  remotePortId: string | null;
  remotePortDescription: string | null;
  remoteSystemName: string | null;
  remoteSystemDescription: string | null;
  /** Of the chassis, lower case with colons. */
  macAddress: string | null;
  /** Where it can be managed, IPv4 first. */
  addresses: string[];
};

/** What a protocol's tables gave. `brokenOff`: why they were not read to their end. */
export type Heard = { neighbours: HeardNeighbour[]; brokenOff: Walk["brokenOff"] };

/** One agent, and within what it is asked. */
export type Asked = { session: SnmpSession; options: WalkOptions };

export type LocalPort = { id: string | null; description: string | null; name: string | null };
export const UNKNOWN_PORT: LocalPort = { id: null, description: null, name: null };

/** IPv4 first, each once. */
export function inOrder(addresses: readonly string[]): string[] {
  const unique = [...new Set(addresses)];
  return [
    ...unique.filter((address) => !address.includes(":")),
    ...unique.filter((address) => address.includes(":")),
  ];
}
