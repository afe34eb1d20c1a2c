import { closeSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import migrations from "../drizzle/meta/_journal.json" with { type: "json" };
import packageManifest from "../package.json" with { type: "json" };
import { openDataDirectory } from "../src/platform/data-directory";
import { startPostgresServer } from "../src/platform/postgres-server";
import { ADMIN, setUpAdmin } from "./support/api-client";
import { expectBalance } from "./support/numbered-balance";
import { numbersFrom, sendBurst } from "./support/numbered-burst";
import { query } from "./support/postgres-service";
import { keepRelease } from "./support/release-fixture";
import { startService } from "./support/service-process";
import { temporaryPath } from "./support/temporary-path";

/**
 * `bun tests/make-release-fixture.ts`, at each release: keeps a data directory of this version in
 * tests/fixtures/releases, with users, devices, events in segments, and lines that are only in the journal. Every later
 * version must start on it (tests/system/upgrade.test.ts).
 */
const STORED = 400;
const JOURNALED = 200;
const DEVICES = ["core-switch", "edge-firewall"];
const VIEWER = {
  username: "viewer",
  email: "viewer@example.net",
  password: "a reader of everything here",
  role: "Viewer",
};
/** Of PostgreSQL's write-ahead log. */
const LOG_FILE = /^[0-9A-F]{24}$/;
const LOG_FILE_BYTES = 16 * 1024 ** 2;
const LOG_PAGE_BYTES = 8192;
/** Made anew by whoever starts. */
const PASSING = /^(run|tmp|web(\.draft-\d+)?)$/;
const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };

const dataDirectory = temporaryPath("release");
try {
  const service = await startService({ dataDirectory, environment: UNLIMITED });
  const client = await setUpAdmin(service.url);
  await client.send("POST", "/api/v1/auth/users", VIEWER);
  for (const [index, name] of DEVICES.entries())
    await client.send("POST", "/api/v1/topology/devices", { name, ip_address: `192.0.2.${index + 1}` });
  await sendBurst(service.syslogPort, { first: 0, total: STORED });
  await expectBalance({ client, dataDirectory }, { sent: numbersFrom(0, STORED) });
  await service.stop();

  const doomed = await startService({
    dataDirectory,
    environment: { ...UNLIMITED, FAULT_POINT: "chunk-read" },
  });
  await sendBurst(doomed.syslogPort, { first: STORED, total: JOURNALED });
  await doomed.exited;
  await settleDatabase();

  for (const name of readdirSync(dataDirectory).filter((entry) => PASSING.test(entry)))
    rmSync(join(dataDirectory, name), { recursive: true });
  // Written at each start, with the paths of the machine.
  rmSync(join(dataDirectory, "db/18/postmaster.opts"));
  const { version } = packageManifest;
  const usernames = [ADMIN.username, VIEWER.username];
  const octets = await keepRelease(dataDirectory, {
    version,
    usernames,
    devices: DEVICES,
    stored: STORED,
    journaled: JOURNALED,
    migrations: migrations.entries.length,
  });
  process.stdout.write(`tests/fixtures/releases/${version}: ${octets} octets\n`);
} finally {
  rmSync(dataDirectory, { recursive: true, force: true });
}

/**
 * The killed service's database comes to rest. Of its log nothing is needed then but the page with the last checkpoint,
 * and the file's first page.
 */
async function settleDatabase(): Promise<void> {
  const directory = openDataDirectory(dataDirectory);
  const server = await startPostgresServer({ dataDirectory: directory, log: pino({ level: "silent" }) });
  const end = (await query(server.connection, async (sql) => {
    const [row] = await sql`
      SELECT pg_walfile_name(lsn) AS name, ((lsn - '0/0') % ${LOG_FILE_BYTES}::numeric)::int AS octets
      FROM pg_current_wal_lsn() AS lsn`;
    return row;
  })) as { name: string; octets: number };
  await server.stop();
  directory.close();
  const log = join(dataDirectory, "db/18/pg_wal");
  for (const name of readdirSync(log)) if (LOG_FILE.test(name) && name !== end.name) rmSync(join(log, name));
  const pages = Math.floor(end.octets / LOG_PAGE_BYTES) - 1;
  const file = openSync(join(log, end.name), "r+");
  const blank = Buffer.alloc(Math.max(0, pages) * LOG_PAGE_BYTES);
  writeSync(file, blank, 0, blank.length, LOG_PAGE_BYTES);
  closeSync(file);
}
