/** What one switch says of a MAC address. Moments are milliseconds since 1970. */
export type Candidate = {
  switchId: number;
  portIndex: number;
  /** MAC addresses behind the port. */
  macs: number;
  /** Switches behind the port, of those whose tables are read. */
  leadsTo: ReadonlySet<number>;
  /** When it came to this port. */
  since: number;
  lastSeen: number;
  /** It was in the last table that was read of the switch. */
  isPresent: boolean;
};

/**
 * Why it hangs there. `only`: no other switch knows it. `edge`: the others have it behind ports that lead here.
 * `moved`: it came here after the others had seen it last. `fewest`: several may be it, and behind this port are the
 * fewest MAC addresses. `between`: whoever knows it has it behind a port that leads to another switch, so it hangs on
 * something between those.
 */
export const PLACE_REASONS = ["only", "edge", "moved", "fewest", "between"] as const;
export type PlaceReason = (typeof PLACE_REASONS)[number];

export type Place = {
  switchId: number;
  portIndex: number;
  reason: PlaceReason;
  /** Switches that know the MAC address now. */
  knownBy: number;
};

/** Of a machine that nobody has now, what was seen so long before the last sign of it is older. */
const SAME_TIME_MS = 3_600_000;

/**
 * On which port of which switch a MAC address hangs; undefined: nobody knows it. In a network without loops exactly one
 * switch has it on a port behind which no other switch is, if all are asked at the same time. They are not, and some
 * are not asked at all.
 */
export function choosePlace(candidates: readonly Candidate[]): Place | undefined {
  const current = currentOf(candidates);
  const standing = current.filter((one) => !current.some((other) => isNearer(other, one)));
  const possible = standing.length > 0 ? standing : current;
  const atEdge = possible.filter(({ leadsTo }) => leadsTo.size === 0);
  const finalists = atEdge.length > 0 ? atEdge : possible;
  const [first, ...others] = finalists.toSorted(byLikelihood);
  if (first === undefined) return undefined;
  const newcomer = newcomerOf(finalists);
  const { switchId, portIndex } = newcomer ?? first;
  const knownBy = new Set(current.map((one) => one.switchId)).size;
  const reason = reasonOf({
    hasMoved: newcomer !== undefined,
    atEdge: atEdge.length,
    others: others.length,
    knownBy,
  });
  return { switchId, portIndex, knownBy, reason };
}

type Judged = { hasMoved: boolean; atEdge: number; others: number; knownBy: number };

function reasonOf({ hasMoved, atEdge, others, knownBy }: Judged): PlaceReason {
  if (hasMoved) return "moved";
  if (atEdge === 0) return "between";
  if (others > 0) return "fewest";
  return knownBy === 1 ? "only" : "edge";
}

/** Those that have it now, however long ago they were asked; else those that had it last. */
function currentOf(candidates: readonly Candidate[]): readonly Candidate[] {
  const present = candidates.filter(({ isPresent }) => isPresent);
  if (present.length > 0) return present;
  const last = Math.max(...candidates.map(({ lastSeen }) => lastSeen));
  return candidates.filter(({ lastSeen }) => lastSeen >= last - SAME_TIME_MS);
}

/** The other's switch is behind this port, and this one's is not behind the other's. */
function isNearer(other: Candidate, one: Candidate): boolean {
  return one.leadsTo.has(other.switchId) && !other.leadsTo.has(one.switchId);
}

/** The one that has seen it first after all others had seen it last. */
function newcomerOf(finalists: readonly Candidate[]): Candidate | undefined {
  const [latest, ...others] = finalists.toSorted((one, other) => other.since - one.since);
  if (latest === undefined || others.length === 0) return undefined;
  return others.every(({ lastSeen }) => lastSeen < latest.since) ? latest : undefined;
}

function byLikelihood(one: Candidate, other: Candidate): number {
  return (
    one.macs - other.macs ||
    other.since - one.since ||
    other.lastSeen - one.lastSeen ||
    one.switchId - other.switchId ||
    one.portIndex - other.portIndex
  );
}
