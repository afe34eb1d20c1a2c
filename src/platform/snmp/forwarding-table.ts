import { ProbeTrouble } from "../probe/trouble";
import {
  BRIDGE,
  isWithin,
  readBridgeTable,
  readPortIndexes,
  walkBeside,
  type BridgeTable,
} from "./bridge-table";
import { numberIn } from "./cells";
import { isInterfaceAddress, macAddressOf } from "./octets";
import { readPortNames, type PortName } from "./port-names";
import { readOctets } from "./read";
import type { SnmpSession } from "./session";
import type { Columns, Table } from "./table";
import { readVlanContexts } from "./vlan-contexts";
import type { Walk, WalkOptions } from "./walk";

const BRIDGE_ADDRESS = `${BRIDGE}.1.1.0`;
/** Q-BRIDGE-MIB (RFC 4363), dot1qVlanCurrentTable: whose VLAN's a table is. */
const VLANS: Columns<"filteringId"> = [["filteringId", `${BRIDGE}.7.1.4.2.1.3`]];
/** IEEE8023-LAG-MIB, dot3adAggPortAttachedAggID: the interface that a port is part of; itself, or 0, where of none. */
const AGGREGATES: Columns<"aggregate"> = [["aggregate", "1.2.840.10006.300.43.1.2.1.1.13"]];
const MAX_VLAN = 4094;
/** Addresses that a switch calls its own: one for each port of a large one. */
const MAX_OWN = 1024;

/** A MAC address that a switch has learned: behind which port of its, and in which VLAN. */
export type ForwardingEntry = {
  /** Lower case with colons. */
  macAddress: string;
  /** Null: the switch has one table for several VLANs, or does not say. */
  vlan: number | null;
  /**
   * Of the switch's table, in which a MAC address stands once (dot1qFdbId, or the VLAN whose it is); 0: it has one
   * table.
   */
  filteringId: number;
  /** ifIndex; negative: the number of a port of the bridge for which the switch gives none. */
  portIndex: number;
};

export type ForwardingTable = {
  entries: ForwardingEntry[];
  /** Of the ports in it, and of those that are parts of one. */
  names: Map<number, PortName>;
  /** The ports in it that have parts (link aggregation), and which. */
  parts: Map<number, number[]>;
  /** MAC addresses that the switch itself has. */
  ownAddresses: string[];
  brokenOff: Walk["brokenOff"];
};

/**
 * Which MAC addresses a switch has learned behind which of its ports: out of the table with VLANs; where that is empty,
 * out of one table for each VLAN, as Cisco's switches have them; else out of the one without VLANs. `brokenOff` says
 * why a table ended early.
 * @throws ProbeTrouble where the agent does not answer, the signal's reason.
 */
export async function readForwardingTable(
  session: SnmpSession,
  options: WalkOptions,
): Promise<ForwardingTable> {
  const { entries, own, brokenOff } = await readEntries(session, options);
  if (entries.length === 0)
    return { entries, names: new Map(), parts: new Map(), ownAddresses: own, brokenOff };
  const indexes = new Set(entries.flatMap(({ portIndex }) => (portIndex > 0 ? portIndex : [])));
  const aggregates = await walkBeside(session, AGGREGATES, options);
  const parts = partsOf(aggregates, indexes);
  const names = await readPortNames({ session, options }, [...indexes, ...[...parts.values()].flat()]);
  const bridgeAddress = await readBridgeAddress(session, options);
  return {
    entries,
    names: names.ports,
    parts,
    ownAddresses: [...new Set([...bridgeAddress, ...own])].slice(0, MAX_OWN),
    brokenOff: brokenOff ?? names.brokenOff,
  };
}

type Entries = { entries: ForwardingEntry[]; own: string[]; brokenOff: Walk["brokenOff"] };

async function readEntries(session: SnmpSession, options: WalkOptions): Promise<Entries> {
  const byVlan = await readBridgeTable(session, "byVlan", options);
  if (byVlan.learned.length > 0) return withVlans(session, byVlan, options);
  const contexts = await readVlanContexts(session, options);
  if (contexts.learned.length > 0) {
    const entries = contexts.learned.map(({ vlan, ...entry }) => ({ ...entry, vlan, filteringId: vlan }));
    return { ...contexts, entries };
  }
  const plain = await readBridgeTable(session, "plain", options);
  if (plain.learned.length === 0) return { entries: [], own: plain.own, brokenOff: plain.brokenOff };
  const { indexOf, brokenOff } = await readPortIndexes(session, options);
  const entries = plain.learned.map(({ macAddress, filteringId, port }) => {
    return { macAddress, filteringId, vlan: null, portIndex: indexOf(port) };
  });
  return { entries, own: plain.own, brokenOff: plain.brokenOff ?? brokenOff };
}

async function withVlans(session: SnmpSession, table: BridgeTable, options: WalkOptions): Promise<Entries> {
  const ports = await readPortIndexes(session, options);
  const vlans = await walkBeside(session, VLANS, options);
  const vlanOf = vlansByTable(vlans);
  const entries = table.learned.map(({ macAddress, filteringId, port }) => {
    return { macAddress, filteringId, vlan: vlanOf.get(filteringId) ?? null, portIndex: ports.indexOf(port) };
  });
  return { entries, own: table.own, brokenOff: table.brokenOff ?? ports.brokenOff ?? vlans.brokenOff };
}

/** Index: time mark, VLAN. A table that several VLANs share says of no address in which it is. */
function vlansByTable({ rows }: Table<"filteringId">): Map<number, number> {
  const vlans = new Map<number, Set<number>>();
  for (const row of rows) {
    const [, vlan] = row.index;
    const filteringId = numberIn(row, "filteringId");
    if (row.index.length !== 2 || filteringId === null || !isWithin(vlan, MAX_VLAN)) continue;
    vlans.set(filteringId, (vlans.get(filteringId) ?? new Set()).add(vlan));
  }
  return new Map(
    [...vlans].flatMap(([filteringId, [vlan, ...others]]): [number, number][] =>
      vlan === undefined || others.length > 0 ? [] : [[filteringId, vlan]],
    ),
  );
}

function partsOf({ rows }: Table<"aggregate">, indexes: ReadonlySet<number>): Map<number, number[]> {
  const parts = new Map<number, number[]>();
  for (const row of rows) {
    const [part, ...more] = row.index;
    const whole = numberIn(row, "aggregate");
    if (!isWithin(part) || more.length > 0) continue;
    if (whole === null || whole === part || !indexes.has(whole)) continue;
    parts.set(whole, [...(parts.get(whole) ?? []), part]);
  }
  return parts;
}

async function readBridgeAddress(session: SnmpSession, options: WalkOptions): Promise<string[]> {
  try {
    const macAddress = macAddressOf(await readOctets(session, BRIDGE_ADDRESS, options));
    return macAddress !== undefined && isInterfaceAddress(macAddress) ? [macAddress] : [];
  } catch (error) {
    if (!(error instanceof ProbeTrouble)) throw error;
    return [];
  }
}
