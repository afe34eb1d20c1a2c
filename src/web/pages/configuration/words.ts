import { formatNumber } from "../../format/number";
import type { Apply, Plan } from "./api";

/** `3 to add, 1 to change`, of a plan; with `done` of an apply: `3 added, 1 changed`. */
export function countsText(counts: Apply["counts"], { isDone }: { isDone: boolean }): string {
  const sum = (field: "created" | "updated" | "removed") =>
    counts.reduce((total, one) => total + one[field], 0);
  const parts = [
    [sum("created"), isDone ? "added" : "to add"],
    [sum("updated"), isDone ? "changed" : "to change"],
    [sum("removed"), isDone ? "removed" : "to remove"],
  ] as const;
  const told = parts.flatMap(([count, word]) => (count === 0 ? [] : [`${formatNumber(count)} ${word}`]));
  return told.join(", ") || (isDone ? "nothing changed" : "nothing to do");
}

/** Whether a plan could be applied as it is. */
export function isApplicable({ has_changes: hasChanges, refusals, missing_secrets: missing }: Plan): boolean {
  return hasChanges && refusals.length + missing.length === 0;
}
