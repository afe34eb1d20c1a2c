import type { RawStatus } from "../state";

/** Two devices that are linked, in either order. */
export type Link = readonly [number, number];

/** What is known of a device at the moment. One that is not watched stands in nobody's way. */
export type DeviceStatus = {
  rawStatus: RawStatus | null;
  checkedAtMs: number | null;
};

/** By device; those that nobody watches are absent. */
export type DeviceStatuses = ReadonlyMap<number, DeviceStatus>;

/**
 * Why a device does not answer. `cut off`: everything that leads to it fails, too. `down`: something that leads to it
 * has answered since it failed. Else nobody knows before those devices have been asked again.
 */
export type Cause =
  { name: "down" } | { name: "cut off" } | { name: "not known yet"; ask: readonly number[] };

/**
 * What devices depend on where people said so, instead of what the links give. It takes all parents of a device to cut
 * it off; one without parents depends on nothing.
 */
export type Choices = ReadonlyMap<number, readonly number[]>;

/**
 * What dependencies are derived from. `roots` are the devices that this service is at: those with an address of its
 * own, and its gateway.
 */
export type Network = { links: readonly Link[]; roots: readonly number[]; choices?: Choices };

const ALL_IS_WELL = () => true;
const NOBODY: readonly number[] = [];

/**
 * What depends on what. A device that nobody chose for depends on whatever lies between it and a root by the links of
 * the topology, and on nothing where they join it to none. For the others it is what people said: their links lead to
 * others, but not to them.
 *
 * Choices and links may contradict each other: a root for which something behind it was chosen. Then the choice holds,
 * and what was chosen depends on nothing. So with all well everything is reached, and whatever is cut off is so by
 * something that is down.
 */
export class Dependencies {
  readonly choices: Choices;
  /** Those of all devices here that depend on nothing. */
  readonly origins: ReadonlySet<number>;
  readonly #neighbours = new Map<number, number[]>();
  readonly #chosenFor = new Map<number, number[]>();

  constructor({ links, roots, choices = new Map() }: Network) {
    this.choices = choices;
    for (const [one, other] of links) {
      addTo(this.#neighbours, one, other);
      addTo(this.#neighbours, other, one);
    }
    for (const [device, parents] of choices)
      for (const parent of parents) addTo(this.#chosenFor, parent, device);
    this.origins = this.#findOrigins(roots);
  }

  /** What stands as `statuses` has it; linear in devices and links. */
  read(statuses: DeviceStatuses): Paths {
    const hasFailed = (device: number) => statuses.get(device)?.rawStatus === "down";
    const hasAnswered = (device: number) => statuses.get(device)?.rawStatus === "up";
    // Whoever chose a parent that answers is not cut off, whatever leads to the parent.
    const besides = [...this.choices].flatMap(([device, parents]) =>
      parents.some(hasAnswered) ? [device] : [],
    );
    const reached = this.reachedThrough((device) => !hasFailed(device), besides);
    const leads = (device: number) => reached.has(device) && !hasFailed(device);
    return new Paths({
      statuses,
      dependsOnOthers: (device) => this.dependsOnOthers(device),
      leadingTo: (device) =>
        this.choices.get(device)?.filter((parent) => leads(parent) || hasAnswered(parent)) ??
        this.waysTo(device).filter(leads),
    });
  }

  dependsOnOthers(device: number): boolean {
    return !this.origins.has(device) && (this.choices.has(device) || this.#neighbours.has(device));
  }

  /** What may lead to a device: what was chosen for it, or else whatever is linked to it, in front of it or behind. */
  waysTo(device: number): readonly number[] {
    return this.choices.get(device) ?? this.neighboursOf(device);
  }

  neighboursOf(device: number): readonly number[] {
    return this.#neighbours.get(device) ?? NOBODY;
  }

  /** Those for which it was chosen. */
  chosenFor(device: number): readonly number[] {
    return this.#chosenFor.get(device) ?? NOBODY;
  }

  /** The origins, those `besides` them, and where the ways lead from a device that was reached and lets through. */
  reachedThrough(letsThrough: (device: number) => boolean, besides: readonly number[] = []): Set<number> {
    return this.#reachedFrom([...this.origins, ...besides], letsThrough);
  }

  #reachedFrom(starts: Iterable<number>, letsThrough: (device: number) => boolean): Set<number> {
    const reached = new Set(starts);
    for (const device of reached) {
      if (!letsThrough(device)) continue;
      for (const neighbour of this.neighboursOf(device))
        if (!this.choices.has(neighbour)) reached.add(neighbour);
      for (const dependent of this.chosenFor(device)) reached.add(dependent);
    }
    return reached;
  }

  #findOrigins(roots: readonly number[]): ReadonlySet<number> {
    const joined = this.#joinedTo(roots);
    const devices = new Set([
      ...roots,
      ...this.#neighbours.keys(),
      ...this.#chosenFor.keys(),
      ...this.choices.keys(),
    ]);
    const origins = new Set(roots.filter((root) => !this.choices.has(root)));
    for (const device of devices) {
      const chosen = this.choices.get(device);
      if (chosen === undefined ? !joined.has(device) : chosen.length === 0) origins.add(device);
    }
    // What was chosen, and is reached only over those that it was chosen for, stands in front of them.
    const reached = this.#reachedFrom(origins, ALL_IS_WELL);
    for (const [device, parents] of this.choices)
      if (!reached.has(device))
        for (const parent of parents) if (!this.choices.has(parent)) origins.add(parent);
    // A circle of choices, which no write lets in.
    const atLast = this.#reachedFrom(origins, ALL_IS_WELL);
    for (const device of devices) if (!atLast.has(device)) origins.add(device);
    return origins;
  }

  /** All that links or choices join to a root, whatever was chosen instead of a link. */
  #joinedTo(roots: readonly number[]): Set<number> {
    const joined = new Set(roots);
    for (const device of joined) {
      for (const neighbour of this.neighboursOf(device)) joined.add(neighbour);
      for (const dependent of this.chosenFor(device)) joined.add(dependent);
    }
    return joined;
  }
}

function addTo(lists: Map<number, number[]>, key: number, value: number): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}

type Reading = {
  statuses: DeviceStatuses;
  dependsOnOthers: (device: number) => boolean;
  /** Those of its ways that are open. */
  leadingTo: (device: number) => number[];
};

/** The paths to devices, as they stand at one moment. */
class Paths {
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Those of the ways to a device that are open. */
  leadingTo(device: number): readonly number[] {
    return this.#reading.leadingTo(device);
  }

  /** Whether every path to a device leads over one that fails. */
  isCutOff(device: number): boolean {
    return this.#reading.dependsOnOthers(device) && this.#reading.leadingTo(device).length === 0;
  }

  /**
   * Why a device has not answered since then. What was asked after `untilMs` was asked before the clock was set back.
   */
  causeOf(device: number, sinceMs: number, untilMs = Infinity): Cause {
    const { statuses, dependsOnOthers, leadingTo } = this.#reading;
    if (!dependsOnOthers(device)) return { name: "down" };
    const leading = leadingTo(device);
    if (leading.length === 0) return { name: "cut off" };
    const isTold = (other: number) => {
      const status = statuses.get(other);
      return status === undefined || isWithin(status.checkedAtMs, sinceMs, untilMs);
    };
    return leading.some(isTold) ? { name: "down" } : { name: "not known yet", ask: leading };
  }
}

export function isWithin(atMs: number | null, sinceMs: number, untilMs: number): boolean {
  return atMs !== null && atMs >= sinceMs && atMs <= untilMs;
}

export type { Paths };
