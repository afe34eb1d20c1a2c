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
 * Why a device does not answer. `cut off`: everything that leads to it fails, too. `down`: something that leads to it has answered
 * since it failed. Else nobody knows before those devices have been asked again.
 */
export type Cause =
  { name: "down" } | { name: "cut off" } | { name: "not known yet"; ask: readonly number[] };

/**
 * What depends on what, by the links of the topology: whatever lies between a device and this service. `roots` are the devices that this
 * service is at: those with an address of its own, and its gateway. What no link joins to a root depends on nothing.
 */
export class Dependencies {
  readonly #neighbours = new Map<number, number[]>();
  readonly #roots: ReadonlySet<number>;
  /** Those that some path joins to a root when all is well. */
  readonly #joined: ReadonlySet<number>;

  constructor({ links, roots }: { links: readonly Link[]; roots: readonly number[] }) {
    for (const [one, other] of links) {
      this.#add(one, other);
      this.#add(other, one);
    }
    this.#roots = new Set(roots);
    this.#joined = this.#reachedThrough(() => true);
  }

  /** What stands as `statuses` has it; linear in devices and links. */
  read(statuses: DeviceStatuses): Paths {
    const hasFailed = (device: number) => statuses.get(device)?.rawStatus === "down";
    const reached = this.#reachedThrough((device) => !hasFailed(device));
    return new Paths({
      statuses,
      dependsOnOthers: (device) => this.#joined.has(device) && !this.#roots.has(device),
      leadingTo: (device) =>
        this.neighboursOf(device).filter((other) => reached.has(other) && !hasFailed(other)),
    });
  }

  neighboursOf(device: number): readonly number[] {
    return this.#neighbours.get(device) ?? [];
  }

  #add(device: number, neighbour: number): void {
    const known = this.#neighbours.get(device);
    if (known === undefined) this.#neighbours.set(device, [neighbour]);
    else known.push(neighbour);
  }

  /** The roots, and what is next to a device that was reached and lets through. */
  #reachedThrough(letsThrough: (device: number) => boolean): Set<number> {
    const reached = new Set(this.#roots);
    for (const device of reached) {
      if (!letsThrough(device)) continue;
      for (const neighbour of this.neighboursOf(device)) reached.add(neighbour);
    }
    return reached;
  }
}

type Reading = {
  statuses: DeviceStatuses;
  dependsOnOthers: (device: number) => boolean;
  /** Neighbours that were reached and let through. */
  leadingTo: (device: number) => number[];
};

/** The paths to devices, as they stand at one moment. */
class Paths {
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Whether every path to a device leads over one that fails. */
  isCutOff(device: number): boolean {
    return this.#reading.dependsOnOthers(device) && this.#reading.leadingTo(device).length === 0;
  }

  /** Why a device has not answered since then. What was asked after `untilMs` was asked before the clock was set back. */
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
