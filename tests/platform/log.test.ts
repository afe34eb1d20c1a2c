import { describe, expect, test } from "bun:test";
import { join } from "node:path";
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

describe("a text from the network is shown in the log, and does nothing", () => {
  const HOSTILE = `a\r\nb\u001b[2J\u0007\u007f\u009b31m\u202ereversed\u2066\ttab\u0000 <script>é`;
  const SCRIPT = `
    import { createLogger } from ${JSON.stringify(join(import.meta.dirname, "../../src/platform/log"))};
    const hostile = ${JSON.stringify(HOSTILE)};
    const log = createLogger({ level: "info", format: process.argv[1] });
    log.info({ [hostile]: hostile, err: new Error(hostile) }, hostile);
  `;
  const lineOf = async (format: string) => {
    const child = Bun.spawn([process.execPath, "-e", SCRIPT, format], { stdout: "pipe", stderr: "inherit" });
    const text = await new Response(child.stdout).text();
    expect(await child.exited).toBe(0);
    // One line, which nothing within ends or turns.
    expect(text).toMatch(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+\n$/u);
    return text;
  };

  test("as JSON, from which the text comes back", async () => {
    const line = JSON.parse(await lineOf("json"));
    expect(line).toMatchObject({ msg: HOSTILE, [HOSTILE]: HOSTILE, err: { message: HOSTILE } });
  });

  test("for people", async () => {
    const line = await lineOf("pretty");
    expect(line).toContain(
      String.raw`a\u000d\u000ab\u001b[2J\u0007\u007f\u009b31m\u202ereversed\u2066\u0009tab`,
    );
    expect(line).toContain("<script>é");
  });
});
