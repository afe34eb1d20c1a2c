import { sql } from "drizzle-orm";
import { z } from "zod";
import {
  createPackedRecord,
  findAuditEntry,
  findUndone,
  listAuditActions,
  listAuditEntries,
  listSiblings,
  recordAudit,
  targetOfEntry,
  UNDONE,
  type Actor,
  type StoredAuditEntry,
} from "#features/audit";
import { refusalOf } from "#features/users";
import type { Db } from "#platform/database";
import { forbidden, notFound } from "#platform/errors";
import { may, type Caller } from "#platform/http/guard";
import type { AuditUndo, UndoQuery } from "./models";
import { addConflict, type Undoer, type UndoRun } from "./run";

/** What takes back the entries of each action. */
export type UndoRegistry = ReadonlyMap<string, Undoer>;

/** Of all owners of objects. Throws where two of them want the entries of one action. */
export function createUndoRegistry(undoers: readonly Undoer[]): UndoRegistry {
  const registry = new Map<string, Undoer>();
  for (const undoer of undoers)
    for (const action of undoer.actions) {
      if (registry.has(action)) throw new Error(`our bug: two undo ${action}`);
      registry.set(action, undoer);
    }
  return registry;
}

/** Whether an entry is of a kind that can be taken back, whatever was done since. */
export function isUndoable(registry: UndoRegistry, entry: StoredAuditEntry): boolean {
  if (entry.action === UNDONE) return true;
  const undoer = registry.get(entry.action);
  return undoer !== undefined && undoer.refusalOf?.(entry) === undefined;
}

type Context = { db: Db; actor: Actor; caller: Caller; registry: UndoRegistry };
type Input = { id: number } & Pick<UndoQuery, "on_conflict" | "scope"> & {
    isDryRun: boolean;
    /** Ends a dry run whose client has left. */
    signal: AbortSignal;
    /** Things that may be taken back at once; absent: as many as a request may. */
    most?: number;
    /** Told how many entries have been taken back, of how many. */
    onTaken?: (done: number, total: number) => Promise<void>;
  };

/**
 * Takes back what an entry of the audit log says was done: all of it or, where something stands against it, nothing. A
 * dry run only says what would be. Throws 404 for an entry that is not there, or that the caller may neither read nor
 * take back, and 403 for objects that it may not write.
 */
export async function undoEntry(ctx: Context, input: Input): Promise<AuditUndo> {
  try {
    return await ctx.db.transaction((db) => undoInTransaction({ ...ctx, db }, input));
  } catch (error) {
    if (error instanceof NotUndone) return error.answer;
    throw error;
  }
}

/** Ends the transaction of an undo that was only tried, or that is not possible, without a trace. */
export class NotUndone extends Error {
  readonly answer: AuditUndo;

  constructor(answer: AuditUndo) {
    super("taken back");
    this.answer = answer;
  }
}

/** As `undoEntry`, in the caller's transaction, of which nothing may stay where it throws NotUndone. */
export async function undoInTransaction(ctx: Context, input: Input): Promise<AuditUndo> {
  const done = await takeBack(ctx, input);
  if (input.isDryRun || !done.is_possible) throw new NotUndone({ ...done, undo_audit_id: null });
  return done;
}

async function takeBack(ctx: Context, input: Input): Promise<AuditUndo> {
  const { db, registry } = ctx;
  const { id, on_conflict: onConflict } = input;
  const asked = await findAuditEntry(db, id);
  if (asked === undefined) throw notFound("Audit entry not found");
  // Before anything else of it is read, or told.
  await requireRight(ctx, asked);
  const run: UndoRun = { ...ctx, onConflict, objects: [], conflicts: [], lost: new Map() };
  const entries = await entriesOf(ctx, asked, input.scope);
  if ((await weigh(ctx, entries)) > (input.most ?? MAX_AT_ONCE))
    addConflict(run, { target: asked.target, name: null }, TOO_MANY);
  if (run.conflicts.length > 0) return answerOf(run, { id, undoId: null });
  await lockEntries(db, entries);
  const undone = await findUndone(
    db,
    entries.map((entry) => entry.id),
  );
  let undoId: number | null = null;
  for (const [place, entry] of entries.entries()) {
    if (input.isDryRun) input.signal.throwIfAborted();
    await input.onTaken?.(place, entries.length);
    await requireRight(ctx, entry);
    if (undone.has(entry.id)) refuseTwice(run, entry, { isAsked: entry.id === id, by: undone.get(entry.id) });
    else {
      const noted = await undoOne(run, registry, entry);
      if (entry.id === id) undoId = noted;
    }
  }
  if (run.objects.length === 0 && !run.conflicts.some(({ is_optional: isOptional }) => !isOptional))
    addConflict(run, { target: asked.target, name: null }, NOTHING);
  return answerOf(run, { id, undoId });
}

/** All of an undo is one transaction, in which others wait for what it has changed. */
const MAX_AT_ONCE = 5000;
/** Objects that an entry of many stands for. */
const OF_MANY = 250;
const TOO_MANY = {
  code: "refused",
  message: `it changed more than ${MAX_AT_ONCE} things: take its entries back one by one`,
} as const;

/** How many things entries stand for; that of an undo for as many as the entries that it has written. */
async function weigh({ db }: Context, entries: readonly StoredAuditEntry[]): Promise<number> {
  let weight = 0;
  for (const { action, after } of entries) {
    if (action !== UNDONE) {
      weight += weightOf(action);
      continue;
    }
    const { entries: ids } = Undone.parse(after);
    for (const effect of await listAuditActions(db, ids)) weight += weightOf(effect);
  }
  return weight;
}

function weightOf(action: string): number {
  return action.endsWith(".rows") ? OF_MANY : 1;
}

const NOTHING = { code: "nothing_to_undo", message: "everything is as it was before" } as const;

/** Each lock takes room that all transactions of the database share: entries have so many locks between them. */
const LOCKS = 256;

/**
 * Whoever comes second sees the first one's entry. In one order, so that two who want some of the same do not wait for
 * each other for ever.
 */
async function lockEntries(db: Db, entries: readonly StoredAuditEntry[]): Promise<void> {
  const places = new Set(entries.map(({ id }) => id % LOCKS));
  for (const place of [...places].sort((left, right) => left - right))
    await db.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`undo of audit entries ${place}`}, 0))`,
    );
}

/** The entry with its companions, or all that its request changed; the newest first. */
async function entriesOf(
  { db, registry }: Context,
  asked: StoredAuditEntry,
  scope: Input["scope"],
): Promise<StoredAuditEntry[]> {
  const companions = registry.get(asked.action)?.companions ?? [];
  if (scope === "entry" && companions.length === 0) return [asked];
  // What an undo has written beside is taken back with it already.
  const ofRequest = asked.action === UNDONE ? [UNDONE] : [...registry.keys()];
  const actions = scope === "request" ? ofRequest : companions;
  const siblings = await listSiblings(db, asked, actions);
  return [asked, ...siblings.filter(({ id }) => id !== asked.id)].sort((left, right) => right.id - left.id);
}

function refuseTwice(
  run: UndoRun,
  entry: StoredAuditEntry,
  { isAsked, by }: { isAsked: boolean; by: number | undefined },
): void {
  if (!isAsked) return;
  const message = `it was taken back already, by entry ${by}`;
  addConflict(run, { target: entry.target, name: null }, { code: "already_undone", message });
}

const Undone = z.object({ entries: z.array(z.int()) });
/** Of the rows that hold what an undo of many things has written. */
export const UNDONE_ROWS = "imports.undone.rows";

/** The entries that an undo has written, or that are packed in one, the newest first; else the entry itself. */
async function effectsOf(
  { db, registry }: Pick<Context, "db" | "registry">,
  entry: StoredAuditEntry,
): Promise<StoredAuditEntry[]> {
  const unpack = registry.get(entry.action)?.unpack;
  if (unpack !== undefined) return unpack(entry).reverse();
  if (entry.action !== UNDONE) return [entry];
  const { entries: ids } = Undone.parse(entry.after);
  const effects: StoredAuditEntry[] = [];
  for (const effect of ids.length === 0 ? [] : await listAuditEntries(db, ids))
    effects.push(...(await effectsOf({ db, registry }, effect)));
  return effects;
}

async function requireRight(ctx: Context, entry: StoredAuditEntry): Promise<void> {
  const effects = await effectsOf(ctx, entry);
  for (const effect of effects) if (effect !== entry) await requireRight(ctx, effect);
  if (effects[0] !== entry) return;
  const { caller, registry } = ctx;
  const undoer = registry.get(entry.action);
  if (undoer === undefined) {
    if (!caller.isSuperAdmin) throw notFound("Audit entry not found");
    return;
  }
  const { permission, standsForCompanions } = undoer;
  if (standsForCompanions === true) return;
  if (permission === null && entry.actorUserId !== caller.userId)
    throw forbidden("Only who has made this change may take it back");
  if (permission !== null && !may(caller, permission)) throw forbidden(refusalOf(permission));
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
  const effects = await effectsOf({ db: run.db, registry }, entry);
  // What many entries in one have done is taken back in few as well.
  const packed =
    registry.get(entry.action)?.unpack === undefined
      ? undefined
      : createPackedRecord(noted, { action: UNDONE_ROWS, target: targetOfEntry(entry.id) });
  const own =
    packed === undefined ? { ...run, actor: noted } : { ...run, actor: packed.actor, mark: packed.mark };
  for (const one of effects) {
    await undoByOwner(own, registry, one);
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

async function undoByOwner(run: UndoRun, registry: UndoRegistry, entry: StoredAuditEntry): Promise<void> {
  const undoer = registry.get(entry.action);
  const about = { target: entry.target, name: null };
  if (undoer === undefined)
    return addConflict(run, about, {
      code: "not_undoable",
      message: "changes of this kind cannot be taken back",
    });
  const refusal = undoer.refusalOf?.(entry);
  if (refusal !== undefined) return addConflict(run, about, { code: "not_undoable", message: refusal });
  await undoer.undo(run, entry);
}

function answerOf(run: UndoRun, { id, undoId }: { id: number; undoId: number | null }): AuditUndo {
  const { onConflict, objects, conflicts } = run;
  const stops = conflicts.some(({ is_optional: isOptional }) => !isOptional || onConflict === "refuse");
  const lost = Map.groupBy(run.lost.values(), ({ kind, reason }) => JSON.stringify([kind, reason]));
  return {
    audit_id: id,
    undo_audit_id: undoId,
    is_possible: !stops && objects.length > 0,
    objects,
    conflicts,
    lost: [...lost.values()].flatMap(([first, ...others]) =>
      first === undefined ? [] : [{ ...first, count: 1 + others.length }],
    ),
  };
}
