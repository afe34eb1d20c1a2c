import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { StoredAuditEntry } from "#features/audit";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { addAlong, goneWith, toAlong, type Alongside } from "./along";
import { changedSince, planFields } from "./plan";
import {
  addChangedSince,
  addConflict,
  attempt,
  type About,
  type Deletion,
  type Fields,
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
  /** Finds, changes, removes and restores many at once, each as the verb for one does; absent: one by one. */
  many?: {
    find(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Fields>>;
    change(run: UndoRun, changes: readonly { id: number; fields: Fields }[]): Promise<void>;
    /** Gives what went with each. */
    remove(run: UndoRun, ids: readonly number[]): Promise<ReadonlyMap<number, Record<string, number>>>;
    /** Gives what came with each that it put back; the others are put back one by one. */
    restore?(run: UndoRun, given: readonly Restoring[]): Promise<ReadonlyMap<number, Record<string, number>>>;
  };
  /** Absent: nothing goes with objects that are removed, or stays without them. */
  alongside?: Alongside;
  /** Sets comparable fields. */
  change(run: UndoRun, change: { id: number; fields: Fields }): Promise<void>;
  /** Removes the object. */
  remove(run: UndoRun, id: number): Promise<void>;
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
export function recordedId(kind: ObjectKind, entry: StoredAuditEntry, state: Fields): number | undefined {
  const recorded = WithId.safeParse(state).data?.id;
  // Targets of kinds that are found in another way are names, which may look like numbers.
  if (recorded !== undefined || kind.findId !== undefined || Object.keys(state).length === 0) return recorded;
  return idOfTarget(entry);
}

/** Of many things those that somebody has removed since are no reason to leave the others as they are. */
const GONE = { code: "gone", message: "it is not there any more", is_optional: true } as const;

export type Undone = { kind: ObjectKind; entry: StoredAuditEntry };

/** Takes back that an object was made. */
export async function undoCreation(run: UndoRun, { kind, entry }: Undone): Promise<void> {
  const { after } = statesOf(entry);
  const id = recordedId(kind, entry, after);
  if (id === undefined) return notRecorded(run, entry);
  return removeObject(run, { kind, id, after });
}

/** Removes what an entry made, unless it was changed since. */
export async function removeObject(
  run: UndoRun,
  { kind, id, after }: { kind: ObjectKind; id: number; after: Fields },
): Promise<void> {
  const current = await kind.find(run.db, id);
  const about = aboutOf(kind, id, current ?? after);
  if (current === undefined) return addConflict(run, about, GONE);
  let isKept = false;
  for (const changed of changedSince(kind.comparable(after), kind.comparable(current)))
    if (!addChangedSince(run, about, changed)) isKept = true;
  if (isKept && run.onConflict === "keep") return;
  const { alongside } = kind;
  const done = await attempt(run, about, async (db) => {
    const preview = await alongside?.one({ ...run, db }, id);
    await kind.remove({ ...run, db }, id);
    return { preview };
  });
  if (done === undefined) return;
  const gone = goneWith(done.preview, alongside);
  run.objects.push({ ...about, outcome: "removed", fields: [], with: gone });
  addAlong(run.along, toAlong(done.preview, alongside, about));
}

/** Takes back that an object was changed. */
export async function undoUpdate(run: UndoRun, { kind, entry }: Undone): Promise<void> {
  const { before, after } = statesOf(entry);
  const id = (await kind.findId?.(run.db, entry)) ?? idOfTarget(entry);
  if (id === undefined) return notRecorded(run, entry);
  return changeBack(run, { kind, id, before, after });
}

/** A change of fields, as an entry tells it. */
export type Changed = { id: number; before: Fields; after: Fields };

/** What goes back of an object. */
export type Planned = { id: number; about: About; now: Fields; back: Record<string, unknown> };

/** Takes back a change of fields. */
export async function changeBack(
  run: UndoRun,
  { kind, ...changed }: Changed & { kind: ObjectKind },
): Promise<void> {
  const { id } = changed;
  const plan = planChange(run, kind, { ...changed, current: await kind.find(run.db, id) });
  if (plan === undefined) return;
  await dropGoneReferences(run, kind, [plan]);
  if (Object.keys(plan.back).length === 0) return;
  const isDone = await attempt(run, plan.about, async (db) => {
    await kind.change({ ...run, db }, { id, fields: plan.back });
    return true;
  });
  if (isDone === true) addChanged(run, plan);
}

/** What of a change goes back, by what the object is now. Undefined, and noted, where it is not there any more. */
export function planChange(
  run: UndoRun,
  kind: ObjectKind,
  { id, before, after, current }: Changed & { current: Fields | undefined },
): Planned | undefined {
  const about = aboutOf(kind, id, current ?? after);
  if (current === undefined) {
    addConflict(run, about, GONE);
    return undefined;
  }
  const now = kind.comparable(current);
  const states = { before: kind.comparable(before), after: kind.comparable(after), current: now };
  const { back, changed } = planFields(states);
  for (const one of changed) if (addChangedSince(run, about, one)) back[one.field] = one.before;
  return { id, about, now, back };
}

/** Notes what went back. */
export function addChanged(run: UndoRun, { about, now, back }: Planned): void {
  const fields = Object.entries(back).map(([field, before]) => ({ field, now: now[field] ?? null, before }));
  run.objects.push({ ...about, outcome: "changed", fields, with: {} });
}

/** What fields named may have been removed since: then they cannot name it again. */
export async function dropGoneReferences(
  run: UndoRun,
  { references = {} }: ObjectKind,
  plans: readonly Planned[],
): Promise<void> {
  for (const [field, table] of Object.entries(references)) {
    const named = plans.flatMap(({ back }) => (typeof back[field] === "number" ? [back[field]] : []));
    if (named.length === 0) continue;
    const wanted = [...new Set(named)].sort((left, right) => left - right);
    const rows = await run.db.execute<{ id: number | string }>(
      sql`SELECT id FROM ${table} WHERE id = ${anyOf(wanted)} ORDER BY id FOR KEY SHARE`,
    );
    const present = new Set(rows.map(({ id }) => Number(id)));
    for (const { about, back } of plans) {
      const id = back[field];
      if (typeof id !== "number" || present.has(id)) continue;
      delete back[field];
      const message = `what ${field} named is not there any more: restore it first`;
      addConflict(run, about, { code: "reference_gone", field, before: id, message, is_optional: true });
    }
  }
}

/** Takes back that an object was removed. */
export async function undoDeletion(run: UndoRun, { kind, entry }: Undone): Promise<void> {
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
export function presentOf(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** An object, as conflicts and results name it. */
export function aboutOf(kind: ObjectKind, id: number, fields: Fields): About {
  return { target: kind.targetOf(id, fields), name: kind.nameOf(fields) };
}

/** Notes that an entry does not say enough. */
export function notRecorded(run: UndoRun, entry: StoredAuditEntry): void {
  const about = { target: entry.target, name: null };
  addConflict(run, about, { code: "not_recorded", message: "the entry does not hold what it was before" });
}
