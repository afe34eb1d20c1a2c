import { and, eq, isNull, sql } from "drizzle-orm";
import { refuseDouble, type Db } from "#platform/database";
import { ApiError, conflict, unavailable } from "#platform/errors";
import type { Logger } from "#platform/log";
import { ended, leaseOf, SERVICE_ENDED } from "./lease";
import type { OperationKind, OperationResult } from "./models";
import { operations } from "./tables";

export type OperationRequest = {
  /** Absent: a new one. Of one that was used before `run` says so by the name of its field. */
  id?: string | undefined;
  idField?: string;
  kind: OperationKind;
  userId: number;
  subject?: string;
  phase: string;
  /** Fires when the client has left. */
  signal: AbortSignal;
};

export type RunningOperation = {
  id: string;
  /** Fires when the work is to end: its client has left, somebody has cancelled it, or it was given up. */
  signal: AbortSignal;
  /** Says how far the work is. Throws where it is to end. */
  report(progress: Progress): Promise<void>;
  /**
   * Ends the operation in the transaction of the work, as its last statement: both come true, or neither. Throws where
   * it is to end without.
   */
  finish(db: Db, outcome: Outcome): Promise<void>;
};

type Progress = {
  phase?: string;
  /** Null: not known in this phase. */
  total?: number | null;
  done?: number;
  /** Where what there is so far can be read already. */
  resultPath?: string;
};
type Outcome = { result: OperationResult; resultPath?: string };

/** An operation of this process; `ending` fires where it is to end, with a `Cancelled` or `GivenUp`. */
type Run = {
  id: string;
  request: OperationRequest;
  ending: AbortController;
  signal: AbortSignal;
  isFinished: boolean;
};

/** What an operation is called where it ended without a result. */
const NOUNS: Record<OperationKind, string> = {
  device_import: "import",
  lease_import: "import",
  discovery_scan: "scan",
  report: "report",
  export: "export",
  backup: "backup",
  restore: "restore",
  import: "import",
  import_undo: "undo",
  configuration_apply: "apply",
  configuration_undo: "undo",
};

const BEAT_MS = 3_000;
const COMES_BACK_SECONDS = 5;

class Cancelled extends Error {}
class GivenUp extends Error {}

/**
 * True where an operation is to end because its process stops, or has lost it: of what its signal, or `finish`, gave as
 * the reason.
 */
export function isGivenUp(reason: unknown): boolean {
  return reason instanceof GivenUp;
}

/** True where an operation is to end because somebody has asked for it. */
export function isCancelled(reason: unknown): boolean {
  return reason instanceof Cancelled;
}

/**
 * The operations that this process runs. Each is a row that its process leases for some seconds at a time. Where the
 * lease has run out, any process ends the row as failed, and its own process can neither report nor finish any more.
 */
export class OperationRunner {
  readonly #db: Db;
  readonly #log: Logger;
  readonly #running = new Map<Run, Promise<unknown>>();
  #isStopped = false;

  /**
   * `db` is no transaction: others see the progress at once. It has connections that nobody waits on, as the work may
   * hold what those of all others wait for.
   */
  constructor({ db, log }: { db: Db; log: Logger }) {
    this.#db = db;
    this.#log = log;
  }

  /** How many of each kind run in this process. */
  count(): Record<string, number> {
    const counts = new Map<string, number>();
    for (const { request } of this.#running.keys())
      counts.set(request.kind, (counts.get(request.kind) ?? 0) + 1);
    return Object.fromEntries(counts);
  }

  /**
   * Runs work that `finish`es its operation. Throws 409 where its id was used or it was cancelled, 503 where it was given up, else what
   * the work throws.
   */
  async run<Result>(
    request: OperationRequest,
    work: (operation: RunningOperation) => Promise<Result>,
  ): Promise<Result> {
    if (this.#isStopped) throw unavailable(SERVICE_ENDED, COMES_BACK_SECONDS);
    const ending = new AbortController();
    const signal = AbortSignal.any([request.signal, ending.signal]);
    const run = { id: request.id ?? crypto.randomUUID(), request, ending, signal, isFinished: false };
    await this.#begin(run);
    if (this.#isStopped) ending.abort(new GivenUp(SERVICE_ENDED));
    const carried = this.#carryOut(run, work).finally(() => this.#running.delete(run));
    this.#running.set(run, carried);
    return carried;
  }

  /** Gives up what runs, and begins nothing more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const runs = [...this.#running];
    const givenUp = new GivenUp(SERVICE_ENDED);
    for (const [{ ending }] of runs) ending.abort(givenUp);
    // Work that waits for something notices later than others should see it.
    await Promise.all(runs.map(([run]) => this.#noteFailure(run, givenUp)));
    await Promise.allSettled(runs.map(([, carried]) => carried));
  }

  async #begin({ id, request }: Run): Promise<void> {
    const { kind, userId, subject, phase, idField = "id" } = request;
    const row = { id, kind, userId, subject, phase, leasedUntil: leaseOf() };
    const used = { constraint: "operations_pkey", detail: `${idField} was used before` };
    await refuseDouble(used, () => this.#db.insert(operations).values(row));
  }

  async #carryOut<Result>(run: Run, work: (operation: RunningOperation) => Promise<Result>): Promise<Result> {
    const beats = setInterval(() => void this.#beat(run), BEAT_MS);
    try {
      const result = await work({
        id: run.id,
        signal: run.signal,
        report: (progress) => this.#report(run, progress),
        finish: (db, outcome) => finish(db, run, outcome),
      });
      if (!run.isFinished) throw new Error(`our bug: a ${run.request.kind} came to no end`);
      return result;
    } catch (error) {
      // Work that was told to end may throw anything.
      const cause: unknown = run.ending.signal.aborted ? run.ending.signal.reason : error;
      await this.#noteFailure(run, cause);
      throw refusalOf(cause, run.request.kind) ?? error;
    } finally {
      clearInterval(beats);
    }
  }

  async #report(run: Run, progress: Progress): Promise<void> {
    run.signal.throwIfAborted();
    await this.#renew(run, { ...progress, updatedAt: sql`now()` });
    run.signal.throwIfAborted();
  }

  /** While the database cannot be asked, the lease goes on, or runs out. */
  async #beat(run: Run): Promise<void> {
    await this.#renew(run, {}).catch((error: unknown) =>
      this.#log.debug({ err: error, operation: run.id }, "cannot renew the lease of an operation"),
    );
  }

  async #renew({ id, ending }: Run, change: Progress & { updatedAt?: ReturnType<typeof leaseOf> }) {
    const [row] = await this.#db
      .update(operations)
      .set({ ...change, leasedUntil: leaseOf() })
      .where(isRunning(id))
      .returning({ isCancelRequested: operations.isCancelRequested });
    if (row === undefined) ending.abort(new GivenUp(SERVICE_ENDED));
    else if (row.isCancelRequested) ending.abort(new Cancelled("somebody has cancelled it"));
  }

  /** Where this cannot be written, the lease runs out, and says so to whoever looks. */
  async #noteFailure({ id, request }: Run, cause: unknown): Promise<void> {
    const isCancelled = cause instanceof Cancelled || (request.signal.aborted && !(cause instanceof GivenUp));
    const outcome = isCancelled
      ? { state: "cancelled", error: null }
      : { state: "failed", error: describe(cause) };
    await this.#db
      .update(operations)
      .set({ ...outcome, ...ended() })
      .where(isRunning(id))
      .catch((error: unknown) =>
        this.#log.warn({ err: error, operation: id }, "cannot note how an operation ended"),
      );
  }
}

async function finish(db: Db, run: Run, { result, resultPath }: Outcome): Promise<void> {
  run.signal.throwIfAborted();
  const { total, done, isCancelRequested, endedAt } = operations;
  const finished = await db
    .update(operations)
    // What needed no work is done as well.
    .set({ state: "done", done: sql`coalesce(${total}, ${done})`, result, resultPath, ...ended() })
    .where(and(isRunning(run.id), eq(isCancelRequested, false)))
    .returning({ id: operations.id });
  run.isFinished = finished.length > 0;
  if (run.isFinished) return;
  // Not by another connection, which would wait for this transaction.
  const [row] = await db.select({ endedAt }).from(operations).where(eq(operations.id, run.id));
  throw row?.endedAt === null ? new Cancelled("somebody has cancelled it") : new GivenUp(SERVICE_ENDED);
}

function isRunning(id: string) {
  return and(eq(operations.id, id), isNull(operations.endedAt));
}

function describe(cause: unknown): string {
  if (cause instanceof GivenUp) return SERVICE_ENDED;
  if (!(cause instanceof ApiError)) return "An unexpected failure, which is in the service's log";
  if (typeof cause.detail === "string") return cause.detail;
  const [first, ...rest] = cause.detail;
  const text = `${first?.loc.join(".")}: ${first?.msg}`;
  return rest.length === 0 ? text : `${text} (and ${rest.length} more)`;
}

function refusalOf(cause: unknown, kind: OperationKind): ApiError | undefined {
  const noun = NOUNS[kind];
  if (cause instanceof Cancelled) return conflict(`The ${noun} was cancelled; nothing was written`, cause);
  if (cause instanceof GivenUp)
    return unavailable(`The ${noun} was given up; nothing was written`, COMES_BACK_SECONDS, cause);
  return undefined;
}
