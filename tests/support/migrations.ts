import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { TestDatabase } from "./database";

/** Those of this version. */
export const MIGRATIONS = join(import.meta.dir, "../../drizzle");

const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** Takes everything out of a test database, the list of applied migrations included. */
export async function emptyDatabase({ sql }: TestDatabase): Promise<void> {
  await sql.unsafe("DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public");
}

/** The first `count` migrations of `folder`, in a temporary folder of their own, which the caller removes. */
export function firstMigrations(folder: string, count: number): string {
  const copy = mkdtempSync(join(tmpdir(), "netatlas-migrations-"));
  cpSync(folder, copy, { recursive: true });
  const path = join(copy, "meta/_journal.json");
  const journal = Journal.parse(JSON.parse(readFileSync(path, "utf8")));
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return copy;
}
