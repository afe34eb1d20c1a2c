import { MAX_NAMED } from "#platform/http/affected";
import type { DeletionPreview } from "#platform/http/dry-run";
import type { UndoAlong } from "./models";
import type { About, UndoRun } from "./run";

type Preview = DeletionPreview | undefined;
type Context = Pick<UndoRun, "db" | "actor">;

/** Says by name what goes with objects of a kind that are removed, and what stays without them. */
export type Alongside = {
  /** What the previews call the objects themselves. */
  own: string;
  /**
   * What the previews call things that are parts of an object, as interfaces are of a device: that they go with it is no
   * news, they are only counted.
   */
  parts?: string;
  one: (ctx: Context, id: number) => Promise<Preview>;
  /** Of many that are removed at once; absent: nothing is said of them. */
  many?: (ctx: Context, ids: readonly number[]) => Promise<Preview>;
};

/** Of so many places what is told is told of one thing each; of more, of all other things together. */
const MAX_ALONE = 20;

/**
 * Adds to what is told. What goes with many things, which are removed some at a time, is told once for each kind; so is
 * what goes with single things where much is told already, as each site of an import may have others' devices in it.
 */
export function addAlong(told: UndoAlong[], added: readonly UndoAlong[]): void {
  let alone = told.filter(({ target }) => target !== null).length;
  for (const given of added) {
    const isAlone = given.target !== null && alone < MAX_ALONE;
    if (isAlone) alone += 1;
    const one = isAlone ? given : { ...given, ...TOGETHER };
    const place = isAlone ? -1 : told.findIndex((other) => isOfSameKind(other, one));
    const before = told[place];
    if (before === undefined) told.push(one);
    else {
      // What has something of several lots, as a saved map has places, is named once.
      const names = [...new Set([...before.names, ...one.names])].slice(0, MAX_NAMED);
      told[place] = { ...before, count: before.count + one.count, names };
    }
  }
}

const TOGETHER: About = { target: null, name: null };

function isOfSameKind(left: UndoAlong, right: UndoAlong): boolean {
  return left.target === right.target && left.kind === right.kind && left.outcome === right.outcome;
}

/** What a preview tells beside the objects themselves. */
export function toAlong(preview: Preview, alongside: Alongside | undefined, about: About): UndoAlong[] {
  if (preview === undefined) return [];
  const told = (kinds: DeletionPreview["would_delete"], outcome: UndoAlong["outcome"]) =>
    Object.entries(kinds).map(([kind, affected]) => ({ ...about, kind, outcome, ...affected }));
  const gone = told(preview.would_delete, "removed").filter(
    ({ kind }) => kind !== alongside?.own && kind !== alongside?.parts,
  );
  return [...gone, ...told(preview.would_unassign, "unassigned")];
}

/** How many things of each kind are removed with an object. */
export function goneWith(preview: Preview, alongside: Alongside | undefined): Record<string, number> {
  const kinds = Object.entries(preview?.would_delete ?? {}).filter(([kind]) => kind !== alongside?.own);
  return Object.fromEntries(kinds.map(([kind, { count }]) => [kind, count]));
}
