import type { Dependencies, DeviceStatus, DeviceStatuses } from "../engine/dependencies";

const FAILED: DeviceStatus = { rawStatus: "down", checkedAtMs: null };

/**
 * Who stands before whom, as people draw it: by links, the neighbours that are one step nearer to where this service
 * is.
 */
export class Ways {
  readonly #dependencies: Dependencies;
  /** How many steps each device is away. */
  readonly #steps: ReadonlyMap<number, number>;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#steps = countSteps(dependencies);
  }

  /** What a device depends on: what was chosen for it, or else what shortest ways lead over. */
  parentsOf(device: number): readonly number[] {
    if (!this.#dependencies.dependsOnOthers(device)) return [];
    return this.#dependencies.choices.get(device) ?? this.#nearer(device);
  }

  /** How many other neighbours lead to a device, should its parents fail. */
  countDetours(device: number): number {
    const { choices } = this.#dependencies;
    if (choices.has(device) || !this.#dependencies.dependsOnOthers(device)) return 0;
    const leading = this.#dependencies.read(new Map([[device, FAILED]])).leadingTo(device);
    return new Set(leading).difference(new Set(this.#nearer(device))).size;
  }

  /**
   * Those that have the device among their parents; with all those behind them; and those among these that would be
   * unreachable if nothing but the device failed.
   */
  dependentsOf(device: number): Record<"direct" | "all" | "only", ReadonlySet<number>> {
    const direct = new Set(this.#dependentOn(device));
    const all = new Set(direct);
    for (const one of all) for (const next of this.#dependentOn(one)) if (next !== device) all.add(next);
    const reached = this.#dependencies.reachedThrough((one) => one !== device);
    return { direct, all, only: new Set([...all].filter((one) => !reached.has(one))) };
  }

  #dependentOn(device: number): number[] {
    const { choices } = this.#dependencies;
    const behind = this.#dependencies
      .neighboursOf(device)
      .filter(
        (other) =>
          !choices.has(other) && this.#dependencies.dependsOnOthers(other) && this.#isNearer(device, other),
      );
    return [...behind, ...this.#dependencies.chosenFor(device)];
  }

  #nearer(device: number): number[] {
    return [...new Set(this.#dependencies.neighboursOf(device))].filter((other) =>
      this.#isNearer(other, device),
    );
  }

  #isNearer(one: number, other: number): boolean {
    const [near, far] = [this.#steps.get(one), this.#steps.get(other)];
    return near !== undefined && far !== undefined && near < far;
  }
}

/** What depends on nothing because somebody said so is as far away as its links say. */
function countSteps(dependencies: Dependencies): Map<number, number> {
  const { choices, origins } = dependencies;
  const isSaid = (device: number) => choices.get(device)?.length === 0;
  const steps = new Map<number, number>();
  const goOn = () => {
    for (const [device, count] of steps) {
      const linked = dependencies
        .neighboursOf(device)
        .filter((other) => !choices.has(other) || isSaid(other));
      for (const next of [...linked, ...dependencies.chosenFor(device)])
        if (!steps.has(next)) steps.set(next, count + 1);
    }
  };
  for (const origin of origins) if (!isSaid(origin)) steps.set(origin, 0);
  goOn();
  for (const origin of origins) if (!steps.has(origin)) steps.set(origin, 0);
  goOn();
  return steps;
}

/** Devices that are down themselves and stand in every way to one that is cut off, the nearest first. */
export function causesOf(dependencies: Dependencies, device: number, statuses: DeviceStatuses): number[] {
  const paths = dependencies.read(statuses);
  if (!paths.isCutOff(device)) return [];
  const causes = new Set<number>();
  const cutOff = new Set([device]);
  for (const one of cutOff)
    for (const parent of dependencies.waysTo(one)) {
      const isDown = statuses.get(parent)?.rawStatus === "down" && !paths.isCutOff(parent);
      (isDown ? causes : cutOff).add(parent);
    }
  return [...causes];
}

type Choice = { device: number; parents: readonly number[] };

/**
 * The way round on which a device would come to depend on itself, with the device at both ends; undefined where there
 * is none. `choices` are those of the devices in front of its parents.
 */
export function findCircle({ device, parents }: Choice, choices: ReadonlyMap<number, readonly number[]>) {
  const cameFrom = new Map<number, number>(parents.map((parent) => [parent, device]));
  for (const [one] of cameFrom) {
    if (one === device) {
      const circle = [device];
      for (let at = cameFrom.get(device); at !== undefined && at !== device; at = cameFrom.get(at))
        circle.unshift(at);
      return [device, ...circle];
    }
    for (const next of choices.get(one) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, one);
  }
  return undefined;
}
