import { createHash } from "node:crypto";
import pino from "pino";
import { NOBODY, recordAudit } from "#features/audit";
import type { moveDatabase } from "#features/backups";
import { connectDatabase, type Database, type Db } from "#platform/database";
import type { PostgresConnection } from "#platform/postgres-server";
import { describeTables } from "../../src/features/backups/schema-tables";
import { readLines, useExactText } from "../../src/features/backups/table-lines";
import type { TestDatabase } from "./database";

const log = pino({ level: "silent" });
let count = 0;

export type EmptyDatabase = Database & { connection: PostgresConnection };

/** A database with nothing in it, on the server of the test databases. */
export async function givenEmptyDatabase(near: TestDatabase): Promise<EmptyDatabase> {
  count += 1;
  const connection = { ...near.connection, database: `empty_${process.pid}_${count}` };
  await near.sql`CREATE DATABASE ${near.sql(connection.database)} TEMPLATE template0`;
  return { ...connectDatabase(connection, { log, maxConnections: 6 }), connection };
}

type Order = Parameters<typeof moveDatabase>[0];

export function moveOrder(
  { source, target }: { source: Database; target: Database },
  others: Partial<Order> = {},
): Order {
  return {
    source,
    target,
    names: { source: "the old one", target: "the new one" },
    move: crypto.randomUUID(),
    onCaughtUp: () => undefined,
    say: () => undefined,
    observe: () => undefined,
    ...others,
  };
}

/** A hash of each table, of all rows as lines: another way than that of the move. */
export async function allHashes(db: Db): Promise<Record<string, string>> {
  return db.transaction(async (tx) => {
    await useExactText(tx);
    const tables = await describeTables(tx, "public");
    const hashes: Record<string, string> = {};
    for (const [name, table] of tables) {
      const hash = createHash("sha256");
      for await (const lines of readLines(tx, table, new Set(tables.keys()))) hash.update(lines.join("\n"));
      hashes[name] = hash.digest("hex");
    }
    return hashes;
  });
}

export type WriteLoad = {
  /** What has refused a write; settles when one was. */
  refused: Promise<unknown>;
  /** Ends it; gives how many transactions were carried out, and what refused the last one. */
  stop(): Promise<{ writes: number; refusal: unknown }>;
};

/** So many rows of the load are there at most: each write takes the same time, however long the move lasts. */
const KEPT_ROWS = 100;

/**
 * Writes without a pause until it is refused: new rows, changed and exchanged ones, deleted ones with what hangs on
 * them.
 */
export function startWriteLoad({ db, sql }: Database): WriteLoad {
  const stopped = new AbortController();
  let writes = 0;
  const work = async () => {
    while (!stopped.signal.aborted) {
      const name = `load ${writes}`;
      await sql.begin(async (tx) => {
        await tx`INSERT INTO sites (name) VALUES (${name}), (${`${name} child`})`;
        await tx`UPDATE sites SET parent_id = (SELECT id FROM sites WHERE name = ${name}) WHERE name = ${`${name} child`}`;
        await tx`UPDATE sites SET name = name || '!' WHERE id = (SELECT min(id) FROM sites WHERE name LIKE 'load%' AND length(name) < 40)`;
      });
      await sql`DELETE FROM sites WHERE id IN (SELECT id FROM sites WHERE name LIKE 'load%child%' ORDER BY id LIMIT 1)`;
      await sql`DELETE FROM sites WHERE id IN (SELECT id FROM sites WHERE name LIKE 'load%' ORDER BY id DESC OFFSET ${KEPT_ROWS})`;
      await recordAudit({ db, actor: NOBODY }, { action: "load.written", target: name });
      writes += 1;
      // The move runs in this process as well, which a loop without a pause would keep from it.
      await Bun.sleep(1);
    }
  };
  const ended = work().then(
    () => undefined,
    (error: unknown) => error,
  );
  return {
    refused: ended,
    async stop() {
      stopped.abort();
      return { refusal: await ended, writes };
    },
  };
}
