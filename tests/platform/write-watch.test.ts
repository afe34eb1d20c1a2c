import { afterAll, afterEach, expect, test } from "bun:test";
import pino from "pino";
import { connectDatabase } from "#platform/database";
import { UNWATCHED, WriteWatch } from "#platform/write-watch";
import { createLoneDatabase } from "../support/database";

const database = await createLoneDatabase();
const { sql } = database;
const log = pino({ level: "silent" });
const watches: WriteWatch[] = [];
afterEach(() => watches.splice(0).forEach((watch) => watch.stop()));
afterAll(() => database.drop());
await sql`CREATE TABLE noted (at text)`;

const LONG = { leastMs: 0, mostMs: 3_600_000 };
const NET = { leastMs: 0, mostMs: 0 };
const never = new AbortController().signal;

/** One that has looked once. */
async function startWatch(on = sql, lookMs = 10): Promise<WriteWatch> {
  const watch = new WriteWatch({ sql: on, log, lookMs });
  watches.push(watch);
  watch.start();
  await watch.look();
  return watch;
}

/** The net catches at the next look whoever waits by it. */
const nextLook = async (watch: WriteWatch) => {
  await watch.pause(watch.mark(), NET, never);
  await Bun.sleep(0);
};

/** Waits as a loop does behind its look; `isOver` of what happened by the next look. */
function givenPause(watch: WriteWatch, { mark = watch.mark(), times = LONG, signal = never } = {}) {
  let isOver = false;
  const ended = watch.pause(mark, times, signal).then(() => void (isOver = true));
  return {
    ended,
    async isOver() {
      for (const _ of [1, 2, 3]) await nextLook(watch);
      return isOver;
    },
  };
}

const write = () => sql`INSERT INTO noted VALUES ('x') RETURNING pg_current_xact_id()::text AS id`;

test("a pause lasts while nothing is written, and ends behind a write by whomever", async () => {
  const watch = await startWatch();
  const pause = givenPause(watch);
  await sql`SELECT count(*) FROM noted`;
  expect(await pause.isOver()).toBe(false);
  const another = connectDatabase(database.connection, { log, maxConnections: 1 });
  await another.sql`DELETE FROM noted`;
  await another.sql`INSERT INTO noted VALUES ('theirs')`;
  await another.close();
  await pause.ended;
});

test("what is written between a look and its pause ends the pause", async () => {
  const watch = await startWatch();
  const mark = watch.mark();
  await write();
  await watch.pause(mark, LONG, never);
  expect(watch.mark()).not.toBe(mark);
});

test("a transaction that is open for long counts when it ends, and not before", async () => {
  const watch = await startWatch();
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const written = sql.begin(async (tx) => {
    await tx`INSERT INTO noted VALUES ('late')`;
    begun.resolve();
    await mayEnd.promise;
  });
  await begun.promise;
  await nextLook(watch);
  const pause = givenPause(watch);
  expect(await pause.isOver()).toBe(false);
  mayEnd.resolve();
  await written;
  await pause.ended;
});

test("a transaction that is to be ignored ends no pause, and one beside it does", async () => {
  const watch = await startWatch();
  const pause = givenPause(watch);
  await sql.begin(async (tx) => {
    const [row] = await tx`INSERT INTO noted VALUES ('own') RETURNING pg_current_xact_id()::text AS id`;
    watch.ignore(row?.["id"]);
  });
  expect(await pause.isOver()).toBe(false);
  const [own] = await write();
  await write();
  watch.ignore(own?.["id"]);
  await pause.ended;
});

test("a pause ends at its most though nothing is known to be written, and not before its least", async () => {
  const watch = await startWatch();
  await watch.pause(watch.mark(), NET, never);
  const stopped = new AbortController();
  const pause = givenPause(watch, { times: { leastMs: 3_600_000, mostMs: 0 }, signal: stopped.signal });
  await write();
  expect(await pause.isOver()).toBe(false);
  stopped.abort();
  await pause.ended;
});

test("a signal ends a pause, and one that begins behind it", async () => {
  const watch = await startWatch();
  const stopped = new AbortController();
  const pause = givenPause(watch, { signal: stopped.signal });
  stopped.abort();
  await pause.ended;
  await givenPause(watch, { signal: stopped.signal }).ended;
});

test("where the database cannot be asked, or nobody watches, each pause is the least one", async () => {
  const own = connectDatabase(database.connection, { log, maxConnections: 1 });
  const watch = await startWatch(own.sql);
  const pause = givenPause(watch);
  await own.close();
  await pause.ended;
  expect(watch.mark()).toBeNaN();
  await watch.pause(watch.mark(), LONG, never);
  await UNWATCHED.pause(UNWATCHED.mark(), LONG, never);
});

test("a watch that is stopped holds nobody", async () => {
  const watch = await startWatch();
  const pause = givenPause(watch);
  watch.stop();
  await pause.ended;
  await watch.pause(watch.mark(), LONG, never);
});

test("in a silence every second question is left out, until there are news or somebody hurries", async () => {
  let asked = 0;
  const counted = new Proxy(sql, {
    apply(target, self, statement) {
      asked += 1;
      return Reflect.apply(target, self, statement);
    },
  });
  // It looks when it is told to alone: of a timer's looks some would pass beside those that are counted.
  const watch = await startWatch(counted, LONG.mostMs);
  const askedIn = async (looks: number) => {
    const before = asked;
    for (const _ of Array.from({ length: looks })) await watch.look();
    return asked - before;
  };
  await askedIn(20);
  expect(await askedIn(12)).toBe(6);
  watch.hurry();
  expect(await askedIn(12)).toBe(12);
  await askedIn(20);
  const pause = givenPause(watch);
  await write();
  await askedIn(2);
  await pause.ended;
  expect(await askedIn(12)).toBe(12);
});
