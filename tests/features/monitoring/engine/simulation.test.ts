import { expect, test } from "bun:test";
import * as fc from "fast-check";
import pino from "pino";
import { startEngine, type Engine } from "../../../../src/features/monitoring/engine/engine";
import type { Link } from "../../../../src/features/monitoring/engine/dependencies";
import { MemoryStore } from "../../../support/memory-store";
import { outcomeOf } from "../../../support/monitoring";
import { rounds } from "../../../support/rounds";
import { VirtualClock } from "../../../support/virtual-clock";

/**
 * This service is at 1; the core switch 2 has 50 hosts and a switch 3, which has 20 more; all others are at 1 itself.
 * Ten were chosen to depend on either of two hosts, on both switches; five are linked to the core, and were chosen to
 * depend on nothing.
 */
const ROOT = 1;
const CORE = 2;
const ACCESS = 3;
const CORE_HOSTS = range(100, 50);
const ACCESS_HOSTS = range(200, 20);
const OTHERS = range(1000, 1915);
const TWINS = range(4000, 10);
const LONERS = range(5000, 5);

const LINKS: Link[] = [
  [ROOT, CORE],
  [CORE, ACCESS],
  ...[...CORE_HOSTS, ...LONERS].map((id): Link => [CORE, id]),
  ...ACCESS_HOSTS.map((id): Link => [ACCESS, id]),
  ...OTHERS.map((id): Link => [ROOT, id]),
];
const CHOICES = new Map<number, readonly number[]>([
  ...TWINS.map((id, index): [number, number[]] => [
    id,
    [hostAt(CORE_HOSTS, index), hostAt(ACCESS_HOSTS, index)],
  ]),
  ...LONERS.map((id): [number, number[]] => [id, []]),
]);

/** What a device is reached over: any one of these is enough, and who has none is reached always. */
const WAYS = new Map<number, readonly number[]>([
  [ROOT, []],
  ...LINKS.map(([parent, child]): [number, number[]] => [child, [parent]]),
  ...CHOICES,
]);
const DEVICES = [...WAYS.keys()];

/** Long enough for every state to be confirmed after each kind of trouble. */
const PHASE_MS = 300_000;

function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

function hostAt(ids: readonly number[], index: number): number {
  return ids[index] ?? ROOT;
}

function isReachable(id: number, answers: (id: number) => boolean): boolean {
  const ways = WAYS.get(id) ?? [];
  return ways.length === 0 || ways.some(answers);
}

/** The network as it is, whatever anybody knows of it. */
function createWorld() {
  const clock = new VirtualClock();
  const store = new MemoryStore({ clock, devices: DEVICES, links: LINKS, choices: CHOICES, root: ROOT });
  const broken = new Set<number>();
  const answers = (id: number): boolean => !broken.has(id) && isReachable(id, answers);
  return { clock, store, broken, answers };
}

type World = ReturnType<typeof createWorld>;

/** A process of the service. */
function startReplica({ clock, store, answers }: World): { engine: Engine; kill: () => void } {
  let isDead = false;
  const forever = new Promise<never>(() => undefined);
  const engine = startEngine({
    store: store.open(() => isDead),
    clock: {
      nowMs: () => clock.nowMs(),
      turn: () => clock.turn(),
      sleep: (milliseconds, signal) =>
        clock.sleep(milliseconds, signal).then(() => (isDead ? forever : undefined)),
    },
    probes: {
      async devices(addresses, signal) {
        const ids = addresses.map(Number);
        await clock.sleep(ids.every(answers) ? 5 : 3500, signal);
        return ids.map((id) => outcomeOf(answers(id) ? "up" : "down"));
      },
      service: () => Promise.reject(new Error("there are none")),
      push: () => Promise.reject(new Error("nobody reports here")),
      group: () => Promise.reject(new Error("there are no groups here")),
      monitor: () => Promise.reject(new Error("there are none")),
    },
    maintenance: { ids: new Set(), look: () => Promise.resolve(), forget() {} },
    network: {
      ownAddresses: () => ["192.0.2.1"],
      askGateway: () => Promise.resolve(true),
      rootAddresses: () => Promise.resolve([]),
    },
    settings: () => Promise.resolve({ isEnabled: true, intervalSeconds: 60 }),
    observer: { onCheck: () => undefined, onLag: () => undefined, onDropped: () => undefined },
    log: pino({ level: "silent" }),
  });
  return { engine, kill: () => (isDead = true) };
}

/**
 * What must be held of each device after each phase, from the network alone: one that answers is up; one that does not
 * is down if what it is reached over answers, and else unreachable. An incident lasts from down to up.
 */
class Model {
  readonly #states = new Map<number, string[]>(DEVICES.map((id) => [id, []]));
  readonly #incidents = new Map<number, { isOpen: boolean; count: number }>(
    DEVICES.map((id) => [id, { isOpen: false, count: 0 }]),
  );

  addPhase(answers: (id: number) => boolean): void {
    for (const id of DEVICES) {
      const state = answers(id) ? "up" : isReachable(id, answers) ? "down" : "unreachable";
      const states = this.#states.get(id) ?? [];
      if (states.at(-1) !== state) states.push(state);
      const incident = this.#incidents.get(id) ?? { isOpen: false, count: 0 };
      if (state === "down" && !incident.isOpen)
        this.#incidents.set(id, { isOpen: true, count: incident.count + 1 });
      if (state === "up") incident.isOpen = false;
    }
  }

  /** Whatever differs is shown by device. */
  expect(store: MemoryStore): void {
    const differing = DEVICES.filter(
      (id) =>
        String(store.targets.get(id)?.changes) !== String(this.#states.get(id)) ||
        JSON.stringify(store.incidents.get(id)) !== JSON.stringify(this.#incidents.get(id)),
    ).map((id) => ({
      id,
      found: [store.targets.get(id)?.changes, store.incidents.get(id)],
      expected: [this.#states.get(id), this.#incidents.get(id)],
    }));
    expect(differing).toEqual([]);
  }
}

const EVENTS = ["nothing", "clock +1 h", "clock -1 h", "restart", "a replica dies", "stands still"] as const;
type Event = (typeof EVENTS)[number];

const breakable = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(CORE, ACCESS) },
  { weight: 3, arbitrary: fc.constantFrom(...CORE_HOSTS, ...ACCESS_HOSTS, ...OTHERS.slice(0, 50)) },
  { weight: 1, arbitrary: fc.constantFrom(...TWINS, ...LONERS) },
);
const phases = fc.array(
  fc.record({
    broken: fc.uniqueArray(breakable, { maxLength: 6 }),
    /** So that each device may be the one that is asked first. */
    breaksAtMs: fc.integer({ min: 0, max: 60_000 }),
    event: fc.constantFrom(...EVENTS),
    /** When in the phase the event comes. */
    eventAtMs: fc.integer({ min: 0, max: 60_000 }),
  }),
  { minLength: 2, maxLength: 5 },
);

async function happen(
  event: Event,
  world: World,
  replicas: ReturnType<typeof startReplica>[],
): Promise<void> {
  if (event === "clock +1 h") world.store.offsetMs += 3_600_000;
  if (event === "clock -1 h") world.store.offsetMs -= 3_600_000;
  if (event === "stands still") world.clock.skip(20_000);
  if (event === "a replica dies") replicas.shift()?.kill();
  if (event === "restart") await replicas.shift()?.engine.stop();
  if (event === "a replica dies" || event === "restart") replicas.push(startReplica(world));
}

test("whatever fails, and whatever happens to clocks and processes meanwhile: states, changes and incidents are those of the network", async () => {
  await fc.assert(
    fc.asyncProperty(phases, async (given) => {
      const world = createWorld();
      const model = new Model();
      const replicas = [startReplica(world), startReplica(world)];
      await world.clock.advance(PHASE_MS);
      model.addPhase(world.answers);
      for (const { broken, breaksAtMs, event, eventAtMs } of given) {
        await world.clock.advance(breaksAtMs);
        world.broken.clear();
        for (const id of broken) world.broken.add(id);
        await world.clock.advance(eventAtMs);
        await happen(event, world, replicas);
        await world.clock.advance(PHASE_MS);
        model.addPhase(world.answers);
        model.expect(world.store);
      }
      await Promise.all(replicas.map(({ engine }) => engine.stop()));
    }),
    { seed: 20_260, numRuns: rounds(8), endOnFailure: true },
  );
}, 900_000);
