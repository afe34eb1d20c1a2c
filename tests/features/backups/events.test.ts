import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import pino from "pino";
import { makeFernetKey } from "#platform/secrets";
import { reconcile } from "../../../src/features/syslog/segments/ingest/reconcile";
import { removeLeftovers } from "../../../src/features/backups/events/leftovers";
import { restore, tryRestore } from "../../../src/features/backups/restore/restore";
import { RESTORE_LOCK } from "../../../src/features/backups/restore/turn";
import type { Instance } from "../../../src/features/backups/dump/dump";
import { createSigner, SIGNATURE_OCTETS } from "../../../src/features/backups/format/signature";
import { SECRET_KEY } from "../../support/app";
import { givenInstance, refusalOf, restoreContext, storeBackup, takeBackup } from "../../support/backups";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import {
  createStoreFolders,
  openEventDatabase,
  readStoredEvents,
  startStore,
  type RunningStore,
  type StoreFolders,
} from "../../support/event-store";
import { patient } from "../../support/patience";
import { waitFor } from "../../support/wait-for";

const PASSPHRASE = "correct horse battery staple";
const EVENTS = { parts: ["events"] } as const;
const NONE = { passphrase: undefined };
const numberOf = (line: unknown) => Number(/ n=(\d+)/.exec(String(line))?.[1]);

let source: TestDatabase;
let folders: StoreFolders;
let store: RunningStore;
let instance: Instance;
let sent = 0;
/** Signed, of the first events. */
let backup: Buffer;

beforeAll(async () => {
  source = await createTestDatabase();
  await source.sql`INSERT INTO users (username, password_hash, role) VALUES ('root', 'x', 'SuperAdmin')`;
  folders = await createStoreFolders();
  store = await startStore(source.db, folders);
  instance = givenInstance({ eventsFolder: folders.events });
  for (let round = 0; round < 2; round += 1) {
    send(500);
    await store.stored();
  }
  backup = await takeBackup(source.db, instance, EVENTS);
}, patient(60_000));
afterAll(async () => {
  await store.stop();
});

function send(count: number): void {
  const lines = Array.from({ length: count }, () => {
    sent += 1;
    return `<134>1 2026-11-25T22:00:00Z fw app - - - n=${sent} ${crypto.randomUUID()} ${crypto.randomUUID()}`;
  });
  store.receive(lines);
}

/** An empty instance, which has the same keys unless others are given. */
async function givenTarget(keys: Partial<Instance> = {}) {
  const database = await createTestDatabase();
  const target = await createStoreFolders();
  const own = givenInstance({ eventsFolder: target.events, ...keys });
  return { database, folders: target, instance: own, context: restoreContext(database.db, own) };
}

type Target = Awaited<ReturnType<typeof givenTarget>>;

function readEvents({ database, folders }: Target) {
  return readStoredEvents(database.sql, { folders, database: openEventDatabase(folders) });
}

/** All that lies in the events folder, also what is hidden. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

test(
  "fault 25: a backup with events that is taken while lines come in holds those of one moment, and another instance reads them",
  async () => {
    const over = new AbortController();
    const writing = (async () => {
      while (!over.signal.aborted) {
        send(50);
        await Bun.sleep(5);
      }
    })();
    const octets = await takeBackup(source.db, instance, { ...EVENTS, passphrase: PASSPHRASE });
    over.abort();
    await writing;
    const target = await givenTarget({ secretKey: "another".padEnd(64, "x"), masterKey: makeFernetKey() });
    const stored = await storeBackup(target.instance, octets);
    const report = await restore(target.context, { stored, passphrase: PASSPHRASE });
    const events = await readEvents(target);
    const numbers = events.map((event) => numberOf(event["raw_log"]));
    expect(report.events).toMatchObject({ events: numbers.length, new_events: numbers.length });
    expect(numbers.length).toBeGreaterThanOrEqual(1000);
    // None is missing of those before the moment, and none behind it is there.
    expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
    const [checked] = await target.database
      .sql`SELECT bool_and(checksum IS NOT NULL) AS is_known FROM event_segments`;
    expect(checked?.is_known).toBe(true);
    expect(readdirSync(folders.events).filter((name) => name.startsWith("."))).toEqual([]);
  },
  patient(60_000),
);

test("while somebody has the turn behind a restore its files stay as they are, and are looked at later", async () => {
  const target = await givenTarget();
  const { db, sql } = target.database;
  // Connected before: to open it takes longer than the restore does until it looks.
  const other = await sql.reserve();
  let held: Promise<unknown> | undefined;
  const observe = (step: string) => {
    // It waits for the restore's own turn, and has it before the restore looks what has become of its files.
    if (step === "restore_written") held = other`SELECT pg_advisory_lock(${RESTORE_LOCK})`.execute();
  };
  const lists = () => readdirSync(target.folders.events).filter((name) => name.startsWith(".placed-"));
  await restore(
    { ...target.context, observe },
    { stored: await storeBackup(target.instance, backup), ...NONE },
  );
  const left = lists();
  await held;
  await other`SELECT pg_advisory_unlock(${RESTORE_LOCK})`;
  other.release();
  expect(left).toHaveLength(1);
  await removeLeftovers({ db, eventsFolder: target.folders.events });
  expect(lists()).toEqual([]);
  expect(await readEvents(target)).toHaveLength(1000);
});

test("events that are here already are left as they are", async () => {
  const target = await givenTarget();
  const stored = await storeBackup(target.instance, backup);
  const first = await restore(target.context, { stored, ...NONE });
  const files = filesIn(target.folders.events);
  const times = files.map((name) => mtimeOf(target.folders.events, name));
  const second = await restore(target.context, { stored, ...NONE });
  expect(second.events).toMatchObject({
    new_files: 0,
    present_files: first.events?.files,
    left_out_files: 0,
  });
  expect(filesIn(target.folders.events)).toEqual(files);
  expect(files.map((name) => mtimeOf(target.folders.events, name))).toEqual(times);
  await target.database.drop();
});

function mtimeOf(folder: string, name: string): number {
  const path = readdirSync(folder, { recursive: true }).find((found) => String(found).endsWith(name));
  return statSync(join(folder, String(path))).mtimeMs;
}

test("a trial reads the events, and writes nothing", async () => {
  const target = await givenTarget();
  const stored = await storeBackup(target.instance, backup);
  const report = await tryRestore(target.context, { stored, ...NONE });
  expect(report.events).toMatchObject({ events: 1000, new_events: 1000 });
  expect(filesIn(target.folders.events)).toEqual([]);
  await target.database.drop();
});

test("events whose positions the journal here has given to other lines are left out", async () => {
  const target = await givenTarget();
  await target.database.sql`
    INSERT INTO collectors (id, stored_through, heard_at) SELECT '0123456789ab', 600, now()`;
  const stored = await storeBackup(target.instance, backup);
  const { events, warnings } = await restore(target.context, { stored, ...NONE });
  expect(events?.left_out_files).toBeGreaterThan(0);
  expect(warnings.join(" ")).toContain("are left out");
  const [collector] = await target.database.sql`SELECT stored_through::int AS through FROM collectors`;
  expect(collector?.through).toBe(600);
  await target.database.drop();
});

test("a spoilt file of before checksums were kept is left out, and the rest is restored", async () => {
  const spoilt = await givenTarget();
  await restore(spoilt.context, { stored: await storeBackup(spoilt.instance, backup), ...NONE });
  const [segment] = await spoilt.database.sql`
    UPDATE event_segments SET checksum = NULL WHERE id = (SELECT min(id) FROM event_segments)
    RETURNING path, size_bytes::int AS octets, row_count AS lost`;
  await Bun.write(join(spoilt.folders.events, String(segment?.path)), Buffer.alloc(Number(segment?.octets)));
  const octets = await takeBackup(spoilt.database.db, spoilt.instance, EVENTS);
  const target = await givenTarget();
  const { events, warnings } = await restore(target.context, {
    stored: await storeBackup(target.instance, octets),
    ...NONE,
  });
  expect(events).toMatchObject({ left_out_files: 1, new_events: 1000 - Number(segment?.lost) });
  expect(warnings.join(" ")).toContain("damaged");
  expect(await readEvents(target)).toHaveLength(1000 - Number(segment?.lost));
  await Promise.all([spoilt.database.drop(), target.database.drop()]);
});

test("where the disk has no room for the events nothing is touched", async () => {
  const target = await givenTarget({ minFreeBytes: Number.MAX_SAFE_INTEGER });
  const stored = await storeBackup(target.instance, backup);
  expect(await refusalOf(restore(target.context, { stored, ...NONE }))).toMatchObject({ status: 507 });
  // A trial, which writes none of them, needs none.
  const { events } = await tryRestore(target.context, { stored, ...NONE });
  expect(events).toMatchObject({ new_events: 1000 });
  expect(filesIn(target.folders.events)).toEqual([]);
  await target.database.drop();
});

test("a file in the place of one of the backup's is not overwritten", async () => {
  const target = await givenTarget();
  const [segment] = await source.sql`SELECT path FROM event_segments ORDER BY id LIMIT 1`;
  const path = join(target.folders.events, String(segment?.path));
  await Bun.write(path, "of somebody else");
  const stored = await storeBackup(target.instance, backup);
  expect(await refusalOf(restore(target.context, { stored, ...NONE }))).toMatchObject({ status: 409 });
  expect(await Bun.file(path).text()).toBe("of somebody else");
  expect(filesIn(target.folders.events)).toHaveLength(1);
  const [rows] = await target.database.sql`SELECT count(*)::int AS count FROM users`;
  expect(rows?.count).toBe(0);
  await target.database.drop();
});

test("a backup of events whose files are elsewhere is refused with words, and nothing is left", async () => {
  const elsewhere = givenInstance();
  expect(await refusalOf(takeBackup(source.db, elsewhere, EVENTS))).toMatchObject({
    status: 501,
    detail: expect.stringContaining("are not all in"),
  });
  expect(readdirSync(elsewhere.eventsFolder)).toEqual([]);
});

describe("a backup with events", () => {
  test(
    "faults 51 and 53: is refused wherever its content was changed, though the signature is right",
    async () => {
      const target = await givenTarget();
      const content = backup.subarray(0, -SIGNATURE_OCTETS);
      // The archive's end is short; before it the files of events stand as they are.
      for (const at of [content.length - 2000, content.length - 20_000]) {
        const changed = Buffer.from(content);
        changed.writeUInt8(changed.readUInt8(at) ^ 0x40, at);
        const signer = createSigner(SECRET_KEY);
        signer.add(changed);
        const stored = await storeBackup(target.instance, Buffer.concat([changed, signer.frame()]));
        expect(await refusalOf(restore(target.context, { stored, ...NONE }))).toMatchObject({
          status: 400,
          detail: expect.stringContaining("the backup is damaged"),
        });
      }
      expect(filesIn(target.folders.events)).toEqual([]);
      await target.database.drop();
    },
    patient(30_000),
  );

  test("is refused where it was cut off or changed, at every 64 KiB", async () => {
    const target = await givenTarget();
    for (let at = 0; at < backup.length; at += 64 * 1024) {
      const cut = await storeBackup(target.instance, backup.subarray(0, at));
      expect(await refusalOf(tryRestore(target.context, { stored: cut, ...NONE }))).toMatchObject({
        status: 400,
      });
      const flipped = Buffer.from(backup);
      flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
      const stored = await storeBackup(target.instance, flipped);
      expect(await refusalOf(tryRestore(target.context, { stored, ...NONE }))).toMatchObject({ status: 400 });
    }
    await target.database.drop();
  });
});

const STEPS: [string, number][] = [
  ["restore_events_placed", 0],
  ["restore_written", 0],
  ["restore_committed", 1000],
];

test.each(STEPS)(
  "fault 26: after kill -9 at %s files and catalog of events agree, and another restore works",
  async (step, expected) => {
    const target = await givenTarget();
    const { host, port, username, password, database: name } = target.database.connection;
    const connection = { host, port, username, password, database: name };
    const stored = await storeBackup(target.instance, backup);
    const file = join(target.instance.temporaryFolder, "order.json");
    await Bun.write(file, JSON.stringify({ connection, instance: target.instance, stored, step }));
    const fixture = join(import.meta.dir, "fixtures/restore-process.ts");
    const child = Bun.spawn([process.execPath, fixture, file], { stdout: "ignore", stderr: "pipe" });
    await child.exited;
    expect([child.signalCode, await child.stderr.text()]).toEqual(["SIGKILL", ""]);
    const { db, sql } = target.database;
    await waitFor("a database that nobody works in", async () => {
      const [other] = await sql`
        SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      return other === undefined;
    });
    // A service that starts now enters none of the files by itself.
    await reconcile({
      db,
      database: openEventDatabase(target.folders),
      folders: target.folders,
      log: pino({ level: "silent" }),
      collector: "feedfeedfeed",
      journal: { firstPosition: undefined },
      now: Date.now,
    });
    await removeLeftovers({ db, eventsFolder: target.folders.events });
    const [rows] =
      await sql`SELECT coalesce(sum(row_count), 0)::int AS events, count(*)::int AS files FROM event_segments`;
    expect(rows?.events).toBe(expected);
    expect(filesIn(target.folders.events)).toHaveLength(rows?.files);
    await restore(target.context, { stored, ...NONE });
    const events = await readEvents(target);
    expect(events).toHaveLength(1000);
    await target.database.drop();
    rmSync(target.folders.root, { recursive: true, force: true });
  },
  patient(60_000),
);
