import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findClusterProcesses } from "#platform/postgres/processes";
import { bunAs } from "../support/foreign-user";
import {
  endServices,
  postmasterOf,
  query,
  refusalOf,
  startService,
  templateCluster,
} from "../support/postgres-service";
import { waitFor } from "../support/wait-for";

const NOBODY = 65_534;
const NAMELESS = 54_321;

const isRoot = process.platform === "linux" && process.getuid?.() === 0;
const mayUnshare = isRoot && Bun.spawnSync(["unshare", "--user", "true"]).exitCode === 0;
const asNobody = bunAs(NOBODY);
const asNameless = bunAs(NAMELESS);

const scratch = mkdtempSync(join(tmpdir(), "netatlas-user-"));
let template: string;

beforeAll(async () => {
  chmodSync(scratch, 0o755);
  template = await templateCluster();
  chmodSync(join(template, ".."), 0o755);
});

afterAll(async () => {
  await endServices();
  rmSync(scratch, { recursive: true, force: true });
});

/** A folder that belongs to the user, in one that all can enter. */
function folderOf(uid: number): string {
  const folder = mkdtempSync(join(scratch, "folder-"));
  chownSync(folder, uid, uid);
  chmodSync(folder, 0o755);
  return folder;
}

/** A folder for PATH without `unshare`: what a container offers that forbids user namespaces. */
function programsWithoutUnshare(): string {
  const folder = folderOf(0);
  symlinkSync(Bun.which("setpriv") ?? "/absent/setpriv", join(folder, "setpriv"));
  return folder;
}

function identityOf(pid: number): { uids: string[]; capabilities: bigint } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return {
    uids: /^Uid:\s+(.*)$/m.exec(status)?.[1]?.split("\t") ?? [],
    capabilities: BigInt(`0x${/^CapEff:\s+(\w+)$/m.exec(status)?.[1] ?? "0"}`),
  };
}

describe.skipIf(!mayUnshare)("started as root", () => {
  test("in a folder that only root may enter, the server runs without any privilege", async () => {
    const path = join(folderOf(0), "private/data");
    mkdirSync(join(path, ".."), { mode: 0o700 });
    const service = await startService({ path });
    expect(service.ready.limitations).toEqual([]);
    expect(identityOf(postmasterOf(path)).capabilities).toBe(0n);
    expect(statSync(join(path, "db/18")).uid).toBe(0);
    expect(await query(service.ready.connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    expect(await service.stop()).toBe(0);
  }, 20_000);
});

describe.skipIf(!mayUnshare || asNobody === undefined)(
  "started as root where user namespaces are not allowed",
  () => {
    const programs = isRoot ? programsWithoutUnshare() : "";

    test("the server runs as nobody, says so, sees no secret and goes down with a killed service", async () => {
      const path = join(folderOf(0), "data");
      const service = await startService({ path, templateCluster: template }, { programs });
      expect(service.ready.limitations).toEqual([expect.stringContaining("as the user nobody")]);
      const { uids, capabilities } = identityOf(postmasterOf(path));
      expect(uids).toEqual(Array<string>(4).fill(String(NOBODY)));
      expect(capabilities).toBe(0n);
      expect(statSync(path).mode & 0o777).toBe(0o711);
      expect(statSync(join(path, "database-password"))).toMatchObject({ uid: 0, mode: 0o100600 });
      await query(service.ready.connection, (sql) => sql`CREATE TABLE kept AS SELECT 1 AS value`);
      await service.kill();
      await waitFor("the server to end", () => findClusterProcesses(join(path, "db/18")).length === 0, 5_000);

      const again = await startService({ path });
      expect(again.ready.limitations).toEqual([]);
      expect(statSync(join(path, "db/18/base")).uid).toBe(0);
      expect(await query(again.ready.connection, (sql) => sql`SELECT value FROM kept`)).toEqual([
        { value: 1 },
      ]);
      expect(await again.stop()).toBe(0);
    }, 20_000);

    test("in a folder that only root may enter, the start is refused with one line that names the folder", async () => {
      const closed = join(folderOf(0), "private");
      mkdirSync(closed, { mode: 0o700 });
      const complaint = await refusalOf({ path: join(closed, "data") }, { programs });
      expect(complaint.split("\n")).toHaveLength(1);
      expect(complaint).toContain(`user ${NOBODY} cannot enter ${closed}`);
      expect(readdirSync(join(closed, "data/db"))).toEqual([]);
    });
  },
);

describe.skipIf(asNobody === undefined)("started as an ordinary user", () => {
  test("the server is that user's", async () => {
    const path = join(folderOf(NOBODY), "data");
    const service = await startService({ path }, { command: asNobody });
    expect(identityOf(postmasterOf(path)).uids).toEqual(Array<string>(4).fill(String(NOBODY)));
    expect(statSync(join(path, "db/18")).uid).toBe(NOBODY);
    expect(await query(service.ready.connection, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    expect(await service.stop()).toBe(0);
  }, 20_000);

  test("a database that belongs to another user is refused with a line that names it", async () => {
    const path = join(folderOf(NOBODY), "data");
    const cluster = join(path, "db/18");
    mkdirSync(cluster, { recursive: true });
    await Bun.write(join(cluster, "PG_VERSION"), "18\n");
    for (const folder of [path, join(path, "db")]) chownSync(folder, NOBODY, NOBODY);
    const complaint = await refusalOf({ path }, { command: asNobody });
    expect(complaint).toContain(
      `the database in ${cluster} belongs to user 0, the service runs as user ${NOBODY}`,
    );
  });
});

describe.skipIf(asNameless === undefined)("started as a user id without a name", () => {
  test("the first start copies the template cluster, and the second start works as well", async () => {
    const path = join(folderOf(NAMELESS), "data");
    const options = { path, templateCluster: template };
    const service = await startService(options, { command: asNameless });
    expect(identityOf(postmasterOf(path)).uids).toEqual(Array<string>(4).fill(String(NAMELESS)));
    await query(service.ready.connection, (sql) => sql`CREATE TABLE kept AS SELECT 1 AS value`);
    expect(await service.stop()).toBe(0);
    const again = await startService(options, { command: asNameless });
    expect(await query(again.ready.connection, (sql) => sql`SELECT value FROM kept`)).toEqual([{ value: 1 }]);
    expect(await again.stop()).toBe(0);
  }, 20_000);

  test("a template gives each service a password of its own, and none is in the template", async () => {
    const passwords = [];
    for (const path of [join(folderOf(NAMELESS), "data"), join(folderOf(NAMELESS), "data")]) {
      const service = await startService({ path, templateCluster: template }, { command: asNameless });
      passwords.push(service.ready.connection.password);
      expect(await service.stop()).toBe(0);
    }
    expect(new Set(passwords).size).toBe(2);
  }, 20_000);

  test("without a template the start is refused with one line, and nothing is left behind", async () => {
    const path = join(folderOf(NAMELESS), "data");
    const complaint = await refusalOf(
      { path, templateCluster: join(scratch, "absent") },
      { command: asNameless },
    );
    expect(complaint.split("\n")).toHaveLength(1);
    expect(complaint).toContain(String(NAMELESS));
    expect(readdirSync(join(path, "db"))).toEqual([]);
    expect(existsSync(join(path, "run/.s.PGSQL.5432"))).toBe(false);
  });
});
