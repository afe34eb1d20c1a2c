import type { Database, Statements } from "#platform/database";
import { MIGRATION_LOCK } from "#platform/migrations";
import { MOVE_LOCK, removeTraces } from "#platform/move-mark";
import { RESTORE_LOCK } from "../restore/turn";
import { MoveError, planTables, readOrigin, useTransferSettings, type MovedTable } from "./plan";
import { requireMovable, startCapture } from "./source";
import { MoveInDoubtError, switchOver, type Switched } from "./switch-over";
import { prepareTarget, requireFreeTarget } from "./target";
import { carryChanges, copyTable, inTarget } from "./transfer";

/** Steps at which tests end the process. */
export type MoveStep =
  | "move_prepared"
  | "move_captured"
  | "move_table_copied"
  | "move_copied"
  | "move_caught_up"
  | "move_locked"
  | "move_compared"
  | "move_target_committed"
  | "move_marked"
  | "move_committed"
  | "move_placed"
  | "move_admitted";

export type MoveContext = {
  source: Database;
  target: Database;
  /** For people, without passwords. */
  names: { source: string; target: string };
  move: string;
  /** Once the copy has caught up, and before the stop: notes where the database is about to go. */
  onCaughtUp: () => void;
  say: (line: string) => void;
  observe: (step: MoveStep) => void;
};

export type Moved = Switched & { changes: number };

/** A round with fewer changes is followed by the last one, for which writers stop. */
const FEW_CHANGES = 2000;
const MAX_ROUNDS = 50;

/**
 * Copies a database that is written to into an empty one, catches up, stops the writers for some seconds, compares the
 * two and marks the old one as moved away. That mark's commit is the moment at which the new one is in charge: whatever
 * happens before leaves the old one so, and this throws. Behind it the old one takes no writes any more.
 */
export async function moveDatabase(ctx: MoveContext): Promise<Moved> {
  const { source, target } = ctx;
  await using locks = new AsyncDisposableStack();
  locks.defer(await holdLocks(source, SOURCE_LOCKS));
  locks.defer(await holdLocks(target, TARGET_LOCKS));
  await requireMovable(source);
  await requireFreeTarget(target);
  const tables = await planTables(source.db);
  try {
    return await carryOver(ctx, tables);
  } catch (error) {
    if (!(error instanceof MoveInDoubtError)) await giveUp(ctx);
    throw error;
  }
}

async function carryOver(ctx: MoveContext, tables: readonly MovedTable[]): Promise<Moved> {
  const { source, target, names, move, say, observe } = ctx;
  const origin = await readOrigin(source.sql);
  const references = await prepareTarget(target, tables, { move, other: names.source, origin });
  observe("move_prepared");
  await startCapture(source, tables, { move, other: names.target });
  observe("move_captured");
  say(`Copying ${tables.length} tables from ${names.source} to ${names.target}; the service may go on.`);
  await copyAll(ctx, tables);
  observe("move_copied");
  let changes = 0;
  for (let round = 1; ; round += 1) {
    const carried = await carryRound(ctx, tables);
    changes += carried;
    say(`Round ${round}: ${carried} changes carried over.`);
    if (carried <= FEW_CHANGES) break;
    if (round === MAX_ROUNDS)
      throw new MoveError(
        "the database is written to faster than it can be copied; try again in a quieter hour",
      );
  }
  ctx.onCaughtUp();
  observe("move_caught_up");
  const switched = await switchOver(ctx, { tables, references, catchUp: () => carryRound(ctx, tables) });
  return { ...switched, changes: changes + switched.lastChanges };
}

/** All tables as they are at one moment. Each is compared with its copy before the next one is begun. */
async function copyAll(
  { source, target, say, observe }: MoveContext,
  tables: readonly MovedTable[],
): Promise<void> {
  await source.sql.begin("isolation level repeatable read read only", async (from) => {
    await useTransferSettings(from);
    for (const table of tables) {
      const rows = await inTarget(target, async (to) => {
        await useTransferSettings(to);
        const copied = await copyTable({ source: from, target: to }, table);
        await to.unsafe(`ANALYZE ${table.qualified}`);
        return copied;
      });
      if (rows > 0) say(`${table.name}: ${rows} rows`);
      observe("move_table_copied");
    }
  });
}

function carryRound({ source, target }: MoveContext, tables: readonly MovedTable[]): Promise<number> {
  return source.sql.begin("isolation level repeatable read", async (from) => {
    await useTransferSettings(from);
    return inTarget(target, async (to) => {
      await useTransferSettings(to);
      return carryChanges({ source: from, target: to }, tables);
    });
  });
}

const TARGET_LOCKS = [
  { lock: MOVE_LOCK, refusal: "another move works with this database, or the two databases are one" },
];
const SOURCE_LOCKS = [
  ...TARGET_LOCKS,
  { lock: RESTORE_LOCK, refusal: "a backup is being restored at this moment; try again when that has ended" },
  {
    lock: MIGRATION_LOCK,
    refusal: "the schema is being migrated at this moment; try again when that has ended",
  },
];

/**
 * Held by a session that does nothing else, and that ends with this process. Gives what lets them go. Where the session
 * is lost, others may end the move, and its last step finds that.
 */
async function holdLocks({ sql }: Database, locks: typeof TARGET_LOCKS): Promise<() => Promise<void>> {
  const taken = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const session = sql.begin(async (tx) => {
    await tx.unsafe("SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL transaction_timeout = 0");
    for (const { lock, refusal } of locks) if (!(await tryLock(tx, lock))) throw new MoveError(refusal);
    taken.resolve();
    await released.promise;
  });
  session.catch((error: unknown) => taken.reject(error));
  await taken.promise;
  return async () => {
    released.resolve();
    await session.catch(() => undefined);
  };
}

async function tryLock(tx: Statements, lock: number): Promise<boolean> {
  const [turn] = await tx<{ taken: boolean }[]>`SELECT pg_try_advisory_xact_lock(${lock}) AS taken`;
  return turn?.taken === true;
}

/** Removes what the move has made in the old database. Where that does not answer, its next start does it. */
async function giveUp({ source, say }: MoveContext): Promise<void> {
  try {
    await removeTraces(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`What the move has left in the old database is removed when the service starts next: ${reason}`);
  }
}
