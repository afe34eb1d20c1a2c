import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { openDataDirectory } from "#platform/data-directory";
import { startPostgresServer, type PostgresServer } from "#platform/postgres-server";
import { findClusterProcesses } from "#platform/postgres/processes";
import {
  endServices,
  isAlive,
  postmasterOf,
  query,
  refusalOf,
  startService,
  templateCluster,
} from "../support/postgres-service";
import { killDatabase } from "../support/kill-database";
import { waitFor } from "../support/wait-for";
import { patient } from "../support/patience";

const isLinux = process.platform === "linux";
const scratch = mkdtempSync(join(tmpdir(), "netatlas-crash-"));
let template: string;

beforeAll(async () => {
  template = await templateCluster();
});

afterAll(async () => {
  await endServices();
  rmSync(scratch, { recursive: true, force: true });
});

/** For what must outlive a kill of the server: without it, commits are not waited for. */
const SYNC_TO_DISK = true;

const clusterOf = (path: string) => join(path, "db/18");

type Work = (server: PostgresServer, logged: string[]) => Promise<void>;

async function withServer(path: string, work: Work, syncToDisk = false): Promise<void> {
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(line) });
  const dataDirectory = openDataDirectory(path);
  const server = await startPostgresServer({ dataDirectory, log, templateCluster: template, syncToDisk });
  try {
    await work(server, logged);
  } finally {
    await server.stop();
    dataDirectory.close();
  }
}

/** A folder for PATH with these programs alone. */
function programFolder(...names: string[]): string {
  const folder = mkdtempSync(join(scratch, "programs-"));
  for (const name of names) symlinkSync(Bun.which(name) ?? `/absent/${name}`, join(folder, name));
  return folder;
}

test("a second service on the data directory is refused, and the first one's database goes on", async () => {
  const path = join(scratch, "second-service");
  const service = await startService({ path, templateCluster: template });
  const complaint = await refusalOf({ path });
  expect(complaint).toContain(`the data directory ${path} is in use by another running service`);
  expect(complaint.split("\n")).toHaveLength(1);
  expect(await query(service.ready.connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  expect(await service.stop()).toBe(0);
  expect(findClusterProcesses(clusterOf(path))).toEqual([]);
}, 20_000);

test.skipIf(!isLinux || Bun.which("setpriv") === null)(
  "kill -9 of the service takes its database along",
  async () => {
    const path = join(scratch, "killed");
    const service = await startService({ path, templateCluster: template });
    expect(service.ready.limitations.join()).not.toContain("setpriv");
    await query(service.ready.connection, (sql) => sql`CREATE TABLE kept AS SELECT 1 AS value`);
    expect(findClusterProcesses(clusterOf(path)).length).toBeGreaterThan(1);
    await service.kill();
    await waitFor(
      "the database's processes to end",
      () => findClusterProcesses(clusterOf(path)).length === 0,
      5_000,
    );
    await withServer(path, async ({ connection }) => {
      expect(await query(connection, (sql) => sql`SELECT value FROM kept`)).toEqual([{ value: 1 }]);
    });
  },
  20_000,
);

test.skipIf(!isLinux)(
  "a server that outlived its service is stopped, its open transaction undone, before a new one starts",
  async () => {
    const path = join(scratch, "survivor");
    const service = await startService(
      { path, templateCluster: template },
      { programs: programFolder("unshare") },
    );
    expect(service.ready.limitations.join()).toContain("setpriv");
    await query(service.ready.connection, (sql) => sql`CREATE TABLE kept (value int)`);
    const transaction = query(service.ready.connection, (sql) =>
      sql.unsafe("BEGIN; INSERT INTO kept VALUES (2); SELECT pg_sleep(60); COMMIT"),
    );
    const outcome = transaction.catch((error: unknown) => error);
    const old = postmasterOf(path);
    await waitFor("the transaction to be open", () =>
      query(service.ready.connection, async (sql) => {
        const rows = await sql`SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
        return rows.length === 1;
      }),
    );
    await service.kill();
    expect(isAlive(old)).toBe(true);
    await withServer(path, async ({ connection }, logged) => {
      expect(isAlive(old)).toBe(false);
      expect(postmasterOf(path)).not.toBe(old);
      expect(logged.join()).toContain("outlived its service");
      expect(await query(connection, (sql) => sql`SELECT value FROM kept`)).toEqual([]);
    });
    expect(await outcome).toBeInstanceOf(Error);
  },
  30_000,
);

test.skipIf(!isLinux)(
  "after kill -9 of the server a new one is there in less than 5 s, although a session was busy",
  async () => {
    const path = join(scratch, "server-killed");
    await withServer(
      path,
      async (server) => {
        let restarts = 0;
        const forget = server.onRestart(() => (restarts += 1));
        await query(server.connection, (sql) => sql`CREATE TABLE kept AS SELECT 1 AS value`);
        const busy = query(
          server.connection,
          (sql) => sql`SELECT count(*) FROM generate_series(1, 1e9) AS busy`,
        );
        const outcome = busy.catch((error: unknown) => error);
        await waitFor("the session to be busy", () =>
          query(server.connection, async (sql) => {
            const rows =
              await sql`SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%AS busy'`;
            return rows.length === 1;
          }),
        );
        const old = findClusterProcesses(clusterOf(path));
        const killedAt = performance.now();
        process.kill(postmasterOf(path), "SIGKILL");
        await waitFor("the restart to be seen", () => server.state() === "restarting", 5_000);
        await waitFor("the server to be ready", () => server.state() === "ready", 5_000);
        expect(performance.now() - killedAt).toBeLessThan(patient(5_000));
        expect(await query(server.connection, (sql) => sql`SELECT value FROM kept`)).toEqual([{ value: 1 }]);
        expect(restarts).toBe(1);
        expect(old.filter(({ pid }) => isAlive(pid))).toEqual([]);
        expect(await outcome).toBeInstanceOf(Error);
        forget();
      },
      SYNC_TO_DISK,
    );
  },
  30_000,
);

test("a server that cannot be restarted is tried again until it can, and says why", async () => {
  const path = join(scratch, "tried-again");
  const control = join(clusterOf(path), "global/pg_control");
  await withServer(path, async (server, logged) => {
    renameSync(control, `${control}.away`);
    process.kill(postmasterOf(path), "SIGKILL");
    await waitFor("a failed try", () => logged.some((line) => line.includes("it is tried again")));
    expect(server.state()).toBe("restarting");
    expect(logged.join()).toContain("pg_control");
    renameSync(`${control}.away`, control);
    await waitFor("the server to be ready", () => server.state() === "ready");
    await query(server.connection, (sql) => sql`SELECT 1`);
  });
}, 30_000);

test("stop during a restart ends both, and nothing is left running", async () => {
  const path = join(scratch, "stopped-early");
  await withServer(path, async (server) => {
    process.kill(postmasterOf(path), "SIGKILL");
    await waitFor("the restart to be seen", () => server.state() === "restarting", 5_000);
    await server.stop();
    expect(server.state()).toBe("stopped");
  });
  await waitFor("the old processes to end", () => findClusterProcesses(clusterOf(path)).length === 0, 5_000);
}, 20_000);

test("a stale postmaster.pid that names a living foreign process confuses nobody, and that process lives on", async () => {
  const path = join(scratch, "stale");
  let pidFile = "";
  await withServer(path, async () => {
    pidFile = readFileSync(join(clusterOf(path), "postmaster.pid"), "utf8");
  });
  const sleeper = Bun.spawn(["sleep", "60"]);
  const neighbour = await startService({ path: join(scratch, "neighbour"), templateCluster: template });
  const foreigners = [sleeper.pid, postmasterOf(join(scratch, "neighbour"))];
  for (const foreigner of foreigners) {
    writeFileSync(join(clusterOf(path), "postmaster.pid"), pidFile.replace(/^\d+/, String(foreigner)));
    writeFileSync(join(path, "run/.s.PGSQL.5432.lock"), pidFile.replace(/^\d+/, String(foreigner)));
    await withServer(path, async ({ connection }) => {
      expect(await query(connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    });
    expect(isAlive(foreigner)).toBe(true);
  }
  sleeper.kill();
  expect(await neighbour.stop()).toBe(0);
}, 30_000);

test("a first start that was killed half way does not spoil the next one", async () => {
  const path = join(scratch, "interrupted");
  for (const moment of ["PG_VERSION", "base/1/PG_VERSION", "pg_hba.conf"]) {
    mkdirSync(path, { recursive: true });
    const start = startService({ path }).catch((error: unknown) => error);
    const building = await waitFor(`initdb to write ${moment}`, () => {
      const folders = existsSync(join(path, "db")) ? readdirSync(join(path, "db")) : [];
      return folders.find((name) => existsSync(join(path, "db", name, moment)));
    });
    await endServices("SIGKILL");
    await start;
    expect(building).toStartWith(".building-");
    expect(readdirSync(join(path, "db"))).not.toContain("18");
  }
  await withServer(path, async ({ connection }) => {
    expect(await query(connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });
  expect(readdirSync(join(path, "db"))).toEqual(["18"]);
}, 30_000);

test("a server that was killed while an unlogged table was going starts all the same", async () => {
  const path = join(scratch, "left-file");
  const service = await startService({ path, templateCluster: template, syncToDisk: SYNC_TO_DISK });
  const file = await query(service.ready.connection, async (sql) => {
    await sql`CREATE UNLOGGED TABLE going (id int)`;
    const [found] = await sql<{ path: string }[]>`SELECT pg_relation_filepath('going') AS path`;
    return found?.path;
  });
  // It would start the server again.
  service.process.kill("SIGSTOP");
  expect(killDatabase(path)).toBe(true);
  rmSync(join(clusterOf(path), `${String(file)}_init`));
  await service.kill();
  await withServer(
    path,
    async ({ connection }, logged) => {
      expect(await query(connection, (sql) => sql`SELECT 1 AS one`)).toMatchObject([{ one: 1 }]);
      expect(logged.join("")).toContain("of a table that was going");
    },
    SYNC_TO_DISK,
  );
});
