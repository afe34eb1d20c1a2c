import { findChangedTargets, FLAPPING, readPastChanges, type StateChange } from "#features/monitoring";
import { flappingWords } from "../conditions/flapping";
import { foundAt, onlyOf } from "../conditions/targets";
import type { RuleDraft } from "../rules/models";
import { chunksOf } from "./chunks";
import type { Course } from "../rehearsal/course";
import type { Rehearsal, RehearsalContext } from "../rehearsal/rehearsal";
import { targetByTarget } from "./states";
import { readStates, type StateAt } from "./device-states";
import { toSteps, type Look } from "./looks";

const WINDOW_MS = FLAPPING.seconds * 1000;

/** Devices that came and went. */
export const flappingRehearsal: Rehearsal = async (ctx, rule) => {
  // What happened in the hour before counts at the beginning.
  const from = new Date(ctx.from.getTime() - WINDOW_MS);
  const asked = { kind: "device", only: onlyOf(rule), from, to: ctx.to } as const;
  const targets = (await findChangedTargets(ctx.db, asked)).filter(ctx.covers);
  return { gap: null, total: targets.length, courses: coursesOf({ ...ctx, from }, rule, targets) };
};

async function* coursesOf(
  { db, from, to }: RehearsalContext,
  rule: RuleDraft,
  targets: readonly { targetId: number; deviceId: number | null }[],
): AsyncGenerator<Course> {
  for (const some of chunksOf(targets)) {
    const { own } = await readStates(db, { targets: some, from, to });
    const targetIds = some.map(({ targetId }) => targetId);
    for await (const changes of targetByTarget(readPastChanges(db, { targetIds, from, to }))) {
      const [first] = changes;
      if (first === undefined) continue;
      const { subject, cause = subject } = foundAt(first, rule, "");
      const looks = looksAtFlaps(changes, from.getTime() + WINDOW_MS);
      yield {
        subject,
        cause,
        deviceId: first.deviceId,
        steps: toSteps(looks, own.get(first.targetId) ?? []),
      };
    }
  }
}

/** Looks whenever a change comes, and when one is too old to count. */
function looksAtFlaps(changes: readonly StateChange[], fromMs: number): Look[] {
  const flaps = changes.filter(isFlap).map(({ at }) => at.getTime());
  const states: StateAt[] = changes.map(({ at, state }) => ({ atMs: at.getTime(), state }));
  const moments = [...states.map(({ atMs }) => atMs), ...flaps.map((atMs) => atMs + WINDOW_MS)];
  const looks: Look[] = [];
  let [first, next, state] = [0, 0, 0];
  for (const atMs of moments.filter((moment) => moment >= fromMs).toSorted((one, other) => one - other)) {
    while ((states[state]?.atMs ?? Infinity) <= atMs) state += 1;
    while ((flaps[next] ?? Infinity) <= atMs) next += 1;
    while ((flaps[first] ?? Infinity) <= atMs - WINDOW_MS) first += 1;
    const now = states[state - 1]?.state;
    const [device] = changes;
    const isFound = next - first >= FLAPPING.changes && (now === "up" || now === "down");
    if (isFound && device !== undefined)
      looks.push({ atMs, kind: "found", sentence: flappingWords(device, next - first) });
    else looks.push({ atMs, kind: "absent" });
  }
  return looks;
}

/** From up to down, or back; what stood before that, such as maintenance, is no change. */
function isFlap({ state, known }: StateChange): boolean {
  return (state === "up" || state === "down") && known !== null && known !== state;
}
