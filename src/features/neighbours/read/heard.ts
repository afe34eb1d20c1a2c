import type { Varbind } from "net-snmp";
import type { SnmpSession } from "#platform/snmp/session";
import { textOf } from "#platform/snmp/octets";
import { valueOf } from "#platform/snmp/read";
import type { TableRow } from "#platform/snmp/table";
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

/** The octets of a cell; empty: it is not there, or is no string. */
export function octetsIn<Name extends string>({ cells }: TableRow<Name>, name: Name): Buffer {
  return octetsOf(cells.get(name));
}

/** Null: it is not there, is no string, or is blank. */
export function textIn<Name extends string>(row: TableRow<Name>, name: Name): string | null {
  return textOf(octetsIn(row, name));
}

/** Null: it is not there, or no number. */
export function numberIn<Name extends string>({ cells }: TableRow<Name>, name: Name): number | null {
  const variable = cells.get(name);
  const number = variable === undefined ? null : (valueOf(variable)?.number ?? null);
  return number === null ? null : Number(number);
}

function octetsOf(variable: Varbind | undefined): Buffer {
  return Buffer.isBuffer(variable?.value) ? variable.value : Buffer.alloc(0);
}

/** IPv4 first, each once. */
export function inOrder(addresses: readonly string[]): string[] {
  const unique = [...new Set(addresses)];
  return [
    ...unique.filter((address) => !address.includes(":")),
    ...unique.filter((address) => address.includes(":")),
  ];
}
