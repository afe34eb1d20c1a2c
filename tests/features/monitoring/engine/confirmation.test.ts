import { describe, expect, test } from "bun:test";
import {
  AT_REST,
  type Circumstances,
  confirm,
  isFlapping,
  type Rule,
  type Standing,
} from "../../../../src/features/monitoring/engine/confirmation";
import type { RawStatus } from "../../../../src/features/monitoring/state";

const RULE: Rule = {
  failuresToDown: 2,
  successesToUp: 1,
  intervalSeconds: 300,
  retrySeconds: 20,
  retriesWhileDown: false,
};
const NEW: Standing = { rawStatus: null, inDoubt: 0, confirmed: "unknown", state: "unknown" };
const UP: Standing = { rawStatus: "up", inDoubt: 0, confirmed: "up", state: "up" };
const DOWN: Standing = { rawStatus: "down", inDoubt: 0, confirmed: "down", state: "down" };
const HIDDEN: Standing = { ...DOWN, state: "unreachable" };

const RAW: Record<string, RawStatus> = { u: "up", d: "down", "?": "unknown" };

/** The states after each of the results (`u` up, `d` down, `?` unknown), and what they did to incidents. */
function follow(
  results: string,
  from: Standing,
  { rule = RULE, given = {} }: { rule?: Partial<Rule>; given?: Partial<Circumstances> } = {},
) {
  let standing = from;
  const states: string[] = [];
  const incidents: string[] = [];
  let due = 0;
  for (const letter of results) {
    const verdict = confirm(standing, {
      raw: RAW[letter] ?? "up",
      rule: { ...RULE, ...rule },
      given: { ...AT_REST, ...given },
    });
    standing = verdict.standing;
    states.push(standing.state);
    if (verdict.incident !== null) incidents.push(verdict.incident);
    due = verdict.dueInSeconds;
  }
  return { states: states.join(" "), incidents: incidents.join(" "), due, standing };
}

test.each([
  ["u", NEW, {}, "up", "ends"],
  ["d", UP, {}, "up", ""],
  ["dd", UP, {}, "up down", "begins"],
  ["dudu", UP, {}, "up up up up", ""],
  ["ddd", UP, { failuresToDown: 3 }, "up up down", "begins"],
  ["d", UP, { failuresToDown: 1 }, "down", "begins"],
  ["u", DOWN, {}, "up", "ends"],
  ["uudu", DOWN, { successesToUp: 3 }, "down down down down", ""],
  ["uuu", DOWN, { successesToUp: 3 }, "down down up", "ends"],
  ["dd", NEW, {}, "unknown down", "begins"],
])("%s after %o by %o is %s", (results, from, rule, states, incidents) => {
  expect(follow(results, from, { rule })).toMatchObject({ states, incidents });
});

describe("what cannot be told", () => {
  test("never makes a target down, and breaks a row of failures", () => {
    expect(follow("d?d?", UP).states).toBe("up up up up");
    expect(follow("????", UP)).toMatchObject({ states: "up unknown unknown unknown", incidents: "" });
  });

  test("does not end an incident: what was down begins no second one", () => {
    expect(follow("??u", DOWN)).toMatchObject({ states: "down unknown up", incidents: "ends" });
  });
});

test("a check is repeated soon while it is in doubt, and then at its interval again", () => {
  expect(follow("d", UP).due).toBe(20);
  expect(follow("dd", UP).due).toBe(300);
  expect(follow("u", DOWN, { rule: { successesToUp: 2 } }).due).toBe(20);
  expect(follow("dd", UP, { rule: { retriesWhileDown: true } }).due).toBe(20);
});

describe("after a start", () => {
  const given = { isLearning: true };

  test("a failure only begins the count", () => {
    expect(follow("d", { ...UP, rawStatus: "down", inDoubt: 1 }, { given })).toMatchObject({
      states: "up",
      due: 20,
      standing: { inDoubt: 0 },
    });
    expect(follow("d", UP, { given, rule: { failuresToDown: 1 } }).states).toBe("up");
  });

  test("a success counts", () => expect(follow("u", DOWN, { given }).states).toBe("up"));
  test("what was down stays down", () => expect(follow("d", DOWN, { given }).states).toBe("down"));
});

describe("while our own network is down", () => {
  const given = { isNetworkDown: true };

  test("a failure tells nothing, at once", () => {
    expect(follow("d", UP, { given })).toMatchObject({ states: "unknown", incidents: "", due: 300 });
    expect(follow("d", HIDDEN, { given }).states).toBe("unknown");
    expect(follow("?", UP, { given })).toMatchObject({ states: "unknown", due: 300 });
  });

  test("what answers nevertheless is up", () => expect(follow("u", UP, { given }).states).toBe("up"));

  test("afterwards it takes the full number of failures", () => {
    const { standing } = follow("d", { ...UP, rawStatus: "down", inDoubt: 1 }, { given });
    expect(follow("dd", standing).states).toBe("unknown down");
    expect(follow("u", standing)).toMatchObject({ states: "up", incidents: "ends" });
  });
});

describe("behind something that is down", () => {
  const given = { isCutOff: true };

  test("a target becomes unreachable instead of down, without an incident", () => {
    expect(follow("ddd", UP, { given })).toMatchObject({
      states: "up unreachable unreachable",
      incidents: "",
    });
  });

  test("it is unreachable until its own failures show that it is down itself", () => {
    expect(follow("dd", HIDDEN)).toMatchObject({ states: "unreachable down", incidents: "begins" });
    expect(follow("d", HIDDEN, { given: { isLearning: true } }).states).toBe("unreachable");
    expect(follow("du", HIDDEN)).toMatchObject({ states: "unreachable up", incidents: "ends" });
  });

  test("what answers is up, whatever is held of its parents", () => {
    expect(follow("u", HIDDEN, { given }).states).toBe("up");
  });

  test("what was down before keeps its incident", () => {
    expect(follow("d", DOWN, { given })).toMatchObject({ states: "unreachable", incidents: "" });
  });
});

test("maintenance and a pause stand before all else, and the results go on below", () => {
  expect(follow("dd", UP, { given: { isInMaintenance: true } })).toMatchObject({
    states: "maintenance maintenance",
    incidents: "",
    standing: { confirmed: "down" },
  });
  const after = follow("dd", UP, { given: { isInMaintenance: true } }).standing;
  expect(follow("d", after)).toMatchObject({ states: "down", incidents: "begins" });
  expect(follow("d", DOWN, { given: { isPaused: true } })).toMatchObject({
    states: "paused",
    incidents: "ends",
  });
});

test("four changes within an hour are flapping", () => {
  const now = new Date("2026-02-28T12:00:00Z");
  const before = (...minutes: number[]) => minutes.map((m) => new Date(now.getTime() - m * 60_000));
  expect(isFlapping(before(59, 40, 20, 0), now)).toBe(true);
  expect(isFlapping(before(61, 40, 20, 0), now)).toBe(false);
  expect(isFlapping(before(59, 40, 20, -5), now)).toBe(false);
});
