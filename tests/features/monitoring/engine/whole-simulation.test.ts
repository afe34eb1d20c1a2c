import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { maintenanceOf } from "#features/maintenance";
import { readTimeline } from "../../../../src/features/monitoring/course/timeline";
import { rounds } from "../../../support/rounds";
import { IncidentModel, isSet, statesOf, TARGETS, type State } from "./network-model";
import { AGENTS, ALL_WELL, DEVICES, GROUP_NAMES, type DeviceName, type Network } from "./small-network";
import { readTargets, type SeenTarget } from "./seen-targets";
import { createSmallService, type SmallService } from "./small-service";
import { countUptime, problemOfTime, problemsOfGroups } from "./times-model";
import { onDamage } from "../history/given";

/**
 * Everything that can be watched, on a real database in virtual time: what the engine makes of it, and what a model
 * makes of the network alone.
 */

/** Long enough for every state to be confirmed after each kind of trouble. */
const PHASE_MS = 75_000;
/** Until all is up. */
const FIRST_MS = 45_000;
/** Plans are known to all replicas before something happens to the network, and end when that is over. */
const ANNOUNCED_MS = 12_000;

const EVENTS = ["nothing", "restart", "a replica dies", "stands still", "clock +1 h", "clock -1 h"] as const;
type Event = (typeof EVENTS)[number];

const breakable = DEVICES.filter((name) => name !== "root");
/**
 * Nothing is reached over these. Who pauses what failed brings to light what failed behind it, for as long as that
 * lasts.
 */
const leaves: readonly DeviceName[] = ["shop", "alone", "behind"];
const some = (names: readonly DeviceName[], most: number) =>
  fc.uniqueArray(fc.constantFrom(...names), { maxLength: most }).map((chosen) => new Set(chosen));
const agent = fc.constantFrom("ok", "ok", "beyond", "refuses", "silent" as const);
const job = fc.constantFrom("reports", "is silent", "reports failure" as const);
const networks: fc.Arbitrary<Network> = fc.record({
  broken: some(breakable, 3),
  agents: fc.record({ web: agent, edge: agent, alone: agent }),
  isPageUp: fc.boolean(),
  jobs: fc.record({ nightly: job, hourly: job }),
  maintained: fc.oneof(
    { weight: 1, arbitrary: some(breakable, 2) },
    { weight: 1, arbitrary: fc.constant(new Set<DeviceName>()) },
  ),
  paused: fc.oneof(
    { weight: 1, arbitrary: some(leaves, 1) },
    { weight: 1, arbitrary: fc.constant(new Set<DeviceName>()) },
  ),
});
const phase = (events: readonly Event[]) =>
  fc.record({
    network: networks,
    waitsMs: fc.integer({ min: 0, max: 20_000 }),
    event: fc.constantFrom(...events),
    eventAtMs: fc.integer({ min: 0, max: 15_000 }),
  });
/** Times are looked at where nothing disturbs. */
const phases = fc.tuple(phase(["nothing"]), phase(EVENTS), phase(EVENTS));

type Phase = { network: Network; waitsMs: number; event: Event; eventAtMs: number };

async function happen(event: Event, service: SmallService): Promise<void> {
  const { time, replicas } = service;
  if (event === "clock +1 h") time.jump(3_600_000);
  if (event === "clock -1 h") time.jump(-3_600_000);
  if (event === "stands still") time.clock.skip(20_000);
  if (event === "a replica dies") replicas.shift()?.kill();
  if (event === "restart") await stopOf(service);
  if (event === "a replica dies" || event === "restart") service.addReplica();
}

/** A stop waits for what it writes last, for which time has to go on. */
async function stopOf({ time, replicas }: SmallService): Promise<void> {
  const stopping = replicas.shift()?.engine.stop();
  await time.clock.advance(2000);
  await stopping;
}

/** What differs from the model after a phase, by target. */
class Comparison {
  readonly #incidents = new IncidentModel();
  #before: Network = ALL_WELL;
  #counted = new Map<string, number>();

  /** `sinceMs`: when the network changed, where nothing has disturbed since. */
  async expect(service: SmallService, network: Network, sinceMs?: number): Promise<void> {
    const { time } = service;
    this.#incidents.addPhase(network);
    const seen = await time.during(() => readTargets(time.database));
    const [before, after] = [statesOf(this.#before), statesOf(network)];
    const differing = TARGETS.flatMap((name) => {
      const target = seen.get(name);
      const state = after.get(name);
      if (target === undefined || state === undefined) return [{ name, wrong: ["is not there"] }];
      const newest = target.changes.slice(this.#counted.get(name) ?? 0);
      const changes = newest.map((change) => change.state);
      this.#counted.set(name, target.changes.length);
      const wrong = [
        target.state !== state && `is ${target.state}, not ${state}`,
        this.#problemOfChanges(name, { changes, before: before.get(name) ?? "unknown", network }),
        this.#problemOfIncidents(target),
        sinceMs !== undefined &&
          !isSet(network, name) &&
          !isSet(this.#before, name) &&
          !isGroup(name) &&
          problemOfTime(name, newest, sinceMs),
      ].filter((problem) => problem !== false);
      return wrong.length === 0 ? [] : [{ name, wrong, changes, incidents: target.incidents }];
    });
    this.#before = network;
    expect(differing).toEqual([]);
    if (sinceMs !== undefined) expect(problemsOfGroups(seen, { sinceMs, untilMs: time.nowMs() })).toEqual([]);
    await expectUptimes(service, seen);
  }

  #problemOfChanges(
    name: string,
    { changes, before, network }: { changes: State[]; before: State; network: Network },
  ): string | false {
    const after = statesOf(network).get(name);
    // Members change one after the other; that a group follows them is looked at by their times.
    if (isGroup(name)) return false;
    if (isSet(network, name) || isSet(this.#before, name))
      return changes.includes("down") && before !== "down" && after !== "down" && "was down for a while";
    const expected = before === after ? [] : [after];
    const isFirst = this.#counted.get(name) === changes.length;
    return (
      String(changes) !== String(isFirst ? ["unknown", "up"] : expected) &&
      `came to ${after} by ${changes.join()}`
    );
  }

  #problemOfIncidents({ name, changes, incidents }: SeenTarget): string | false {
    const { count, isOpen } = isGroup(name)
      ? incidentsOfChanges(changes.map(({ state }) => state))
      : this.#incidents.of(name);
    const found = { count: incidents.length, isOpen: incidents.at(-1)?.endedAtMs === null };
    if (incidents.some(({ startedAtMs, endedAtMs }) => endedAtMs !== null && endedAtMs < startedAtMs))
      return "has an incident that ended before it began";
    return (
      (found.count !== count || found.isOpen !== isOpen) &&
      `has ${JSON.stringify(found)}, not ${JSON.stringify({ count, isOpen })}`
    );
  }
}

function isGroup(name: string): boolean {
  return GROUP_NAMES.some((group) => group === name);
}

/** As people read them. Where the clock was set back, hours are there twice. */
async function expectUptimes(
  { time, ids }: SmallService,
  seen: ReadonlyMap<string, SeenTarget>,
): Promise<void> {
  if (time.wasSetBack()) return;
  for (const [name, target] of seen) {
    const agent = AGENTS.find((one) => name === `${one} by SNMP`);
    const device = DEVICES.find((one) => one === name);
    const thing =
      agent !== undefined
        ? { service_check_id: ids.checks.get(agent) }
        : device !== undefined
          ? { device_id: ids.devices.get(device) }
          : { monitor_id: ids.monitors.get(name) };
    const now = new Date(time.nowMs());
    const read = await time.during(() =>
      readTimeline({ db: time.database.db, onDamage, maintenanceOf }, { thing, hours: 24, now }),
    );
    const counted = countUptime(target, now.getTime());
    expect({ name, watched: read.watched_seconds }).toEqual({ name, watched: counted.watchedSeconds });
    expect(read.uptime ?? -1).toBeCloseTo(counted.uptime ?? -1, 9);
  }
}

function incidentsOfChanges(states: readonly State[]) {
  let [count, isOpen] = [0, false];
  for (const state of states) {
    if (state === "down" && !isOpen) count += 1;
    if (state === "down") isOpen = true;
    if (state === "up") isOpen = false;
  }
  return { count, isOpen };
}

async function play(service: SmallService, given: readonly Phase[]): Promise<void> {
  const { time } = service;
  const comparison = new Comparison();
  let last = ALL_WELL;
  await time.clock.advance(FIRST_MS);
  await comparison.expect(service, ALL_WELL);
  for (const { network, waitsMs, event, eventAtMs } of given) {
    await time.clock.advance(waitsMs);
    await service.setPlans({
      maintained: last.maintained.union(network.maintained),
      paused: last.paused.union(network.paused),
    });
    await time.clock.advance(ANNOUNCED_MS);
    service.setNetwork(network);
    const sinceMs = time.nowMs();
    await time.clock.advance(ANNOUNCED_MS);
    await service.setPlans(network);
    last = network;
    await time.clock.advance(eventAtMs);
    await happen(event, service);
    await time.clock.advance(PHASE_MS);
    await comparison.expect(service, network, event === "nothing" ? sinceMs : undefined);
  }
}

const SEED = 20_261_124;

test("whatever fails, whatever is set, and whatever happens to clocks and processes: states and incidents are those of the network", async () => {
  await fc.assert(
    fc.asyncProperty(phases, async (given) => {
      const service = await createSmallService();
      await play(service, given);
      await service.close();
    }),
    { seed: SEED, numRuns: rounds(5), endOnFailure: true },
  );
}, 900_000);
