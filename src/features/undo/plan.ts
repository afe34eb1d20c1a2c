import { isDeepStrictEqual } from "node:util";
import type { Fields } from "./run";

/** A field that is not any more as an entry left it. `before`: what it would be again. */
export type ChangedField = { field: string; now: unknown; before: unknown };

export type FieldPlan = {
  /** What goes back, by field. */
  back: Record<string, unknown>;
  /** Fields that are neither as the entry left them nor as they were before it. */
  changed: ChangedField[];
};

/** What taking back a change means for an object as it is now. A field that is absent is as good as null. */
export function planFields(states: { before: Fields; after: Fields; current: Fields }): FieldPlan {
  const plan: FieldPlan = { back: {}, changed: [] };
  for (const field of new Set([...Object.keys(states.before), ...Object.keys(states.after)])) {
    const [before, left, now] = [states.before, states.after, states.current].map(
      (fields) => fields[field] ?? null,
    );
    if (isDeepStrictEqual(before, left) || isDeepStrictEqual(now, before)) continue;
    if (isDeepStrictEqual(now, left)) plan.back[field] = before;
    else plan.changed.push({ field, now, before });
  }
  return plan;
}

/** The fields of an object that are not any more as the entry left them that made it. */
export function changedSince(after: Fields, current: Fields): ChangedField[] {
  return Object.keys(after).flatMap((field) => {
    const now = current[field] ?? null;
    return isDeepStrictEqual(now, after[field] ?? null) ? [] : [{ field, now, before: null }];
  });
}
