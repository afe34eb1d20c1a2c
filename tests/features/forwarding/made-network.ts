import { findLeads, type Lead } from "../../../src/features/forwarding/leads";
import { choosePlace, type Candidate, type Place } from "../../../src/features/forwarding/place";

/** A port of a made switch: what it is wired to. */
type Wire = { to: number };

export type MadeSwitch = { id: number; wires: Map<number, Wire>; isAsked: boolean };
export type Machine = { macAddress: string; switchId: number; portIndex: number };

/** What is known of the switches beside their tables. */
export type Known = {
  /** Whose own address all others see. */
  hasOwnAddress: (switchId: number) => boolean;
  /** Whether a switch has heard the other at its end of the cable. */
  hears: (from: number, to: number) => boolean;
};

export const NOTHING_KNOWN: Known = { hasOwnAddress: () => false, hears: () => false };

/**
 * Each switch but the first hangs on an earlier one (`parents[i]` of switch i + 1), at a port of its own; its port 1
 * leads there.
 */
export function madeTree(parents: readonly number[], isAsked: (id: number) => boolean = () => true) {
  const switches: MadeSwitch[] = [0, ...parents].map((_, id) => ({
    id,
    wires: new Map(),
    isAsked: isAsked(id),
  }));
  for (const [index, parent] of parents.entries()) {
    const child = index + 1;
    switches[child]?.wires.set(1, { to: parent });
    switches[parent]?.wires.set(100 + child, { to: child });
  }
  return switches;
}

/** The port of a switch behind which another is; undefined: it is the switch itself, or is not reached. */
export function portTowards(switches: readonly MadeSwitch[], from: number, to: number): number | undefined {
  for (const [portIndex, wire] of switches[from]?.wires ?? []) {
    if (reaches(switches, { at: wire.to, to, not: from })) return portIndex;
  }
  return undefined;
}

function reaches(
  switches: readonly MadeSwitch[],
  { at, to, not }: { at: number; to: number; not: number },
): boolean {
  if (at === to) return true;
  return [...(switches[at]?.wires.values() ?? [])].some(
    (wire) => wire.to !== not && reaches(switches, { at: wire.to, to, not: at }),
  );
}

type Entry = { portIndex: number; since: number; lastSeen: number; isPresent: boolean };
export type Tables = Map<number, Map<string, Entry>>;

/** What each switch that is asked has learned: each machine behind the port that leads to it. */
export function tablesOf(
  switches: readonly MadeSwitch[],
  machines: readonly Machine[],
  isLearned: (switchId: number, macAddress: string) => boolean = () => true,
): Tables {
  const asked = switches.filter(({ isAsked }) => isAsked);
  return new Map(
    asked.map(({ id }) => {
      const entries = machines.flatMap(({ macAddress, switchId, portIndex }): [string, Entry][] => {
        const port = switchId === id ? portIndex : portTowards(switches, id, switchId);
        if (port === undefined || !isLearned(id, macAddress)) return [];
        return [[macAddress, { portIndex: port, since: 0, lastSeen: 0, isPresent: true }]];
      });
      return [id, new Map(entries)];
    }),
  );
}

/** Where everything hangs after all switches were read so often, one after the other. */
export function placesOf(
  switches: readonly MadeSwitch[],
  tables: Tables,
  known: Known = NOTHING_KNOWN,
): (macAddress: string) => Place | undefined {
  const leads = new Map<number, Lead[]>();
  for (let round = 0; round < 3; round++) {
    for (const [id, table] of tables) leads.set(id, leadsOf(id, table));
  }
  return (macAddress) => choosePlace(candidatesOf(macAddress));

  function leadsOf(id: number, table: ReadonlyMap<string, Entry>): Lead[] {
    const others = [...tables].filter(([other]) => other !== id);
    const wires = [...(switches[id]?.wires ?? [])].filter(([, { to }]) => tables.has(to));
    return findLeads({
      ports: portsOf(table, { id, others: others.map(([other]) => other) }),
      heard: wires
        .filter(([, { to }]) => known.hears(id, to))
        .map(([portIndex, { to }]) => ({ portIndex, switchId: to })),
      owners: new Map(
        others.flatMap(([other]) => (known.hasOwnAddress(other) ? [[`own ${other}`, other]] : [])),
      ),
      elsewhere: new Map(
        [...table.keys()].map((macAddress) => [
          macAddress,
          others.flatMap(([switchId, entries]) => {
            const entry = entries.get(macAddress);
            return entry === undefined ? [] : [{ switchId, portIndex: entry.portIndex }];
          }),
        ]),
      ),
      towards: new Map(
        others.flatMap(([other]): [number, Set<number>][] => {
          const own = (leads.get(other) ?? []).filter(({ switchId }) => switchId === id);
          return own.length === 0 ? [] : [[other, new Set(own.map(({ portIndex }) => portIndex))]];
        }),
      ),
    });
  }

  function portsOf(table: ReadonlyMap<string, Entry>, { id, others }: { id: number; others: number[] }) {
    const ports = new Map<number, string[]>();
    const add = (portIndex: number, macAddress: string) =>
      ports.set(portIndex, [...(ports.get(portIndex) ?? []), macAddress]);
    for (const [macAddress, { portIndex }] of table) add(portIndex, macAddress);
    for (const other of others) {
      const portIndex = known.hasOwnAddress(other) ? portTowards(switches, id, other) : undefined;
      if (portIndex !== undefined) add(portIndex, `own ${other}`);
    }
    return ports;
  }

  function candidatesOf(macAddress: string): Candidate[] {
    return [...tables].flatMap(([switchId, table]) => {
      const entry = table.get(macAddress);
      if (entry === undefined) return [];
      const { portIndex } = entry;
      const own = (leads.get(switchId) ?? []).filter((lead) => lead.portIndex === portIndex);
      const macs = [...table.values()].filter((other) => other.portIndex === portIndex).length;
      return [{ ...entry, switchId, macs, leadsTo: new Set(own.map((lead) => lead.switchId)) }];
    });
  }
}
