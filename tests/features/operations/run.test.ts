import { afterAll, describe, expect, setSystemTime, test } from "bun:test";
import pino from "pino";
import { conflict } from "#platform/errors";
import { connectDatabase } from "#platform/database";
import { OperationRunner, type RunningOperation } from "#features/operations";
import { createAbandonedWatch, endAbandoned } from "../../../src/features/operations/lease";
import { createTestService } from "../../support/app";
import { waitFor } from "../../support/wait-for";

/** What becomes of an operation whose process dies, sleeps, stops or loses the database. */
const service = await createTestService();
const { db, sql } = service.database;
const { id: userId } = await service.givenUser();
const log = pino({ level: "silent" });
await sql`CREATE TABLE written (note text)`;
afterAll(async () => {
  setSystemTime();
  await service.close();
});

type Ending = { finish(): void; fail(error: Error): void };

/** An operation that writes a row when it is told to go on. */
async function givenRunning(runner = new OperationRunner({ db, log })) {
  const client = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ending: Ending = { finish: resolve, fail: reject };
  const { promise: begun, resolve: begin } = Promise.withResolvers<RunningOperation>();
  const request = { kind: "device_import", userId, phase: "reading", signal: client.signal } as const;
  const ended = runner.run(request, async (operation) => {
    begin(operation);
    await promise;
    await db.transaction(async (transaction) => {
      await transaction.execute(`INSERT INTO written VALUES ('${operation.id}')`);
      await operation.finish(transaction, { result: { rows: 1 } });
    });
  });
  const outcome = ended.then(
    () => "done",
    (error: Error) => error.message,
  );
  const operation = await begun;
  return { runner, client, operation, outcome, ...ending, row: () => rowOf(operation.id) };
}

async function rowOf(id: string) {
  const [row] = await sql<{ state: string; is_fresh: boolean }[]>`
    SELECT state, phase, error, done, total, result, ended_at IS NOT NULL AS has_ended,
      leased_until > now() + interval '14 seconds' AS is_fresh
    FROM operations WHERE id = ${id}`;
  const written = await sql`SELECT note FROM written WHERE note = ${id}`;
  return { ...row, written: written.length };
}

const loseLease = (id: string) =>
  sql`UPDATE operations SET leased_until = now() - interval '1 millisecond' WHERE id = ${id}`;

const GIVEN_UP = "The import was given up; nothing was written";
const SERVICE_ENDED = { state: "failed", phase: null, error: "The service ended", has_ended: true };

test("an operation whose process has gone is ended by any other, and only then", async () => {
  const [gone, alive] = [await givenRunning(), await givenRunning()];
  await loseLease(gone.operation.id);
  await endAbandoned(db);
  expect(await gone.row()).toMatchObject(SERVICE_ENDED);
  expect(await alive.row()).toMatchObject({ state: "running", has_ended: false });
  alive.finish();
  expect(await alive.outcome).toBe("done");
  gone.fail(new Error("stopped"));
  await gone.outcome;
});

test("what comes back after it was given up can write nothing any more", async () => {
  const late = await givenRunning();
  await loseLease(late.operation.id);
  await endAbandoned(db);
  late.finish();
  expect(await late.outcome).toBe(GIVEN_UP);
  expect(await late.row()).toMatchObject({ ...SERVICE_ENDED, written: 0 });
});

test("a lease is renewed while nothing is reported", async () => {
  const quiet = await givenRunning();
  await loseLease(quiet.operation.id);
  await waitFor("a new lease", async () => (await quiet.row()).is_fresh === true);
  await endAbandoned(db);
  expect(await quiet.row()).toMatchObject({ state: "running" });
  quiet.finish();
  expect(await quiet.outcome).toBe("done");
  expect(await quiet.row()).toMatchObject({ state: "done", result: { rows: 1 }, written: 1 });
});

test.each([1, -1])("a clock of the host that is %d year off ends nothing", async (years) => {
  const running = await givenRunning();
  setSystemTime(new Date(Date.now() + years * 365 * 24 * 3_600_000));
  await running.operation.report({ total: 10, done: 5 });
  await endAbandoned(db);
  setSystemTime();
  expect(await running.row()).toMatchObject({ state: "running", done: 5, total: 10, is_fresh: true });
  running.finish();
  expect(await running.outcome).toBe("done");
});

test.each([
  ["has looked before", true],
  ["has not looked yet", false],
])(
  "a clock of the database that is set forward ends nobody who lives, and a lease later who does not, where a process %s",
  async (_, hasLooked) => {
    const { id } = (await givenRunning()).operation;
    let wall = Date.now();
    const endThem = createAbandonedWatch(db, async () => ({ wall, monotonic: 0 }));
    const state = async () => (await sql`SELECT state FROM operations WHERE id = ${id}`)[0]?.["state"];
    if (hasLooked) await endThem();
    wall += 3_600_000;
    await sql`UPDATE operations SET leased_until = leased_until - interval '1 hour' WHERE id = ${id}`;
    await endThem();
    expect(await state()).toBe("running");
    await sql`UPDATE operations SET leased_until = now() - interval '1 second' WHERE id = ${id}`;
    await endThem();
    expect(await state()).toBe("failed");
  },
);

test("a long step that reports nothing is told of the end by its signal", async () => {
  const running = await givenRunning();
  await sql`UPDATE operations SET is_cancel_requested = true WHERE id = ${running.operation.id}`;
  await waitFor("the signal", () => running.operation.signal.aborted);
  running.fail(new Error("the step was broken off"));
  expect(await running.outcome).toBe("The import was cancelled; nothing was written");
  expect(await running.row()).toMatchObject({ state: "cancelled", error: null, written: 0 });
});

test("a cancellation that comes before the last statement counts", async () => {
  const running = await givenRunning();
  await sql`UPDATE operations SET is_cancel_requested = true WHERE id = ${running.operation.id}`;
  running.finish();
  expect(await running.outcome).toBe("The import was cancelled; nothing was written");
  expect(await running.row()).toMatchObject({ state: "cancelled", written: 0 });
});

test("a client that leaves cancels what it began", async () => {
  const running = await givenRunning();
  running.client.abort(new Error("gone"));
  running.finish();
  expect(await running.outcome).toBe("gone");
  expect(await running.row()).toMatchObject({ state: "cancelled", written: 0 });
});

test("a failure is told in its own words where those are for the caller, else not", async () => {
  const [told, hidden] = [await givenRunning(), await givenRunning()];
  told.fail(conflict("Too many rows"));
  hidden.fail(new Error("secret of the database"));
  await Promise.all([told.outcome, hidden.outcome]);
  expect(await told.row()).toMatchObject({ state: "failed", error: "Too many rows" });
  expect(await hidden.row()).toMatchObject({
    error: "An unexpected failure, which is in the service's log",
  });
});

describe("a process that stops", () => {
  test("gives up what it runs, at once and for all to see, and begins nothing more", async () => {
    const running = await givenRunning();
    const stopped = running.runner.stop();
    await waitFor("the end to be seen", async () => (await running.row()).state === "failed");
    running.finish();
    await stopped;
    expect(await running.outcome).toBe(GIVEN_UP);
    expect(await running.row()).toMatchObject({ ...SERVICE_ENDED, written: 0 });
    expect(running.runner.count()).toEqual({});
    const { signal } = new AbortController();
    const request = { kind: "device_import", userId, phase: "reading", signal } as const;
    expect(running.runner.run(request, () => Promise.resolve())).rejects.toThrow("The service ended");
  });

  test("without its database leaves the rest to the lease", async () => {
    const own = connectDatabase(service.database.connection, { log, maxConnections: 2 });
    const running = await givenRunning(new OperationRunner({ db: own.db, log }));
    await own.close(0);
    running.fail(new Error("the database has gone"));
    expect(await running.outcome).toBe("the database has gone");
    expect(await running.row()).toMatchObject({ state: "running" });
    await loseLease(running.operation.id);
    await endAbandoned(db);
    expect(await running.row()).toMatchObject(SERVICE_ENDED);
  });
});
