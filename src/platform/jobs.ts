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
const LONGEST_CHECK_MS = 15_000;

/**
 * Runs each job on one replica at a time. A lease is a row, taken and renewed on the database's clock:
 * a job is due when nobody holds its lease and its last run began at least `everySeconds` ago.
 */
export function startJobs(jobs: readonly Job[], options: RunnerOptions): JobRunner {
  const stopped = new AbortController();
  const loops = jobs.map((job) => runLoop(job, options, stopped.signal));
  return {
    async stop() {
      stopped.abort();
      await Promise.all(loops);
    },
  };
}

async function runLoop(job: Job, options: RunnerOptions, stopped: AbortSignal): Promise<void> {
  const pause = Math.min(LONGEST_CHECK_MS, job.everySeconds * 1000);
  while (!stopped.aborted) {
    try {
      await runIfDue(job, options, stopped);
    } catch (error) {
      options.log.warn({ err: error, job: job.name }, "periodic job failed; it is tried again");
    }
    await pauseUnlessStopped(pause, stopped);
  }
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
