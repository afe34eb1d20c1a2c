import { OutOfTimeError, ProbeTrouble } from "../probe/trouble";
import { isWithin, readBridgeTable, readPortIndexes, walkBeside } from "./bridge-table";
import { numberIn } from "./cells";
import type { SnmpSession } from "./session";
import type { Columns } from "./table";
import type { Walk, WalkOptions } from "./walk";

/** CISCO-VTP-MIB, vtpVlanState: 1 operational. Index: domain, VLAN. */
const VLAN_STATES: Columns<"state"> = [["state", "1.3.6.1.4.1.9.9.46.1.3.1.1.2"]];
const OPERATIONAL = 1;
/** Those from here to 1005 are for FDDI and Token Ring. */
const FIRST_RESERVED = 1002;
const LAST_RESERVED = 1005;
const MAX_VLAN = 4094;
/** A question or two each, where nothing is in them. */
const MAX_VLANS = 256;

export type VlanTables = {
  learned: { macAddress: string; vlan: number; portIndex: number }[];
  own: string[];
  brokenOff: Walk["brokenOff"];
};

/**
 * What a switch has learned that has a table for each VLAN, which is asked by its own context: `community@10`, or by
 * version 3 `vlan-10`. Nothing where it does not name its VLANs, or does not answer for the first of them. @throws the
 * signal's reason.
 */
export async function readVlanContexts(session: SnmpSession, options: WalkOptions): Promise<VlanTables> {
  const found: VlanTables = { learned: [], own: [], brokenOff: null };
  const states = await walkBeside(session, VLAN_STATES, options);
  const vlans = states.rows.flatMap((row) => {
    const [, vlan, ...more] = row.index;
    const isReserved = vlan !== undefined && vlan >= FIRST_RESERVED && vlan <= LAST_RESERVED;
    const isUsed = numberIn(row, "state") === OPERATIONAL && more.length === 0 && !isReserved;
    return isUsed && isWithin(vlan, MAX_VLAN) ? vlan : [];
  });
  for (const [place, vlan] of vlans.slice(0, MAX_VLANS).entries()) {
    if (found.learned.length >= options.mostRows) return { ...found, brokenOff: "rows" };
    const brokenOff = await readVlan(session, { vlan, found }, options);
    if (brokenOff !== null && place === 0) return found;
    found.brokenOff ??= brokenOff;
  }
  if (vlans.length > MAX_VLANS) found.brokenOff ??= "rows";
  return found;
}

/** Adds to what was found. */
async function readVlan(
  session: SnmpSession,
  { vlan, found }: { vlan: number; found: VlanTables },
  options: WalkOptions,
): Promise<Walk["brokenOff"]> {
  let own: SnmpSession | undefined;
  try {
    own = await session.openVlan(vlan);
    const table = await readBridgeTable(own, "plain", options);
    found.own.push(...table.own);
    if (table.learned.length === 0) return table.brokenOff;
    const { indexOf, brokenOff } = await readPortIndexes(own, options);
    for (const { macAddress, port } of table.learned)
      found.learned.push({ macAddress, vlan, portIndex: indexOf(port) });
    return table.brokenOff ?? brokenOff;
  } catch (error) {
    if (!(error instanceof ProbeTrouble)) throw error;
    return error instanceof OutOfTimeError ? "time" : "trouble";
  } finally {
    own?.close();
  }
}
