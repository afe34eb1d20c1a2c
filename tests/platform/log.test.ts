import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { toLoggedError } from "#platform/log";
import { createTestDatabase } from "../support/database";

test("a failed query is logged with its statement and its cause, without its parameters", async () => {
  const database = await createTestDatabase();
  const query = sql`SELECT ${"the first\n    secret"}::text, no_such_function(${"the second secret"})`;
  const error: unknown = await database.db.execute(query).catch((failure: unknown) => failure);
  await database.drop();
  if (!(error instanceof Error)) throw new Error("the query did not fail");
  expect(JSON.stringify([error.message, error.stack])).toContain("the second secret");
  const logged = JSON.stringify(toLoggedError(error));
  expect(logged).toContain("no_such_function(");
  expect(logged).toContain("does not exist");
  expect(logged).not.toContain("secret");
});

test("another error is logged whole", () => {
  const logged = JSON.stringify(toLoggedError(new Error("cannot do it", { cause: new Error("no room") })));
  expect(logged).toContain("cannot do it");
  expect(logged).toContain("no room");
});
