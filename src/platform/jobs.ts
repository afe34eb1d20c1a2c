import { DrizzleQueryError } from "drizzle-orm/errors";
import { escapeControls } from "./control-characters";
import type { Sql } from "./database";
import type { Logger } from "./log";
import { pauseUnlessStopped } from "./pause";

/** Periodic work. `run` must stop when the signal fires, and writes only while its lease holds. */
export type Job = {
  name: string;
  everySeconds: number;
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
};

const LEASE_SECONDS = 60;
/** Another replica may have changed what is due. */
const LONGEST_WAIT_MS = 15_000;
/** What falls due within it is looked at together. */
const SHORTEST_WAIT_MS = 1000;
/** A job that takes longer does not hold up those that are due with it. */
const LET_GO_MS = 100;

/**
 * Runs each job on one replica at a time. A lease is a row, taken and renewed on the database's clock:
 * a job is due when nobody holds its lease and its last run began at least `everySeconds` ago. One statement looks at
 * all of them, when the next one falls due.
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
  const running = new Map<string, Promise<void>>();
  while (!stopped.aborted) {
    let waits = jobs.map(({ everySeconds }) => everySeconds);
    try {
      const secondsUntilDue = await readDue(jobs, options.sql);
      for (const job of jobs) {
        if (running.has(job.name) || (secondsUntilDue.get(job.name) ?? 0) > 0) continue;
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
      waits = jobs.map(({ name, everySeconds }) =>
        running.has(name) ? everySeconds : (secondsUntilDue.get(name) ?? 0),
      );
    } catch (error) {
      options.log.warn({ err: error }, "cannot see which periodic jobs are due; it is tried again");
    }
    await pauseUnlessStopped(waitMs(waits, jobs), stopped);
  }
  await Promise.all(running.values());
}

function waitMs(waits: readonly number[], jobs: readonly Job[]): number {
  const shortestMs = Math.min(SHORTEST_WAIT_MS, ...jobs.map(({ everySeconds }) => everySeconds * 1000));
  return Math.min(LONGEST_WAIT_MS, Math.max(shortestMs, Math.min(...waits) * 1000));
}

/** Seconds until each job is due, negative where it has been; one that never ran is not among them. */
async function readDue(jobs: readonly Job[], sql: Sql): Promise<Map<string, number>> {
  const given = JSON.stringify(jobs.map(({ name, everySeconds }) => ({ name, every: everySeconds })));
  const rows = await sql<{ name: string; seconds: number }[]>`
    SELECT lease.name, extract(epoch FROM greatest(
      lease.leased_until, lease.started_at + make_interval(secs => given.every)) - now())::float8 AS seconds
    FROM jsonb_to_recordset(${given}::text::jsonb) AS given(name text, every float8)
    JOIN job_leases lease ON lease.name = given.name`;
  return new Map(rows.map(({ name, seconds }) => [name, seconds]));
}

async function runIfDue(job: Job, options: RunnerOptions, stopped: AbortSignal): Promise<void> {
  const { sql, log, owner, leaseSeconds = LEASE_SECONDS } = options;
  const [taken] = await sql<{ token: string }[]>`
    INSERT INTO job_leases AS lease (name, owner, token, leased_until, started_at)
    VALUES (${job.name}, ${owner}, 1, now() + make_interval(secs => ${leaseSeconds}), now())
    ON CONFLICT (name) DO UPDATE
      SET owner = excluded.owner, token = lease.token + 1, leased_until = excluded.leased_until, started_at = now()
      WHERE lease.leased_until < now() AND lease.started_at <= now() - make_interval(secs => ${job.everySeconds})
    RETURNING token`;
  if (taken === undefined) return;
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
    await job.run({ token, signal: AbortSignal.any([stopped, lost.signal]) });
    log.debug({ job: job.name }, "periodic job done");
  } catch (error) {
    failure = describeFailure(error);
    throw error;
  } finally {
    clearInterval(renewal);
    await sql`
      UPDATE job_leases SET leased_until = now(), ended_at = now(), failure = ${failure}
      WHERE name = ${job.name} AND token = ${token}`;
  }
}

const LONGEST_FAILURE = 300;

/** One line for people, without the values of a statement, which may be secret. */
function describeFailure(error: unknown): string {
  const shown = error instanceof DrizzleQueryError ? error.cause : error;
  const text = shown instanceof Error ? shown.message : String(shown);
  return escapeControls(text).slice(0, LONGEST_FAILURE);
}
