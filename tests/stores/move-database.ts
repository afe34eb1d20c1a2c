import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { connectDatabase, type Database } from "#platform/database";
import { findRunningServer } from "#platform/postgres-server";
import { createApiClient, setUpAdmin, type ApiClient } from "../support/api-client";
import { startApiLoad } from "../support/api-load";
import { refusalOf } from "../support/backups";
import { runCommand } from "../support/command";
import { startForeignPostgres, type ForeignPostgres } from "../support/foreign-postgres";
import { allHashes } from "../support/move";
import { startSender } from "../support/numbered-sender";
import { startService, type ServiceProcess } from "../support/service-process";
import { patient } from "../support/patience";
import { readStatus } from "../support/syslog-status";
import { temporaryPath } from "../support/temporary-path";
import { waitFor } from "../support/wait-for";

/**
 * A service and its database, which goes to another server and comes back, by the command that an administrator runs.
 */
setDefaultTimeout(300_000);

const UNLIMITED = { API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" };
const log = pino({ level: "silent" });

const readSites = async ({ sql }: Database) =>
  (await sql<{ name: string }[]>`SELECT name FROM sites`).map(({ name }) => name);

function openEmbedded(service: ServiceProcess): Database {
  const connection = findRunningServer(service.dataDirectory, log);
  if (connection === undefined) throw new Error("the service runs no database");
  return connectDatabase(connection, { log, maxConnections: 2 });
}

const openForeign = ({ url }: ForeignPostgres) => connectDatabase({ url }, { log, maxConnections: 2 });

async function waitUntilThere(client: ApiClient, description: string): Promise<void> {
  await waitFor(
    `the service to be on ${description}`,
    async () => {
      const answer = await client.fetch("/api/v1/system/diagnostics");
      return answer.status === 200 && (await answer.text()).includes(description);
    },
    30_000,
  );
}

test("a database goes to another server and back under load, without a lost line, a lost write or a hand", async () => {
  const foreign = await startForeignPostgres();
  const service = await startService({ environment: UNLIMITED });
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => foreign.stop());
  cleanUp.defer(() => service.remove());
  const { key } = await setUpAdmin(service.url);
  const client = createApiClient(service.url, { "X-API-Key": key });
  const sender = await startSender({
    transport: "udp",
    port: service.syslogPort,
    first: 0,
    total: 20_000,
    rate: 500,
  });
  const cli = (words: string[]) => runCommand({ DATA_DIR: service.dataDirectory }, words);

  const load = startApiLoad(() => client);
  const old = openEmbedded(service);
  const out = await cli(["migrate-to", foreign.url]);
  expect(out).toMatchObject({ code: 0, errors: "" });
  expect(out.output).toContain("The running service goes over by itself.");
  expect(out.output).not.toContain(new URL(foreign.url).password);
  await waitUntilThere(client, "PostgreSQL at 127.0.0.1");
  const there = await load.stop();
  expect(there.longestGapMs).toBeLessThan(patient(5000));
  await old.close();
  const far = openForeign(foreign);
  expect((await readSites(far)).sort()).toEqual(there.written.sort());
  const file = join(service.dataDirectory, "database-place");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(existsSync(join(service.dataDirectory, "database-move"))).toBe(false);

  const second = startApiLoad(() => client);
  const back = await cli(["migrate-to", "embedded"]);
  expect(back).toMatchObject({ code: 0, errors: "" });
  await waitUntilThere(client, "run by the service");
  const here = await second.stop();
  expect(here.longestGapMs).toBeLessThan(patient(5000));
  expect(
    readdirSync(join(service.dataDirectory, "db")).filter((name) => name.startsWith("aside-")),
  ).toHaveLength(1);
  const near = openEmbedded(service);
  expect((await readSites(near)).sort()).toEqual([...there.written, ...here.written].sort());
  await near.close();
  await far.close();

  await sender.done;
  await waitFor("the lines", async () => (await readStatus(client)).total_events === 20_000, 60_000);
  expect(await service.stop()).toBe(0);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ url: null, insteadOf: null });
});

test("without a running service the command moves it too; the next start knows, and another service is refused by the old one", async () => {
  const foreign = await startForeignPostgres();
  const elsewhere = await startForeignPostgres();
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => foreign.stop());
  cleanUp.defer(() => elsewhere.stop());
  const environment = { ...UNLIMITED, DATABASE_URL: foreign.url };
  const first = await startService({ environment });
  const { key } = await setUpAdmin(first.url);
  const replica = await startService({ environment });
  cleanUp.defer(() => replica.remove());
  await first.stop();
  const before = openForeign(foreign);
  const moved = await runCommand(
    { DATA_DIR: first.dataDirectory, DATABASE_URL: foreign.url },
    ["migrate-to", "-"],
    `${elsewhere.url}\n`,
  );
  expect(moved).toMatchObject({ code: 0, errors: "" });
  expect(await replica.exited).toBe(1);
  expect(replica.output()).toContain(
    "netatlas cannot go on: the database was moved away, to PostgreSQL at 127.0.0.1",
  );
  expect(replica.output()).not.toContain(new URL(elsewhere.url).password);
  const behind = openForeign(elsewhere);
  const [here, there] = await Promise.all([allHashes(behind.db), allHashes(before.db)]);
  // The command notes the move in the new one.
  for (const name of ["audit_log", "audit_chain", "audit_head"]) here[name] = there[name] ?? "";
  expect(here).toEqual(there);
  await before.close();
  await behind.close();
  const again = await startService({ dataDirectory: first.dataDirectory, environment });
  cleanUp.defer(() => again.remove());
  expect(again.output()).toContain("DATABASE_URL does not count");
  const client = createApiClient(again.url, { "X-API-Key": key });
  expect(await client.get("/api/v1/auth/me")).toBeDefined();
  const stranger = startService({ environment, dataDirectory: temporaryPath("stranger") });
  expect(String(await refusalOf(stranger))).toContain(
    "the database was moved away, to PostgreSQL at 127.0.0.1",
  );
});
