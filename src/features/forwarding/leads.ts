/** How it is known that a switch is behind a port, the surest first. */
export const LEAD_REASONS = ["neighbour", "own_address", "opposite", "tables"] as const;
export type LeadReason = (typeof LEAD_REASONS)[number];

/** Another switch whose table is read is behind the port. */
export type Lead = { portIndex: number; switchId: number; reason: LeadReason };

type At = { switchId: number; portIndex: number };

export type Evidence = {
  /** MAC addresses that the switch has behind each of its ports. */
  ports: ReadonlyMap<number, readonly string[]>;
  /** Switches that it has heard there by LLDP or CDP. */
  heard: readonly At[];
  /** Whose own a MAC address is, of the other switches. */
  owners: ReadonlyMap<string, number>;
  /** Where the others have the MAC addresses of its ports. */
  elsewhere: ReadonlyMap<string, readonly At[]>;
  /** Ports of the others behind which this switch is. */
  towards: ReadonlyMap<number, ReadonlySet<number>>;
};

/**
 * Of the MAC addresses behind a port so many have to be at another port of the other switch than most are: one alone
 * may just have moved.
 */
const FEW = 2;
/** Unless they are a good part of all. */
const GOOD_PART = 1 / 4;

/**
 * Which switches are behind which ports of one. It has heard them there, or has an address of theirs there. Where
 * neither is known:
 *
 * - `opposite`: the other has this one behind a port, and so has all that it has at its other ports on its own side:
 * behind the port of
 *   this one that leads to it.
 * - `tables`: what is not on the other's side, the other has behind one port, the one that leads here. So a port whose
 * MAC addresses the
 *   other has at several of its own leads to it.
 */
export function findLeads(evidence: Evidence): Lead[] {
  const known = [...heardOf(evidence), ...ownersOf(evidence)];
  const opposite = oppositeOf(evidence, switchesIn(known));
  const sure = [...known, ...opposite];
  return firstOfEach([...sure, ...byTables(evidence, switchesIn(sure))]);
}

function heardOf({ heard }: Evidence): Lead[] {
  return heard.map((at) => ({ ...at, reason: "neighbour" }));
}

function ownersOf({ ports, owners }: Evidence): Lead[] {
  return [...ports].flatMap(([portIndex, macAddresses]) =>
    macAddresses.flatMap((macAddress): Lead[] => {
      const switchId = owners.get(macAddress);
      return switchId === undefined ? [] : [{ portIndex, switchId, reason: "own_address" }];
    }),
  );
}

function switchesIn(leads: readonly Lead[]): Set<number> {
  return new Set(leads.map(({ switchId }) => switchId));
}

function oppositeOf({ ports, elsewhere, towards }: Evidence, known: ReadonlySet<number>): Lead[] {
  const votes = new Votes();
  for (const [portIndex, macAddresses] of ports) {
    for (const at of macAddresses.flatMap((macAddress) => elsewhere.get(macAddress) ?? [])) {
      const { switchId } = at;
      const here = towards.get(switchId);
      if (here === undefined || here.has(at.portIndex) || known.has(switchId)) continue;
      votes.add({ switchId, portIndex }, 1);
    }
  }
  return votes.winners("opposite");
}

function byTables({ ports, elsewhere }: Evidence, known: ReadonlySet<number>): Lead[] {
  const votes = new Votes();
  for (const [portIndex, macAddresses] of ports) {
    for (const [switchId, counts] of countsElsewhere(macAddresses, elsewhere)) {
      if (known.has(switchId)) continue;
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const others = all - Math.max(...counts.values());
      if (others >= FEW || others >= all * GOOD_PART) votes.add({ switchId, portIndex }, others);
    }
  }
  return votes.winners("tables");
}

/** By switch and port of its: how many of the MAC addresses it has there. */
function countsElsewhere(
  macAddresses: readonly string[],
  elsewhere: Evidence["elsewhere"],
): Map<number, Map<number, number>> {
  const counts = new Map<number, Map<number, number>>();
  for (const { switchId, portIndex } of macAddresses.flatMap((address) => elsewhere.get(address) ?? [])) {
    const own = counts.get(switchId) ?? new Map<number, number>();
    own.set(portIndex, (own.get(portIndex) ?? 0) + 1);
    counts.set(switchId, own);
  }
  return counts;
}

/** A switch is behind one port of another: the one that most speaks for. */
class Votes {
  readonly #bySwitch = new Map<number, Map<number, number>>();

  add({ switchId, portIndex }: At, weight: number): void {
    if (weight === 0) return;
    const own = this.#bySwitch.get(switchId) ?? new Map<number, number>();
    own.set(portIndex, (own.get(portIndex) ?? 0) + weight);
    this.#bySwitch.set(switchId, own);
  }

  winners(reason: LeadReason): Lead[] {
    return [...this.#bySwitch].flatMap(([switchId, own]) => {
      const [best] = [...own].toSorted(
        ([one, oneVotes], [other, otherVotes]) => otherVotes - oneVotes || one - other,
      );
      return best === undefined ? [] : [{ switchId, portIndex: best[0], reason }];
    });
  }
}

function firstOfEach(leads: readonly Lead[]): Lead[] {
  const kept = new Map<string, Lead>();
  for (const lead of leads) {
    const key = `${lead.portIndex} ${lead.switchId}`;
    if (!kept.has(key)) kept.set(key, lead);
  }
  return [...kept.values()];
}
