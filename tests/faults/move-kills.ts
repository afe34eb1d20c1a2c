import { expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import type { Database } from "#platform/database";
import { openCommandDatabase } from "#platform/command-database";
import { readMoveMark, requireInCharge, tidyMove } from "#platform/move-mark";
import { createTestDatabase } from "../support/database";
import { allHashes, givenEmptyDatabase } from "../support/move";
import { rounds } from "../support/rounds";
import { startTcpWay } from "../support/tcp-postgres";

/**
 * The command that moves a database is killed as by kill -9; whoever comes next finds one database in charge, and it is
 * whole.
 */
setDefaultTimeout(3_600_000);

const ROOT = join(import.meta.dir, "../..");
const KILLED = 137;
const log = pino({ level: "silent" });

const STEPS = [
  "move_prepared",
  "move_captured",
  "move_table_copied",
  "move_copied",
  "move_caught_up",
  "move_locked",
  "move_compared",
  "move_marked",
  "move_target_committed",
  "move_committed",
  "move_placed",
  "move_admitted",
];
const BEFORE_THE_COMMIT = STEPS.indexOf("move_committed");

async function givenMove() {
  const source = await createTestDatabase();
  await source.sql`INSERT INTO sites (name) SELECT 'site ' || i FROM generate_series(1, 5000) i`;
  const target = await givenEmptyDatabase(source);
  const way = await startTcpWay(source.connection);
  const directory = mkdtempSync(join(tmpdir(), "netatlas-move-"));
  closeSync(openSync(join(directory, "service.lock"), "w"));
  const settings = { url: way.urlOf(source.connection), dataDirectory: directory };
  return {
    source,
    target,
    settings,
    start: (environment: Record<string, string>) =>
      Bun.spawn(["bun", "src/cli.ts", "migrate-to", way.urlOf(target.connection)], {
        cwd: ROOT,
        env: {
          PATH: process.env["PATH"] ?? "",
          DATA_DIR: directory,
          DATABASE_URL: settings.url,
          ...environment,
        },
        stdout: "ignore",
        stderr: "ignore",
      }),
    async close() {
      await target.close();
      await source.drop();
      way.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

type Given = Awaited<ReturnType<typeof givenMove>>;

/** Comes next, as a start or a command does, and sees what is in charge. Gives whether it is the new one. */
async function expectOneInCharge({ source, target, settings }: Given): Promise<boolean> {
  const opened = await openCommandDatabase({
    ...settings,
    binaryDirectory: undefined,
    templateCluster: undefined,
    log,
  });
  const { database } = opened;
  await waitUntilTidy(database);
  const [which] = await database.sql<{ name: string }[]>`SELECT current_database() AS name`;
  const isNew = which?.name === target.connection.database;
  expect(isNew || which?.name === source.connection.database).toBe(true);
  const other: Database = isNew ? source : target;
  const mark = await readMoveMark(other.sql);
  // The new one may be empty still.
  if (isNew || mark !== undefined) expect(() => requireInCharge(mark)).toThrow();
  if (isNew) expect(await allHashesButOfTheMove(target)).toEqual(await allHashesButOfTheMove(source));
  await database.sql`INSERT INTO sites (name) VALUES ('behind it')`;
  const [count] = await database.sql<{ count: number }[]>`SELECT count(*)::int AS count FROM sites`;
  expect(count?.count).toBe(5001);
  await opened.close();
  return isNew;
}

/** The command notes the move in the audit log of the new one. */
async function allHashesButOfTheMove({ db }: Database) {
  const { audit_log: _log, audit_chain: _chain, audit_head: _head, ...others } = await allHashes(db);
  return others;
}

/** The session of the one that was killed may last for a moment. */
async function waitUntilTidy(database: Database): Promise<void> {
  while (!(await tidyMove(database))) await Bun.sleep(20);
  expect(await readMoveMark(database.sql)).toBeUndefined();
}

test.each(STEPS.map((step, index) => [step, index >= BEFORE_THE_COMMIT] as const))(
  "fault 26: a move that is killed at the step «%s» leaves one database in charge, the new one: %p",
  async (step, isNew) => {
    const given = await givenMove();
    expect(await given.start({ FAULT_POINT: step }).exited).toBe(KILLED);
    expect(await expectOneInCharge(given)).toBe(isNew);
    expect(existsSync(join(given.settings.dataDirectory, "database-place"))).toBe(isNew);
    if (!isNew) {
      expect(await given.start({}).exited).toBe(0);
      const [count] = await given.target.sql`SELECT count(*)::int AS count FROM sites`;
      expect(count?.count).toBe(5001);
    }
    await given.close();
  },
);

test("fault 26: a move that is killed at any moment leaves one database in charge", async () => {
  const first = await givenMove();
  const startedAt = performance.now();
  expect(await first.start({}).exited).toBe(0);
  const usualMs = performance.now() - startedAt;
  await first.close();
  let moved = 0;
  for (let round = 0; round < rounds(50); round++) {
    const given = await givenMove();
    const command = given.start({});
    await Promise.race([command.exited, Bun.sleep(Math.random() * usualMs * 1.1)]);
    command.kill("SIGKILL");
    await command.exited;
    if (await expectOneInCharge(given)) moved += 1;
    await given.close();
  }
  process.stdout.write(`${moved} of ${rounds(50)} moves were behind their commit\n`);
});
