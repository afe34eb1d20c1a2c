import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";

/**
 * While processes are brought up to date one after the other, those of the version before work on the new schema. What
 * they read and write must stay: it may go a release after the code that needs it (docs/decisions/replicas.md).
 */
const FOLDER = join(import.meta.dir, "../../drizzle");
/** Released before this was a rule; later ones never change either. */
const LAST_WITHOUT_THE_RULE = "0017";
/** In a comment above such a statement: since which version nothing needs what it takes away. */
const UNUSED = /^--\s*unused since \d+\.\d+\.\d+/m;

const TAKES_AWAY = [
  /\bDROP (?:TABLE|COLUMN|TYPE|VIEW|FUNCTION)\b/i,
  /\bRENAME\b/i,
  /\bSET NOT NULL\b/i,
  /\bSET DATA TYPE\b/i,
  /\bADD COLUMN\b(?!.*\bDEFAULT\b).*\bNOT NULL\b/i,
  /\bTRUNCATE\b/i,
];

function breaksOlderVersions(statement: string): boolean {
  return TAKES_AWAY.some((pattern) => pattern.test(statement)) && !UNUSED.test(statement);
}

test.each([
  ['DROP TABLE "a"', true],
  ['ALTER TABLE "a" DROP COLUMN "b"', true],
  ['-- unused since 0.7.0\nALTER TABLE "a" DROP COLUMN "b"', false],
  ['ALTER TABLE "a" RENAME COLUMN "b" TO "c"', true],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL', true],
  ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL', true],
  ['ALTER TABLE "a" ADD COLUMN "b" text DEFAULT \'\' NOT NULL', false],
  ['ALTER TABLE "a" ADD COLUMN "b" text', false],
  ['CREATE TABLE "a" ("b" text NOT NULL)', false],
])("%s: breaks the version before: %s", (statement, isBreaking) => {
  expect(breaksOlderVersions(statement)).toBe(isBreaking);
});

test("no migration takes away what the version before needs", () => {
  const files = readdirSync(FOLDER).filter(
    (name) => name.endsWith(".sql") && name.slice(0, 4) > LAST_WITHOUT_THE_RULE,
  );
  const breaking = files.flatMap((name) =>
    readFileSync(join(FOLDER, name), "utf8")
      .split("--> statement-breakpoint")
      .filter(breaksOlderVersions)
      .map((statement) => `${name}: ${statement.trim()}`),
  );
  expect(breaking).toEqual([]);
});
