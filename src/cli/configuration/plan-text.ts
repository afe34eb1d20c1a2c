import { z } from "zod";

const Counts = z.looseObject({ created: z.int(), updated: z.int(), removed: z.int() });

export const Plan = z.looseObject({
  fingerprint: z.string(),
  has_changes: z.boolean(),
  counts: z.array(Counts),
  change_count: z.int(),
  changes: z.array(z.looseObject({ action: z.enum(["create", "update", "remove"]), sentence: z.string() })),
  missing_secrets: z.array(z.object({ place: z.string(), source: z.string(), name: z.string() })),
  refusals: z.array(z.object({ place: z.string(), line: z.int().nullable(), message: z.string() })),
  kept: z.array(z.string()),
  /** Of services since 0.8. */
  removed_with: z.record(z.string(), z.int()).default({}),
});
export type Plan = z.infer<typeof Plan>;

const SIGNS = { create: "+", update: "~", remove: "-" } as const;

/** A plan as lines: a sentence for each change, then what speaks against it, then how many there are. */
export function linesOfPlan(plan: Plan): string[] {
  const lines = plan.changes.map(({ action, sentence }) => `${SIGNS[action]} ${sentence}`);
  const more = plan.change_count - plan.changes.length;
  if (more > 0) lines.push(`  … and ${more} more changes`);
  const along = Object.entries(plan.removed_with).map(
    ([kind, count]) => `${kind.replaceAll("_", " ")} (${count})`,
  );
  if (along.length > 0) lines.push(`  what is removed takes along ${along.join(", ")}`);
  for (const text of plan.kept) lines.push(`  stays: ${text}`);
  for (const { place, source, name } of plan.missing_secrets)
    lines.push(`! ${place}: the secret ${name} (${source}) has no value: set it, or send it by --secrets`);
  for (const { place, line, message } of plan.refusals)
    lines.push(
      `! ${[place, line === null ? "" : `(line ${line})`].filter((part) => part !== "").join(" ")}${place === "" ? "" : ": "}${message}`,
    );
  if (!plan.has_changes) return [...lines, "Nothing to do: the service is as the bundle says."];
  return [...lines, summaryOf(plan)];
}

/** `3 to add, 1 to change, none to remove.` */
export function summaryOf({ counts }: Pick<Plan, "counts">): string {
  const sum = (count: (one: z.infer<typeof Counts>) => number) =>
    counts.reduce((total, one) => total + count(one), 0);
  const shown = (count: number) => (count === 0 ? "none" : String(count));
  const { created, updated, removed } = {
    created: sum((one) => one.created),
    updated: sum((one) => one.updated),
    removed: sum((one) => one.removed),
  };
  return `${shown(created)} to add, ${shown(updated)} to change, ${shown(removed)} to remove.`;
}

/** Whether it could be applied. */
export function isApplicable({ missing_secrets: missing, refusals }: Plan): boolean {
  return missing.length + refusals.length === 0;
}
