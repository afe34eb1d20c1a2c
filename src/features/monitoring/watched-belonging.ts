import { sql, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { keepRowsOfEach, type Actor, type RemovedRows } from "#features/audit";
import { restoreRows, type UndoRun } from "#features/undo";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { putBack, type PutBack, type StoredRow } from "#platform/put-back";
import { keptTarget, restoreTargets } from "./history/orphans";
import { checkTargets, groupMembers, groupWakes } from "./tables";

/**
 * What a feature has of service checks and monitors, in a table whose columns `service_check_id` and `monitor_id` name
 * them: it goes with one that is deleted, and comes back with it.
 */
export type WatchedBelonging = {
  /** As `removed` of the audit row calls it. */
  kind: string;
  table: PgTable;
  /** What is kept of a row, which is called `gone`; absent: all of it. */
  kept?: SQL;
  restore?: (db: Db, rows: readonly StoredRow[]) => Promise<PutBack>;
};

/** What checks found, which is there still while nobody knows of it. */
export const HISTORIES: WatchedBelonging = {
  kind: "histories",
  table: checkTargets,
  kept: keptTarget,
  restore: restoreTargets,
};

/** Which groups one is in. */
export const MEMBERSHIPS: WatchedBelonging = {
  kind: "group_members",
  table: groupMembers,
  restore: restoreMembers,
};

/** Puts members of groups back, which are looked at again then. */
export async function restoreMembers(db: Db, rows: readonly StoredRow[]): Promise<PutBack> {
  const found = await putBack(db, groupMembers, rows);
  const groups = new Set(found.back.map((row) => Number(row["group_id"])));
  if (groups.size > 0) await db.insert(groupWakes).values([...groups].map((groupId) => ({ groupId })));
  return found;
}

type Watched = {
  column: "service_check_id" | "monitor_id";
  ids: readonly number[];
  action: string;
  targetOf: (id: number) => string;
  belongings: readonly WatchedBelonging[];
};

/** Keeps what goes with checks or monitors, for the audit rows of their deletion; gives what each has, by kind. */
export async function keepBelongings(
  ctx: { db: Db; actor: Actor },
  { column, ids, belongings, ...entry }: Watched,
): Promise<(id: number) => Record<string, RemovedRows>> {
  const owner = sql.identifier(column);
  const kept: [string, ReadonlyMap<number, RemovedRows>][] = [];
  for (const { kind, table, kept: row = sql`to_jsonb(gone)` } of belongings) {
    const rowsOf = (some: readonly number[]) => sql`SELECT gone.${owner} AS owner, ${row} AS row
      FROM ${table} AS gone WHERE gone.${owner} = ${anyOf(some)} ORDER BY gone.id`;
    kept.push([kind, await keepRowsOfEach(ctx, { ...entry, kind, ids, rowsOf })]);
  }
  return (id) => {
    const own = kept.map(([kind, rows]) => [kind, rows.get(id)] as const);
    return Object.fromEntries(own.flatMap(([kind, rows]) => (rows === undefined ? [] : [[kind, rows]])));
  };
}

/** Puts it back, as far as it can; gives how many there are of each kind. */
export async function restoreBelongings(
  run: UndoRun,
  {
    kept,
    belongings,
  }: { kept: ReadonlyMap<string, readonly StoredRow[]>; belongings: readonly WatchedBelonging[] },
): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const belonging of belongings)
    found[belonging.kind] = await restoreRows(run, belonging, kept.get(belonging.kind) ?? []);
  return found;
}
