import type { TargetState } from "#features/monitoring";
import type { Step } from "../rehearsal/course";
import { followStates, type StateAt } from "./device-states";

/** What a look at something gives; `untold`: nothing could be found out, so that what lasts goes on. */
export type Look = { atMs: number } & (
  { kind: "found"; sentence: string } | { kind: "untold" } | { kind: "absent" }
);

/**
 * What looks, the oldest first, mean to a rule: as the watch compares what it finds with what lasts (`watch/apply.ts`).
 * What is not found any more is over, but for what is of a device that is not up just then. `device` undefined: it is
 * of none.
 */
export function toSteps(looks: readonly Look[], device: readonly StateAt[] | undefined): Step[] {
  const steps: Step[] = [];
  const stateOf = device === undefined ? undefined : followStates(device);
  let last: Look | undefined;
  for (const look of withChanges(looks, device ?? [])) {
    const { atMs } = look;
    last = look.kind === "again" ? last : look;
    if (last === undefined) continue;
    const step = stepOf(last, { atMs, device: stateOf?.(atMs), hasDevice: stateOf !== undefined });
    if (step.kind !== "begins" && steps.at(-1)?.kind === step.kind) continue;
    steps.push(step);
  }
  return steps;
}

type Again = { atMs: number; kind: "again" };

/** What was found last is compared again when the device's state changes. */
function withChanges(looks: readonly Look[], changes: readonly StateAt[]): (Look | Again)[] {
  if (changes.length === 0) return [...looks];
  const again = changes.map(({ atMs }): Again => ({ atMs, kind: "again" }));
  return [...looks, ...again].toSorted((one, other) => one.atMs - other.atMs);
}

type Then = { atMs: number; device: TargetState | undefined; hasDevice: boolean };

function stepOf(look: Look, { atMs, device, hasDevice }: Then): Step {
  if (look.kind === "found") return { kind: "begins", atMs, sentence: look.sentence };
  if (look.kind === "untold") return { kind: "lasts", atMs };
  return { kind: !hasDevice || device === undefined || device === "up" ? "ends" : "is held", atMs };
}

/** Moments of several courses, the earliest first, each once. */
export function momentsOf(...courses: readonly (readonly { atMs: number }[])[]): number[] {
  return [...new Set(courses.flatMap((course) => course.map(({ atMs }) => atMs)))].toSorted(
    (one, other) => one - other,
  );
}
