import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { causesOf, codeOf } from "#platform/error-code";
import { unavailable } from "#platform/errors";
import { describeTables, inOrderOfReference, nameOf, type Table } from "../schema-tables";
import { AUDIT_TABLES, filledTables, replacedTables, type OptionalPart } from "../table-parts";
import { addIndexes, dropIndexes, listFreeIndexes, listKeys } from "./indexes";
import { raiseSequences } from "./load";
import { switchTriggers } from "./side-schema";

/** So long all others wait behind us at most, each time that we ask for the tables. */
const LOCK_PATIENCE = "3s";
const MAX_TRIES = 20;
const PAUSE_MS = 250;
/** lock_not_available, and deadlock_detected: PostgreSQL has ended our part of a circle. */
const BUSY_CODES = new Set(["55P03", "40P01"]);

export type Swap = {
  side: string;
  parts: readonly OptionalPart[];
  /** The tables of which it has many rows. */
  large: readonly string[];
  sequences: Readonly<Record<string, number>>;
  /** The audit log is that of the backup, and not the live one, of which it is a beginning. */
  replacesAuditLog: boolean;
  /** Once nobody writes any more, and before anything is changed. */
  onLocked: () => Promise<unknown>;
  observe: (step: "restore_locked" | "restore_emptied" | "restore_filled") => void;
};

/**
 * Puts the side schema's rows in place of the live ones. From the locks to the transaction's end, which is the
 * caller's, others wait; before it they see the old rows, behind it the new ones.
 */
export async function swapTables(
  db: Db,
  { side, parts, large, sequences, replacesAuditLog, onLocked, observe }: Swap,
): Promise<void> {
  const isSwapped = (name: string) => replacesAuditLog || !AUDIT_TABLES.has(name);
  const replaced = replacedTables(parts).filter(isSwapped);
  const live = await describeTables(db, "public");
  const aside = await describeTables(db, side);
  const filled = inOrderOfReference(
    filledTables(parts)
      .filter(isSwapped)
      .map((name) => tableOf(live, name)),
  );
  await lockTables(db, replaced);
  await onLocked();
  observe("restore_locked");
  if (replacesAuditLog) await switchTriggers(db, "public", "DISABLE");
  const names = replaced.map((name) => nameOf({ schema: "public", name }));
  await db.execute(sql`TRUNCATE ${sql.join(names, sql`, `)}`);
  observe("restore_emptied");
  const isFilled = (table: string) => filled.some(({ name }) => name === table);
  const keys = await listKeys(db, "public", large.filter(isFilled));
  const free = await listFreeIndexes(db, "public");
  const indexes = [...keys, ...free.filter(({ table }) => isFilled(table))];
  await dropIndexes(db, indexes);
  for (const table of filled) await copyRows(db, { from: tableOf(aside, table.name), to: table });
  await addIndexes(db, indexes);
  await raiseSequences(db, {
    schema: "public",
    tables: new Map(filled.map((table) => [table.name, table])),
    least: sequences,
  });
  if (replacesAuditLog) await switchTriggers(db, "public", "ENABLE");
  observe("restore_filled");
}

function tableOf(tables: ReadonlyMap<string, Table>, name: string): Table {
  const table = tables.get(name);
  if (table === undefined) throw new Error(`our bug: there is no table ${name}`);
  return table;
}

async function copyRows(db: Db, { from, to }: { from: Table; to: Table }): Promise<void> {
  const names = to.columns.map(({ name }) => name);
  const others = from.columns.map(({ name }) => name);
  if (!Bun.deepEquals(names, others))
    throw new Error(`our bug: the migrated ${to.name} has other columns than the live one`);
  const columns = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  await db.execute(
    sql`INSERT INTO ${nameOf(to)} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${nameOf(from)}`,
  );
}

/**
 * Locks all tables at once, or none: whoever works with some of them may go on between two tries. Throws 503 where
 * somebody never lets them go.
 */
async function lockTables(db: Db, names: readonly string[]): Promise<void> {
  const tables = sql.join(
    names.map((name) => nameOf({ schema: "public", name })),
    sql`, `,
  );
  for (let tries = 1; ; tries += 1) {
    try {
      await db.transaction(async (savepoint) => {
        await savepoint.execute(sql.raw(`SET LOCAL lock_timeout = '${LOCK_PATIENCE}'`));
        await savepoint.execute(sql`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
        await savepoint.execute(sql`SET LOCAL lock_timeout = 0`);
      });
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (tries === MAX_TRIES)
        throw unavailable("The database is too busy to restore into; nothing was changed", 30, error);
      await Bun.sleep(PAUSE_MS);
    }
  }
}

function isBusy(error: unknown): boolean {
  return causesOf(error).some((cause) => BUSY_CODES.has(codeOf(cause) ?? ""));
}
