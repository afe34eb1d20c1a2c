import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { connectDatabase } from "#platform/database";
import { openDataDirectory } from "#platform/data-directory";
import { migrateDatabase, requireCurrentSchema } from "#platform/migrations";
import { startPostgresServer, type PostgresConnection } from "#platform/postgres-server";
import { locateBinaries } from "#platform/postgres/binaries";
import { chooseAccount, giveClusterTo, grantAccess } from "#platform/postgres/privileges";
import { openSocketFolder, SOCKET_PORT } from "#platform/postgres/socket-folder";
import { PostgresSupervisor } from "#platform/postgres/supervisor";
import { query, templateCluster } from "../../support/postgres-service";
import { waitFor } from "../../support/wait-for";

/** The service's role owns its database and is no superuser, also where an earlier version worked as one. */
const scratch = mkdtempSync(join(tmpdir(), "netatlas-role-"));
const log = pino({ level: "silent" });
const FIXTURE = join(import.meta.dir, "../fixtures/run-postgres-server.ts");
let template: string;

beforeAll(async () => {
  template = await templateCluster();
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function withServer<T>(path: string, work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
  const dataDirectory = openDataDirectory(path);
  try {
    const server = await startPostgresServer({
      dataDirectory,
      log,
      templateCluster: template,
      syncToDisk: false,
    });
    try {
      return await work(server.connection);
    } finally {
      await server.stop();
    }
  } finally {
    dataDirectory.close();
  }
}

async function migrate(connection: PostgresConnection): Promise<void> {
  const database = connectDatabase(connection, { log, maxConnections: 2 });
  try {
    await migrateDatabase(database);
    await requireCurrentSchema(database);
  } finally {
    await database.close();
  }
}

const RIGHTS = `
  SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
    (SELECT array_agg(datname::text) FROM pg_database d WHERE d.datdba = r.oid) AS databases,
    (SELECT count(*)::int FROM pg_auth_members m WHERE m.member = r.oid) AS memberships
  FROM pg_roles r WHERE rolname = current_user`;

const MODEST = {
  rolname: "netatlas_service",
  rolsuper: false,
  rolcreatedb: false,
  rolcreaterole: false,
  rolreplication: false,
  rolbypassrls: false,
  databases: ["netatlas"],
  memberships: 0,
};

/**
 * Everything in the database that is not the system's and not the role's own; constructors of range types are always
 * initdb's.
 */
const FOREIGN_OBJECTS = `
  SELECT oid::regclass::text AS name FROM pg_class WHERE oid >= 16384 AND relkind <> 't' AND relowner <> current_user::regrole
  UNION ALL SELECT nspname FROM pg_namespace WHERE oid >= 16384 AND nspowner <> current_user::regrole
  UNION ALL SELECT oid::regprocedure::text FROM pg_proc p WHERE oid >= 16384 AND proowner <> current_user::regrole
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'i')
  UNION ALL SELECT oid::regtype::text FROM pg_type WHERE oid >= 16384 AND typowner <> current_user::regrole
    AND typrelid NOT IN (SELECT oid FROM pg_class WHERE relkind = 't')`;

const rowsOf = async (connection: PostgresConnection, text: string) =>
  query(connection, (sql) => sql.unsafe(text));

const refusalOf = (connection: PostgresConnection, text: string) => rowsOf(connection, text).catch(String);

describe("a new cluster", () => {
  const path = join(scratch, "new");

  test("is its role's, which may do nothing beyond it", async () => {
    await withServer(path, async (connection) => {
      await migrate(connection);
      expect(await rowsOf(connection, RIGHTS)).toEqual([MODEST]);
      expect(await rowsOf(connection, FOREIGN_OBJECTS)).toEqual([]);
      const forbidden = [
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT rolpassword FROM pg_authid",
        "ALTER SYSTEM SET fsync = off",
        "CREATE ROLE another",
        "CREATE DATABASE another",
      ];
      for (const statement of forbidden) expect(await refusalOf(connection, statement)).toContain("denied");
    });
  });

  test("lets nobody in as the superuser, whatever the password", async () => {
    await withServer(path, async (connection) => {
      for (const database of ["netatlas", "postgres"]) {
        const superuser = { ...connection, username: "netatlas", database };
        expect(await refusalOf(superuser, "SELECT 1")).toContain("no pg_hba.conf entry");
      }
    });
  });
});

/** As the version before this one made it: the role `netatlas` of initdb, whose password the service had, owns all. */
async function makeEarlierCluster(path: string, password: string): Promise<void> {
  const dataDirectory = openDataDirectory(path);
  const cluster = join(dataDirectory.db, "18");
  const binaries = locateBinaries();
  const { account } = await chooseAccount(binaries, scratch);
  grantAccess(account, dataDirectory);
  mkdirSync(cluster, { recursive: true });
  await Bun.$`tar -xzf ${join(template, "cluster.tar.gz")} -C ${cluster}`;
  giveClusterTo(account, cluster);
  const rules = join(cluster, "pg_hba.conf");
  writeFileSync(rules, "local all all trust\n");
  const socketFolder = openSocketFolder(dataDirectory.run, account);
  const supervisor = new PostgresSupervisor(
    { binaries, account, socketFolder, log, syncToDisk: false },
    cluster,
  );
  await supervisor.start();
  const superuser = {
    host: socketFolder.path,
    port: SOCKET_PORT,
    username: "netatlas",
    password,
    database: "postgres",
  };
  await rowsOf(superuser, `ALTER ROLE netatlas PASSWORD '${password}'`);
  await rowsOf(superuser, "CREATE DATABASE netatlas");
  const inside = { ...superuser, database: "netatlas" };
  await migrate(inside);
  await rowsOf(inside, EARLIER_OBJECTS);
  await supervisor.stop();
  socketFolder.remove();
  writeFileSync(rules, EARLIER_RULES);
  writeFileSync(join(path, "database-password"), `${password}\n`, { mode: 0o600 });
  dataDirectory.close();
}

const EARLIER_RULES = "local all all scram-sha-256\n";

/** Of each kind that a schema can have, beside the schema itself. */
const EARLIER_OBJECTS = `
  INSERT INTO users (username, password_hash, role) VALUES ('kept', 'x', 'Viewer');
  CREATE SCHEMA "Odd name";
  CREATE TABLE "Odd name"."a table" (id serial PRIMARY KEY, n bigint GENERATED ALWAYS AS IDENTITY);
  CREATE TABLE parted (id int) PARTITION BY RANGE (id);
  CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (9);
  CREATE SEQUENCE alone;
  CREATE VIEW seen AS SELECT username FROM users;
  CREATE MATERIALIZED VIEW kept_seen AS SELECT username FROM users;
  CREATE TYPE mood AS ENUM ('good');
  CREATE TYPE pair AS (a int, b int);
  CREATE DOMAIN positive AS int CHECK (VALUE > 0);
  CREATE PROCEDURE do_nothing() LANGUAGE sql AS 'SELECT 1';
  CREATE FUNCTION twice(n int) RETURNS int LANGUAGE sql AS 'SELECT n * 2';`;

describe("a cluster of an earlier version, whose service was the superuser", () => {
  const path = join(scratch, "earlier");
  const rules = join(path, "db/18/pg_hba.conf");
  const password = "the password of the earlier version";

  async function expectOwn(connection: PostgresConnection): Promise<void> {
    expect(await rowsOf(connection, RIGHTS)).toEqual([MODEST]);
    expect(await rowsOf(connection, FOREIGN_OBJECTS)).toEqual([]);
    expect(await rowsOf(connection, "SELECT username FROM seen")).toEqual([{ username: "kept" }]);
    await rowsOf(connection, "ALTER TABLE users ADD COLUMN later int; ALTER TABLE users DROP COLUMN later");
    await migrate(connection);
  }

  beforeAll(() => makeEarlierCluster(path, password), 60_000);

  test("is given to the role at the start, with all that is in it; the password file stays, and the next start leaves all alone", async () => {
    await withServer(path, async (connection) => {
      expect(connection).toMatchObject({ username: "netatlas_service", password });
      await expectOwn(connection);
      const superuser = { ...connection, username: "netatlas" };
      expect(await refusalOf(superuser, "SELECT 1")).toContain("no pg_hba.conf entry");
    });
    expect(readFileSync(join(path, "database-password"), "utf8").trim()).toBe(password);
    expect(statSync(rules).mode & 0o777).toBe(0o600);
    const { ino, mtimeMs } = statSync(rules);
    await withServer(path, expectOwn);
    expect(statSync(rules)).toMatchObject({ ino, mtimeMs });
  });

  test.each([
    ["before anything was handed over", ""],
    [
      "in the middle",
      "ALTER TABLE devices OWNER TO netatlas_service; ALTER SCHEMA drizzle OWNER TO netatlas_service",
    ],
  ])(
    "is handed over by the start after a crash %s",
    async (_when, done) => {
      const crashed = join(scratch, `crashed-${done.length}`);
      await makeEarlierCluster(crashed, password);
      const crashedRules = join(crashed, "db/18/pg_hba.conf");
      // What a crash leaves: the role is there, some objects are its own, and the rules are the earlier ones.
      writeFileSync(crashedRules, "local all all trust\n");
      await asSuperuser(crashed, `CREATE ROLE netatlas_service; ${done}`);
      writeFileSync(crashedRules, EARLIER_RULES);
      await withServer(crashed, expectOwn);
    },
    60_000,
  );

  test("is handed over although the service is killed again and again while it does that", async () => {
    const killed = join(scratch, "killed");
    await makeEarlierCluster(killed, password);
    const handingOver = join(killed, "run/set-up-hba.conf");
    let kills = 0;
    for (const delayMs of [0, 40, 80, 160, 320]) {
      if (readFileSync(join(killed, "db/18/pg_hba.conf"), "utf8") !== EARLIER_RULES) break;
      rmSync(handingOver, { force: true });
      const options = JSON.stringify({ path: killed, syncToDisk: false });
      const service = Bun.spawn([process.execPath, FIXTURE, options], {
        stdio: ["ignore", "ignore", "ignore"],
      });
      await waitFor("the handing over", () => existsSync(handingOver), 30_000);
      await Bun.sleep(delayMs);
      service.kill("SIGKILL");
      await service.exited;
      kills += 1;
    }
    expect(kills).toBeGreaterThan(0);
    await withServer(killed, expectOwn);
  }, 90_000);

  test("gets a new password where the file was lost before the handing over", async () => {
    const lost = join(scratch, "lost");
    await makeEarlierCluster(lost, password);
    rmSync(join(lost, "database-password"));
    await withServer(lost, async (connection) => {
      expect(connection.password).not.toBe(password);
      await expectOwn(connection);
    });
  }, 60_000);
});

/** On a cluster whose rules trust everybody. */
async function asSuperuser(path: string, text: string): Promise<void> {
  const dataDirectory = openDataDirectory(path);
  const binaries = locateBinaries();
  const { account } = await chooseAccount(binaries, scratch);
  const socketFolder = openSocketFolder(dataDirectory.run, account);
  const tools = { binaries, account, socketFolder, log, syncToDisk: false };
  const supervisor = new PostgresSupervisor(tools, join(dataDirectory.db, "18"));
  await supervisor.start();
  const connection = {
    host: socketFolder.path,
    port: SOCKET_PORT,
    username: "netatlas",
    password: "",
    database: "netatlas",
  };
  await rowsOf(connection, text);
  await supervisor.stop();
  socketFolder.remove();
  dataDirectory.close();
}
