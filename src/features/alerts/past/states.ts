import { findChangedTargets, readPastChanges, type StateChange } from "#features/monitoring";
import { onlyOf } from "../conditions/targets";
import { effectOf, type Effect } from "../watch/of-changes";
import type { RuleDraft } from "../rules/models";
import type { Course, Step } from "../rehearsal/course";
import type { Rehearsal, RehearsalContext } from "../rehearsal/rehearsal";
import { chunksOf } from "./chunks";

type Kind = StateChange["kind"];

/**
 * Rules on changes of state: what was so before they were made they do not tell, and so it is here with what was so
 * before that time.
 */
export function createStateRehearsal(kind: Kind, gap: string | null = null): Rehearsal {
  return async (ctx, rule) => {
    const { db, from, to, covers } = ctx;
    const targets = await findChangedTargets(db, { kind, only: onlyOf(rule), from, to });
    const own = targets.filter(({ deviceId }) => covers({ ...onlyOf(rule), deviceId }));
    const ids = own.map(({ targetId }) => targetId);
    return { gap, total: ids.length, courses: coursesOf(ctx, rule, ids) };
  };
}

async function* coursesOf(
  { db, from, to }: RehearsalContext,
  rule: RuleDraft,
  ids: readonly number[],
): AsyncGenerator<Course> {
  for (const targetIds of chunksOf(ids))
    for await (const changes of targetByTarget(readPastChanges(db, { targetIds, from, to })))
      yield toCourse(changes, rule);
}

/** From pages of changes those of each target. */
export async function* targetByTarget(pages: AsyncIterable<StateChange[]>): AsyncGenerator<StateChange[]> {
  let own: StateChange[] = [];
  for await (const page of pages)
    for (const change of page) {
      if (own[0] !== undefined && own[0].targetId !== change.targetId) {
        yield own;
        own = [];
      }
      own.push(change);
    }
  if (own.length > 0) yield own;
}

/** What a rule on changes of state hears of a target, of its changes. */
export function toCourse(changes: readonly StateChange[], rule: RuleDraft): Course {
  const steps: Step[] = [];
  let subject = "";
  for (const change of changes) {
    const effect = effectOf(change, rule);
    if (effect === undefined) continue;
    subject = "trouble" in effect ? effect.trouble.subject : effect.subject;
    steps.push(toStep(effect, change.at.getTime()));
  }
  return { subject, cause: subject, deviceId: changes[0]?.deviceId ?? null, steps };
}

function toStep(effect: Effect, atMs: number): Step {
  switch (effect.kind) {
    case "begins":
    case "happens":
      return { kind: effect.kind, atMs, sentence: effect.trouble.sentence };
    default:
      return { kind: effect.kind, atMs };
  }
}
