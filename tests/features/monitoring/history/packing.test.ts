import { afterAll, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import pino from "pino";
import { createDamageLog, noteDamage } from "../../../../src/features/monitoring/history/damage";
import { packDays, packHours } from "../../../../src/features/monitoring/history/pack";
import { removeOldHistory } from "../../../../src/features/monitoring/history/retention";
import { unpackResults } from "../../../../src/features/monitoring/history/packed-results";
import { readResults } from "../../../../src/features/monitoring/history/results";
import { checkResults, resultDays, resultHours } from "../../../../src/features/monitoring/tables";
import { createTestDatabase } from "../../../support/database";
import { DAY, historyOf, HOUR, MINUTE, results, silent } from "./given";

const database = await createTestDatabase();
const { db, sql } = database;
const history = historyOf(database);
const { givenTarget, givenResults } = history;
afterAll(() => database.drop());

const hour = Date.now() - (Date.now() % HOUR);
const day = Date.now() - (Date.now() % DAY);
const signal = new AbortController().signal;
const at = (ms: number) => ({ db, log: silent, signal, now: new Date(ms) });

test("results of hours that are over are packed, those of the running hour are not, and all are read as they were", async () => {
  const id = await givenTarget();
  const all = [
    ...results(hour - 3 * HOUR, hour - HOUR),
    ...results(hour - HOUR, hour + 30 * MINUTE, 5 * MINUTE, {
      rawStatus: "down",
      state: "down",
      isHealthy: false,
      latencyMs: null,
      error: "Connection refused",
      details: { statusCode: 503 },
    }),
  ];
  await givenResults(id, all);
  await packHours(at(hour + 30 * MINUTE));
  expect(await history.count("check_result_hours", id)).toBe(3);
  expect(await db.select().from(checkResults).where(eq(checkResults.targetId, id))).toHaveLength(6);
  expect(await history.resultsOf(id)).toEqual(all);
});

test("the job packs by the database's clock", async () => {
  const id = await givenTarget();
  await givenResults(id, results(hour - 2 * HOUR, hour - HOUR));
  await history.run("monitoring.packing");
  expect(await history.count("check_results", id)).toBe(0);
  expect(await history.resultsOf(id)).toHaveLength(60);
});

test("results that come late join those of their hour, and of their day", async () => {
  const id = await givenTarget();
  const all = results(day - DAY, day - DAY + 2 * HOUR);
  const late = all.filter((_, index) => index % 7 === 0);
  await givenResults(
    id,
    all.filter((result) => !late.includes(result)),
  );
  await packHours(at(day));
  await givenResults(id, late.slice(0, 4));
  await packHours(at(day));
  expect(await history.count("check_result_hours", id)).toBe(2);
  await packDays(at(day + 3 * HOUR));
  expect([
    await history.count("check_result_hours", id),
    await history.count("check_result_days", id),
  ]).toEqual([0, 1]);
  await givenResults(id, late.slice(4));
  expect(await history.resultsOf(id)).toEqual(all);
  await packHours(at(day + 3 * HOUR));
  expect(await history.resultsOf(id)).toEqual(all);
  await packDays(at(day + 3 * HOUR));
  expect([
    await history.count("check_result_hours", id),
    await history.count("check_result_days", id),
  ]).toEqual([0, 1]);
  expect(await history.resultsOf(id)).toEqual(all);
});

test("a day is not packed before it has been over for two hours", async () => {
  const id = await givenTarget();
  await givenResults(id, results(day - 2 * HOUR, day));
  await packHours(at(day + HOUR));
  await packDays(at(day + HOUR));
  expect([
    await history.count("check_result_hours", id),
    await history.count("check_result_days", id),
  ]).toEqual([2, 0]);
});

test("processes that pack at the same time, while results come in and are read, neither lose nor double any", async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => givenTarget()));
  const all = results(day - 2 * DAY, day - 2 * DAY + 4 * HOUR);
  const [early, late] = [
    all.filter((_, index) => index % 2 === 0),
    all.filter((_, index) => index % 2 === 1),
  ];
  for (const id of ids) await givenResults(id, early);
  const work = { isOver: false };
  const reading = (async () => {
    const seen = new Set<number>();
    while (!work.isOver) {
      const found = await history.resultsOf(ids[0] ?? 0);
      expect(new Set(found.map((result) => result.at.getTime())).size).toBe(found.length);
      seen.add(found.length);
      expect(found.length).toBeGreaterThanOrEqual(early.length);
    }
    return seen;
  })();
  await Promise.all([
    packHours(at(day)),
    packHours(at(day)),
    packDays(at(day)),
    (async () => {
      for (const id of ids) await givenResults(id, late);
    })(),
  ]);
  await Promise.all([packHours(at(day)), packHours(at(day))]);
  await Promise.all([packDays(at(day)), packDays(at(day)), packHours(at(day))]);
  work.isOver = true;
  await reading;
  for (const id of ids) {
    expect(await history.resultsOf(id)).toEqual(all);
    expect(await history.count("check_results", id)).toBe(0);
    expect(await history.count("check_result_days", id)).toBe(1);
  }
});

test("what fails in the middle leaves every result in one place, and is done the next time", async () => {
  const [first, second] = [await givenTarget(), await givenTarget()];
  const all = results(day - 3 * DAY, day - 3 * DAY + 2 * HOUR);
  for (const id of [first, second]) await givenResults(id, all);
  for (const table of ["check_rollups", "check_result_hours", "check_result_days"]) {
    await sql.unsafe(`
      CREATE FUNCTION fail_in_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space'; END $$;
      CREATE TRIGGER fail_in_test BEFORE INSERT ON ${table} FOR EACH ROW WHEN (NEW.target_id = ${second}) EXECUTE FUNCTION fail_in_test()`);
    const packing = packHours(at(day)).then(() => packDays(at(day)));
    expect(
      await packing.then(
        () => "done",
        () => "failed",
      ),
    ).toBe("failed");
    for (const id of [first, second]) expect(await history.resultsOf(id)).toEqual(all);
    await sql.unsafe("DROP FUNCTION fail_in_test CASCADE");
  }
  await packHours(at(day));
  await packDays(at(day));
  for (const id of [first, second]) {
    expect(await history.resultsOf(id)).toEqual(all);
    expect([await history.count("check_results", id), await history.count("check_result_days", id)]).toEqual([
      0, 1,
    ]);
  }
});

test("a damaged row is left out and told once, stays as it is, and holds up nothing else", async () => {
  const [id, other] = [await givenTarget(), await givenTarget()];
  const all = results(day - DAY, day - DAY + 10 * MINUTE);
  const earlier = results(day - DAY - HOUR, day - DAY - HOUR + 10 * MINUTE);
  for (const target of [id, other]) await givenResults(target, [...earlier, ...all.slice(0, 5)]);
  await packHours(at(day));
  const startsAt = new Date(day - DAY);
  const isDamaged = and(eq(resultHours.targetId, id), eq(resultHours.startsAt, startsAt));
  const [row] = await db.select().from(resultHours).where(isDamaged);
  const damaged = Uint8Array.from(row?.results ?? []);
  damaged[9] = (damaged[9] ?? 0) ^ 1;
  await db.update(resultHours).set({ results: damaged }).where(isDamaged);

  const lines: { msg: string; targetId: number; startsAt: string; err: { message: string } }[] = [];
  const tell = createDamageLog(pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }));
  for (let round = 0; round < 3; round++) {
    const { lost, ...reader } = noteDamage({ db, onDamage: tell });
    const asked = { targetIds: [id, other], from: new Date(day - 2 * DAY), to: new Date(day) };
    const found = await readResults(reader, asked);
    expect(found.get(id)).toEqual(earlier);
    expect(found.get(other)).toEqual([...earlier, ...all.slice(0, 5)]);
    expect(lost).toEqual([{ fromMs: startsAt.getTime(), toMs: startsAt.getTime() + HOUR }]);
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ targetId: id, startsAt: startsAt.toISOString() });
  expect(lines[0]?.err.message).toContain("cannot read packed results");
  expect(Buffer.from((await db.select().from(resultHours).where(isDamaged))[0]?.results ?? [])).toEqual(
    Buffer.from(damaged),
  );

  for (const target of [id, other]) await givenResults(target, all.slice(5));
  await packHours(at(day));
  expect(await history.resultsOf(id)).toEqual([...earlier, ...all.slice(5)]);
  expect(await history.resultsOf(other)).toEqual([...earlier, ...all]);
});

test("results are kept for 30 days, then go with their day", async () => {
  const id = await givenTarget();
  const [old, kept] = [
    results(day - 32 * DAY, day - 32 * DAY + HOUR),
    results(day - 29 * DAY, day - 29 * DAY + HOUR),
  ];
  await givenResults(id, [...old, ...kept]);
  await history.run("monitoring.packing");
  expect(await history.resultsOf(id)).toHaveLength(120);
  await removeOldHistory(db, new Date());
  expect(await history.resultsOf(id)).toEqual(kept);
  const [row] = await db.select().from(resultDays).where(eq(resultDays.targetId, id));
  expect(unpackResults(row?.results ?? new Uint8Array())).toEqual(kept);
});

test("what is packed of a target outlives it, for an undo", async () => {
  const id = await givenTarget();
  await givenResults(id, results(day - 4 * DAY, day - 4 * DAY + HOUR));
  await history.run("monitoring.packing");
  await sql`DELETE FROM check_targets WHERE id = ${id}`;
  expect(await history.count("check_result_days", id)).toBe(1);
});

test("results of a target that is deleted before they are packed are packed all the same", async () => {
  const id = await givenTarget();
  await givenResults(id, results(day - 4 * DAY, day - 4 * DAY + HOUR));
  await sql`DELETE FROM check_targets WHERE id = ${id}`;
  await history.run("monitoring.packing");
  expect(await history.count("check_results", id)).toBe(0);
  expect(await history.count("check_result_days", id)).toBe(1);
  const [row] = await sql`SELECT up_ms FROM check_rollups WHERE target_id = ${id}`;
  expect(Number(row?.["up_ms"])).toBe(HOUR);
});
