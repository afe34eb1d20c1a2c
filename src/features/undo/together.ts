import type { StoredAuditEntry } from "#features/audit";
import { withoutSavepoints } from "#platform/database";
import { ApiError } from "#platform/errors";
import { addAlong } from "./along";
import { whyNotUndoable, type UndoRegistry } from "./registry";
import type { UndoRun } from "./run";

/** So many at once that a statement names, and that are looked at one by one where one of them is refused. */
const TOGETHER = 250;

/** The entries in groups, in their order. */
export async function* inGroups(
  entries: AsyncIterable<StoredAuditEntry>,
): AsyncGenerator<StoredAuditEntry[]> {
  let group: StoredAuditEntry[] = [];
  for await (const entry of entries) {
    if (group.push(entry) < TOGETHER) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/**
 * Takes entries back in one savepoint: PostgreSQL remembers each that has written until the transaction ends, and has room
 * for some thousands. False, and nothing done, where a rule refuses one of them.
 */
export async function undoTogether(
  run: UndoRun,
  registry: UndoRegistry,
  entries: readonly StoredAuditEntry[],
): Promise<boolean> {
  if (entries.some((entry) => whyNotUndoable(registry, entry) !== null)) return false;
  const forget = run.mark?.();
  const own: UndoRun = {
    ...run,
    objects: [],
    along: [],
    conflicts: [],
    lost: new Map(run.lost),
    isTogether: true,
  };
  try {
    await run.db.transaction(async (db) => {
      for (const alike of alikeOf(entries))
        await undoAlike({ ...own, db: withoutSavepoints(db) }, registry, alike);
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    forget?.();
    return false;
  }
  run.objects.push(...own.objects);
  addAlong(run.along, own.along);
  run.conflicts.push(...own.conflicts);
  run.lost.clear();
  for (const [key, lost] of own.lost) run.lost.set(key, lost);
  return true;
}

/** Entries of one action that follow one another. */
function alikeOf(entries: readonly StoredAuditEntry[]): StoredAuditEntry[][] {
  const groups: StoredAuditEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.[0]?.action === entry.action) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

async function undoAlike(
  run: UndoRun,
  { undoers }: UndoRegistry,
  entries: readonly StoredAuditEntry[],
): Promise<void> {
  const undoer = undoers.get(entries[0]?.action ?? "");
  if (undoer?.undoTogether !== undefined && entries.length > 1) return undoer.undoTogether(run, entries);
  for (const entry of entries) await undoer?.undo(run, entry);
}
