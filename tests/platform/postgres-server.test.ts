import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import type postgres from "postgres";
import { openDataDirectory } from "#platform/data-directory";
import {
  startPostgresServer,
  type PostgresServer,
  type PostgresServerOptions,
} from "#platform/postgres-server";
import { findClusterProcesses } from "#platform/postgres/processes";
import { isAlive, postmasterOf, query, templateCluster } from "../support/postgres-service";
import { patient } from "../support/patience";

const scratch = mkdtempSync(join(tmpdir(), "netatlas-postgres-"));
const log = pino({ level: "silent" });
let template: string;

beforeAll(async () => {
  template = await templateCluster();
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Work<T> = (server: PostgresServer) => Promise<T>;

/**
 * Starts a server on the folder, quickly and without fsync unless `options` say otherwise, and stops it after `work`.
 */
async function withServer<T>(
  path: string,
  work: Work<T>,
  options: Partial<PostgresServerOptions> = {},
): Promise<T> {
  const dataDirectory = openDataDirectory(path);
  try {
    const server = await startPostgresServer({
      dataDirectory,
      log,
      templateCluster: template,
      syncToDisk: false,
      ...options,
    });
    try {
      return await work(server);
    } finally {
      await server.stop();
    }
  } finally {
    dataDirectory.close();
  }
}

const nothing = () => Promise.resolve();

describe("after a first start on an empty data directory", () => {
  const path = join(scratch, "first");
  let settings: unknown;
  let guess: unknown;

  beforeAll(async () => {
    const work: Work<void> = async ({ connection }) => {
      settings = await query(connection, selectSettings);
      const guessing = query({ ...connection, password: "guess" }, (sql) => sql`SELECT 1`);
      guess = await guessing.catch((error: unknown) => error);
      await query(connection, (sql) => sql`CREATE TABLE kept AS SELECT 1 AS value`);
    };
    await withServer(path, work, { templateCluster: undefined, syncToDisk: true });
  }, 20_000);

  test("the database is durable, in UTF-8 with collations of its own, and has no network port", () => {
    expect(settings).toEqual([
      {
        ...DURABLE,
        addresses: "",
        encoding: "UTF8",
        provider: "b",
        locale: "C.UTF-8",
        scram: true,
      },
    ]);
  });

  test("only who knows the password, and may enter the socket's folder, reaches it", () => {
    expect(String(guess)).toContain("password authentication failed");
    const rules = readFileSync(join(path, "db/18/pg_hba.conf"), "utf8");
    expect(rules).toBe("local all netatlas_service scram-sha-256\n");
    expect(statSync(join(path, "database-password")).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, "run")).mode & 0o777).toBe(0o700);
  });

  test("nothing but the cluster is left behind", () => {
    expect(readdirSync(join(path, "db"))).toEqual(["18"]);
    expect(readdirSync(join(path, "run"))).toEqual([]);
  });

  test("the second start finds what was there, within a second", async () => {
    const startedAt = performance.now();
    await withServer(path, async (server) => {
      expect(performance.now() - startedAt).toBeLessThan(patient(1_000));
      expect(server.state()).toBe("ready");
      expect(server.version).toMatch(/^18\.\d+$/);
      expect(await query(server.connection, (sql) => sql`SELECT value FROM kept`)).toEqual([{ value: 1 }]);
    });
  });

  test("a lost password file costs nothing but a new password", async () => {
    const password = readFileSync(join(path, "database-password"), "utf8");
    rmSync(join(path, "database-password"));
    await withServer(path, async ({ connection }) => {
      expect(await query(connection, (sql) => sql`SELECT value FROM kept`)).toEqual([{ value: 1 }]);
    });
    expect(readFileSync(join(path, "database-password"), "utf8")).not.toBe(password);
    await withServer(path, ({ connection }) => query(connection, (sql) => sql`SELECT 1`));
  }, 20_000);
});

const DURABLE = { fsync: "on", pages: "on", commits: "on" };

function selectSettings(sql: postgres.Sql): Promise<unknown> {
  return sql`
    SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
      current_setting('synchronous_commit') AS commits, current_setting('listen_addresses') AS addresses,
      current_setting('server_encoding') AS encoding, datlocprovider AS provider, datlocale AS locale,
      current_setting('password_encryption') = 'scram-sha-256' AS scram
    FROM pg_database WHERE datname = current_database()`;
}

test("stop ends the server although a session is in a transaction, and state says so", async () => {
  const path = join(scratch, "stopped");
  const server = await withServer(path, async (running) => {
    const pid = postmasterOf(path);
    const session = query(running.connection, (sql) => sql`SELECT pg_sleep(60)`);
    const outcome = session.catch((error: unknown) => error);
    await query(running.connection, async (sql) => {
      while (
        (
          await sql`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND pid <> pg_backend_pid()`
        ).length === 0
      );
    });
    const startedAt = performance.now();
    await running.stop();
    expect(performance.now() - startedAt).toBeLessThan(patient(5_000));
    expect(await outcome).toBeInstanceOf(Error);
    expect(isAlive(pid)).toBe(false);
    return running;
  });
  expect(server.state()).toBe("stopped");
}, 20_000);

test.skipIf(process.platform !== "linux")(
  "Ctrl-C in a terminal does not reach the server: it has a session of its own",
  async () => {
    const path = join(scratch, "session");
    await withServer(path, async () => {
      const pid = postmasterOf(path);
      const [, , processGroup, session] = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ");
      expect([processGroup, session]).toEqual([String(pid), String(pid)]);
    });
  },
);

describe("the data directory's path", () => {
  test("may be 150 characters long: the socket is then in a private temporary folder, gone after stop", async () => {
    const path = join(scratch, "x".repeat(150 - scratch.length - 1));
    expect(path).toHaveLength(150);
    const host = await withServer(path, async ({ connection }) => {
      expect(connection.host.startsWith(path)).toBe(false);
      expect(statSync(connection.host).mode & 0o777).toBe(0o700);
      expect(await query(connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
      return connection.host;
    });
    expect(existsSync(host)).toBe(false);
  });

  test("may hold spaces, commas, quotes and letters of any script", async () => {
    await withServer(join(scratch, `a b, "c" 'd' é`), async ({ connection }) => {
      expect(await query(connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    });
  });
});

/** What stops the start of a server on the folder. */
function refusalOf(path: string, options?: Partial<PostgresServerOptions>): Promise<string> {
  return withServer(path, nothing, options).then(
    () => "the server started, against expectation",
    (error: Error) => error.message,
  );
}

describe("another major version", () => {
  test("of the cluster is refused with a line that names the folder and both versions", async () => {
    const path = join(scratch, "old-cluster");
    mkdirSync(join(path, "db/18"), { recursive: true });
    writeFileSync(join(path, "db/18/PG_VERSION"), "17\n");
    expect(await refusalOf(path)).toContain(
      `${path}/db/18 was made by PostgreSQL 17, this service runs PostgreSQL 18`,
    );
  });

  test("whose cluster lies beside is refused rather than hidden by an empty database", async () => {
    const path = join(scratch, "newer-cluster");
    mkdirSync(join(path, "db/19"), { recursive: true });
    writeFileSync(join(path, "db/19/PG_VERSION"), "19\n");
    expect(await refusalOf(path)).toContain(
      `${path}/db/19 was made by PostgreSQL 19, this service runs PostgreSQL 18`,
    );
    expect(readdirSync(join(path, "db"))).toEqual(["19"]);
  });

  test("of the binaries is refused with a line that names their folder", async () => {
    const path = join(scratch, "old-binaries");
    mkdirSync(path);
    chmodSync(scratch, 0o755);
    writeFileSync(join(path, "postgres"), "#!/bin/sh\necho 'postgres (PostgreSQL) 16.3'\n", { mode: 0o755 });
    const complaint = await refusalOf(join(path, "data"), { binaryDirectory: path });
    expect(complaint).toBe(`${path} holds PostgreSQL 16.3; this service needs PostgreSQL 18`);
  });
});

describe("fault 8: a database that was lost", () => {
  test.each(["db", "db/18"])(
    "with its folder %s is refused with what to do, and not replaced by an empty one",
    async (folder) => {
      const path = join(scratch, `lost-${folder.replace("/", "-")}`);
      await withServer(path, nothing);
      rmSync(join(path, folder), { recursive: true });
      const refusal = await refusalOf(path);
      expect(refusal).toContain(`the database that was in ${path}/db/18 is gone`);
      expect(refusal).toContain(`remove ${path}/database-made to begin with an empty database`);
      expect(readdirSync(join(path, "db"))).toEqual([]);
      rmSync(join(path, "database-made"));
      await withServer(path, ({ connection }) => query(connection, (sql) => sql`SELECT 1`));
    },
  );

  test("in that its files were emptied is refused with the server's complaint", async () => {
    const path = join(scratch, "emptied");
    await withServer(path, nothing);
    truncateSync(join(path, "db/18/global/pg_control"));
    expect(await refusalOf(path)).toMatch(/^PostgreSQL does not start: .*pg_control/);
    for (const name of readdirSync(join(path, "db/18")))
      rmSync(join(path, "db/18", name), { recursive: true });
    expect(await refusalOf(path)).toContain(`${path}/db/18 is not a PostgreSQL cluster`);
  });

  test("before it was marked as made is marked at its next start", async () => {
    const path = join(scratch, "unmarked");
    await withServer(path, nothing);
    rmSync(join(path, "database-made"));
    await withServer(path, nothing);
    rmSync(join(path, "db"), { recursive: true });
    expect(await refusalOf(path)).toContain("is gone");
  });
});

describe("what cannot work is refused by name", () => {
  test("a cluster folder without a cluster", async () => {
    const path = join(scratch, "damaged");
    mkdirSync(join(path, "db/18"), { recursive: true });
    expect(await refusalOf(path)).toContain(`${path}/db/18 is not a PostgreSQL cluster`);
  });

  test("binaries that are not there", async () => {
    const folder = join(scratch, "absent");
    const complaint = await refusalOf(join(scratch, "no-binaries"), { binaryDirectory: folder });
    expect(complaint).toContain(`there is no ${folder}/postgres`);
  });

  test("a server that does not start, with its own complaint and no process left", async () => {
    const path = join(scratch, "unusable");
    await withServer(path, nothing);
    rmSync(join(path, "db/18/global/pg_control"));
    expect(await refusalOf(path)).toMatch(/^PostgreSQL does not start: .*pg_control/);
    expect(findClusterProcesses(join(path, "db/18"))).toEqual([]);
  }, 20_000);
});
