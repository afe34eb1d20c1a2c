import type { Actor } from "#features/audit";
import { askToCancel, findOwnOperation, type Operation } from "#features/operations";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { ImportPhase, type DeviceImportProgress } from "./models";

type Own = { id: string; userId: number };

/** Throws 404, also for another user's import. */
export async function getProgress({ db }: { db: Db }, own: Own): Promise<DeviceImportProgress> {
  const { id, state, phase, done, total, started_at, updated_at } = await getImport(db, own);
  return {
    id,
    phase: ImportPhase.parse(state === "running" ? phase : state),
    rows_total: total,
    rows_done: done,
    started_at,
    updated_at,
  };
}

/** Asks an import to end without writing; one that has ended already stays as it is. Throws 404. */
export async function cancelImport(ctx: { db: Db; actor: Actor }, own: Own): Promise<void> {
  await askToCancel(ctx, await getImport(ctx.db, own));
}

async function getImport(db: Db, own: Own): Promise<Operation> {
  const found = await findOwnOperation(db, { ...own, kind: "device_import" });
  if (found === undefined) throw notFound("Import not found");
  return found;
}
