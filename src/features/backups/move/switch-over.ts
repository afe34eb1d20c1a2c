import { asUnavailable, type Statements } from "#platform/database";
import type { MoveContext } from "./move";
import { MoveError, useTransferSettings, type MovedTable } from "./plan";
import { isPassing, markMoved, nameTransaction, requireCapture, stopWriters, wasMarkedMoved } from "./source";
import { completeTarget } from "./target";
import { carryChanges, compareAll, carrySequences, inTarget } from "./transfer";

export type Switched = {
  /** By table. */
  rows: ReadonlyMap<string, number>;
  lastChanges: number;
  /** From when writers began to wait until the old database refuses them. */
  pauseMs: number;
  tries: number;
};

type Plan = {
  tables: readonly MovedTable[];
  references: readonly string[];
  /** Another round without a stop. */
  catchUp: () => Promise<number>;
};

/** The old database's server itself ends a stop that lasts longer, whatever has become of this process. */
const LONGEST_STOP_MS = 5000;
const MAX_TRIES = 30;
const PAUSE_MS = 1000;

/**
 * Nobody can say now whether the move was carried out. The old database knows, and the service asks it when it starts.
 */
export class MoveInDoubtError extends MoveError {}

/** Tries until writers could be stopped and all was done in time. Between two tries they go on. */
export async function switchOver(ctx: MoveContext, plan: Plan): Promise<Switched> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { ...(await tryOnce(ctx, plan)), tries };
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (tries === MAX_TRIES)
        throw new MoveError("somebody never lets a table go, so that the writers cannot be stopped", {
          cause: error,
        });
      ctx.say(`The writers could not be stopped (try ${tries}); they go on, and it is tried again.`);
      await Bun.sleep(PAUSE_MS);
      await plan.catchUp();
    }
  }
}

type Done = Omit<Switched, "tries" | "pauseMs">;

async function tryOnce(ctx: MoveContext, plan: Plan): Promise<Omit<Switched, "tries">> {
  const { source, move, observe } = ctx;
  let startedAt = performance.now();
  const isReady: Done[] = [];
  try {
    await source.sql.begin(async (from) => {
      await useTransferSettings(from);
      await from.unsafe(`SET LOCAL transaction_timeout = ${LONGEST_STOP_MS}`);
      startedAt = performance.now();
      const transaction = await nameTransaction(from);
      await stopWriters(from, plan.tables);
      observe("move_locked");
      await requireCapture(from, plan.tables, move);
      const done = await carryLast(ctx, plan, { from, transaction });
      // From here on only the commit is left, whose answer may be lost.
      isReady.push(done);
      observe("move_target_committed");
    });
  } catch (error) {
    if (isReady.length === 0) throw error;
    await requireMoved(ctx, error);
  }
  const pauseMs = Math.round(performance.now() - startedAt);
  observe("move_committed");
  const [done] = isReady;
  if (done === undefined) throw new Error("our bug: a move has ended without a result");
  return { ...done, pauseMs };
}

/**
 * The last changes, the comparison, and the mark in the old database; behind it the copy is whole and durable, and the
 * mark is not. Throws MoveError where the new database is lost at its commit: the mark is taken back then.
 */
async function carryLast(
  { target, move, observe }: Omit<MoveContext, "source">,
  { tables, references }: Plan,
  { from, transaction }: { from: Statements; transaction: string },
): Promise<Done> {
  let isMarked = false;
  const carried = inTarget(target, async (to) => {
    await useTransferSettings(to);
    const pair = { source: from, target: to };
    const lastChanges = await carryChanges(pair, tables);
    await carrySequences(pair);
    await completeTarget(to, tables, references);
    const rows = await compareAll(pair, tables);
    observe("move_compared");
    await markMoved(from, tables, { move, transaction });
    isMarked = true;
    observe("move_marked");
    return { rows, lastChanges };
  });
  return carried.catch((error: unknown) => {
    if (!isMarked || asUnavailable(error) === undefined) throw error;
    throw new MoveError(
      "the new database was lost at the last step; nothing was changed here: run the move again",
      { cause: error },
    );
  });
}

const DOUBT_MS = 30_000;

/** Throws where the old database says that it is still in charge, or says nothing for half a minute. */
async function requireMoved({ source, move }: MoveContext, error: unknown): Promise<void> {
  const deadline = performance.now() + DOUBT_MS;
  for (;;) {
    try {
      if (await wasMarkedMoved(source, move)) return;
      break;
    } catch (cause) {
      if (asUnavailable(cause) === undefined || performance.now() > deadline)
        throw new MoveInDoubtError(
          "the old database does not say whether the move was carried out; the service finds out when it starts",
          { cause },
        );
      await Bun.sleep(PAUSE_MS);
    }
  }
  throw new MoveError("the old database did not carry the last step out", { cause: error });
}
