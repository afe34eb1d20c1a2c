import { createHash, type Hash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { createEncryption, UnreadableSecret, type Encryption } from "#platform/encryption";
import { badRequest } from "#platform/errors";
import { awaitedLater } from "#platform/awaited-later";
import { BadBackup } from "../format/bad-backup";
import type { Manifest } from "../format/manifest";
import type { OpenBackup } from "../format/read-backup";
import { LineBuffer } from "../line-buffer";
import type { Progress } from "../progress";
import { describeTables, nameOf, type Table } from "../schema-tables";
import { readText, writeLines } from "../table-lines";
import { savedTables } from "../table-parts";
import { addIndexes, dropIndexes, listFreeIndexes, listKeys } from "./indexes";
import { addReferences, dropReferences, switchTriggers, type SideSchema } from "./side-schema";

const LINE_FEED = 0x0a;

/** What any backup has, however old. */
const ALWAYS = ["devices", "relationships", "system_settings", "users"];

/** Left to itself the runtime lets the texts of a hundred pages pile up. */
const PAGES_UNCOLLECTED = 12;

/** A table with so many rows takes them faster without its keys, which are built behind them. */
const LARGE_ROWS = 10_000;

export function largeTables({ tables }: Manifest): string[] {
  return tables.filter(({ rows }) => rows >= LARGE_ROWS).map(({ name }) => name);
}

type Context = { db: Db; side: SideSchema; encryption: Encryption; progress: Progress };

/**
 * Puts a backup's rows into the side schema, which has the tables of the backup's version, and reads them back: what
 * the database holds now gives the same text again, and every reference leads somewhere. Throws BadBackup where not.
 */
export async function loadBackup(
  ctx: Context,
  backup: OpenBackup,
  { isCurrent }: { isCurrent: boolean },
): Promise<void> {
  const { db, side, progress } = ctx;
  const tables = await describeTables(db, side.name);
  const { manifest } = backup;
  requireTables(manifest, { tables, isCurrent });
  await switchTriggers(db, side.name, "DISABLE");
  const references = await dropReferences(db, side);
  const indexes = await listFreeIndexes(db, side.name);
  await dropIndexes(db, indexes);
  const keys = await listKeys(db, side.name, largeTables(manifest));
  await dropIndexes(db, keys);
  const emptied = manifest.tables.map(({ name }) => nameOf({ schema: side.name, name }));
  await db.execute(sql`TRUNCATE ${sql.join(emptied, sql`, `)}`);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  await progress.begin("loading", rows);
  const hashes = await writeAll(ctx, backup, tables);
  // Rows are read back in the order of their keys.
  await addIndexes(db, keys);
  await progress.begin("verifying", rows);
  const present = new Set(manifest.tables.map(({ name }) => name));
  for (const saved of manifest.tables) await verify(ctx, { tables, present, saved, hashes });
  await raiseSequences(db, { schema: side.name, tables, least: manifest.sequences });
  // Migrations may name any of them; else only those are missed that refuse something.
  const wanted = indexes.filter(({ isUnique }) => isUnique || !isCurrent);
  await addIndexes(db, wanted);
  await addReferences(db, side, references);
  await switchTriggers(db, side.name, "ENABLE");
}

function requireTables(
  { tables: found, parts }: Manifest,
  { tables, isCurrent }: { tables: ReadonlyMap<string, Table>; isCurrent: boolean },
): void {
  const names = new Set(found.map(({ name }) => name));
  if (names.size < found.length) throw new BadBackup("it lists a table twice");
  const expected = isCurrent ? savedTables(parts) : ALWAYS;
  const missing = expected.filter((name) => !names.has(name));
  if (missing.length > 0) throw badRequest(`Backup is missing expected tables: ${missing.join(", ")}`);
  const allowed = new Set(isCurrent ? expected : tables.keys());
  const unknown = [...names].filter((name) => !allowed.has(name));
  if (unknown.length > 0) throw new BadBackup("it has tables that no backup has");
}

/** Of the tables whose lines were changed on their way: those of the others stand in the manifest. */
type Hashes = Map<string, Hash>;

async function writeAll(
  { db, encryption, progress }: Context,
  { lines: pages, masterKey }: OpenBackup,
  tables: ReadonlyMap<string, Table>,
): Promise<Hashes> {
  const translate = masterKey === undefined ? undefined : secretTranslator(masterKey, encryption);
  const hashes: Hashes = new Map();
  const hashed = new LineBuffer();
  const memory = new LineBuffer();
  let writing = Promise.resolve();
  let count = 0;
  try {
    for await (const { table, lines } of pages) {
      const into = tables.get(table.name);
      if (into === undefined) throw new Error(`our bug: there is no table ${table.name} beside the live one`);
      const translated = translate === undefined ? lines : lines.map(translate);
      // The server writes one page while the next is unpacked.
      await writing;
      writing = awaitedLater(writeLines({ db, memory }, into, translated));
      if (translate !== undefined) {
        const hash = hashes.get(table.name) ?? createHash("sha256");
        hashes.set(table.name, hash);
        for (const line of translated) hashed.add(line);
        hash.update(hashed.take());
      }
      count += 1;
      if (count % PAGES_UNCOLLECTED === 0) Bun.gc(true);
      await progress.add(lines.length);
    }
    await writing;
  } finally {
    // Where the pages have failed: theirs is the failure that counts.
    await Promise.allSettled([writing]);
  }
  return hashes;
}

/** Fernet's version and a time until the year 2242, in base64; then the rest (https://github.com/fernet/spec). */
const TOKEN = /gAAAA[A-Za-z0-9_-]{90,}={0,2}/g;

/**
 * Encrypts the secrets in a line with this instance's key where they were encrypted with another one's. What only looks
 * like one stays as it is: a token says itself whether a key has made it.
 */
function secretTranslator(masterKey: string, to: Encryption): (line: string) => string {
  const from = createEncryption(masterKey);
  const translate = (token: string) => {
    try {
      return to.encrypt(from.decrypt(token));
    } catch (error) {
      if (error instanceof UnreadableSecret) return token;
      throw error;
    }
  };
  return (line) => line.replace(TOKEN, translate);
}

type Verified = {
  tables: ReadonlyMap<string, Table>;
  present: ReadonlySet<string>;
  saved: Manifest["tables"][number];
  hashes: Hashes;
};

async function verify(
  { db, progress }: Context,
  { tables, present, saved, hashes }: Verified,
): Promise<void> {
  const table = tables.get(saved.name);
  if (table === undefined) throw new Error(`our bug: there is no table ${saved.name} beside the live one`);
  const hash = createHash("sha256");
  for await (const text of readText(db, table, present)) {
    hash.update(text);
    await progress.add(countLineFeeds(text));
  }
  const written = hashes.get(saved.name)?.digest("hex") ?? saved.sha256;
  if (hash.digest("hex") !== written)
    throw new BadBackup(`the database does not hold ${saved.name} as it was`);
}

function countLineFeeds(text: Uint8Array): number {
  let count = 0;
  for (let at = text.indexOf(LINE_FEED); at >= 0; at = text.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

type Raised = { schema: string; tables: ReadonlyMap<string, Table>; least: Readonly<Record<string, number>> };

/** No identity column gives a number out again: each goes on behind the highest that it, or the backup, has seen. */
export async function raiseSequences(db: Db, { schema, tables, least }: Raised): Promise<void> {
  for (const table of tables.values()) {
    for (const { name, isIdentity } of table.columns) {
      if (!isIdentity) continue;
      const column = sql.identifier(name);
      const [found] = await db.execute<{ sequence: string; last: string | null; highest: string | null }>(sql`
        WITH s AS (SELECT pg_get_serial_sequence(${`"${schema}"."${table.name}"`}, ${name}) AS sequence)
        SELECT sequence, pg_sequence_last_value(sequence::regclass) AS last,
          (SELECT max(${column}) FROM ${nameOf({ schema, name: table.name })}) AS highest FROM s`);
      if (found === undefined) throw new Error(`our bug: ${table.name}.${name} has no sequence`);
      const last = BigInt(found.last ?? 0);
      const wanted = [BigInt(found.highest ?? 0), BigInt(least[`${table.name}.${name}`] ?? 0)];
      const target = wanted.reduce((most, one) => (one > most ? one : most), last);
      if (target > last)
        await db.execute(sql`SELECT setval(${found.sequence}::regclass, ${target.toString()}::bigint)`);
    }
  }
}
