import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryPath } from "./temporary-path";

const MIGRATIONS = join(import.meta.dir, "../../drizzle");
const STATEMENT_END = "--> statement-breakpoint";
const ROWS = 20_000;

/** Tables that a made-up migration makes, and the rows that each has at its end. */
export const MADE_UP = { tables: ["made_up_first", "made_up_second"], rows: ROWS } as const;

type Journal = {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
};

/**
 * The migrations of this version, and behind them two that nobody needs: each takes some `seconds` of many statements,
 * moves data, and changes a table that there is. Gives the folder.
 */
export function givenMadeUpMigrations(seconds: number): string {
  const folder = temporaryPath("migrations");
  cpSync(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(path, "utf8")) as Journal;
  for (const table of MADE_UP.tables) {
    const last = journal.entries.at(-1);
    if (last === undefined) throw new Error("there are no migrations");
    const tag = `9999_${table}`;
    writeFileSync(join(folder, `${tag}.sql`), statementsOf(table, seconds).join(`${STATEMENT_END}\n`));
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag });
  }
  writeFileSync(path, JSON.stringify(journal));
  return folder;
}

const STEPS = 20;

function statementsOf(table: string, seconds: number): string[] {
  const steps = Array.from({ length: STEPS }, (_, step) => [
    `INSERT INTO ${table} SELECT i, md5(i::text) FROM generate_series(${(step * ROWS) / STEPS + 1}, ${((step + 1) * ROWS) / STEPS}) AS i;\n`,
    `SELECT pg_sleep(${seconds / STEPS});\n`,
  ]);
  return [
    `CREATE TABLE ${table} (number integer PRIMARY KEY, text text NOT NULL);\n`,
    ...steps.flat(),
    `ALTER TABLE users ADD COLUMN ${table} text NOT NULL DEFAULT 'moved';\n`,
    `ALTER TABLE ${table} ADD COLUMN twice integer;\n`,
    `UPDATE ${table} SET twice = number * 2;\n`,
    `CREATE UNIQUE INDEX ${table}_twice ON ${table} (twice);\n`,
  ];
}
