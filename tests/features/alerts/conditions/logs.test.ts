import { afterAll, expect, test } from "bun:test";
import { createTestDatabase } from "../../../support/database";
import { conditionsOf } from "./given";

const database = await createTestDatabase();
afterAll(() => database.close());
const { sql } = database;
const { givenRule, conditions } = conditionsOf(database);

const NOW = new Date("2026-11-25T12:00:30.000Z");
const RATE = { logQuery: "denied", logLines: 10, logWindowMinutes: 5 };

async function findBy(
  fields: Parameters<typeof givenRule>[1],
  counts: [minutesAgo: number, lines: number, sender?: string][],
  heardSeconds = 600,
) {
  const rule = await givenRule("log_rate", {
    updatedAt: new Date("2026-11-25T11:00:00Z"),
    ...RATE,
    ...fields,
  });
  for (const [minutesAgo, lines, sender = ""] of counts) {
    const minute = new Date(Date.parse("2026-11-25T12:00:00Z") - minutesAgo * 60_000).toISOString();
    await sql`INSERT INTO alert_log_counts (rule_id, minute, sender, lines) VALUES (${rule.id}, ${minute}, ${sender}, ${lines})`;
  }
  const condition = conditions().get("log_rate");
  await hear(0);
  await condition?.({ db: database.db, now: new Date(NOW.getTime() - 600_000) }, rule);
  await hear(heardSeconds);
  const found = await condition?.({ db: database.db, now: NOW }, rule);
  return found?.map(({ sentence }) => sentence) ?? null;
}

/** The collector says that it has listened for so long. */
async function hear(seconds: number): Promise<void> {
  await sql`INSERT INTO collectors (id, heard_seconds, heard_at) VALUES ('c1', ${seconds}, now())
    ON CONFLICT (id) DO UPDATE SET heard_seconds = excluded.heard_seconds, heard_at = now()`;
}

test("too many lines are those of the window, the minute that runs included", async () => {
  expect(
    await findBy({}, [
      [0, 4],
      [4, 6],
      [6, 100],
    ]),
  ).toEqual(["10 log lines within 5 min match: 10 or more"]);
  expect(
    await findBy({}, [
      [0, 3],
      [4, 6],
    ]),
  ).toEqual([]);
});

test("too many lines are not over while a new minute has few yet", async () => {
  const steady: [number, number][] = [5, 4, 3, 2, 1].map((minutesAgo) => [minutesAgo, 2]);
  expect(await findBy({}, steady)).toEqual(["10 log lines within 5 min match: 10 or more"]);
  expect(await findBy({ logWindowMinutes: 1 }, [[1, 10]])).toEqual([
    "10 log lines within 1 min match: 10 or more",
  ]);
  expect(await findBy({ logWindowMinutes: 1 }, [[2, 10]])).toEqual([]);
});

test("each sender is looked at by itself where lines are counted so", async () => {
  const counts: [number, number, string][] = [
    [0, 12, "192.0.2.1"],
    [1, 9, "192.0.2.2"],
  ];
  expect(await findBy({ perSender: true }, counts)).toEqual([
    "192.0.2.1: 12 log lines within 5 min match: 10 or more",
  ]);
});

test("one of many senders is found however few the others have sent", async () => {
  const rule = await givenRule("log_rate", { ...RATE, perSender: true });
  await sql`INSERT INTO alert_log_counts (rule_id, minute, sender, lines)
    SELECT ${rule.id}, ${"2026-11-25T12:00:00Z"}, 'sender ' || number, 1 FROM generate_series(1, 5001) number`;
  await sql`INSERT INTO alert_log_counts (rule_id, minute, sender, lines)
    VALUES (${rule.id}, ${"2026-11-25T12:00:00Z"}, 'the last', 12)`;
  const found = await conditions().get("log_rate")?.({ db: database.db, now: NOW }, rule);
  expect(found?.map(({ subject }) => subject)).toEqual(["sender:the last"]);
});

test("too few lines are those of whole minutes", async () => {
  const few = { logComparison: "fewer_than" };
  expect(
    await findBy(few, [
      [0, 100],
      [1, 3],
      [5, 6],
      [6, 100],
    ]),
  ).toEqual(["9 log lines within 5 min match: fewer than 10"]);
  expect(
    await findBy(few, [
      [1, 4],
      [5, 6],
    ]),
  ).toEqual([]);
  expect(await findBy(few, [])).toEqual(["0 log lines within 5 min match: fewer than 10"]);
});

test("a rule that was changed within its window does not know yet whether lines are too few", async () => {
  const updatedAt = new Date("2026-11-25T11:56:00Z");
  expect(await findBy({ logComparison: "fewer_than", updatedAt }, [])).toBeNull();
});

test("nor does one whose collector has not listened all the time", async () => {
  const few = { logComparison: "fewer_than" };
  expect(await findBy(few, [], 590)).toHaveLength(1);
  expect(await findBy(few, [], 500)).toBeNull();
});
