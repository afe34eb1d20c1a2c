import { describe, expect, test } from "bun:test";
import {
  confirm,
  judge,
  type Bounds,
  type SensorState,
  type Standing,
} from "../../../src/features/sensors/state/judge";
import { reasonOf } from "../../../src/features/sensors/state/words";

const NONE: Bounds = {
  warnAbove: null,
  criticalAbove: null,
  warnBelow: null,
  criticalBelow: null,
  clearMargin: null,
};
const HOT: Bounds = { ...NONE, warnAbove: 60, criticalAbove: 80, warnBelow: 10, criticalBelow: 0 };

function stateOf(value: number | null, bounds = HOT, present: SensorState = "ok"): SensorState {
  return judge({ value, agentStatus: null }, bounds, present).state;
}

describe("a value is judged by its bounds", () => {
  test.each([
    [-1, "critical"],
    [0, "warning"],
    [9.9, "warning"],
    [10, "ok"],
    [60, "ok"],
    [60.1, "warning"],
    [80, "warning"],
    [80.1, "critical"],
  ] as const)("%d is %s", (value, state) => expect(stateOf(value)).toBe(state));

  test("and by nothing where there are none, however large it is", () =>
    expect(stateOf(1e18, NONE)).toBe("ok"));

  test("and is unknown where there is none", () => expect(stateOf(null)).toBe("unknown"));

  test("only with the margin it is back: 2 % of the bound, or what was set", () => {
    expect(stateOf(79, HOT, "critical")).toBe("critical");
    expect(stateOf(78.3, HOT, "critical")).toBe("warning");
    expect(stateOf(59, HOT, "warning")).toBe("warning");
    expect(stateOf(58.7, HOT, "warning")).toBe("ok");
    expect(stateOf(10.1, HOT, "warning")).toBe("warning");
    const wide = { ...HOT, clearMargin: 5 };
    expect(stateOf(56, wide, "warning")).toBe("warning");
    expect(stateOf(54.9, wide, "warning")).toBe("ok");
  });
});

describe("what the agent itself holds of it", () => {
  test("counts where it is worse than the bounds, and the other way round", () => {
    expect(judge({ value: 20, agentStatus: "critical" }, HOT, "ok")).toEqual({
      state: "critical",
      bound: null,
    });
    expect(judge({ value: 90, agentStatus: "warning" }, HOT, "ok").state).toBe("critical");
    expect(judge({ value: 70, agentStatus: "ok" }, HOT, "ok").state).toBe("warning");
  });

  test("counts without a value, but not that all is well", () => {
    expect(judge({ value: null, agentStatus: "warning" }, HOT, "ok").state).toBe("warning");
    expect(judge({ value: null, agentStatus: "ok" }, HOT, "ok").state).toBe("unknown");
  });
});

/** What the state is after each of the polls. */
function course(
  polls: readonly SensorState[],
  { from = "ok", after = 2 }: { from?: SensorState; after?: number } = {},
) {
  let standing: Standing = { state: from, pendingState: null, pendingPolls: 0 };
  return polls.map((judged) => {
    standing = confirm(standing, judged, after);
    return standing.state;
  });
}

describe("a state is confirmed", () => {
  test("by so many polls in a row", () => {
    expect(course(["warning", "warning"])).toEqual(["ok", "warning"]);
    expect(course(["warning", "ok", "warning", "warning"])).toEqual(["ok", "ok", "ok", "warning"]);
    expect(course(["critical", "critical", "critical"], { after: 3 })).toEqual(["ok", "ok", "critical"]);
    expect(course(["critical"], { after: 1 })).toEqual(["critical"]);
  });

  test("as the mildest of them: what goes to and fro between two grades is at least the lower one", () => {
    expect(course(["critical", "warning"])).toEqual(["ok", "warning"]);
    expect(course(["warning", "critical", "critical", "critical"])).toEqual([
      "ok",
      "warning",
      "warning",
      "critical",
    ]);
  });

  test("on the way back, too", () => {
    expect(course(["ok", "ok"], { from: "critical" })).toEqual(["critical", "ok"]);
    expect(course(["ok", "warning"], { from: "critical" })).toEqual(["critical", "warning"]);
    expect(course(["ok", "critical", "ok"], { from: "critical" })).toEqual([
      "critical",
      "critical",
      "critical",
    ]);
  });

  test("as unknown when values stay away, and as well at once when they are back", () => {
    expect(course(["unknown", "unknown", "ok"])).toEqual(["ok", "unknown", "ok"]);
    expect(course(["unknown", "warning", "unknown"])).toEqual(["ok", "ok", "ok"]);
    expect(course(["critical", "critical"], { from: "unknown" })).toEqual(["unknown", "critical"]);
  });
});

test("the reason names the bound with its unit, else what the agent says", () => {
  const judgement = judge({ value: 80.1234567, agentStatus: null }, HOT, "ok");
  expect(reasonOf("critical", { value: 80.1234567, unit: "°C", words: null, judgement })).toBe(
    "80.1235 °C is above 80 °C",
  );
  const agent = judge({ value: 5, agentStatus: "warning" }, NONE, "ok");
  expect(reasonOf("warning", { value: 5, unit: "", words: "on battery", judgement: agent })).toBe(
    "on battery",
  );
});
