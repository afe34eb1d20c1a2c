import {
  createPackedRecord,
  findUndone,
  listAuditActions,
  recordAudit,
  targetOfEntry,
  UNDONE,
  type AuditEntryHead,
  type StoredAuditEntry,
} from "#features/audit";
import type { UndoContext, UndoOptions } from "./context";
import type { Db } from "#platform/database";
import { effectsOf, entriesOf, idsOfUndone, lockEntries, requireEntry, requireRight, weigh } from "./entries";
import type { AuditUndo } from "./models";
import { whyNotUndoable, type UndoRegistry } from "./registry";
import { addConflict, type About, type UndoRun } from "./run";
import { inGroups, undoTogether } from "./together";

/** Of the rows that hold what an undo of many things has written. */
export const UNDONE_ROWS = "imports.undone.rows";

/** All of an undo is one transaction, in which others wait for what it has changed. */
const MAX_AT_ONCE = 5000;
const TOO_MANY = {
  code: "refused",
  message: `it changed more than ${MAX_AT_ONCE} things: take its entries back one by one`,
} as const;
const NOTHING = { code: "nothing_to_undo", message: "everything is as it was before" } as const;

export type TakenBack = Omit<AuditUndo, "audit_id" | "undo_audit_id"> & {
  /** By the entry that was asked for, the one that says that it was taken back. */
  undoIds: ReadonlyMap<number, number>;
};

/** Takes entries back, the newest first, in the caller's transaction. */
export async function takeBack(
  ctx: UndoContext,
  { ids, ...input }: UndoOptions & { ids: readonly number[] },
): Promise<TakenBack> {
  const { db, registry } = ctx;
  const asked: StoredAuditEntry[] = [];
  for (const id of ids) {
    const entry = await requireEntry(db, id);
    // Before anything else of it is read, or told.
    await requireRight(ctx, entry);
    asked.push(entry);
  }
  const about = { target: asked[0]?.target ?? null, name: null };
  const run: UndoRun = {
    ...ctx,
    onConflict: input.on_conflict,
    objects: [],
    along: [],
    conflicts: [],
    lost: new Map(),
  };
  const entries = await entriesOf(ctx, asked, input.scope);
  if ((await weigh(db, entries)) > (input.most ?? MAX_AT_ONCE)) addConflict(run, about, TOO_MANY);
  if (run.conflicts.length > 0) return answerOf(run, new Map());
  await lockEntries(db, entries);
  const undone = await findUndone(
    db,
    entries.map((entry) => entry.id),
  );
  const wanted = new Set(ids);
  const undoIds = new Map<number, number>();
  for (const [place, { id }] of entries.entries()) {
    if (input.isDryRun) input.signal.throwIfAborted();
    await input.onTaken?.(place, entries.length);
    const entry = await requireEntry(db, id);
    await requireRight(ctx, entry);
    const by = undone.get(id);
    if (by !== undefined) {
      if (wanted.has(id)) refuseTwice(run, entry, by);
      continue;
    }
    const noted = await undoOne(run, registry, entry);
    if (noted !== null && wanted.has(id)) undoIds.set(id, noted);
  }
  if (run.objects.length === 0) refuseWhole(run, about);
  return answerOf(run, undoIds);
}

/** Where nothing is left to take back, what is not there any more is the reason. */
function refuseWhole(run: UndoRun, about: About): void {
  run.conflicts = run.conflicts.map((conflict) =>
    conflict.code === "gone" ? { ...conflict, is_optional: false } : conflict,
  );
  if (run.conflicts.every(({ is_optional: isOptional }) => isOptional)) addConflict(run, about, NOTHING);
}

function refuseTwice(run: UndoRun, { target }: AuditEntryHead, by: number): void {
  const message = `it was taken back already, by entry ${by}`;
  addConflict(run, { target, name: null }, { code: "already_undone", message });
}

/** Takes back one entry; gives the id of the entry that says so. */
async function undoOne(
  run: UndoRun,
  registry: UndoRegistry,
  entry: StoredAuditEntry,
): Promise<number | null> {
  const written: number[] = [];
  const noteEntry = (id: number) => written.push(id);
  const noted = { ...run.actor, noteEntry };
  // What many entries in one have done is taken back in few as well.
  const packed = (await isPacked(run.db, registry, entry))
    ? createPackedRecord(noted, { action: UNDONE_ROWS, target: targetOfEntry(entry.id) })
    : undefined;
  const own =
    packed === undefined
      ? { ...run, actor: noted, mark: () => markOf(written) }
      : { ...run, actor: packed.actor, mark: packed.mark };
  for await (const some of inGroups(effectsOf({ db: run.db, registry }, entry))) {
    if (some.length === 1 || !(await undoTogether(own, registry, some)))
      for (const one of some) await undoByOwner(own, registry, one);
    await packed?.flush(run, "full rows");
  }
  await packed?.flush(run, "all");
  let undoId: number | null = null;
  const { actor } = run;
  const passedOn = {
    ...actor,
    noteEntry: (id: number) => {
      undoId = id;
      actor.noteEntry?.(id);
    },
  };
  await recordAudit(
    { db: run.db, actor: passedOn },
    {
      action: UNDONE,
      target: targetOfEntry(entry.id),
      detail: entry.action,
      after: { entry_id: entry.id, action: entry.action, target: entry.target, entries: written },
    },
  );
  return undoId;
}

/** Whether it holds many entries in one, or is the undo of such a one: as many are written then. */
async function isPacked(db: Db, { undoers }: UndoRegistry, entry: StoredAuditEntry): Promise<boolean> {
  const isOfMany = (action: string) => undoers.get(action)?.unpack !== undefined;
  if (entry.action !== UNDONE) return isOfMany(entry.action);
  return (await listAuditActions(db, idsOfUndone(entry))).some(isOfMany);
}

/** Forgets what was noted since, which a savepoint has taken back. */
function markOf(written: number[]): () => void {
  const { length } = written;
  return () => void (written.length = length);
}

async function undoByOwner(run: UndoRun, registry: UndoRegistry, entry: StoredAuditEntry): Promise<void> {
  const undoer = registry.undoers.get(entry.action);
  const why = whyNotUndoable(registry, entry);
  if (undoer !== undefined && why === null) return undoer.undo(run, entry);
  addConflict(run, { target: entry.target, name: null }, { code: "not_undoable", message: why ?? "" });
}

function answerOf(run: UndoRun, undoIds: ReadonlyMap<number, number>): TakenBack {
  const { onConflict, objects, along, conflicts } = run;
  const stops = conflicts.some(({ is_optional: isOptional }) => !isOptional || onConflict === "refuse");
  const lost = Map.groupBy(run.lost.values(), ({ kind, reason }) => JSON.stringify([kind, reason]));
  return {
    undoIds,
    is_possible: !stops && objects.length > 0,
    objects,
    along,
    conflicts,
    lost: [...lost.values()].flatMap(([first, ...others]) =>
      first === undefined ? [] : [{ ...first, count: 1 + others.length }],
    ),
  };
}
