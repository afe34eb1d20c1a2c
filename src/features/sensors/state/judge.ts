import type { AgentStatus } from "../read/reading";

export const SENSOR_STATES = ["ok", "warning", "critical", "unknown"] as const;
export type SensorState = (typeof SENSOR_STATES)[number];

/** In the sensor's unit; null: there is no such bound. */
export type Bounds = {
  warnAbove: number | null;
  criticalAbove: number | null;
  warnBelow: number | null;
  criticalBelow: number | null;
  /** How far inside a bound a value must be to count as back; null: 2 % of the bound. */
  clearMargin: number | null;
};

export type Measured = { value: number | null; agentStatus: AgentStatus | null };

/** What one poll says by itself, and why. */
export type Judgement = { state: SensorState; bound: { words: string; at: number } | null };

const USUAL_MARGIN = 0.02;
const SEVERITY: Readonly<Record<SensorState, number>> = { unknown: -1, ok: 0, warning: 1, critical: 2 };

/**
 * How a measured value stands: the worse of what the agent holds of it and of what the bounds say. A bound that the
 * present state is due to lets go only where the value is inside it by the margin.
 */
export function judge({ value, agentStatus }: Measured, bounds: Bounds, present: SensorState): Judgement {
  const agent = agentStatus ?? "ok";
  if (value === null) return { state: agent === "ok" ? "unknown" : agent, bound: null };
  const crossed = crossedBound(value, bounds, present);
  if (crossed === undefined) return { state: agent, bound: null };
  const isWorse = SEVERITY[crossed.state] >= SEVERITY[agent];
  return isWorse ? crossed : { state: agent, bound: null };
}

function crossedBound(
  value: number,
  bounds: Bounds,
  present: SensorState,
): (Judgement & { bound: NonNullable<Judgement["bound"]> }) | undefined {
  const rows = [
    { state: "critical", words: "above", at: bounds.criticalAbove },
    { state: "critical", words: "below", at: bounds.criticalBelow },
    { state: "warning", words: "above", at: bounds.warnAbove },
    { state: "warning", words: "below", at: bounds.warnBelow },
  ] as const;
  for (const { state, words, at } of rows) {
    if (at === null) continue;
    const isHeld = SEVERITY[present] >= SEVERITY[state];
    const margin = isHeld ? (bounds.clearMargin ?? Math.abs(at) * USUAL_MARGIN) : 0;
    const isBeyond = words === "above" ? value > at - margin : value < at + margin;
    if (isBeyond) return { state, bound: { words, at } };
  }
  return undefined;
}

export type Standing = { state: SensorState; pendingState: SensorState | null; pendingPolls: number };

/**
 * What a poll changes: a state holds until so many polls in a row are all worse, all milder, or all without a value;
 * the mildest change of them is taken. What was unknown and is well is well at once.
 */
export function confirm(before: Standing, judged: SensorState, confirmAfter: number): Standing {
  const { state } = before;
  if (judged === state) return { state, pendingState: null, pendingPolls: 0 };
  if (state === "unknown" && judged === "ok") return { state: "ok", pendingState: null, pendingPolls: 0 };
  const isSame = before.pendingState !== null && waysOf(state, before.pendingState) === waysOf(state, judged);
  const pendingPolls = isSame ? before.pendingPolls + 1 : 1;
  const pendingState = isSame ? nearer(state, before.pendingState ?? judged, judged) : judged;
  if (pendingPolls < confirmAfter) return { state, pendingState, pendingPolls };
  return { state: pendingState, pendingState: null, pendingPolls: 0 };
}

function waysOf(state: SensorState, judged: SensorState): "unknown" | "worse" | "milder" {
  if (judged === "unknown") return "unknown";
  return SEVERITY[judged] > SEVERITY[state] ? "worse" : "milder";
}

/** Of two states on one side of the present one that which is less of a change. */
function nearer(state: SensorState, one: SensorState, other: SensorState): SensorState {
  const far = (judged: SensorState) => Math.abs(SEVERITY[judged] - SEVERITY[state]);
  return far(one) <= far(other) ? one : other;
}
