import { and, eq, sql } from "drizzle-orm";
import { refuseDouble, type Db } from "#platform/database";
import { conflict, notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import { deviceImports } from "../tables";
import { ImportPhase, type DeviceImportProgress } from "./models";

/** Tells how far an import is, and learns whether it is to end. */
export type Progress = {
  /** Throws 409 when somebody has cancelled the import, or the signal's reason. */
  report(state: { phase: ImportPhase; rowsTotal?: number; rowsDone?: number }): Promise<void>;
};

type Watched = { id: string | undefined; userId: number; signal: AbortSignal };

/**
 * Runs an import under the caller's id, so that it can be watched and cancelled from any replica; without an id it is only
 * ended by the signal. Throws 409 for an id that was used before. `db` must not be the import's own transaction.
 */
export async function withProgress<Result>(
  db: Db,
  { id, userId, signal }: Watched,
  run: (progress: Progress) => Promise<Result>,
): Promise<Result> {
  if (id === undefined) return run({ report: () => Promise.resolve(signal.throwIfAborted()) });
  await begin(db, { id, userId });
  let phase: ImportPhase = "failed";
  try {
    const result = await run(reporter(db, id, signal));
    phase = "done";
    return result;
  } catch (error) {
    if (error instanceof CancelledError || signal.aborted) phase = "cancelled";
    if (error instanceof CancelledError)
      throw conflict("The import was cancelled; nothing was written", error);
    throw error;
  } finally {
    // Rows that needed no writing are done as well.
    const rowsDone = phase === "done" ? { rowsDone: sql`coalesce(${deviceImports.rowsTotal}, 0)` } : {};
    await db
      .update(deviceImports)
      .set({ phase, ...rowsDone, updatedAt: new Date() })
      .where(eq(deviceImports.id, id));
  }
}

class CancelledError extends Error {}

function reporter(db: Db, id: string, signal: AbortSignal): Progress {
  return {
    async report(state) {
      signal.throwIfAborted();
      const [row] = await db
        .update(deviceImports)
        .set({ ...state, updatedAt: new Date() })
        .where(eq(deviceImports.id, id))
        .returning({ isCancelRequested: deviceImports.isCancelRequested });
      if (row?.isCancelRequested === true) throw new CancelledError("the import was cancelled");
    },
  };
}

async function begin(db: Db, { id, userId }: { id: string; userId: number }): Promise<void> {
  const used = { constraint: "device_imports_pkey", detail: "import_id was used before" };
  await refuseDouble(used, async () => db.insert(deviceImports).values({ id, userId, phase: "reading" }));
}

type Own = { id: string; userId: number };

/** Throws 404, also for another user's import. */
export async function getProgress({ db }: { db: Db }, own: Own): Promise<DeviceImportProgress> {
  const [row] = await db.select().from(deviceImports).where(isOwn(own));
  if (row === undefined) throw notFound("Import not found");
  return {
    id: row.id,
    phase: ImportPhase.parse(row.phase),
    rows_total: row.rowsTotal,
    rows_done: row.rowsDone,
    started_at: toTimestamp(row.startedAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

/** Asks an import to end without writing; one that has ended already stays as it is. Throws 404. */
export async function cancelImport({ db }: { db: Db }, own: Own): Promise<void> {
  const asked = await db
    .update(deviceImports)
    .set({ isCancelRequested: true })
    .where(isOwn(own))
    .returning({ id: deviceImports.id });
  if (asked.length === 0) throw notFound("Import not found");
}

function isOwn({ id, userId }: Own) {
  return and(eq(deviceImports.id, id), eq(deviceImports.userId, userId));
}
