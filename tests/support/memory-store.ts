import {
  decide,
  sweep,
  type Decision,
  type DeviceState,
  type TargetRow,
} from "../../src/features/monitoring/engine/decide";
import { Dependencies, type Choices, type Link } from "../../src/features/monitoring/engine/dependencies";
import { placeOf } from "../../src/features/monitoring/engine/spread";
import type { EngineStore } from "../../src/features/monitoring/engine/store";
import type { VirtualClock } from "./virtual-clock";

type Stored = TargetRow & {
  token: number;
  leasedUntilMs: number;
  stateSinceMs: number;
  changes: string[];
  results: number;
};

type World = {
  clock: VirtualClock;
  devices: readonly number[];
  links: readonly Link[];
  choices: Choices;
  root: number;
};

const LEASE_MS = 15_000;
const INTERVAL_SECONDS = 60;

/** Targets in memory instead of a database: devices of a virtual network, under a clock that can be set. */
export class MemoryStore {
  readonly #world: World;
  readonly targets = new Map<number, Stored>();
  /** Open incidents by device, and how many there have been. */
  readonly incidents = new Map<number, { isOpen: boolean; count: number }>();
  offsetMs = 1_800_000_000_000;

  constructor(world: World) {
    this.#world = world;
    for (const [index, id] of world.devices.entries()) {
      this.incidents.set(id, { isOpen: false, count: 0 });
      this.targets.set(id, newTarget(id, this.nowMs() + index * 20));
    }
  }

  nowMs(): number {
    return this.#world.clock.nowMs() + this.offsetMs;
  }

  /** As one process sees it; once it is dead, nothing that it asks for ever happens. */
  open(isDead: () => boolean = () => false): EngineStore {
    const whenAlive = <Result>(work: () => Result): Promise<Result> =>
      isDead() ? new Promise(() => undefined) : Promise.resolve().then(work);
    const { links, choices, root } = this.#world;
    return {
      clockMs: () => whenAlive(() => this.nowMs()),
      look: () =>
        whenAlive(() => ({ nowMs: this.nowMs(), dueKinds: new Set(["device"]), hasWokenGroups: false })),
      claim: ({ kind }, limit, aheadMs) =>
        whenAlive(() => (kind === "device" ? this.#claim(limit, aheadMs) : [])),
      renew: (claims) => whenAlive(() => this.#held(claims).map((target) => this.#lease(target))),
      release: (claims) =>
        whenAlive(() => {
          for (const target of this.#held(claims))
            Object.assign(target, { token: target.token + 1, leasedUntilMs: 0 });
        }),
      describe: (_, ids) => whenAlive(() => ids.map((id) => ({ kind: "device", id, address: String(id) }))),
      record: (results, surroundings) =>
        whenAlive(() => {
          const found = results.flatMap((result) => {
            const row = this.targets.get(result.id);
            return row?.token === result.token ? [{ row: { ...row }, result }] : [];
          });
          const { decided, ask } = decide(found, surroundings);
          for (const decision of decided) this.#write(decision);
          this.#askSoon(ask);
          return { decided, ask, locked: [] };
        }),
      // Only of monitors that are told, of which there is none here.
      postpone: () => Promise.resolve(),
      callGroups: () => Promise.resolve(),
      reconcile: () =>
        whenAlive(() => {
          this.#pullBack();
          return true;
        }),
      spreadOverdue: () => whenAlive(() => this.#spreadOverdue()),
      readDependencies: () => whenAlive(() => new Dependencies({ links, choices, roots: [root] })),
      readChoicesVersion: () => whenAlive(() => ""),
      readDeviceStates: () => whenAlive(() => this.#states()),
      sweep: (devices, dependencies) =>
        whenAlive(() => {
          const { cutOff, ask } = sweep(devices, dependencies);
          for (const id of cutOff) this.#hide(id);
          this.#askSoon(
            ask.filter((id) => this.targets.get(id)?.state === "unreachable"),
            20_000,
          );
        }),
      countStates: () => whenAlive(() => ({})),
      check: () => whenAlive(() => ({ ok: true, message: "" })),
    };
  }

  #claim(limit: number, aheadMs: number) {
    const now = this.nowMs();
    const due = [...this.targets.values()]
      .filter(({ dueAtMs }) => dueAtMs <= now + aheadMs)
      .filter(({ leasedUntilMs: until }) => until < now || until > now + LEASE_MS + 5000)
      .sort((a, b) => a.dueAtMs - b.dueAtMs)
      .slice(0, limit);
    for (const target of due) target.token += 1;
    return due.map((target) => ({ ...this.#lease(target), dueInMs: target.dueAtMs - now }));
  }

  #lease(target: Stored): { id: number; token: number } {
    target.leasedUntilMs = this.nowMs() + LEASE_MS;
    return { id: target.id, token: target.token };
  }

  #held(claims: readonly { id: number; token: number }[]): Stored[] {
    return claims.flatMap(({ id, token }) => {
      const target = this.targets.get(id);
      return target?.token === token ? [target] : [];
    });
  }

  #write({ row, result, verdict, rawSinceMs, dueAtMs }: Decision): void {
    const target = this.targets.get(row.id);
    if (target === undefined) return;
    if (target.state !== verdict.standing.state) target.changes.push(verdict.standing.state);
    Object.assign(target, verdict.standing, {
      rawSinceMs,
      dueAtMs,
      checkedAtMs: result.atMs,
      leasedUntilMs: 0,
    });
    target.token += 1;
    target.results += 1;
    const incident = this.incidents.get(row.id);
    if (incident === undefined) return;
    if (verdict.incident === "begins" && !incident.isOpen)
      this.incidents.set(row.id, { isOpen: true, count: incident.count + 1 });
    if (verdict.incident === "ends") incident.isOpen = false;
  }

  #hide(id: number): void {
    const target = this.targets.get(id);
    if (target?.state !== "down") return;
    Object.assign(target, { state: "unreachable", inDoubt: 0 });
    target.changes.push("unreachable");
  }

  #askSoon(ids: readonly number[], notWithinMs = 0): void {
    const now = this.nowMs();
    for (const id of ids) {
      const target = this.targets.get(id);
      if (target !== undefined && target.dueAtMs > now + notWithinMs)
        target.dueAtMs = now + (notWithinMs === 0 ? 0 : 3000 * placeOf(id));
    }
  }

  #pullBack(): void {
    const now = this.nowMs();
    for (const target of this.targets.values())
      if (target.dueAtMs > now + (INTERVAL_SECONDS + 10) * 1000)
        target.dueAtMs = now + INTERVAL_SECONDS * 1000 * placeOf(target.id);
  }

  #spreadOverdue(): void {
    const now = this.nowMs();
    const overdue = [...this.targets.values()].filter(
      ({ dueAtMs, leasedUntilMs }) => dueAtMs < now - 2000 && leasedUntilMs < now,
    );
    for (const target of overdue)
      target.dueAtMs = now + placeOf(target.id) * Math.min(INTERVAL_SECONDS * 1000, overdue.length * 10);
  }

  #states(): DeviceState[] {
    return [...this.targets.values()].map(({ id, rawStatus, checkedAtMs, state }) => ({
      id,
      deviceId: id,
      rawStatus,
      checkedAtMs,
      state,
    }));
  }
}

function newTarget(id: number, dueAtMs: number): Stored {
  return {
    id,
    kind: "device",
    deviceId: id,
    intervalSeconds: INTERVAL_SECONDS,
    retrySeconds: 20,
    failuresToDown: 2,
    successesToUp: 1,
    dueAtMs,
    rawStatus: null,
    rawSinceMs: null,
    inDoubt: 0,
    checkedAtMs: null,
    confirmed: "unknown",
    state: "unknown",
    token: 0,
    leasedUntilMs: 0,
    stateSinceMs: 0,
    changes: [],
    results: 0,
  };
}
