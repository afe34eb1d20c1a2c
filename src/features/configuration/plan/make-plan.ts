import type { Caller } from "#platform/http/guard";
import { refusalOf } from "#features/users";
import { textOfPath, type BundleFault } from "../bundle/faults";
import type { ConfigurationPlan } from "../models";
import { hasRight, nameOfRight } from "../registry";
import type { Bundle } from "../bundle/read-bundle";
import type { Db } from "#platform/database";
import { countChanges, describeDifference, describeRemoval, type Described } from "./describe";
import { fingerprintOf } from "./fingerprint";
import type { Comparison, Removal } from "./compare";

type Input = {
  db: Db;
  caller: Caller;
  bundle: Bundle;
  comparison: Comparison;
  limit: number;
};

/** What a comparison says, for people and programs; what speaks against it is added by `refuse`. */
export async function makePlan(input: Input): Promise<ConfigurationPlan> {
  const { comparison, bundle, limit, caller } = input;
  const { differences, removals, missing } = comparison;
  const count = differences.length + removals.length;
  return {
    fingerprint: fingerprintOf(comparison),
    has_changes: count > 0,
    counts: countChanges(comparison, bundle.things.keys()),
    change_count: count,
    changes: await describeFirst(input, limit),
    missing_secrets: missing.map(({ path, reference }) => ({ place: textOfPath(path), ...reference })),
    refusals: missingRights(comparison, caller).map((message) => ({ place: "", line: null, message })),
    kept: comparison.kept,
    is_tried: false,
  };
}

async function describeFirst({ db, comparison }: Input, limit: number): Promise<Described[]> {
  const changes = comparison.differences.slice(0, limit).map(describeDifference);
  const removals = comparison.removals.slice(0, Math.max(0, limit - changes.length));
  for (const removal of removals) changes.push(describeRemoval(removal, await goesWith(db, removal)));
  return changes;
}

async function goesWith(db: Db, { kind, stored }: Removal): Promise<Readonly<Record<string, number>>> {
  const counts = (await kind.goesWith?.(db, [stored])) ?? {};
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** Of the kinds that would be written. */
function missingRights({ differences, removals }: Comparison, caller: Caller): string[] {
  const kinds = new Set([...differences, ...removals].map(({ kind }) => kind));
  return [...kinds].flatMap(({ name, writes }) => {
    if (hasRight(caller, writes)) return [];
    const text =
      typeof writes === "object" ? refusalOf(writes.permission) : "This action requires SuperAdmin";
    return [`${name} need ${nameOfRight(writes)}: ${text}`];
  });
}

/** The plan with what the rules said when it was tried. */
export function refuse(plan: ConfigurationPlan, { path, line, message }: BundleFault): ConfigurationPlan {
  return {
    ...plan,
    refusals: [...plan.refusals, { place: textOfPath(path), line: line ?? null, message }],
  };
}
