import { describe, expect, test } from "bun:test";
import {
  bindingAt,
  type Holder,
  isSameHolder,
  type Timeline,
  withEnd,
  withSign,
} from "../../../src/features/bindings/timeline";

type Event = { at: number; who: string } & ({ kind: "held"; lease: number } | { kind: "ended" });

const holderOf = (who: string): Holder => ({
  macAddress: `02:00:00:00:00:${who.charCodeAt(0).toString(16)}`,
  clientId: null,
  host: who,
  switchName: null,
  switchPort: null,
});

function apply(timeline: Timeline, event: Event): Timeline {
  const { at, who } = event;
  const holder = holderOf(who);
  return event.kind === "held"
    ? withSign(timeline, { at, to: at + event.lease, holder })
    : withEnd(timeline, { at, holder });
}

const applyAll = (events: readonly Event[], start: Timeline = []) => events.reduce(apply, start);

/** The same in the plainest way: everything that happened up to the moment, one after the other. */
function modelAt(events: readonly Event[], moment: number): string | null {
  let current = { who: "", from: -1, to: -1 };
  for (const event of events) {
    if (event.at > moment) break;
    const { at, who } = event;
    const isOwn = current.who === who && at <= current.to;
    if (event.kind === "ended") current = isOwn ? { ...current, to: at } : current;
    else if (isOwn) current = { ...current, to: Math.max(current.to, at + event.lease) };
    else current = { who, from: at, to: at + event.lease };
  }
  return moment < current.to || moment === current.from ? current.who : null;
}

const LAST = 300;

function random(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % bound;
  };
}

/** Events at moments that differ, the earliest first. */
function someEvents(next: (bound: number) => number, { clients, ends }: { clients: number; ends: boolean }) {
  const moments = [...new Set(Array.from({ length: 25 }, () => next(LAST)))].toSorted((a, b) => a - b);
  return moments.map((at): Event => {
    const who = "abcdef".charAt(next(clients));
    return ends && next(4) === 0
      ? { kind: "ended", at, who }
      : { kind: "held", at, who, lease: 1 + next(60) };
  });
}

function shuffled<Item>(items: readonly Item[], next: (bound: number) => number): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(next(left.length), 1));
}

function expectSound(timeline: Timeline): void {
  for (const [index, { from, seenAt, to }] of timeline.entries()) {
    expect(from).toBeLessThanOrEqual(seenAt);
    expect(seenAt).toBeLessThanOrEqual(to);
    const next = timeline[index + 1];
    if (next === undefined) continue;
    expect(next.from).toBeGreaterThan(from);
    expect(next.from).toBeGreaterThanOrEqual(to);
  }
}

const SEEDS = Array.from({ length: 300 }, (_, index) => index + 1);

describe("a timeline", () => {
  test("in order it says of every moment what a plain walk over all that happened says", () => {
    for (const seed of SEEDS) {
      const events = someEvents(random(seed), { clients: 3, ends: true });
      const timeline = applyAll(events);
      expectSound(timeline);
      for (let moment = 0; moment <= LAST + 60; moment++) {
        const found = bindingAt(timeline, moment)?.host ?? null;
        expect([seed, moment, found]).toEqual([seed, moment, modelAt(events, moment)]);
      }
    }
  });

  test("told again from any point on, as after a crash, it is the same", () => {
    for (const seed of SEEDS) {
      const next = random(seed);
      const events = someEvents(next, { clients: 3, ends: true });
      const timeline = applyAll(events);
      expect(applyAll(events.slice(next(events.length)), timeline)).toEqual([...timeline]);
    }
  });

  test("of one client the order in which signs come does not matter", () => {
    for (const seed of SEEDS) {
      const next = random(seed);
      const events = someEvents(next, { clients: 1, ends: false });
      expect(applyAll(shuffled(events, next))).toEqual([...applyAll(events)]);
    }
  });

  test("in any order, and with moments that are the same, no two bindings overlap", () => {
    for (const seed of SEEDS) {
      const next = random(seed);
      const events = [
        ...someEvents(next, { clients: 4, ends: true }),
        ...someEvents(next, { clients: 4, ends: true }),
      ];
      const mixed = shuffled(events, next).map((event) => ({ ...event, at: event.at - (event.at % 5) }));
      mixed.reduce<Timeline>((timeline, event) => {
        const after = apply(timeline, event);
        expectSound(after);
        if (event.kind === "held") expect(bindingAt(after, event.at)?.host).toBe(event.who);
        return after;
      }, []);
    }
  });
});

const held = (who: string, at: number, lease: number): Event => ({ kind: "held", at, who, lease });
const ended = (who: string, at: number): Event => ({ kind: "ended", at, who });
const spans = (timeline: Timeline) => timeline.map(({ host, from, to }) => [host, from, to]);

describe("what ends a binding", () => {
  test("its time, where no renewal came", () => {
    expect(spans(applyAll([held("a", 0, 10), held("a", 20, 10)]))).toEqual([
      ["a", 0, 10],
      ["a", 20, 30],
    ]);
  });

  test("a release, which a renewal from before it does not take back", () => {
    const timeline = applyAll([held("a", 0, 100), ended("a", 30), held("a", 20, 100)]);
    expect(timeline).toMatchObject([{ from: 0, seenAt: 20, to: 30, isEnded: true }]);
  });

  test("not the release of somebody else", () => {
    expect(spans(applyAll([held("a", 0, 100), ended("b", 30)]))).toEqual([["a", 0, 100]]);
  });

  test("another holder, for as long as there is no later sign of the first", () => {
    expect(spans(applyAll([held("a", 0, 100), held("b", 30, 100)]))).toEqual([
      ["a", 0, 30],
      ["b", 30, 130],
    ]);
    expect(spans(applyAll([held("a", 0, 100), held("a", 50, 100), held("b", 30, 100)]))).toEqual([
      ["a", 0, 30],
      ["b", 30, 50],
      ["a", 50, 150],
    ]);
  });
});

describe("one holder or two", () => {
  const nobody = { macAddress: null, clientId: null, host: null, switchName: null, switchPort: null };
  test.each([
    [
      "the same MAC address under another name",
      { macAddress: "m", host: "a" },
      { macAddress: "m", host: "b" },
      true,
    ],
    [
      "another MAC address under the same name",
      { macAddress: "m", host: "a" },
      { macAddress: "n", host: "a" },
      false,
    ],
    [
      "the same DUID by another port of the machine",
      { macAddress: "m", clientId: "d" },
      { macAddress: "n", clientId: "d" },
      true,
    ],
    ["a name alone, in other letters", { host: "A" }, { host: "a" }, true],
    ["nothing is known of one", { macAddress: "m" }, {}, true],
    [
      "another port of the switch",
      { macAddress: "m", switchName: "s", switchPort: "1" },
      { macAddress: "m", switchName: "s", switchPort: "2" },
      false,
    ],
    [
      "a port that one does not know",
      { macAddress: "m", switchName: "s", switchPort: "1" },
      { macAddress: "m" },
      true,
    ],
  ])("%s", (_, one, other, expected) => {
    expect(isSameHolder({ ...nobody, ...one }, { ...nobody, ...other })).toBe(expected);
  });
});
