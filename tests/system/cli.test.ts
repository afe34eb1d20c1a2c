import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectDatabase } from "#platform/database";
import { findRunningServer } from "#platform/postgres-server";
import pino from "pino";
import { ADMIN, createApiClient, setUpAdmin, signIn } from "../support/api-client";
import { startForeignPostgres } from "../support/foreign-postgres";
import { runCommand as run, type Outcome } from "../support/command";
import { temporaryPath } from "../support/temporary-path";
import { startService } from "../support/service-process";
import { readStatus } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";

/** The commands, as an administrator runs them, beside the real service, without it, and on another's PostgreSQL. */
const LIMIT_MS = 60_000;

const login = (url: string, username: string, password: string) =>
  createApiClient(url).fetch("/api/v1/auth/login", {
    method: "POST",
    body: JSON.stringify({ username, password }),
  });

const generatedPassword = ({ output }: Outcome) => /shown this once\): (\S+)/.exec(output)?.[1] ?? "";

/** A running service with its first administrator, and the command for it. */
async function givenService() {
  const service = await startService({ environment: { AUTH_PROGRESSIVE_DELAY_SECONDS: "0" } });
  const { key } = await setUpAdmin(service.url);
  return {
    service,
    key,
    cli: (words: string[], input?: string) => run({ DATA_DIR: service.dataDirectory }, words, input),
  };
}

describe("on a service with its own database", () => {
  const given = givenService();
  afterAll(async () => (await given).service.remove());
  let count = 0;

  /** A SuperAdmin whom no other test knows. */
  async function givenAdmin() {
    const { service, key } = await given;
    count += 1;
    const admin = { username: `admin-${count}`, password: "correct horse battery staple" };
    const client = createApiClient(service.url, { "X-API-Key": key });
    await client.send("POST", "/api/v1/auth/users", { ...admin, role: "SuperAdmin" });
    return admin;
  }

  async function lockOut(url: string, { username, password }: { username: string; password: string }) {
    for (let attempt = 1; attempt <= 5; attempt++) await login(url, username, "wrong");
    expect((await login(url, username, password)).status).toBe(429);
  }

  test(
    "an administrator who is locked out is let in again by `unlock`",
    async () => {
      const { cli, service } = await given;
      const { username, password } = await givenAdmin();
      await lockOut(service.url, { username, password });
      expect(await cli(["unlock", username])).toMatchObject({ code: 0 });
      expect((await login(service.url, username, password)).status).toBe(200);
    },
    LIMIT_MS,
  );

  test(
    "`backup` writes a file beside the running service, and `restore` puts it back, after a `--check` that changes nothing",
    async () => {
      const { cli, service, key } = await given;
      const file = join(service.dataDirectory, "mine.tar.zst");
      const client = createApiClient(service.url, { "X-API-Key": key });
      // What a command has left that was killed.
      await Bun.write(`${file}.partial`, "half");
      expect(await cli(["backup", "--to", file])).toMatchObject({ code: 0, errors: "" });
      await client.send("POST", "/api/v1/topology/sites", { name: "later" });
      const checked = await cli(["restore", "--check", file]);
      expect(checked).toMatchObject({ code: 0, output: expect.stringContaining("Nothing was changed.") });
      expect(JSON.stringify(await client.get("/api/v1/topology/sites"))).toContain("later");
      const restored = await cli(["restore", file]);
      expect(restored).toMatchObject({
        code: 0,
        output: expect.stringContaining("The backup was restored."),
      });
      expect(JSON.stringify(await client.get("/api/v1/topology/sites"))).not.toContain("later");
      expect(await cli(["restore", "/etc/hostname"])).toMatchObject({
        code: 1,
        errors: expect.stringContaining("does not appear to be a Netatlas backup"),
      });
    },
    LIMIT_MS,
  );

  test(
    "`export` writes a list into a file of its owner's alone, or to standard output, and is in the audit log",
    async () => {
      const { cli, service, key } = await given;
      const client = createApiClient(service.url, { "X-API-Key": key });
      await client.send("POST", "/api/v1/topology/devices", {
        hostname: "exported-1",
        ip_address: "192.0.2.9",
      });
      const file = join(service.dataDirectory, "inventory.json");
      expect(await cli(["export", "inventory", "--format", "json", "--to", file])).toMatchObject({
        code: 0,
        errors: "",
      });
      expect(await Bun.file(file).json()).toContainEqual(expect.objectContaining({ hostname: "exported-1" }));
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const printed = await cli(["export", "monitors"]);
      expect(printed).toMatchObject({ code: 0, output: expect.stringMatching(/^id,/) });
      const log = await client.get("/api/v1/audit/logs?action=export.inventory");
      expect(JSON.stringify(log)).toContain("command line");
    },
    LIMIT_MS,
  );

  test(
    "`export firewall` has the events beside the service that stores them, by the filters of the search",
    async () => {
      const { cli, service, key } = await given;
      const socket = await Bun.connect({
        hostname: "127.0.0.1",
        port: service.syslogPort,
        socket: { data: () => undefined },
      });
      socket.end("<134>fw-a test: first line\n<134>fw-a test: second line\n");
      const client = createApiClient(service.url, { "X-API-Key": key });
      await waitFor("both events", async () => (await readStatus(client)).stored_events === 2, 30_000);
      const found = await cli(["export", "firewall", "--format", "jsonl", "--filter", "q=second"]);
      expect(JSON.parse(found.output)).toMatchObject({ raw_log: expect.stringContaining("second line") });
      const file = join(service.dataDirectory, "events.parquet");
      await cli(["export", "firewall", "--format", "parquet", "--to", file]);
      expect((await Bun.file(file).text()).slice(0, 4)).toBe("PAR1");
    },
    LIMIT_MS,
  );

  test(
    "`export report.pdf` prints a report",
    async () => {
      const { cli } = await given;
      expect(await cli(["export", "report.pdf", "--filter", "days=7"])).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^%PDF-/),
      });
    },
    LIMIT_MS,
  );

  test.each([
    [["export", "nothing"], "there is no export nothing"],
    [["export", "leases", "--filter", "source=x"], "there is no filter source"],
    [["export", "firewall", "--filter", "limit=many"], "limit:"],
    [["export", "firewall", "--filter", "q"], "--filter is <name>=<value>"],
    [["export", "links", "--to", "/nowhere/links.csv"], "there is no folder /nowhere"],
  ])(
    "`%p` is refused with words",
    async (words, expected) => {
      const { cli } = await given;
      expect(await cli(words)).toMatchObject({
        code: 1,
        output: "",
        errors: expect.stringContaining(expected),
      });
    },
    LIMIT_MS,
  );

  test(
    "`create-admin` prints a made password once, and it works; the name is taken then",
    async () => {
      const { cli, service } = await given;
      const made = await cli(["create-admin", "second"]);
      expect(made).toMatchObject({ code: 0 });
      const client = await signIn(service.url, { username: "second", password: generatedPassword(made) });
      expect(await client.get("/api/v1/auth/me")).toMatchObject({ role: "SuperAdmin" });
      const again = await cli(["create-admin", "second"]);
      expect(again).toMatchObject({ code: 1, errors: "netatlas: Username is unavailable\n" });
      expect(await cli(["create-admin", "no good name"])).toMatchObject({ code: 1 });
    },
    LIMIT_MS,
  );

  test(
    "`reset-password --password-stdin` takes the password from standard input, ends sessions and unlocks",
    async () => {
      const { cli, service } = await given;
      const admin = await givenAdmin();
      const before = await signIn(service.url, admin);
      await lockOut(service.url, admin);
      const password = "another horse, another battery";
      const done = await cli(["reset-password", admin.username, "--password-stdin"], `${password}\n`);
      expect(done).toMatchObject({ code: 0 });
      expect(done.output).not.toContain(password);
      expect((await before.fetch("/api/v1/auth/me")).status).toBe(401);
      expect((await login(service.url, admin.username, admin.password)).status).toBe(401);
      expect((await login(service.url, admin.username, password)).status).toBe(200);
      const short = await cli(["reset-password", admin.username, "--password-stdin"], "short\n");
      expect(short).toMatchObject({ code: 1, errors: expect.stringContaining("at least 12 characters") });
      const weak = await cli(["reset-password", admin.username, "--password-stdin"], "passwordpassword\n");
      expect(weak).toMatchObject({ code: 1, errors: expect.stringContaining("it repeats a short piece") });
    },
    LIMIT_MS,
  );

  test(
    "`reset-password --revoke-keys` of a name in another case revokes the user's API keys too",
    async () => {
      const { cli, service } = await given;
      const admin = await givenAdmin();
      const client = await signIn(service.url, admin);
      const { key } = await client.send<{ key: string }>("POST", "/api/v1/api-keys", { name: "script" });
      const byKey = createApiClient(service.url, { "X-API-Key": key });
      const name = admin.username.toUpperCase();
      expect(await cli(["reset-password", name])).toMatchObject({ code: 0 });
      expect((await byKey.fetch("/api/v1/auth/me")).status).toBe(200);
      expect(await cli(["reset-password", name, "--revoke-keys"])).toMatchObject({ code: 0 });
      expect((await byKey.fetch("/api/v1/auth/me")).status).toBe(401);
    },
    LIMIT_MS,
  );

  test.each([
    [["reset-password", ADMIN.username, "a password on the command line"]],
    [["unlock"]],
    [["frobnicate"]],
    [[]],
    [["verify-audit", "--head", "1:abc"]],
    [["unlock", ADMIN.username, "--no-such-option"]],
  ])(
    "%j is refused with the usage",
    async (words) => {
      const { cli } = await given;
      expect(await cli(words)).toMatchObject({
        code: 2,
        errors: expect.stringContaining("Usage: bun run cli"),
      });
    },
    LIMIT_MS,
  );

  test.each([
    [["--help"], "unlock <user>"],
    [["help"], "unlock <user>"],
    [["backup", "-h"], "unlock <user>"],
    [["plan", "--help"], "plan <bundle>"],
  ])(
    "%j is answered with the usage, which is no fault",
    async (words, part) => {
      const { cli } = await given;
      expect(await cli(words)).toMatchObject({ code: 0, output: expect.stringContaining(part), errors: "" });
    },
    LIMIT_MS,
  );

  test(
    "`unlock` of an unknown user says so",
    async () => {
      const { cli } = await given;
      expect(await cli(["unlock", "nobody"])).toMatchObject({
        code: 1,
        errors: "netatlas: User not found\n",
      });
    },
    LIMIT_MS,
  );

  test(
    "what was done is in the audit log, which `verify-audit` finds whole; a head may be given",
    async () => {
      const { cli, service } = await given;
      const checked = await cli(["verify-audit"]);
      expect(checked.output).toContain("is as it was written");
      const head = /head (\d+:[0-9a-f]{64})/.exec(checked.output)?.[1] ?? "";
      expect(await cli(["verify-audit", "--head", head])).toMatchObject({ code: 0 });
      const other = `${head.slice(0, -1)}${head.endsWith("0") ? "1" : "0"}`;
      expect(await cli(["verify-audit", "--head", other])).toMatchObject({ code: 1 });
      const made = await cli(["create-admin", "third"]);
      const client = await signIn(service.url, { username: "third", password: generatedPassword(made) });
      expect(await client.get("/api/v1/audit/logs?target=user:third&action=auth.user_created")).toMatchObject(
        {
          total: 1,
          records: [{ actor_user_id: null, actor_username: "command line" }],
        },
      );
    },
    LIMIT_MS,
  );
});

test(
  "`verify-audit` finds a row that was changed in the database; it and `unlock` work while the service is stopped too",
  async () => {
    const { service, cli } = await givenService();
    const log = pino({ level: "silent" });
    const connection = findRunningServer(service.dataDirectory, log);
    if (connection === undefined) throw new Error("the service runs no database");
    const database = connectDatabase(connection, { log, maxConnections: 1 });
    await database.sql.begin(async (transaction) => {
      await transaction`ALTER TABLE audit_log DISABLE TRIGGER USER`;
      await transaction`UPDATE audit_log SET detail = 'nothing happened' WHERE id = 2`;
    });
    await database.close();
    const broken = { code: 1, output: expect.stringContaining("changed: row 2 is not as it was written") };
    expect(await cli(["verify-audit"])).toMatchObject(broken);
    for (let attempt = 1; attempt <= 5; attempt++) await login(service.url, ADMIN.username, "wrong");
    await service.stop();
    const stopped = await cli(["verify-audit"]);
    expect(stopped.output).toContain("checked against the head noted at");
    expect(stopped).toMatchObject(broken);
    expect(await cli(["unlock", ADMIN.username])).toMatchObject({ code: 0 });
    const restarted = await startService({ dataDirectory: service.dataDirectory });
    expect((await login(restarted.url, ADMIN.username, ADMIN.password)).status).toBe(200);
    await restarted.remove();
  },
  LIMIT_MS,
);

test(
  "on DATABASE_URL the commands need no data directory; without it they say what is missing",
  async () => {
    const foreign = await startForeignPostgres();
    const service = await startService({ environment: { DATABASE_URL: foreign.url } });
    await setUpAdmin(service.url);
    const nowhere = join(service.dataDirectory, "nowhere");
    const done = await run({ DATABASE_URL: foreign.url, DATA_DIR: nowhere }, [
      "reset-password",
      ADMIN.username,
    ]);
    expect(done).toMatchObject({ code: 0 });
    expect((await login(service.url, ADMIN.username, generatedPassword(done))).status).toBe(200);
    const wrong = await run({ DATA_DIR: service.dataDirectory }, ["unlock", ADMIN.username]);
    expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining("DATABASE_URL") });
    const missing = await run({ DATA_DIR: nowhere }, ["unlock", ADMIN.username]);
    expect(missing).toMatchObject({ code: 1, errors: expect.stringContaining("there is no database in") });
    await service.remove();
    await foreign.stop();
  },
  LIMIT_MS,
);

test("the doctor tells what works before the first start, and leaves nothing behind", async () => {
  const folder = temporaryPath("doctor");
  const { code, output, errors } = await run({ DATA_DIR: folder, SYSLOG_ENABLED: "false", APP_PORT: "0" }, [
    "doctor",
  ]);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(output).toMatch(/^Database +works +PostgreSQL, run by the service$/m);
  expect(output).toMatch(/^Syslog UDP +off +switched off \(SYSLOG_UDP_ENABLED\)$/m);
  expect(output).toMatch(/^Links in mails +limited +mails have no links\n +-> set APP_URL/m);
  expect(existsSync(folder)).toBe(false);
});

test("for the doctor a data directory that no service starts on is a verdict on the database alone", async () => {
  const folder = temporaryPath("doctor");
  mkdirSync(folder);
  writeFileSync(join(folder, "database-place"), "{");
  const { code, output } = await run({ DATA_DIR: folder, SYSLOG_ENABLED: "false", APP_PORT: "0" }, [
    "doctor",
  ]);
  expect(code).toBe(1);
  expect(output).toMatch(
    /^Database +broken +.*database-place, which says where the database is, is damaged/m,
  );
  expect(output).toMatch(/^Syslog UDP +off/m);
});

test("the doctor names a port that another program has, and a database that is away; exit code 1", async () => {
  const other = Bun.listen({ hostname: "0.0.0.0", port: 0, socket: { data: () => undefined } });
  try {
    const { code, output } = await run(
      {
        APP_PORT: "0",
        SYSLOG_HOST: "0.0.0.0",
        SYSLOG_TCP_PORT: String(other.port),
        SYSLOG_UDP_PORT: "0",
        DATABASE_URL: "postgres://ann:hidden7@127.0.0.1:1/none",
      },
      ["doctor"],
    );
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^Syslog TCP +broken +port ${other.port}: EADDRINUSE$`, "m"));
    expect(output).toMatch(/^Database +broken +it cannot be reached$/m);
    expect(output).not.toContain("hidden7");
  } finally {
    other.stop(true);
  }
});
