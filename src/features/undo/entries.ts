import { sql } from "drizzle-orm";
import { z } from "zod";
import {
  findAuditEntry,
  listAuditActions,
  listAuditEntries,
  listSiblings,
  UNDONE,
  type AuditEntryHead,
  type StoredAuditEntry,
} from "#features/audit";
import type { Db } from "#platform/database";
import { forbidden, notFound } from "#platform/errors";
import { may } from "#platform/http/guard";
import type { UndoContext, UndoOptions } from "./context";
import { actionsTakenBack, type UndoRegistry } from "./registry";

/** Throws 404. */
export async function requireEntry(db: Db, id: number): Promise<StoredAuditEntry> {
  const entry = await findAuditEntry(db, id);
  if (entry === undefined) throw notFound("Audit entry not found");
  return entry;
}

/** The entries with their companions, or all that their requests changed; the newest first. */
export async function entriesOf(
  ctx: UndoContext,
  asked: readonly StoredAuditEntry[],
  scope: UndoOptions["scope"],
): Promise<AuditEntryHead[]> {
  const entries = new Map<number, AuditEntryHead>();
  for (const one of asked)
    for (const { id, action, target } of await withSiblings(ctx, one, scope))
      entries.set(id, { id, action, target });
  return [...entries.values()].sort((left, right) => right.id - left.id);
}

async function withSiblings(
  { db, registry }: UndoContext,
  asked: StoredAuditEntry,
  scope: UndoOptions["scope"],
): Promise<AuditEntryHead[]> {
  const companions = companionsOf(registry, asked);
  if (scope === "entry" && companions.length === 0) return [asked];
  // What an undo has written beside is taken back with it already.
  const ofRequest = asked.action === UNDONE ? [UNDONE] : actionsTakenBack(registry);
  const actions = scope === "request" ? ofRequest : companions;
  return [asked, ...(await listSiblings(db, asked, actions))];
}

const OfUndone = z.object({ action: z.string() });

/** The undo of what only stands for its companions says nothing but that: the undos of theirs belong to it. */
function companionsOf({ undoers }: UndoRegistry, { action, after }: StoredAuditEntry): readonly string[] {
  if (action !== UNDONE) return undoers.get(action)?.companions ?? [];
  const undone = undoers.get(OfUndone.safeParse(after).data?.action ?? "");
  return undone?.standsForCompanions === true && undone.companions?.length ? [UNDONE] : [];
}

/** Objects that an entry of many stands for. */
const OF_MANY = 250;

/** How many things entries stand for; that of an undo for as many as the entries that it has written. */
export async function weigh(db: Db, entries: readonly AuditEntryHead[]): Promise<number> {
  let weight = 0;
  for (const { id, action } of entries) {
    if (action !== UNDONE) {
      weight += weightOf(action);
      continue;
    }
    const ids = idsOfUndone(await requireEntry(db, id));
    for (const effect of await listAuditActions(db, ids)) weight += weightOf(effect);
  }
  return weight;
}

function weightOf(action: string): number {
  return action.endsWith(".rows") ? OF_MANY : 1;
}

/** Each lock takes room that all transactions of the database share: entries have so many locks between them. */
const LOCKS = 256;

/**
 * Whoever comes second sees the first one's entry. In one order, so that two who want some of the same do not wait for
 * each other for ever.
 */
export async function lockEntries(db: Db, entries: readonly AuditEntryHead[]): Promise<void> {
  const places = new Set(entries.map(({ id }) => id % LOCKS));
  for (const place of [...places].sort((left, right) => left - right))
    await db.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`undo of audit entries ${place}`}, 0))`,
    );
}

const Undone = z.object({ entries: z.array(z.int()) });

/** The entries that an undo has written. */
export function idsOfUndone({ after }: StoredAuditEntry): number[] {
  return Undone.parse(after).entries;
}

/** Entries that are read at once: one may hold hundreds of others. */
const READ_AT_ONCE = 10;

/**
 * What an undo has written, or what is packed in an entry, the newest first; else the entry itself. A few at a time, as
 * there may be tens of thousands.
 */
export async function* effectsOf(
  { db, registry }: Pick<UndoContext, "db" | "registry">,
  entry: StoredAuditEntry,
): AsyncGenerator<StoredAuditEntry> {
  const unpack = registry.undoers.get(entry.action)?.unpack;
  if (unpack !== undefined) {
    yield* unpack(entry).reverse();
    return;
  }
  if (entry.action !== UNDONE) {
    yield entry;
    return;
  }
  const ids = idsOfUndone(entry).toSorted((left, right) => right - left);
  for (let start = 0; start < ids.length; start += READ_AT_ONCE)
    for (const effect of await listAuditEntries(db, ids.slice(start, start + READ_AT_ONCE)))
      yield* effectsOf({ db, registry }, effect);
}

/** Throws 403 for objects that the caller may not write, 404 where it may not even know of the entry. */
export async function requireRight(ctx: UndoContext, entry: StoredAuditEntry): Promise<void> {
  for await (const effect of effectsOf(ctx, entry))
    if (effect === entry) requireOwnRight(ctx, entry);
    else await requireRight(ctx, effect);
}

function requireOwnRight({ caller, registry }: UndoContext, entry: StoredAuditEntry): void {
  const undoer = registry.undoers.get(entry.action);
  if (undoer === undefined || undoer.isFinal) {
    if (!caller.isSuperAdmin) throw notFound("Audit entry not found");
    return;
  }
  const { permission, standsForCompanions } = undoer;
  if (standsForCompanions === true) return;
  if (permission === null && entry.actorUserId !== caller.userId)
    throw forbidden("Only who has made this change may take it back");
  if (permission !== null && !may(caller, permission)) throw forbidden(registry.refusalOf(permission));
}
