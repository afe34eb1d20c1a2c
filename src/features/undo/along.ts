import { MAX_NAMED } from "#platform/http/affected";
import type { DeletionPreview } from "#platform/http/dry-run";
import type { UndoAlong } from "./models";
import type { About, UndoRun } from "./run";

type Preview = Promise<DeletionPreview | undefined>;
type Context = Pick<UndoRun, "db" | "actor">;

/** Says by name what goes with objects of a kind that are removed, and what stays without them. */
export type Alongside = {
  /** What the previews call the objects themselves. */
  own: string;
  one: (ctx: Context, id: number) => Preview;
  /** Of many that are removed at once; absent: nothing is said of them. */
  many?: (ctx: Context, ids: readonly number[]) => Preview;
};

/** Adds to what is told: what goes with many things, which are removed some at a time, once for each kind. */
export function addAlong(told: UndoAlong[], added: readonly UndoAlong[]): void {
  for (const one of added) {
    const place = one.target === null ? told.findIndex((other) => isOfSameKind(other, one)) : -1;
    const before = told[place];
    if (before === undefined) told.push(one);
    else {
      // What has something of several lots, as a saved map has places, is named once.
      const names = [...new Set([...before.names, ...one.names])].slice(0, MAX_NAMED);
      told[place] = { ...before, count: before.count + one.count, names };
    }
  }
}

function isOfSameKind(left: UndoAlong, right: UndoAlong): boolean {
  return left.target === right.target && left.kind === right.kind && left.outcome === right.outcome;
}

/** What a preview tells, without the objects themselves. */
export function toAlong(preview: DeletionPreview | undefined, own: string, about: About): UndoAlong[] {
  if (preview === undefined) return [];
  const told = (kinds: DeletionPreview["would_delete"], outcome: UndoAlong["outcome"]) =>
    Object.entries(kinds).map(([kind, affected]) => ({ ...about, kind, outcome, ...affected }));
  const gone = told(preview.would_delete, "removed").filter(({ kind }) => kind !== own);
  return [...gone, ...told(preview.would_unassign, "unassigned")];
}

/** How much of each kind is removed with what goes. */
export function goneWith(along: readonly UndoAlong[]): Record<string, number> {
  return Object.fromEntries(
    along.flatMap(({ kind, outcome, count }) => (outcome === "removed" ? [[kind, count]] : [])),
  );
}
