import { afterAll, afterEach, expect, test } from "bun:test";
import pino from "pino";
import { createEncryption } from "#platform/encryption";
import { createOutbox } from "#platform/outbox/outbox";
import { createQuarantine } from "#platform/outbox/quarantine";
import { OutboxWorker } from "#platform/outbox/worker";
import { pauseUnlessStopped } from "#platform/pause";
import { makeFernetKey } from "#platform/secrets";
import { WriteWatch, type LookTimes, type Writes } from "#platform/write-watch";
import { createTestDatabase } from "../../support/database";
import { waitFor } from "../../support/wait-for";

const database = await createTestDatabase();
const { db, sql } = database;
const log = pino({ level: "silent" });
const encryption = createEncryption(makeFernetKey());
const outbox = createOutbox({ encryption });
const watch = new WriteWatch({ sql, log, lookMs: 20 });
watch.start();
const running: OutboxWorker[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
  await sql`DELETE FROM outbox`;
});
afterAll(async () => {
  watch.stop();
  await database.drop();
});

const put = (destination: string) =>
  db.transaction((tx) => outbox.put(tx, { kind: "test", destination, subject: "", payload: "{}" }));

/** One that runs by `writes`. It takes to `received` whatever it is given, and fails at first where that is wanted. */
function startWorker(writes: Writes, { failures = 0 } = {}) {
  const received: string[] = [];
  let left = failures;
  const worker = new OutboxWorker({
    sql,
    encryption,
    log,
    writes,
    quarantine: createQuarantine({ db, covers: () => false, onBegin: async () => undefined }),
    async deliver({ destination }) {
      if (left-- > 0) return { isSent: false, detail: "not now" };
      received.push(destination);
      return { isSent: true };
    },
  });
  running.push(worker);
  worker.start();
  return { received };
}

/** What its worker has asked for. */
function givenWrites(pause: Writes["pause"]) {
  const asked: LookTimes[] = [];
  const writes: Writes = {
    mark: () => watch.mark(),
    ignore: () => undefined,
    hurry: () => undefined,
    pause(mark, times, signal) {
      asked.push(times);
      return pause(mark, times, signal);
    },
  };
  return { asked, writes };
}

const HOUR_MS = 3_600_000;

test("a worker that has found nothing looks for notices as soon as one is written", async () => {
  // Nothing but a write ends its pauses.
  const { asked, writes } = givenWrites((mark, { leastMs }, signal) =>
    watch.pause(mark, { leastMs, mostMs: HOUR_MS }, signal),
  );
  const { received } = startWorker(writes);
  await waitFor("its first look", () => asked.length > 0);
  await put("written-later");
  await waitFor("the delivery", () => received.includes("written-later"));
});

test("a write that nobody has heard of is caught by the net", async () => {
  const { asked, writes } = givenWrites((_mark, { mostMs }, signal) =>
    pauseUnlessStopped(mostMs / 100, signal),
  );
  const { received } = startWorker(writes);
  await waitFor("its first look", () => asked.length > 0);
  expect(asked.at(-1)?.mostMs).toBeLessThanOrEqual(15_000);
  await put("unheard");
  await waitFor("the delivery", () => received.includes("unheard"));
});

test("while something waits for its next attempt it is looked as often as ever, whatever is written", async () => {
  const { asked, writes } = givenWrites((_mark, { mostMs }, signal) =>
    pauseUnlessStopped(mostMs / 50, signal),
  );
  await put("tried-again");
  const { received } = startWorker(writes, { failures: 1 });
  await waitFor("the failure", async () => (await sql`SELECT FROM outbox WHERE attempts = 1`).length === 1);
  const before = asked.length;
  await waitFor("a look behind it", () => asked.length > before + 1);
  expect(asked.at(-1)?.mostMs).toBeLessThan(2000);
  await sql`UPDATE outbox SET due_at = now()`;
  await waitFor("the second attempt", () => received.includes("tried-again"));
});

test("behind a look that failed it is looked again as soon as where something waits, though nothing did before", async () => {
  const { asked, writes } = givenWrites((_mark, { mostMs }, signal) =>
    pauseUnlessStopped(mostMs / 100, signal),
  );
  startWorker(writes);
  await waitFor("a look that finds nothing", () => asked.at(-1)?.mostMs === 15_000);
  await sql`ALTER TABLE outbox RENAME TO outbox_away`;
  try {
    await waitFor("a look behind one that failed", () => (asked.at(-1)?.mostMs ?? Infinity) < 2000);
  } finally {
    await sql`ALTER TABLE outbox_away RENAME TO outbox`;
  }
});
