import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import pino from "pino";
import { connectDatabase, type Database } from "#platform/database";
import { readMoveMark, requireInCharge } from "#platform/move-mark";
import { findRunningServer } from "#platform/postgres-server";
import { createApiClient, setUpAdmin, type ApiClient } from "../support/api-client";
import { startApiLoad } from "../support/api-load";
import { startForeignPostgres, type ForeignPostgres } from "../support/foreign-postgres";
import { killDatabase } from "../support/kill-database";
import { rounds } from "../support/rounds";
import { startService, type ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";

/**
 * A service's database goes to another server and back while it is written to, and at some moment of it the service,
 * the old server or the new one is killed as by kill -9. One of the two is in charge then, and has every write that was
 * answered, once.
 */
setDefaultTimeout(3_600_000);

const ROOT = join(import.meta.dir, "../..");
const ROUNDS = rounds(24);
const BACK_MS = 90_000;
const DOWN_MS = 300;
const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };
const EMBEDDED = "run by the service";
const FOREIGN = "PostgreSQL at 127.0.0.1";
const log = pino({ level: "silent" });

type Place = typeof EMBEDDED | typeof FOREIGN;

let foreign: ForeignPostgres;
let service: ServiceProcess;
let client: ApiClient;

afterAll(async () => {
  await service.remove();
  await foreign.stop();
});

function open(place: Place): Database {
  const connection = place === FOREIGN ? { url: foreign.url } : findRunningServer(service.dataDirectory, log);
  if (connection === undefined) throw new Error("the service runs no database");
  return connectDatabase(connection, { log, maxConnections: 2 });
}

/** Where the service says that its database is, once that answers. */
function findPlace(): Promise<Place> {
  return waitFor(
    "the service to have its database",
    async () => {
      const answer = await client.fetch("/api/v1/system/diagnostics").catch(() => undefined);
      const text = await answer?.text();
      if (answer?.status !== 200) return undefined;
      return text?.includes(FOREIGN) === true ? FOREIGN : EMBEDDED;
    },
    BACK_MS,
  );
}

/** As its administrator takes a database that was moved away out of use. What a move that failed has left stays. */
async function removeOld(): Promise<void> {
  const database = open(FOREIGN);
  const { sql } = database;
  if ((await readMoveMark(sql))?.phase === "moved")
    await sql.unsafe("DROP SCHEMA IF EXISTS public, drizzle, netatlas_move CASCADE; CREATE SCHEMA public");
  await database.close();
}

function startMove(target: string) {
  return Bun.spawn(["bun", "src/cli.ts", "migrate-to", target], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"] ?? "", DATA_DIR: service.dataDirectory },
    stdout: "ignore",
    stderr: "pipe",
  });
}

const VICTIMS = ["service", "source", "target"] as const;
type Victim = (typeof VICTIMS)[number];

async function kill(
  victim: Victim,
  { from, command }: { from: Place; command: ReturnType<typeof startMove> },
): Promise<void> {
  if (victim === "service") {
    const options = { dataDirectory: service.dataDirectory, environment: UNLIMITED };
    await service.kill();
    // A command that finds no service has the data directory for itself until its end.
    service = await startService(options).catch(async () => {
      await command.exited;
      return startService(options);
    });
    client = createApiClient(service.url, client.credential);
    return;
  }
  const isForeign = (victim === "source") === (from === FOREIGN);
  if (isForeign) await foreign.restart({ isKilled: true, downMs: DOWN_MS });
  else killDatabase(service.dataDirectory);
}

/** Of the two databases. The embedded one is not run where the other one is in charge. */
async function expectOneInCharge(place: Place): Promise<void> {
  if (place === FOREIGN) return;
  const database = open(FOREIGN);
  const mark = await readMoveMark(database.sql);
  if (mark !== undefined) expect(() => requireInCharge(mark)).toThrow();
  await database.close();
}

const known = { written: new Set<string>(), unsure: new Set<string>() };

/** Every write that was answered is there, once, and nothing that nobody wrote. */
async function expectAllWrites(place: Place): Promise<void> {
  const database = open(place);
  const names = (await database.sql<{ name: string }[]>`SELECT name FROM sites`).map(({ name }) => name);
  await database.close();
  const present = new Set(names);
  expect(names).toHaveLength(present.size);
  expect([...known.written].filter((name) => !present.has(name))).toEqual([]);
  expect(names.filter((name) => !known.written.has(name) && !known.unsure.has(name))).toEqual([]);
}

test("fault 26: a move in whose middle the service, the old or the new database server is killed leaves one database in charge, with every write", async () => {
  foreign = await startForeignPostgres();
  service = await startService({ environment: UNLIMITED });
  const { key } = await setUpAdmin(service.url);
  client = createApiClient(service.url, { "X-API-Key": key });
  const startedAt = performance.now();
  expect(await startMove(foreign.url).exited).toBe(0);
  const usualMs = performance.now() - startedAt;
  expect(await findPlace()).toBe(FOREIGN);
  const counts = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    const from = await findPlace();
    const victim = VICTIMS[round % VICTIMS.length] ?? "service";
    if (from === EMBEDDED) await removeOld();
    const load = startApiLoad(() => client);
    const command = startMove(from === EMBEDDED ? foreign.url : "embedded");
    await Promise.race([command.exited, Bun.sleep(Math.random() * usualMs * 1.2)]);
    await kill(victim, { from, command });
    const code = await command.exited;
    const place = await findPlace();
    const { written, unsure } = await load.stop();
    for (const name of written) known.written.add(name);
    for (const name of unsure) known.unsure.add(name);
    if (code === 0) expect(place).not.toBe(from);
    await expectOneInCharge(place);
    await expectAllWrites(place);
    const outcome = `${victim} killed: ${place === from ? "not moved" : "moved"}`;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  process.stdout.write(`${ROUNDS} moves: ${JSON.stringify(Object.fromEntries(counts))}\n`);
});
