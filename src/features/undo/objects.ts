import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { StoredAuditEntry } from "#features/audit";
import type { Db } from "#platform/database";
import { changedSince, planFields } from "./plan";
import {
  addChangedSince,
  addConflict,
  attempt,
  type About,
  type Deletion,
  type Fields,
  type Undoer,
  type UndoRun,
} from "./run";

/** How objects of one kind are found, changed, removed and put back: by the rules of any other write. */
export type ObjectKind = {
  /** As that of an `Undoer`. */
  permission: string | null;
  actions: { created: readonly string[]; updated: readonly string[]; deleted: readonly string[] };
  companions?: readonly string[];
  refusalOf?: (entry: StoredAuditEntry) => string | undefined;
  /** Where objects of the kind are, for a trash of those that are not; absent: it lists none. */
  stored?: Pick<Deletion, "table" | "only">;
  /** As audit rows name it: `device:7`. */
  targetOf(id: number, fields: Fields): string;
  nameOf(fields: Fields): string | null;
  /** Of an entry of a change, whose states may only have what differs. Absent: the number in its target. */
  findId?: (db: Db, entry: StoredAuditEntry) => Promise<number | undefined>;
  /** Fields that name another object by its id, and its table. */
  references?: Readonly<Record<string, PgTable>>;
  /** Of what an audit row has: what can be put back, in a form in which two states compare. */
  comparable(fields: Fields): Fields;
  /** The object as its audit rows show it, locked; undefined: there is none. */
  find(db: Db, id: number): Promise<Fields | undefined>;
  /** Finds and removes many at once, each as `find` and `remove` do; absent: one by one. */
  many?: {
    find(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Fields>>;
    /** Gives what went with each. */
    remove(run: UndoRun, ids: readonly number[]): Promise<ReadonlyMap<number, Record<string, number>>>;
  };
  /** Sets comparable fields. */
  change(run: UndoRun, change: { id: number; fields: Fields }): Promise<void>;
  /** Removes the object; gives what went with it, by kind. */
  remove(run: UndoRun, id: number): Promise<Record<string, number>>;
  /** Puts a deleted object back with its id; gives what came with it. Undefined: it could not, which it has noted. */
  restore(run: UndoRun, given: Restoring): Promise<Record<string, number> | undefined>;
};

export type Restoring = { id: number; before: Fields; entry: StoredAuditEntry; about: About };

const State = z.record(z.string(), z.unknown()).catch({});
const WithId = z.looseObject({ id: z.int() });

/** What an entry says of the object before it and after it. */
export function statesOf(entry: StoredAuditEntry): { before: Fields; after: Fields } {
  return { before: State.parse(entry.before), after: State.parse(entry.after) };
}

/** The number that an entry's target ends with. */
export function idOfTarget({ target }: StoredAuditEntry): number | undefined {
  const text = /:(\d{1,15})$/.exec(target ?? "")?.[1];
  return text === undefined ? undefined : Number(text);
}

/** The id of what was made or removed; undefined: the entry says nothing of it, or not which it was. */
function recordedId(kind: ObjectKind, entry: StoredAuditEntry, state: Fields): number | undefined {
  const recorded = WithId.safeParse(state).data?.id;
  // Targets of kinds that are found in another way are names, which may look like numbers.
  if (recorded !== undefined || kind.findId !== undefined || Object.keys(state).length === 0) return recorded;
  return idOfTarget(entry);
}

/** What takes back that objects of a kind were made, changed or removed. */
export function undoersOf(kind: ObjectKind): Undoer[] {
  const { permission, companions = [], refusalOf, stored } = kind;
  const { created, updated, deleted } = kind.actions;
  const rest = { permission, companions, ...(refusalOf && { refusalOf }) };
  return [
    {
      ...rest,
      actions: created,
      undo: (run, entry) => undoCreation(run, { kind, entry }),
      ...(kind.many && { undoTogether: (run, entries) => undoCreations(run, { kind, entries }) }),
    },
    { ...rest, actions: updated, undo: (run, entry) => undoUpdate(run, { kind, entry }) },
    {
      ...rest,
      actions: deleted,
      ...(stored && { deletion: { kind: kindOf(kind), nameOf: (fields) => kind.nameOf(fields), ...stored } }),
      undo: (run, entry) => undoDeletion(run, { kind, entry }),
    },
  ];
}

/** What stands before the colon of a target. */
function kindOf(kind: ObjectKind): string {
  return kind.targetOf(0, {}).replace(/:.*/, "");
}

type Undone = { kind: ObjectKind; entry: StoredAuditEntry };

async function undoCreation(run: UndoRun, { kind, entry }: Undone): Promise<void> {
  const { after } = statesOf(entry);
  const id = recordedId(kind, entry, after);
  if (id === undefined) return notRecorded(run, entry);
  return removeObject(run, { kind, id, after });
}

const NOBODY: About = { target: null, name: null };

/** Where something stands against one of them, or against removing them at once, each is looked at by itself. */
async function undoCreations(
  run: UndoRun,
  { kind, entries }: { kind: ObjectKind; entries: readonly StoredAuditEntry[] },
): Promise<void> {
  const made = new Map(
    entries.flatMap((entry) => {
      const { after } = statesOf(entry);
      const id = recordedId(kind, entry, after);
      return id === undefined ? [] : [[id, after] as const];
    }),
  );
  const present = (await kind.many?.find(run.db, [...made.keys()])) ?? new Map<number, Fields>();
  const isAsMade = ([id, after]: readonly [number, Fields]) => {
    const current = present.get(id);
    if (current === undefined) return false;
    return changedSince(kind.comparable(after), kind.comparable(current)).length === 0;
  };
  const ids = [...made].filter(isAsMade).map(([id]) => id);
  const tried: UndoRun = { ...run, conflicts: [] };
  const gone =
    ids.length < entries.length
      ? undefined
      : await attempt(tried, NOBODY, async (db) => kind.many?.remove({ ...run, db }, ids));
  if (gone === undefined) {
    for (const entry of entries) await undoCreation(run, { kind, entry });
    return;
  }
  for (const [id, along] of gone) {
    const about = aboutOf(kind, id, present.get(id) ?? {});
    run.objects.push({ ...about, outcome: "removed", fields: [], with: presentOf(along) });
  }
}

/** Removes what an entry made, unless it was changed since. */
export async function removeObject(
  run: UndoRun,
  { kind, id, after }: { kind: ObjectKind; id: number; after: Fields },
): Promise<void> {
  const current = await kind.find(run.db, id);
  const about = aboutOf(kind, id, current ?? after);
  if (current === undefined)
    return addConflict(run, about, { code: "gone", message: "it is not there any more" });
  let isKept = false;
  for (const changed of changedSince(kind.comparable(after), kind.comparable(current)))
    if (!addChangedSince(run, about, changed)) isKept = true;
  if (isKept && run.onConflict === "keep") return;
  const gone = await attempt(run, about, (db) => kind.remove({ ...run, db }, id));
  if (gone !== undefined)
    run.objects.push({ ...about, outcome: "removed", fields: [], with: presentOf(gone) });
}

async function undoUpdate(run: UndoRun, { kind, entry }: Undone): Promise<void> {
  const { before, after } = statesOf(entry);
  const id = (await kind.findId?.(run.db, entry)) ?? idOfTarget(entry);
  if (id === undefined) return notRecorded(run, entry);
  return changeBack(run, { kind, id, before, after });
}

/** Takes back a change of fields. */
export async function changeBack(
  run: UndoRun,
  given: { kind: ObjectKind; id: number; before: Fields; after: Fields },
): Promise<void> {
  const { kind, id } = given;
  const current = await kind.find(run.db, id);
  const about = aboutOf(kind, id, current ?? given.after);
  if (current === undefined)
    return addConflict(run, about, { code: "gone", message: "it is not there any more" });
  const now = kind.comparable(current);
  const { back, changed } = planFields({
    before: kind.comparable(given.before),
    after: kind.comparable(given.after),
    current: now,
  });
  for (const one of changed) if (addChangedSince(run, about, one)) back[one.field] = one.before;
  await dropGoneReferences(run, { kind, about, back });
  if (Object.keys(back).length === 0) return;
  const isDone = await attempt(run, about, async (db) => {
    await kind.change({ ...run, db }, { id, fields: back });
    return true;
  });
  if (isDone !== true) return;
  const fields = Object.entries(back).map(([field, before]) => ({ field, now: now[field] ?? null, before }));
  run.objects.push({ ...about, outcome: "changed", fields, with: {} });
}

/** What a field named may have been removed since: then it cannot name it again. */
async function dropGoneReferences(
  run: UndoRun,
  { kind, about, back }: { kind: ObjectKind; about: About; back: Record<string, unknown> },
): Promise<void> {
  for (const [field, table] of Object.entries(kind.references ?? {})) {
    const id = back[field];
    if (typeof id !== "number") continue;
    const found = await run.db.execute(sql`SELECT FROM ${table} WHERE id = ${id} FOR KEY SHARE`);
    if (found.length > 0) continue;
    delete back[field];
    const message = `what ${field} named is not there any more: restore it first`;
    addConflict(run, about, { code: "reference_gone", field, before: id, message, is_optional: true });
  }
}

async function undoDeletion(run: UndoRun, { kind, entry }: Undone): Promise<void> {
  const { before } = statesOf(entry);
  const id = recordedId(kind, entry, before);
  if (id === undefined) return notRecorded(run, entry);
  const about = aboutOf(kind, id, before);
  if ((await kind.find(run.db, id)) !== undefined)
    return addConflict(run, about, { code: "exists", message: "it is there again already" });
  const restored = await attempt(run, about, (db) =>
    kind.restore({ ...run, db }, { id, before, entry, about }),
  );
  if (restored !== undefined)
    run.objects.push({ ...about, outcome: "restored", fields: [], with: presentOf(restored) });
}

/** The kinds of which there are any. */
function presentOf(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

function aboutOf(kind: ObjectKind, id: number, fields: Fields): About {
  return { target: kind.targetOf(id, fields), name: kind.nameOf(fields) };
}

/** Notes that an entry does not say enough. */
export function notRecorded(run: UndoRun, entry: StoredAuditEntry): void {
  const about = { target: entry.target, name: null };
  addConflict(run, about, { code: "not_recorded", message: "the entry does not hold what it was before" });
}
