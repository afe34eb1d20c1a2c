import { eq } from "drizzle-orm";
import { readKept, recordAudits } from "#features/audit";
import { addLostSecrets, putRowsBack, readRequest, type Restoring, type UndoRun } from "#features/undo";
import { anyOf } from "#platform/any-of";
import { putBack, storedRow, type StoredRow } from "#platform/put-back";
import { monitors } from "../tables";
import type { WatchedBelonging } from "../watched-belonging";
import { RecordedMonitor } from "./models";
import { toMonitorFields } from "./monitor-rows";
import { describe } from "./service";
import { FAVOURITES, secretsOf, toRestoredColumns } from "./restored";

type Counts = Record<string, number>;

/**
 * Puts deleted monitors back that ask a URL, in few statements; gives what came with each. Those that cannot come back so
 * are left to who restores one by one: groups, which need their members first, jobs, which get a new token each, and
 * those whose id another has.
 */
export async function restoreMonitors(
  run: UndoRun,
  given: readonly Restoring[],
  { belongings }: { belongings: readonly WatchedBelonging[] },
): Promise<ReadonlyMap<number, Counts>> {
  const { db } = run;
  const wanted = given
    .map((one) => ({ ...one, monitor: readRequest(RecordedMonitor, one.before) }))
    .filter(({ monitor }) => monitor.kind === "http");
  const rows = wanted.map(({ id, monitor, before }) =>
    storedRow({ ...toRestoredColumns(monitor, before), id }),
  );
  const { back } = await putBack(db, monitors, rows);
  const present = new Set(back.map((row) => Number(row["id"])));
  const restored = wanted.filter(({ id }) => present.has(id));
  for (const { about, before } of restored)
    if (about.target !== null) addLostSecrets(run, about.target, secretsOf(before));
  const found = await restoreAlong(run, restored, belongings);
  const now = await db
    .select()
    .from(monitors)
    .where(eq(monitors.id, anyOf([...present])))
    .orderBy(monitors.id);
  await recordAudits(
    run,
    now.map((row) => ({
      action: "monitor.created",
      target: `monitor:${row.id}`,
      detail: describe(row),
      after: toMonitorFields(row, []),
    })),
  );
  return found;
}

/** What went with the monitors, by its kind and theirs. */
async function restoreAlong(
  run: UndoRun,
  restored: readonly Restoring[],
  belongings: readonly WatchedBelonging[],
): Promise<Map<number, Counts>> {
  const found = new Map<number, Counts>(restored.map(({ id }) => [id, {}]));
  const kept = new Map<string, StoredRow[]>();
  for (const { entry } of restored)
    for (const [kind, rows] of await readKept(run.db, entry, "removed"))
      kept.set(kind, [...(kept.get(kind) ?? []), ...rows]);
  for (const belonging of [FAVOURITES, ...belongings]) {
    const back = await putRowsBack(run, belonging, kept.get(belonging.kind) ?? []);
    for (const [id, own] of Map.groupBy(back, (row) => Number(row["monitor_id"]))) {
      const counts = found.get(id);
      if (counts !== undefined) counts[belonging.kind] = own.length;
    }
  }
  return found;
}
