import type { StoredAuditEntry } from "#features/audit";
import { addAlong, toAlong } from "./along";
import {
  aboutOf,
  addChanged,
  changeBack,
  dropGoneReferences,
  idOfTarget,
  planChange,
  notRecorded,
  presentOf,
  recordedId,
  removeObject,
  statesOf,
  undoDeletion,
  undoUpdate,
  type Changed,
  type ObjectKind,
  type Restoring,
} from "./objects";
import { changedSince } from "./plan";
import { attempt, type About, type Fields, type UndoRun } from "./run";

type Entries = { kind: ObjectKind; entries: readonly StoredAuditEntry[] };

const NOBODY: About = { target: null, name: null };

/** Objects that one statement finds, changes or removes. */
const AT_ONCE = 250;

/** Takes back that objects were made. */
export async function undoCreations(run: UndoRun, { kind, entries }: Entries): Promise<void> {
  const made = new Map<number, Fields>();
  for (const entry of entries) {
    const { after } = statesOf(entry);
    const id = recordedId(kind, entry, after);
    if (id === undefined) notRecorded(run, entry);
    else made.set(id, after);
  }
  await removeObjects(run, { kind, made });
}

/** Takes back that objects were removed, each by itself that cannot come back with the others. */
export async function undoDeletions(run: UndoRun, { kind, entries }: Entries): Promise<void> {
  for (let start = 0; start < entries.length; start += AT_ONCE) {
    const some = entries.slice(start, start + AT_ONCE);
    const given = some.flatMap((entry): Restoring[] => {
      const { before } = statesOf(entry);
      const id = recordedId(kind, entry, before);
      return id === undefined ? [] : [{ id, before, entry, about: aboutOf(kind, id, before) }];
    });
    const back = new Set((await restoreSome(run, kind, given)).map(({ entry }) => entry));
    for (const entry of some) if (!back.has(entry)) await undoDeletion(run, { kind, entry });
  }
}

/** Gives those that came back. */
async function restoreSome(
  run: UndoRun,
  kind: ObjectKind,
  given: readonly Restoring[],
): Promise<Restoring[]> {
  const { many } = kind;
  const ids = new Set(given.map(({ id }) => id));
  if (many?.restore === undefined || ids.size < given.length) return [];
  const present = await many.find(run.db, [...ids]);
  const gone = given.filter(({ id }) => !present.has(id));
  const tried: UndoRun = { ...run, conflicts: [] };
  const found = await attempt(tried, NOBODY, async (db) => many.restore?.({ ...run, db }, gone));
  return gone.filter(({ id, about }) => {
    const along = found?.get(id);
    if (along === undefined) return false;
    run.objects.push({ ...about, outcome: "restored", fields: [], with: presentOf(along) });
    return true;
  });
}

/** Removes objects that were `made` so, each by itself where something stands against removing it with the others. */
export async function removeObjects(
  run: UndoRun,
  { kind, made }: { kind: ObjectKind; made: ReadonlyMap<number, Fields> },
): Promise<void> {
  const isAsMade = (id: number, current: Fields) =>
    changedSince(kind.comparable(made.get(id) ?? {}), kind.comparable(current)).length === 0;
  const gone = await removeMany(run, { kind, ids: [...made.keys()], isAsMade });
  for (const [id, after] of made) if (!gone.has(id)) await removeObject(run, { kind, id, after });
}

type Removal = {
  kind: ObjectKind;
  ids: readonly number[];
  isAsMade: (id: number, current: Fields) => boolean;
};

/** Removes at once those objects that are as they were made; gives which: none where a rule is against one of them. */
export async function removeMany(
  run: UndoRun,
  { kind, ids, isAsMade }: Removal,
): Promise<ReadonlySet<number>> {
  const removed = new Set<number>();
  const { many } = kind;
  if (many === undefined) return removed;
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const present = await many.find(run.db, ids.slice(start, start + AT_ONCE));
    const unchanged = [...present].flatMap(([id, current]) => (isAsMade(id, current) ? [id] : []));
    if (unchanged.length === 0) continue;
    const { alongside } = kind;
    const tried: UndoRun = { ...run, conflicts: [] };
    const done = await attempt(tried, NOBODY, async (db) => {
      const preview = await alongside?.many?.({ ...run, db }, unchanged);
      return { preview, gone: await many.remove({ ...run, db }, unchanged) };
    });
    if (done === undefined) continue;
    addAlong(run.along, toAlong(done.preview, alongside, NOBODY));
    for (const [id, counts] of done.gone) {
      const about = aboutOf(kind, id, present.get(id) ?? {});
      run.objects.push({ ...about, outcome: "removed", fields: [], with: presentOf(counts) });
      removed.add(id);
    }
  }
  return removed;
}

/** Takes back changes, one entry after the other where two of them are of the same object. */
export async function undoUpdates(run: UndoRun, { kind, entries }: Entries): Promise<void> {
  const changes = new Map(
    entries.flatMap((entry): [number, Changed][] => {
      const id = idOfTarget(entry);
      return id === undefined ? [] : [[id, { id, ...statesOf(entry) }]];
    }),
  );
  const isOneEach = kind.findId === undefined && changes.size === entries.length;
  if (isOneEach) return changeManyBack(run, kind, [...changes.values()]);
  for (const entry of entries) await undoUpdate(run, { kind, entry });
}

/** Takes back changes of fields, each of another object, as `changeBack` does one after the other. */
export async function changeManyBack(
  run: UndoRun,
  kind: ObjectKind,
  changes: readonly Changed[],
): Promise<void> {
  for (let start = 0; start < changes.length; start += AT_ONCE) {
    const some = changes.slice(start, start + AT_ONCE);
    if (await changeSomeBack(run, kind, some)) continue;
    for (const changed of some) await changeBack(run, { kind, ...changed });
  }
}

/** False, and nothing done or noted, where a rule is against changing one of them. */
async function changeSomeBack(run: UndoRun, kind: ObjectKind, changes: readonly Changed[]): Promise<boolean> {
  const { many } = kind;
  if (many === undefined) return false;
  const tried: UndoRun = { ...run, conflicts: [] };
  const present = await many.find(
    run.db,
    changes.map(({ id }) => id),
  );
  const plans = changes.flatMap(
    (changed) => planChange(tried, kind, { ...changed, current: present.get(changed.id) }) ?? [],
  );
  await dropGoneReferences(tried, kind, plans);
  const noted = [...tried.conflicts];
  const due = plans.filter(({ back }) => Object.keys(back).length > 0);
  const isDone =
    due.length === 0 ||
    (await attempt(tried, NOBODY, async (db) => {
      await many.change(
        { ...run, db },
        due.map(({ id, back }) => ({ id, fields: back })),
      );
      return true;
    }));
  if (isDone !== true) return false;
  run.conflicts.push(...noted);
  for (const plan of due) addChanged(run, plan);
  return true;
}
