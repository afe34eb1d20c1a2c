import { DrizzleQueryError } from "drizzle-orm/errors";
import { escapeControls } from "./control-characters";
import type { Sql } from "./database";
import type { Logger } from "./log";
import { pauseUnlessStopped } from "./pause";
import { UNWATCHED, type Writes } from "./write-watch";

/** Periodic work. `run` must stop when the signal fires, and writes only while its lease holds. */
export type Job = {
  name: string;
  everySeconds: number;
  /**
   * An SQL condition that says whether there is anything to do. Where it says no the job is not run, but for the first
   * time in this process and once an hour: a run is two writes, and each is synced.
   */
  when?: string;
  run(lease: Lease): Promise<void>;
};

export type Lease = {
  /** Fencing token: a write that must not come from a replica that lost the lease names it. */
  token: number;
  signal: AbortSignal;
};

export type JobRunner = { stop(): Promise<void> };

type RunnerOptions = {
  sql: Sql;
  log: Logger;
  owner: string;
  /** How long a lease outlives its owner; it is renewed three times as often. Default 60. */
  leaseSeconds?: number | undefined;
  /** Who follows them need not look for leases. */
  writes?: Writes;
};

const LEASE_SECONDS = 60;
/** Another replica may have changed what is due. */
const LONGEST_WAIT_MS = 15_000;
/** What falls due within it is looked at together. */
const SHORTEST_WAIT_MS = 1000;
/** A job that takes longer does not hold up those that are due with it. */
const LET_GO_MS = 100;
/** So often a job is run that has nothing to do. */
const IDLE_MS = 3_600_000;
/** What lies further ahead than it can was written before the database's clock was set back. */
const AHEAD_SECONDS = 60;

/**
 * Runs each job on one replica at a time. A lease is a row, taken and renewed on the database's clock:
 * a job is due when nobody holds its lease and its last run began at least `everySeconds` ago. One statement looks at
 * all of them, when the next one falls due. A clock that was set back holds no job up: a run that began in the future
 * counts for nothing, and a lease that ends too far ahead is shortened, so that a holder who lives can renew it.
 */
export function startJobs(jobs: readonly Job[], options: RunnerOptions): JobRunner {
  const stopped = new AbortController();
  const ended = runLoop(jobs, options, stopped.signal);
  return {
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}

async function runLoop(jobs: readonly Job[], options: RunnerOptions, stopped: AbortSignal): Promise<void> {
  const running = new Map<string, Promise<unknown>>();
  const begunMs = new Map<string, number>();
  while (!stopped.aborted) {
    let waits = jobs.map(({ everySeconds }) => everySeconds);
    try {
      const standings = await readStandings(jobs, options);
      const standingOf = ({ name }: Job): Standing => standings.get(name) ?? NEVER_RUN;
      const isIdle = (job: Job) =>
        !standingOf(job).isWanted && performance.now() - (begunMs.get(job.name) ?? -Infinity) < IDLE_MS;
      for (const job of jobs) {
        if (running.has(job.name) || standingOf(job).seconds > 0 || isIdle(job)) continue;
        begunMs.set(job.name, performance.now());
        const ended = runIfDue(job, options, stopped)
          .catch((error: unknown) =>
            options.log.warn({ err: error, job: job.name }, "periodic job failed; it is tried again"),
          )
          .finally(() => running.delete(job.name));
        running.set(job.name, ended);
        // Most are done at once: one after the other they need one connection, and not one each.
        await Promise.race([ended, pauseUnlessStopped(LET_GO_MS, stopped)]);
      }
      // One that runs now may be due again when its time has passed since.
      waits = jobs.map((job) => {
        const { seconds } = standingOf(job);
        return running.has(job.name) || (seconds <= 0 && isIdle(job)) ? job.everySeconds : seconds;
      });
    } catch (error) {
      options.log.warn({ err: error }, "cannot see which periodic jobs are due; it is tried again");
    }
    await pauseUnlessStopped(waitMs(waits, jobs), stopped);
  }
  await Promise.all(running.values());
}

/**
 * Does work now that one process does at a time, whichever is asked; undefined: another does it at this moment. One
 * that was killed while it did is waited for until its lease has run out.
 * @throws what the work throws.
 */
export async function runAlone<Result>(
  { name, ...options }: Omit<RunnerOptions, "owner"> & { name: string },
  work: (lease: Lease) => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const job = { name, everySeconds: 0, run: work };
  return runIfDue(job, { ...options, owner: crypto.randomUUID() }, new AbortController().signal);
}

function waitMs(waits: readonly number[], jobs: readonly Job[]): number {
  const shortestMs = Math.min(SHORTEST_WAIT_MS, ...jobs.map(({ everySeconds }) => everySeconds * 1000));
  return Math.min(LONGEST_WAIT_MS, Math.max(shortestMs, Math.min(...waits) * 1000));
}

/** Seconds until a job is due, negative where it has been, and whether it has anything to do. */
type Standing = { seconds: number; isWanted: boolean };

const NEVER_RUN: Standing = { seconds: 0, isWanted: true };

/** By the job's name; one that never ran is not among them. A condition is asked only where the job is due. */
async function readStandings(
  jobs: readonly Job[],
  { sql, leaseSeconds = LEASE_SECONDS }: RunnerOptions,
): Promise<Map<string, Standing>> {
  const given = JSON.stringify(jobs.map(({ name, everySeconds }) => ({ name, every: everySeconds })));
  const conditions = jobs.flatMap(({ name, when }) =>
    when === undefined ? [] : [`WHEN '${name}' THEN (${when})`],
  );
  const isWanted = conditions.length === 0 ? "true" : `CASE name ${conditions.join(" ")} ELSE true END`;
  const rows = await sql<(Standing & { name: string })[]>`
    SELECT name, seconds, CASE WHEN seconds > 0 THEN true ELSE ${sql.unsafe(isWanted)} END AS "isWanted" FROM (
      SELECT lease.name, extract(epoch FROM greatest(
        CASE WHEN ${isTooLong(sql, leaseSeconds)} THEN now() ELSE lease.leased_until END,
        CASE WHEN ${hasBegunAhead(sql)} THEN now() ELSE lease.started_at + make_interval(secs => given.every) END
      ) - now())::float8 AS seconds
      FROM jsonb_to_recordset(${given}::text::jsonb) AS given(name text, every float8)
      JOIN job_leases lease ON lease.name = given.name) standings`;
  return new Map(rows.map(({ name, ...standing }) => [name, standing]));
}

const hasBegunAhead = (sql: Sql) => sql`lease.started_at > now() + make_interval(secs => ${AHEAD_SECONDS})`;

const isTooLong = (sql: Sql, leaseSeconds: number) =>
  sql`lease.leased_until > now() + make_interval(secs => ${leaseSeconds + AHEAD_SECONDS})`;

type Work<Result> = Pick<Job, "name" | "everySeconds"> & { run(lease: Lease): Promise<Result> };

/** Undefined: it is not due, or another process does it. @throws what the work throws. */
async function runIfDue<Result>(
  job: Work<Result>,
  options: RunnerOptions,
  stopped: AbortSignal,
): Promise<{ result: Result } | undefined> {
  const { sql, log, owner, writes = UNWATCHED, leaseSeconds = LEASE_SECONDS } = options;
  const [taken] = await sql<{ token: string; transaction: string }[]>`
    INSERT INTO job_leases AS lease (name, owner, token, leased_until, started_at)
    VALUES (${job.name}, ${owner}, 1, now() + make_interval(secs => ${leaseSeconds}), now())
    ON CONFLICT (name) DO UPDATE
      SET owner = excluded.owner, token = lease.token + 1, leased_until = excluded.leased_until, started_at = now()
      WHERE lease.leased_until < now()
        AND (lease.started_at <= now() - make_interval(secs => ${job.everySeconds}) OR ${hasBegunAhead(sql)})
    RETURNING token, pg_current_xact_id()::text AS transaction`;
  if (taken === undefined) {
    await sql`
      UPDATE job_leases lease SET leased_until = now() + make_interval(secs => ${leaseSeconds})
      WHERE name = ${job.name} AND ${isTooLong(sql, leaseSeconds)}`;
    return undefined;
  }
  writes.ignore(taken.transaction);
  const token = Number(taken.token);
  const lost = new AbortController();
  const renewal = setInterval(() => void renew(), (leaseSeconds * 1000) / 3);
  const renew = async () => {
    const renewed = await sql`
      UPDATE job_leases SET leased_until = now() + make_interval(secs => ${leaseSeconds})
      WHERE name = ${job.name} AND token = ${token}`.catch(() => ({ count: 0 }));
    if (renewed.count === 0) lost.abort(new Error(`the lease of job ${job.name} was lost`));
  };
  let failure: string | null = null;
  try {
    const result = await job.run({ token, signal: AbortSignal.any([stopped, lost.signal]) });
    log.debug({ job: job.name }, "periodic job done");
    return { result };
  } catch (error) {
    failure = describeFailure(error);
    throw error;
  } finally {
    clearInterval(renewal);
    const [given] = await sql<{ transaction: string }[]>`
      UPDATE job_leases SET leased_until = now(), ended_at = now(), failure = ${failure}
      WHERE name = ${job.name} AND token = ${token} RETURNING pg_current_xact_id()::text AS transaction`;
    if (given !== undefined) writes.ignore(given.transaction);
  }
}

const LONGEST_FAILURE = 300;

/** One line for people, without the values of a statement, which may be secret. */
function describeFailure(error: unknown): string {
  const shown = error instanceof DrizzleQueryError ? error.cause : error;
  const text = shown instanceof Error ? shown.message : String(shown);
  return escapeControls(text).slice(0, LONGEST_FAILURE);
}
