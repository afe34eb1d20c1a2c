import { afterAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { readAffected } from "#platform/http/affected";
import { createTestDatabase } from "../../support/database";
import { statementsDuring } from "../../support/statements";

const database = await createTestDatabase();
afterAll(() => database.drop());
const { db } = database;

/** So many numbers, the greatest first. */
const numbers = (count: number) => ({
  from: sql`generate_series(1, ${count}::int) AS number`,
  where: undefined,
  name: sql`'number ' || number`,
  orderBy: [sql`number DESC`],
});

test("all things are counted, and the first are named in their order", async () => {
  const { count, names } = await readAffected(db, numbers(5000));
  expect(count).toBe(5000);
  expect(names).toEqual(Array.from({ length: 20 }, (_, place) => `number ${5000 - place}`));
});

test("of many things no more are read than are named, in one statement", async () => {
  const statements = await statementsDuring(database.sql, () => readAffected(db, numbers(5000)));
  expect(statements).toEqual([expect.stringMatching(/ limit \$\d+$/)]);
});

test("of nothing there are none", async () => {
  expect(await readAffected(db, numbers(0))).toEqual({ count: 0, names: [] });
});

test("a row that stands for several things counts as so many, and is named once", async () => {
  expect(await readAffected(db, { ...numbers(3), weight: sql`number` })).toEqual({
    count: 6,
    names: ["number 3", "number 2", "number 1"],
  });
});
