import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { findLeads } from "../../../src/features/forwarding/leads";
import { choosePlace, type Candidate } from "../../../src/features/forwarding/place";
import { madeTree, placesOf, portTowards, tablesOf, type Known, type Machine } from "./made-network";

const seeded = { seed: 20_261_124, numRuns: 300 };

const candidate = (switchId: number, given: Partial<Candidate> = {}): Candidate => ({
  switchId,
  portIndex: 7,
  macs: 1,
  leadsTo: new Set(),
  since: 0,
  lastSeen: 1000,
  isPresent: true,
  ...given,
});

/** A tree of 2 to 8 switches, with machines on ports that lead to none. */
const tree = fc
  .array(fc.nat(), { minLength: 1, maxLength: 7 })
  .map((numbers) => numbers.map((number, index) => number % (index + 1)));
const spots = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 10, max: 14 })), { minLength: 1, maxLength: 40 });
const machinesOn = (count: number, given: readonly [number, number][]): Machine[] =>
  given.map(([number, portIndex], index) => ({
    macAddress: `m${index}`,
    switchId: number % count,
    portIndex,
  }));
const whereOf = ({ switchId, portIndex }: Machine) => ({ switchId, portIndex });

describe("in a network without loops a machine hangs where it is plugged in", () => {
  test("if of each cable between switches one end is known, whichever and by whatever", () => {
    fc.assert(
      fc.property(
        tree,
        spots,
        fc.array(fc.nat({ max: 3 }), { minLength: 8, maxLength: 8 }),
        (parents, given, ways) => {
          const switches = madeTree(parents);
          const machines = machinesOn(switches.length, given);
          // By child: its end was heard, its parent's was, the parent sees its address, all of it.
          const way = (child: number) => ways[child] ?? 0;
          const isChildOf = (child: number, parent: number) => parents[child - 1] === parent;
          const known: Known = {
            hasOwnAddress: (id) => id > 0 && way(id) >= 2,
            hears: (from, to) =>
              (isChildOf(from, to) && (way(from) === 0 || way(from) === 3)) ||
              (isChildOf(to, from) && way(to) === 1),
          };
          const placeOf = placesOf(switches, tablesOf(switches, machines), known);
          for (const machine of machines) expect(placeOf(machine.macAddress)).toMatchObject(whereOf(machine));
        },
      ),
      seeded,
    );
  });

  test("by the tables alone, where every switch has three machines at three ports", () => {
    fc.assert(
      fc.property(tree, spots, (parents, given) => {
        const switches = madeTree(parents);
        const few = switches.flatMap(({ id }): [number, number][] => [20, 21, 22].map((port) => [id, port]));
        const machines = machinesOn(switches.length, [...few, ...given]);
        const placeOf = placesOf(switches, tablesOf(switches, machines));
        for (const machine of machines) expect(placeOf(machine.macAddress)).toMatchObject(whereOf(machine));
      }),
      seeded,
    );
  });

  test("also where other switches have forgotten some of them", () => {
    fc.assert(
      fc.property(
        tree,
        spots,
        fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }),
        (parents, given, forgets) => {
          const switches = madeTree(parents);
          const machines = machinesOn(switches.length, given);
          const isLearned = (switchId: number, macAddress: string) =>
            machines.some((one) => one.macAddress === macAddress && one.switchId === switchId) ||
            forgets[(switchId * 31 + Number(macAddress.slice(1))) % 64] !== true;
          const tables = tablesOf(switches, machines, isLearned);
          const placeOf = placesOf(switches, tables, { hasOwnAddress: () => true, hears: () => true });
          for (const machine of machines) expect(placeOf(machine.macAddress)).toMatchObject(whereOf(machine));
        },
      ),
      seeded,
    );
  });

  test("or on the port that leads to a switch that is not asked, which hangs on one that is", () => {
    const switches = madeTree([0, 0, 1], (id) => id !== 3);
    const machines: Machine[] = [
      { macAddress: "m0", switchId: 3, portIndex: 10 },
      { macAddress: "m1", switchId: 3, portIndex: 11 },
      { macAddress: "m2", switchId: 2, portIndex: 10 },
    ];
    const known = { hasOwnAddress: () => false, hears: () => true };
    const placeOf = placesOf(switches, tablesOf(switches, machines), known);
    for (const macAddress of ["m0", "m1"])
      expect(placeOf(macAddress)).toEqual({ switchId: 1, portIndex: 103, reason: "edge", knownBy: 3 });
    expect(portTowards(switches, 1, 3)).toBe(103);
  });
});

test("in a ring whose third cable is blocked the machines hang where they are, although both of its ends hear each other", () => {
  const switches = madeTree([0, 1]);
  const machines: Machine[] = [0, 1, 2].map((switchId) => ({
    macAddress: `m${switchId}`,
    switchId,
    portIndex: 10,
  }));
  const tables = tablesOf(switches, machines);
  // The blocked cable: heard, but nothing is learned behind it.
  switches[0]?.wires.set(9, { to: 2 });
  switches[2]?.wires.set(9, { to: 0 });
  const placeOf = placesOf(switches, tables, { hasOwnAddress: () => false, hears: () => true });
  for (const machine of machines)
    expect(placeOf(machine.macAddress)).toMatchObject({ ...whereOf(machine), reason: "edge" });
});

test("machines behind a hypervisor hang on its port, all of them, and it is taken for no switch", () => {
  const switches = madeTree([0]);
  const machines: Machine[] = [
    ...Array.from({ length: 30 }, (_, index) => ({ macAddress: `v${index}`, switchId: 1, portIndex: 10 })),
    { macAddress: "m0", switchId: 0, portIndex: 10 },
    { macAddress: "m1", switchId: 1, portIndex: 11 },
  ];
  const tables = tablesOf(switches, machines);
  // It has moved a moment ago, and one of the switches has not seen it there yet.
  tables.get(0)?.set("v0", { portIndex: 11, since: 0, lastSeen: 0, isPresent: true });
  const placeOf = placesOf(switches, tables, { hasOwnAddress: () => false, hears: (from) => from === 0 });
  for (let index = 1; index < 30; index++)
    expect(placeOf(`v${index}`)).toEqual({ switchId: 1, portIndex: 10, reason: "edge", knownBy: 2 });
});

describe("a machine", () => {
  test("that one switch knows hangs there", () => {
    expect(choosePlace([candidate(1)])).toEqual({ switchId: 1, portIndex: 7, reason: "only", knownBy: 1 });
  });

  test("that nobody knows hangs nowhere", () => {
    expect(choosePlace([])).toBeUndefined();
  });

  test("that came to a port after another switch had seen it last has moved there, whatever else is behind the port", () => {
    const here = candidate(2, { since: 5000, lastSeen: 6000, macs: 40 });
    expect(choosePlace([candidate(1, { lastSeen: 4000 }), here])).toMatchObject({
      switchId: 2,
      reason: "moved",
    });
  });

  test("that two switches have at ports of which nothing else is known hangs where fewer are", () => {
    const places = [candidate(1, { macs: 9 }), candidate(2, { macs: 2 })];
    expect(choosePlace(places)).toEqual({ switchId: 2, portIndex: 7, reason: "fewest", knownBy: 2 });
  });

  test("that is only known behind ports that lead to each other's switches hangs between them", () => {
    const places = [
      candidate(1, { leadsTo: new Set([2]), macs: 3 }),
      candidate(2, { leadsTo: new Set([1]), macs: 1 }),
    ];
    expect(choosePlace(places)).toMatchObject({ switchId: 2, reason: "between" });
  });

  test("that has left hangs where it was seen last, and not where an uplink still has it from before", () => {
    const gone = [
      candidate(1, { lastSeen: 9_000_000, isPresent: false }),
      candidate(2, { lastSeen: 1000, isPresent: false }),
    ];
    expect(choosePlace(gone)).toMatchObject({ switchId: 1, reason: "only" });
  });

  test("on a switch that does not answer any more stays there while others only have it in its direction", () => {
    const silent = candidate(1, { lastSeen: 0 });
    const uplink = candidate(2, { lastSeen: 90_000_000, since: 50, leadsTo: new Set([1]), macs: 80 });
    expect(choosePlace([uplink, silent])).toMatchObject({ switchId: 1, reason: "edge" });
  });

  test("hangs on the same port, whatever the order in which switches are asked", () => {
    const any = fc.record({
      switchId: fc.integer({ min: 1, max: 5 }),
      portIndex: fc.integer({ min: 1, max: 4 }),
      macs: fc.integer({ min: 1, max: 4 }),
      leadsTo: fc.uniqueArray(fc.integer({ min: 1, max: 5 })).map((ids) => new Set(ids)),
      since: fc.integer({ min: 0, max: 5 }),
      longer: fc.integer({ min: 0, max: 3 }),
      isPresent: fc.boolean(),
    });
    const places = fc.uniqueArray(any, {
      minLength: 1,
      maxLength: 8,
      selector: ({ switchId, portIndex }) => `${switchId} ${portIndex}`,
    });
    fc.assert(
      fc.property(places, (drawn) => {
        const given = drawn.map(({ longer, ...one }) => ({ ...one, lastSeen: one.since + longer }));
        const [first, again] = [choosePlace(given), choosePlace(given.toReversed())];
        expect(first).toBeDefined();
        expect(again).toEqual(first);
      }),
      seeded,
    );
  });
});

describe("a port", () => {
  const NOTHING = { heard: [], owners: new Map(), elsewhere: new Map(), towards: new Map() };

  test("whose addresses another switch has at several ports leads to it; one alone may have moved", () => {
    const at = (ports: readonly number[]) =>
      new Map(ports.map((portIndex, index) => [`m${index}`, [{ switchId: 2, portIndex }]]));
    const leads = (ports: readonly number[]) =>
      findLeads({
        ...NOTHING,
        ports: new Map([[1, ports.map((_, index) => `m${index}`)]]),
        elsewhere: at(ports),
      });
    expect(leads([5, 5, 5, 5, 5, 6])).toEqual([]);
    expect(leads([5, 5, 5, 5, 6, 6])).toEqual([{ portIndex: 1, switchId: 2, reason: "tables" }]);
    expect(leads([5, 6])).toEqual([{ portIndex: 1, switchId: 2, reason: "tables" }]);
  });

  test("that is known to lead to a switch keeps the surest reason, and no other port does by less", () => {
    const elsewhere = new Map(
      [5, 6, 7].map((portIndex, index) => [`m${index}`, [{ switchId: 2, portIndex }]] as const),
    );
    const found = findLeads({
      ports: new Map([
        [1, ["own"]],
        [3, ["m0", "m1", "m2"]],
      ]),
      heard: [{ portIndex: 1, switchId: 2 }],
      owners: new Map([["own", 2]]),
      elsewhere,
      towards: new Map(),
    });
    expect(found).toEqual([{ portIndex: 1, switchId: 2, reason: "neighbour" }]);
  });
});
