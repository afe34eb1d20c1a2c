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
    fingerprint: await fingerprintOf(comparison),
    has_changes: count > 0,
    counts: countChanges(comparison, bundle.things.keys()),
    change_count: count,
    changes: await describeFirst(input, limit),
    removed_with: await removedWith(input),
    missing_secrets: missing.map(({ path, reference }) => ({ place: textOfPath(path), ...reference })),
    refusals: missingRights(comparison, caller).map((message) => ({ place: "", line: null, message })),
    kept: comparison.kept,
    is_tried: false,
  };
}

/** Of more removals only all together are looked up: each takes some statements. */
const MOST_WITH_THEIR_OWN = 100;
/** Removals that a statement names. */
const AT_ONCE = 10_000;

async function describeFirst(input: Input, limit: number): Promise<Described[]> {
  const { differences, removals } = input.comparison;
  // What would go must not be hidden behind all that would come.
  const room = Math.max(Math.ceil(limit / 2), limit - differences.length);
  const gone = removals.slice(0, room);
  const changes = differences.slice(0, limit - gone.length).map(describeDifference);
  for (const [place, removal] of gone.entries()) {
    const along = place < MOST_WITH_THEIR_OWN ? await goesWith(input, [removal]) : {};
    changes.push(describeRemoval(removal, along));
  }
  return changes;
}

async function removedWith(input: Input): Promise<Record<string, number>> {
  const sum: Record<string, number> = {};
  for (const gone of Map.groupBy(input.comparison.removals, ({ kind }) => kind).values())
    for (let start = 0; start < gone.length; start += AT_ONCE) {
      const along = await goesWith(input, gone.slice(start, start + AT_ONCE));
      for (const [kind, count] of Object.entries(along)) sum[kind] = (sum[kind] ?? 0) + count;
    }
  return sum;
}

/** What goes with things of one kind; nothing for who may not remove them, and may not know it either. */
async function goesWith(
  { db, caller }: Pick<Input, "db" | "caller">,
  gone: readonly Removal[],
): Promise<Readonly<Record<string, number>>> {
  const kind = gone[0]?.kind;
  if (kind?.goesWith === undefined || !hasRight(caller, kind.writes)) return {};
  const counts = await kind.goesWith(
    db,
    gone.map(({ stored }) => stored),
  );
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
