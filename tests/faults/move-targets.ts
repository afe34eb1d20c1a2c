import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { moveDatabase } from "#features/backups";
import { connectDatabase, type Database } from "#platform/database";
import { readMoveMark } from "#platform/move-mark";
import { refusalOf } from "../support/backups";
import { makeAuthority } from "../support/certificates";
import { runCommand } from "../support/command";
import { startCuttableProxy } from "../support/cuttable-proxy";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startForeignPostgres } from "../support/foreign-postgres";
import { canMount, createFullDisk } from "../support/full-disk";
import { allHashes, moveOrder } from "../support/move";
import { startTcpWay } from "../support/tcp-postgres";
import { startTlsWay } from "../support/tls-postgres";

/** What the other server, or the way to it, may do to a move. */
setDefaultTimeout(300_000);

const MIB = 1024 ** 2;
const log = pino({ level: "silent" });
const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** With enough rows for a table that takes a while, and some MiB. */
async function givenSource(): Promise<TestDatabase> {
  const source = await createTestDatabase();
  await source.sql`INSERT INTO device_type_colors (device_type, color)
    SELECT 'type ' || i || repeat(' ', 200), '#000000' FROM generate_series(1, 30000) i`;
  await source.sql`INSERT INTO sites (name) SELECT 'site ' || i FROM generate_series(1, 1000) i`;
  cleanUps.push(() => source.drop());
  return source;
}

function connect(url: string): Database {
  const database = connectDatabase({ url }, { log, maxConnections: 4 });
  cleanUps.push(() => database.close());
  return database;
}

async function givenForeign(below?: string) {
  const foreign = await startForeignPostgres(below === undefined ? {} : { below });
  cleanUps.push(() => foreign.stop());
  return foreign;
}

/** The old one is in charge, as if nothing had been. */
async function expectUntouched(source: Database): Promise<void> {
  expect(await readMoveMark(source.sql)).toBeUndefined();
  await source.sql`INSERT INTO sites (name) VALUES (${crypto.randomUUID()})`;
}

const STEPS = ["move_table_copied", "move_caught_up", "move_locked", "move_compared", "move_marked"] as const;

describe.each(["target", "source"] as const)("a way to the %s", (which) => {
  test.each(STEPS)(
    "fault 26: that is cut at the step «%s» ends the move, the old one stays in charge, and the next move arrives",
    async (cutAt) => {
      const source = await givenSource();
      const foreign = await givenForeign();
      const near = await startTcpWay(source.connection);
      cleanUps.push(() => near.close());
      const urls = { source: near.urlOf(source.connection), target: foreign.url };
      const proxy = await startCuttableProxy(urls[which]);
      cleanUps.push(() => proxy.close());
      const way = new URL(urls[which]);
      way.port = new URL(proxy.url).port;
      const ends = { source: connect(urls.source), target: connect(urls.target), [which]: connect(way.href) };
      const observe = (step: string) => {
        if (step !== cutAt) return;
        proxy.setDown(true);
        proxy.cut();
      };
      const refusal = await refusalOf(moveDatabase(moveOrder(ends, { observe })));
      expect(refusal).toBeInstanceOf(Error);
      if (which === "target" && cutAt === "move_marked")
        expect(refusal).toMatchObject({
          message: "the new database was lost at the last step; nothing was changed here: run the move again",
        });
      proxy.setDown(false);
      const again = await moveDatabase(moveOrder(ends));
      expect(again.rows.get("device_type_colors")).toBeGreaterThanOrEqual(30_000);
      expect(await allHashes(connect(urls.target).db)).toEqual(await allHashes(source.db));
    },
  );
});

describe.skipIf(!canMount)("a disk of the new one", () => {
  test("fault 26: that is full ends the move with a line that says so, the old one stays in charge, and the next move arrives", async () => {
    const source = await givenSource();
    const disk = await createFullDisk(320 * MIB);
    cleanUps.push(() => disk.remove());
    const foreign = await givenForeign(disk.folder);
    const way = await startTcpWay(source.connection);
    cleanUps.push(() => way.close());
    const settings = givenSettings(way.urlOf(source.connection));
    disk.fillUpTo(14 * MIB);
    const failed = await runCommand(settings, ["migrate-to", foreign.url]);
    // Its server may go down over it.
    expect(failed.code).toBe(1);
    expect(failed.errors).toMatch(/is full|does not answer/);
    expect(failed.errors.trim().split("\n")).toHaveLength(1);
    await expectUntouched(source);
    disk.free();
    expect(await runCommand(settings, ["migrate-to", foreign.url])).toMatchObject({ code: 0, errors: "" });
  });
});

/** Of a command; the service does not run. */
function givenSettings(url: string) {
  const directory = mkdtempSync(join(tmpdir(), "netatlas-move-"));
  cleanUps.push(() => rmSync(directory, { recursive: true, force: true }));
  closeSync(openSync(join(directory, "service.lock"), "w"));
  return { DATA_DIR: directory, DATABASE_URL: url };
}

test("a server with a certificate is moved to where that is trusted, and refused in one line where it is not", async () => {
  const source = await givenSource();
  const foreign = await givenForeign();
  const near = await startTcpWay(source.connection);
  cleanUps.push(() => near.close());
  const authority = await makeAuthority("An authority");
  const way = await startTlsWay(foreign.url, await authority.issue("localhost"));
  cleanUps.push(() => way.close());
  const settings = givenSettings(near.urlOf(source.connection));
  const trusted = join(settings.DATA_DIR, "authority.pem");
  writeFileSync(trusted, authority.certificate);
  const target = way.urlOf("localhost", "sslmode=verify-full");
  for (const url of [target, way.urlOf("localhost", "sslmode=disable")]) {
    const refused = await runCommand(settings, ["migrate-to", url]);
    expect(refused.code).toBe(1);
    expect(refused.errors.trim().split("\n")).toHaveLength(1);
    expect(refused.errors).not.toContain(new URL(url).password);
    await expectUntouched(source);
  }
  const moved = await runCommand({ ...settings, NODE_EXTRA_CA_CERTS: trusted }, ["migrate-to", target]);
  expect(moved).toMatchObject({ code: 0, errors: "" });
  const [count] = await connect(foreign.url).sql`SELECT count(*)::int AS count FROM device_type_colors`;
  expect(count?.count).toBeGreaterThanOrEqual(30_000);
});
