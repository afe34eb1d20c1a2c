import { afterEach, afterAll, describe, expect, test } from "bun:test";
import { removeOldHistory } from "../../../../src/features/monitoring/history/retention";
import { resultDays } from "../../../../src/features/monitoring/tables";
import { createTestDatabase } from "../../../support/database";
import { settableClock } from "../../../support/deletion-clock";
import { DAY, historyOf, HOUR } from "./given";

const YEAR = 365 * DAY;
const database = await createTestDatabase();
const { db } = database;
const { givenTarget } = historyOf(database);
afterEach(async () => {
  await db.delete(resultDays);
});
afterAll(() => database.drop());

const TODAY = Math.floor(Date.now() / DAY) * DAY;

/** Days of one target, each so many days old. */
async function givenDays(...ages: number[]): Promise<void> {
  const targetId = await givenTarget();
  await db
    .insert(resultDays)
    .values(
      ages.map((age) => ({ targetId, startsAt: new Date(TODAY - age * DAY), results: new Uint8Array(1) })),
    );
}

const aMonth = Array.from({ length: 30 }, (_, index) => index + 1);

/** A process's retention, and the clocks that it sees: so early on a day that the hours of a test end on the same. */
function createRetention() {
  const clock = settableClock(TODAY + 2 * HOUR);
  return { ...clock, run: () => clock.ifBelieved((now) => removeOldHistory(db, now)) };
}

const count = () => db.$count(resultDays);

test("a day goes once it is over for 30 days", async () => {
  await givenDays(...aMonth, 31, 32);
  const { run, pass } = createRetention();
  await run();
  expect(await count()).toBe(32);
  pass(HOUR);
  await run();
  expect(await count()).toBe(30);
  pass(DAY);
  await run();
  expect(await count()).toBe(29);
});

describe("fault 14: a clock that cannot be believed deletes no result of a check", () => {
  test.each([
    ["an hour forward", HOUR],
    ["a year forward", YEAR],
    ["an hour back", -HOUR],
    ["a year back", -YEAR],
  ])("set %s between two runs, and put right", async (_, step) => {
    await givenDays(...aMonth);
    const { run, pass, set } = createRetention();
    await run();
    set(step);
    pass(HOUR);
    await run();
    expect(await count()).toBe(30);
    pass(HOUR / 2);
    await run();
    expect(await count()).toBe(30);
    set(-step);
    pass(HOUR);
    await run();
    pass(HOUR);
    await run();
    expect(await count()).toBe(30);
  });

  test("set forward by a year while the service is off: kept until it has been so for an hour", async () => {
    await givenDays(...aMonth);
    const { run, pass, set, restart } = createRetention();
    await run();
    set(YEAR);
    restart();
    await run();
    pass(HOUR / 2);
    await run();
    expect(await count()).toBe(30);
    set(-YEAR);
    pass(HOUR);
    await run();
    pass(HOUR);
    await run();
    expect(await count()).toBe(30);
  });

  test("a service that was off for two months catches up an hour after its start", async () => {
    await givenDays(...aMonth.map((age) => age + 60));
    const { run, pass } = createRetention();
    await run();
    expect(await count()).toBe(30);
    pass(HOUR);
    await run();
    expect(await count()).toBe(0);
  });
});
