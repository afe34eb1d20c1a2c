import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "bun:test";
import pino from "pino";
import { openDataDirectory } from "#platform/data-directory";
import { DatabaseFollower, type HostOptions } from "#platform/database-follower";
import { notePendingPlace } from "#platform/database-place";
import type { Database } from "#platform/database";
import { MIGRATION_LOCK } from "#platform/migrations";
import { readMoveMark } from "#platform/move-mark";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { givenMadeUpMigrations } from "../support/made-up-migrations";
import { patient } from "../support/patience";
import { startTcpWay } from "../support/tcp-postgres";
import { temporaryPath } from "../support/temporary-path";
import { waitFor } from "../support/wait-for";

const { connection } = await createTestDatabase();
const way = await startTcpWay(connection);
afterAll(() => way.close());

function givenOptions(source: TestDatabase, change: Partial<HostOptions>): HostOptions {
  return {
    url: way.urlOf(source.connection),
    binaryDirectory: undefined,
    templateCluster: undefined,
    dataDirectory: openDataDirectory(temporaryPath("data")),
    log: pino({ level: "silent" }),
    ...change,
  };
}

async function mark({ sql }: Database, { move, phase }: { move: string; phase: string }): Promise<void> {
  await sql.unsafe(`CREATE SCHEMA netatlas_move;
    CREATE TABLE netatlas_move.mark AS SELECT '${move}'::uuid AS move, '${phase}' AS phase, 'there' AS other`);
}

/** Held until the function that it gives is called. */
async function hold({ sql }: Database, lock: number): Promise<() => Promise<void>> {
  const taken = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const held = sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(${lock})`;
    taken.resolve();
    await release.promise;
  });
  await taken.promise;
  return async () => {
    release.resolve();
    await held;
  };
}

test("what a move has left whose command was killed is removed while the service runs", async () => {
  const source = await createTestDatabase();
  const follower = await DatabaseFollower.open(givenOptions(source, { tidyAfterMs: 0 }));
  await follower.ready;
  // The first may be gone by what is done at the start.
  for (let time = 1; time <= 2; time += 1) {
    await mark(source, { move: crypto.randomUUID(), phase: "leaving" });
    await waitFor("the rest to go", async () => (await readMoveMark(source.sql)) === undefined);
  }
  await follower.stop();
});

test("a newer version that waits to migrate goes where the database is moved meanwhile", async () => {
  const source = await createTestDatabase();
  const target = await createTestDatabase();
  const move = crypto.randomUUID();
  await mark(target, { move, phase: "arriving" });
  const release = await hold(source, MIGRATION_LOCK);
  const options = givenOptions(source, { migrationsFolder: givenMadeUpMigrations(0) });
  const follower = await DatabaseFollower.open(options);
  await waitFor("it to wait", async () => {
    const [found] = await source.sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    return found !== undefined;
  });
  notePendingPlace(options.dataDirectory.path, { move, url: way.urlOf(target.connection) });
  await mark(source, { move, phase: "moved" });
  await release();
  await follower.ready;
  const [found] = await follower.database.sql`SELECT current_database() AS name`;
  expect(found?.name).toBe(target.connection.database);
  expect((await source.sql`SELECT to_regclass('made_up_first') AS made`)[0]?.made).toBeNull();
  await follower.stop();
});

test(
  "a service that stops while it goes over to its own server leaves none behind",
  async () => {
    const source = await createTestDatabase();
    const options = givenOptions(source, {});
    const { path } = options.dataDirectory;
    const move = crypto.randomUUID();
    await mark(source, { move, phase: "moved" });
    notePendingPlace(path, { move, url: null });
    const follower = await DatabaseFollower.open(options);
    await waitFor("its server to be made", () => existsSync(join(path, "db", "18")), 30_000);
    await follower.stop();
    await Promise.allSettled([follower.ready]);
    expect(existsSync(join(path, "db", "18", "postmaster.pid"))).toBe(false);
  },
  patient(60_000),
);
