import { readResults, type CheckedResult, type NamedTarget, type TargetState } from "#features/monitoring";
import { foundAt } from "../conditions/targets";
import type { RuleDraft } from "../rules/models";
import { chunksOf } from "./chunks";
import type { Course } from "../rehearsal/course";
import type { RehearsalContext } from "../rehearsal/rehearsal";
import { followStates, readStates, type StateAt } from "./device-states";
import { momentsOf, toSteps, type Look } from "./looks";

/** A target's results and changes of state, the oldest first. */
export type TargetPast = { results: readonly CheckedResult[]; states: readonly StateAt[] };

type Asked<Target> = {
  targets: readonly Target[];
  /** Since when results count; absent: since the beginning of what is rehearsed. */
  from?: Date;
  looksAt: (target: Target, past: TargetPast) => Look[];
};

/**
 * What a rule hears of targets by looking at their stored results: a week of one target at a time, which is tens of
 * thousands of them.
 */
export async function* coursesOfResults<Target extends NamedTarget>(
  ctx: RehearsalContext,
  rule: RuleDraft,
  { targets, from = ctx.from, looksAt }: Asked<Target>,
): AsyncGenerator<Course> {
  const { to } = ctx;
  for (const some of chunksOf(targets)) {
    const states = await readStates(ctx.db, { targets: some, from, to });
    for (const target of some) {
      const { targetId, deviceId } = target;
      const { subject, cause } = foundAt(target, rule, "");
      const results = await readResults(ctx, { targetIds: [targetId], from, to });
      const past = { results: results.get(targetId) ?? [], states: states.own.get(targetId) ?? [] };
      const device = deviceId === null ? undefined : (states.devices.get(deviceId) ?? []);
      yield { subject, cause: cause ?? subject, deviceId, steps: toSteps(looksAt(target, past), device) };
    }
  }
}

/** What is known at a moment: the newest result, and what the target is held to be. */
export type Seen = { atMs: number; result: CheckedResult; state: TargetState };

type Judgement = { sentence: string } | "untold" | "absent";

/** Looks at each result, and whenever the state changes. */
export function looksAtEach(past: TargetPast, judge: (seen: Seen) => Judgement): Look[] {
  const results = past.results.map((result) => ({ atMs: result.at.getTime(), result }));
  const stateAt = followStates(past.states);
  const looks: Look[] = [];
  let next = 0;
  for (const atMs of momentsOf(results, past.states)) {
    while ((results[next]?.atMs ?? Infinity) <= atMs) next += 1;
    const newest = results[next - 1];
    if (newest === undefined) continue;
    const { result } = newest;
    // A result knows the state that came of it; later changes are not of the target itself, such as maintenance.
    const state = newest.atMs === atMs ? result.state : (stateAt(atMs) ?? result.state);
    const judgement = judge({ atMs, result, state });
    looks.push(
      typeof judgement === "string"
        ? { atMs, kind: judgement }
        : { atMs, kind: "found", sentence: judgement.sentence },
    );
  }
  return looks;
}
