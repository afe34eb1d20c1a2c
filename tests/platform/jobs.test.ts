import { afterAll, expect, test } from "bun:test";
import pino from "pino";
import { connectDatabase } from "#platform/database";
import { runAlone, startJobs, type Job, type Lease } from "#platform/jobs";
import { uniqueName } from "../support/app";
import { createTestDatabase } from "../support/database";
import { waitFor } from "../support/wait-for";

const database = await createTestDatabase();
const { sql } = database;
const log = pino({ level: "silent" });
afterAll(() => database.drop());

/** A runner as a replica starts it; leases of 0.6 s are renewed each 0.2 s. */
function startRunner(jobs: Job[], on = sql) {
  return startJobs(jobs, { sql: on, log, owner: crypto.randomUUID(), leaseSeconds: 0.6 });
}

/** A job that notes its leases and runs until `finish` or its signal. */
function createProbe(everySeconds: number) {
  const leases: Lease[] = [];
  let running = 0;
  let mostAtOnce = 0;
  let finish: () => void = () => undefined;
  const job: Job = {
    name: uniqueName("job"),
    everySeconds,
    async run(lease) {
      leases.push(lease);
      mostAtOnce = Math.max(mostAtOnce, ++running);
      await new Promise<void>((resolve) => {
        finish = resolve;
        lease.signal.addEventListener("abort", () => resolve());
      });
      running--;
    },
  };
  return { job, leases, finish: () => finish(), mostAtOnce: () => mostAtOnce, isRunning: () => running > 0 };
}

async function leaseOf(name: string) {
  const [row] = await sql<{ token: number; is_held: boolean }[]>`
    SELECT token::int, leased_until > now() AS is_held FROM job_leases WHERE name = ${name}`;
  return row;
}

const endWindow = (name: string) => sql`
  UPDATE job_leases SET started_at = started_at - interval '2 hours' WHERE name = ${name}`;

test("work that one does at a time is done at once, and refused meanwhile; what it throws is thrown", async () => {
  const name = uniqueName("alone");
  const alone = <Result>(work: () => Promise<Result>) => runAlone({ sql, log, name }, work);
  const first = await alone(async () => ({ first: 1, meanwhile: await alone(async () => "never") }));
  expect(first).toEqual({ result: { first: 1, meanwhile: undefined } });
  expect(await alone(() => Promise.reject(new Error("no"))).catch((error: unknown) => error)).toEqual(
    new Error("no"),
  );
  expect(await alone(async () => undefined)).toEqual({ result: undefined });
});

test("two runners on one database run a due job once", async () => {
  const probe = createProbe(3600);
  const short = {
    ...probe.job,
    everySeconds: 3600,
    run: (lease: Lease) => (probe.leases.push(lease), Promise.resolve()),
  };
  const runners = [startRunner([short]), startRunner([short]), startRunner([short])];
  await waitFor("the run", () => probe.leases.length > 0);
  await Promise.all(runners.map((runner) => runner.stop()));
  const again = startRunner([short]);
  await again.stop();
  expect(probe.leases).toHaveLength(1);
});

test("a job that takes longer than its interval and its lease never runs twice at a time: the lease is renewed", async () => {
  const probe = createProbe(0.05);
  const runners = [startRunner([probe.job]), startRunner([probe.job])];
  await waitFor("the run", probe.isRunning);
  const started = performance.now();
  await waitFor("three leases' length", async () => {
    expect((await leaseOf(probe.job.name))?.is_held).toBe(true);
    return performance.now() - started > 1500;
  });
  expect(probe.leases).toHaveLength(1);
  expect(probe.leases[0]?.signal.aborted).toBe(false);
  await Promise.all(runners.map((runner) => runner.stop()));
  expect(probe.mostAtOnce()).toBe(1);
});

test("a job runs again when its interval has passed since its last run began, with a higher token", async () => {
  const probe = createProbe(3600);
  const first = startRunner([probe.job]);
  await waitFor("the first run", probe.isRunning);
  await first.stop();
  await endWindow(probe.job.name);
  const second = startRunner([probe.job]);
  await waitFor("the second run", () => probe.leases.length === 2);
  await second.stop();
  expect(probe.leases.map(({ token }) => token)).toEqual([1, 2]);
});

test("a runner that has lost its lease has its signal aborted, and does not give the new holder's lease free", async () => {
  const probe = createProbe(3600);
  const runner = startRunner([probe.job]);
  await waitFor("the run", probe.isRunning);
  await sql`UPDATE job_leases SET token = token + 1, owner = 'another', leased_until = now() + interval '1 hour' WHERE name = ${probe.job.name}`;
  await waitFor("the abort", () => probe.leases[0]?.signal.aborted);
  await waitFor("the end of the run", () => !probe.isRunning());
  await runner.stop();
  expect(await leaseOf(probe.job.name)).toEqual({ token: 2, is_held: true });
});

test("a runner that cannot reach the database takes its lease for lost", async () => {
  const probe = createProbe(3600);
  const own = connectDatabase(database.connection, { log, maxConnections: 1 });
  const runner = startRunner([probe.job], own.sql);
  await waitFor("the run", probe.isRunning);
  await own.close();
  await waitFor("the abort", () => probe.leases[0]?.signal.aborted);
  await runner.stop();
});

test("a write that names its token is refused once another has the lease", async () => {
  const probe = createProbe(3600);
  const runner = startRunner([probe.job]);
  await waitFor("the run", probe.isRunning);
  const token = probe.leases[0]?.token ?? 0;
  const write = () => sql`
    UPDATE job_leases SET owner = 'written' WHERE name = ${probe.job.name} AND token = ${token}`;
  expect((await write()).count).toBe(1);
  await sql`UPDATE job_leases SET token = token + 1 WHERE name = ${probe.job.name}`;
  expect((await write()).count).toBe(0);
  await runner.stop();
});

test("the lease of a replica that died is taken over when it has run out, and not before", async () => {
  const probe = createProbe(0.05);
  await sql`INSERT INTO job_leases (name, owner, token, leased_until, started_at)
    VALUES (${probe.job.name}, 'the dead', 7, now() + interval '1 second', now() - interval '1 hour')`;
  const started = performance.now();
  const runner = startRunner([probe.job]);
  await waitFor("the take-over", probe.isRunning);
  expect(performance.now() - started).toBeGreaterThan(800);
  expect(probe.leases[0]?.token).toBe(8);
  await runner.stop();
});

test("a job runs at once where its last run began before the database's clock was set back by hours", async () => {
  const probe = createProbe(3600);
  await sql`INSERT INTO job_leases (name, owner, token, leased_until, started_at)
    VALUES (${probe.job.name}, 'before', 7, now() - interval '1 second', now() + interval '5 hours')`;
  const runner = startRunner([probe.job]);
  await waitFor("the run", probe.isRunning);
  expect(probe.leases[0]?.token).toBe(8);
  await runner.stop();
});

test("a lease that the dead took before the clock was set back runs out as any other", async () => {
  const probe = createProbe(0.05);
  await sql`INSERT INTO job_leases (name, owner, token, leased_until, started_at)
    VALUES (${probe.job.name}, 'the dead', 7, now() + interval '5 hours', now() + interval '5 hours')`;
  const runner = startRunner([probe.job]);
  await waitFor("the take-over", probe.isRunning);
  expect(probe.leases[0]?.token).toBe(8);
  await runner.stop();
});

test("a lease that the living took before the clock was set back is its own still", async () => {
  const probe = createProbe(0.05);
  const holder = startRunner([probe.job]);
  await waitFor("the run", probe.isRunning);
  await sql`
    UPDATE job_leases SET leased_until = leased_until + interval '5 hours', started_at = started_at + interval '5 hours'
    WHERE name = ${probe.job.name}`;
  const other = startRunner([probe.job]);
  const began = performance.now();
  await waitFor("three leases' length", () => performance.now() - began > 1800);
  expect(probe.leases).toHaveLength(1);
  await Promise.all([holder.stop(), other.stop()]);
});

test("a job whose condition says that there is nothing to do runs once, and again when there is", async () => {
  await sql`CREATE TABLE work_to_do (what text)`;
  const runs = { asked: 0, beside: 0 };
  const asked: Job = {
    name: uniqueName("asked"),
    everySeconds: 0.05,
    when: "EXISTS (SELECT FROM work_to_do)",
    async run() {
      runs.asked += 1;
      await sql`DELETE FROM work_to_do`;
    },
  };
  const beside: Job = {
    name: uniqueName("beside"),
    everySeconds: 0.05,
    run: async () => void (runs.beside += 1),
  };
  const runner = startRunner([asked, beside]);
  await waitFor("some rounds", () => runs.beside >= 4);
  expect(runs.asked).toBe(1);
  await sql`INSERT INTO work_to_do VALUES ('something')`;
  await waitFor("the second run", () => runs.asked === 2);
  await runner.stop();
});

test("a job that throws is tried again, and other jobs go on", async () => {
  let failures = 0;
  let successes = 0;
  const failing: Job = {
    name: uniqueName("failing"),
    everySeconds: 0.05,
    run: () => ((failures += 1), Promise.reject(new Error("not today"))),
  };
  const working: Job = {
    name: uniqueName("working"),
    everySeconds: 0.05,
    run: async () => void (successes += 1),
  };
  const runner = startRunner([failing, working]);
  await waitFor("three tries each", () => failures >= 3 && successes >= 3);
  await runner.stop();
  const rows =
    await sql`SELECT name, failure, ended_at FROM job_leases WHERE name IN (${failing.name}, ${working.name})`;
  const ends = new Map(rows.map((row) => [row["name"], row]));
  expect(ends.get(failing.name)).toMatchObject({ failure: "not today", ended_at: expect.any(String) });
  expect(ends.get(working.name)).toMatchObject({ failure: null, ended_at: expect.any(String) });
});

test("stop aborts the running job's signal, waits for its end and gives the lease free", async () => {
  const probe = createProbe(3600);
  const runner = startRunner([probe.job]);
  await waitFor("the run", probe.isRunning);
  await runner.stop();
  expect(probe.isRunning()).toBe(false);
  expect(probe.leases[0]?.signal.aborted).toBe(true);
  expect(await leaseOf(probe.job.name)).toEqual({ token: 1, is_held: false });
});
