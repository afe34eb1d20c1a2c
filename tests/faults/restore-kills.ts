import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import pino from "pino";
import { verifyAuditLog } from "#features/audit";
import { connectDatabase, type Database } from "#platform/database";
import { findRunningServer } from "#platform/postgres-server";
import { createApiClient, setUpAdmin, signIn, waitForDatabase } from "../support/api-client";
import { killDatabase } from "../support/kill-database";
import { rounds } from "../support/rounds";
import { startService, type ServiceProcess } from "../support/service-process";
import { waitFor } from "../support/wait-for";

/**
 * A backup is restored by the running service, and at some moment of it the service or its database server is killed as
 * by kill -9: there is the old state then, or the new one, whole.
 */
setDefaultTimeout(3_600_000);

const ROUNDS = rounds(50);
const ROWS = 20_000;
const log = pino({ level: "silent" });

let service: ServiceProcess;

afterAll(() => service.remove());

/** `work` with a database session beside the service. */
async function beside<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const connection = findRunningServer(service.dataDirectory, log);
  if (connection === undefined) throw new Error("the service has no database of its own");
  const database = connectDatabase(connection, { log, maxConnections: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Rows of every kind: changed, exchanged and gone ones since the backup, and what has come since. */
async function changeAll({ sql }: Database): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`DELETE FROM device_type_colors WHERE device_type LIKE '%7'`;
    await tx`UPDATE sites SET name = 'old ' || id`;
    await tx`INSERT INTO device_type_colors (device_type, color) VALUES ('since', '#ffffff')`;
  });
}

async function contentOf({ sql }: Database): Promise<string> {
  const [found] = await sql<{ content: string }[]>`
    SELECT (SELECT md5(string_agg(s::text, ' ' ORDER BY id)) FROM sites s) || ' ' ||
      (SELECT md5(string_agg(c::text, ' ' ORDER BY device_type)) FROM device_type_colors c) AS content`;
  if (found === undefined) throw new Error("the database says nothing");
  return found.content;
}

const restoresOf = async ({ sql }: Database) => {
  const [found] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM audit_log WHERE action = 'backup.database_restored'`;
  return found?.count;
};

/** Until a database session works again, and nothing of a restore is under way any more. */
async function waitUntilQuiet(): Promise<void> {
  await waitForDatabase(service.url);
  await waitFor(
    "a database in which nobody restores",
    () =>
      beside(async ({ sql }) => {
        const [other] = await sql`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND xact_start < now() - interval '2 s'`;
        return other === undefined;
      }).catch(() => false),
    60_000,
  );
}

/** Sends it; `status` is undefined where the connection was lost. */
async function startRestore(
  backup: Uint8Array<ArrayBuffer>,
): Promise<{ status: Promise<number | undefined> }> {
  const { credential } = await signIn(service.url);
  const headers = { ...credential, "Content-Type": "application/octet-stream" };
  const sent = fetch(`${service.url}/api/v1/exports/restore`, { method: "POST", headers, body: backup });
  return {
    status: sent.then(
      ({ status }) => status,
      () => undefined,
    ),
  };
}

async function killService(): Promise<void> {
  const { dataDirectory } = service;
  process.kill(service.pid, "SIGKILL");
  await service.kill();
  service = await startService({ dataDirectory });
}

test("fault 26: a restore in whose middle the service or its database server is killed leaves the old state or the new one", async () => {
  service = await startService({});
  const client = await setUpAdmin(service.url);
  await beside(async ({ sql }) => {
    await sql`INSERT INTO sites (name) SELECT 'new ' || i FROM generate_series(1, ${ROWS}::int) i`;
    await sql`INSERT INTO device_type_colors (device_type, color) SELECT 'type ' || i, '#000000' FROM generate_series(1, ${ROWS}::int) i`;
  });
  const taken = await createApiClient(service.url, client.credential).fetch("/api/v1/exports/backup");
  expect(taken.status).toBe(200);
  const backup = new Uint8Array(await taken.arrayBuffer());
  const isNew = await beside(contentOf);
  await beside(changeAll);
  const isOld = await beside(contentOf);
  expect(isOld).not.toBe(isNew);
  const first = await startRestore(backup);
  const startedAt = performance.now();
  expect(await first.status).toBe(204);
  const usualMs = performance.now() - startedAt;
  expect(await beside(contentOf)).toBe(isNew);
  const counts = { service: { old: 0, new: 0 }, database: { old: 0, new: 0 } };
  let restored = 1;
  for (let round = 0; round < ROUNDS; round++) {
    if ((await beside(contentOf)) === isNew) await beside(changeAll);
    expect(await beside(contentOf)).toBe(isOld);
    const victim = round % 2 === 0 ? "service" : "database";
    const answer = await startRestore(backup);
    await Promise.race([answer.status, Bun.sleep(Math.random() * usualMs * 1.1)]);
    if (victim === "service") await killService();
    else killDatabase(service.dataDirectory);
    const status = await answer.status;
    await waitUntilQuiet();
    const content = await beside(contentOf);
    expect([isOld, isNew]).toContain(content);
    if (content === isNew) restored += 1;
    if (status === 204) expect(content).toBe(isNew);
    expect(await beside(restoresOf)).toBe(restored);
    counts[victim][content === isNew ? "new" : "old"] += 1;
  }
  expect(
    await beside(({ db }) => verifyAuditLog({ db }, { anchor: undefined, expected: undefined })),
  ).toMatchObject({ ok: true });
  const left = await beside(
    ({ sql }) => sql`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'netatlas%'`,
  );
  expect([...left]).toEqual([]);
  process.stdout.write(
    `${ROUNDS} kills in ${Math.round(usualMs)} ms of a restore: ${JSON.stringify(counts)}\n`,
  );
});
