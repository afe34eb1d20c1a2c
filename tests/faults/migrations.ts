import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readdirSync } from "node:fs";
import pino from "pino";
import { openDataDirectory } from "../../src/platform/data-directory";
import { startPostgresServer } from "../../src/platform/postgres-server";
import { createApiClient, setUpAdmin, waitForDatabase } from "../support/api-client";
import { givenMadeUpMigrations, MADE_UP } from "../support/made-up-migrations";
import { numbersFrom, sendBurst } from "../support/numbered-burst";
import { expectBalance } from "../support/numbered-balance";
import { postmasterOf, query } from "../support/postgres-service";
import { startService } from "../support/service-process";
import { temporaryPath } from "../support/temporary-path";

/**
 * A service says that it runs 3 s after its start, database or not: the migrations take longer, so that it can be
 * killed meanwhile.
 */
const SECONDS_EACH = 3;
const MOMENTS_MS = [0, 500, 1000, 1500, 2000, 2500, 3000, 3500];
const LINES = 1000;
const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };

setDefaultTimeout(300_000);

let released: { dataDirectory: string; credential: Record<string, string> };
let newer: Record<string, string>;
let known: number;

beforeAll(async () => {
  const folder = givenMadeUpMigrations(SECONDS_EACH);
  known = readdirSync(folder).filter((name) => name.endsWith(".sql")).length - MADE_UP.tables.length;
  newer = { ...UNLIMITED, FAULT_MIGRATIONS_DIR: folder };
  const dataDirectory = temporaryPath("released");
  const service = await startService({ dataDirectory, environment: UNLIMITED });
  const client = await setUpAdmin(service.url);
  await client.send("POST", "/api/v1/topology/devices", { name: "kept", ip_address: "192.0.2.1" });
  await sendBurst(service.syslogPort, { first: 0, total: LINES });
  await expectBalance({ client, dataDirectory }, { sent: numbersFrom(0, LINES) });
  await service.stop();
  released = { dataDirectory, credential: client.credential };
});

const pids = new Set<number>();
afterAll(() => expect([...pids].filter(isAlive)).toEqual([]));

function copyOfReleased(): string {
  const dataDirectory = temporaryPath("upgraded");
  cpSync(released.dataDirectory, dataDirectory, { recursive: true });
  return dataDirectory;
}

/**
 * The schema as the database alone tells it: how many migrations it says it has, and what of the made-up ones is there.
 */
async function inspect(dataDirectory: string): Promise<{ applied: number; rows: number[] }> {
  const directory = openDataDirectory(dataDirectory);
  const log = pino({ level: "silent" });
  const server = await startPostgresServer({ dataDirectory: directory, log, syncToDisk: false });
  try {
    const found = await query(server.connection, async (sql) => {
      const [row] = await sql`SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations`;
      const rows = await Promise.all(
        MADE_UP.tables.map(async (table) => {
          const [present] = await sql`SELECT to_regclass(${table}) IS NOT NULL AS is_there`;
          if (present?.["is_there"] !== true) return 0;
          const [{ count } = { count: -1 }] = await sql`SELECT count(twice)::int AS count FROM ${sql(table)}`;
          return Number(count);
        }),
      );
      return { applied: Number(row?.["count"]), rows };
    });
    return found as { applied: number; rows: number[] };
  } finally {
    await server.stop();
    directory.close();
  }
}

const NONE = () => ({ applied: known, rows: MADE_UP.tables.map(() => 0) });
const ALL = () => ({ applied: known + MADE_UP.tables.length, rows: MADE_UP.tables.map(() => MADE_UP.rows) });

/** Starts the newer version once more, and sees that it has all that there was and goes on. */
async function expectUpgraded(dataDirectory: string): Promise<void> {
  const service = await startService({ dataDirectory, environment: newer });
  pids.add(service.pid);
  try {
    await waitForDatabase(service.url);
    const client = createApiClient(service.url, released.credential);
    const devices = await client.get<{ display_name: string }[]>("/api/v1/topology/devices");
    expect(devices.map(({ display_name: name }) => name)).toEqual(["kept"]);
    await expectBalance({ client, dataDirectory }, { sent: numbersFrom(0, LINES) });
  } finally {
    await service.stop();
  }
  expect(await inspect(dataDirectory)).toEqual(ALL());
}

test.each(MOMENTS_MS)(
  "faults 12, 27: a service that is killed %d ms into its migrations leaves all of them or none, and the next start completes them",
  async (moment) => {
    const dataDirectory = copyOfReleased();
    const service = await startService({ dataDirectory, environment: newer });
    await Bun.sleep(moment);
    await service.kill();
    const left = await inspect(dataDirectory);
    expect(left).toEqual(left.applied === known ? NONE() : ALL());
    await expectUpgraded(dataDirectory);
  },
);

test.each(MOMENTS_MS)(
  "faults 12, 27: a database that is killed %d ms into the migrations is started again, and they are completed without a restart",
  async (moment) => {
    const dataDirectory = copyOfReleased();
    const service = await startService({ dataDirectory, environment: newer });
    pids.add(service.pid);
    try {
      await Bun.sleep(moment);
      process.kill(postmasterOf(dataDirectory), "SIGKILL");
      await waitForDatabase(service.url);
    } finally {
      await service.stop();
    }
    expect(await inspect(dataDirectory)).toEqual(ALL());
    await expectUpgraded(dataDirectory);
  },
);

test("fault 27: a newer schema is refused by an older version, which says what to do and changes nothing", async () => {
  const dataDirectory = copyOfReleased();
  await expectUpgraded(dataDirectory);
  const service = await startService({ dataDirectory, environment: UNLIMITED }).then(
    async (started) => `${await started.exited} ${started.output()}`,
    String,
  );
  expect(service).toContain(
    `The database schema is newer than this program: it has ${known + 2} migrations, this version knows ${known}`,
  );
  await expectUpgraded(dataDirectory);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
