import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "bun:test";
import pino from "pino";
import { backupJobs, Backups, cleanFolders, type BackupsOptions } from "#features/backups";
import { NOBODY, openAuditAnchor } from "#features/audit";
import { openFolder } from "../../../src/features/backups/scheduled/folder";
import { connectDatabase, followDatabase } from "#platform/database";
import { openDeletionClock } from "#platform/deletion-clock";
import { givenInstance, refusalOf } from "../../support/backups";
import { createTestDatabase } from "../../support/database";
import { settableClock } from "../../support/deletion-clock";

const database = await createTestDatabase();
const HOURLY = {
  enabled: true,
  intervalHours: 1,
  cron: "",
  timeZone: "UTC",
  retentionCount: 3,
  retentionDays: 0,
  verifiesWeekly: true,
};
const log = pino({ level: "silent" });
const never = new AbortController().signal;

function givenBackups(change: Partial<BackupsOptions> = {}) {
  const instance = givenInstance();
  const folder = join(instance.temporaryFolder, "backups");
  mkdirSync(folder, { recursive: true });
  const all = new Backups({
    db: database.db,
    sql: database.sql,
    instance,
    folder,
    anchor: openAuditAnchor(join(instance.temporaryFolder, "anchor")),
    readSettings: async () => HOURLY,
    deletions: openDeletionClock({ db: database.db, log }),
    log,
    ...change,
  });
  return { backups: all.scheduled, all, folder, instance };
}

beforeEach(async () => {
  await database.sql`DELETE FROM backup_runs`;
});

/** A file as one of the schedule, made so many minutes ago. */
function givenKept(folder: string, minutes: number): string {
  const at = new Date(Date.now() - minutes * 60_000).toISOString();
  const name = `netatlas-backup-${at.slice(0, 19).replace(/[-:]/g, "").replace("T", "-")}.tar.zst`;
  writeFileSync(join(folder, name), "x");
  return name;
}

test("the first is made at once, and the next when the hours are over", async () => {
  const { backups, folder } = givenBackups();
  await backups.makeDue(never);
  expect(readdirSync(folder)).toHaveLength(1);
  await backups.makeDue(never);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("nothing is to be done by the plan until somebody has switched it on", async () => {
  const { sql } = database;
  const job = backupJobs(givenBackups().all).find(({ name }) => name === "backups.make");
  const isWanted = async () => {
    const [row] = await sql<{ is: boolean }[]>`SELECT ${sql.unsafe(job?.when ?? "true")} AS is`;
    return row?.is;
  };
  expect(await isWanted()).toBe(false);
  await sql`INSERT INTO system_settings (name, value) VALUES ('backup_schedule_enabled', 'true')`;
  expect(await isWanted()).toBe(true);
  await sql`UPDATE system_settings SET value = 'false'`;
  expect(await isWanted()).toBe(false);
  await sql`DELETE FROM system_settings`;
});

test("none is made while the schedule is off, or before the time", async () => {
  const off = givenBackups({ readSettings: async () => ({ ...HOURLY, enabled: false }) });
  await off.backups.makeDue(never);
  const early = givenBackups();
  givenKept(early.folder, 50);
  await early.backups.makeDue(never);
  expect([readdirSync(off.folder).length, readdirSync(early.folder).length]).toEqual([0, 1]);
});

test("the oldest go, and nothing else that lies in the folder", async () => {
  const { backups, folder } = givenBackups();
  const old = [500, 400, 300, 200].map((minutes) => givenKept(folder, minutes));
  writeFileSync(join(folder, "notes.txt"), "mine");
  await backups.makeDue(never);
  const left = readdirSync(folder).sort();
  expect(left).toHaveLength(4);
  expect(left).toEqual(expect.arrayContaining(["notes.txt", ...old.slice(2)]));
});

test("a backup that takes of the disk what is left to others is refused, and leaves nothing", async () => {
  const full = { ...givenInstance(), minFreeBytes: Number.MAX_SAFE_INTEGER };
  const { backups, folder } = givenBackups({ instance: full });
  const refusal = await refusalOf(backups.makeNow(NOBODY, never));
  expect(refusal).toMatchObject({
    status: 507,
    message: expect.stringContaining("has no room for the backup"),
  });
  const store = openFolder(folder, full.minFreeBytes);
  const file = { name: "x", octets: 1, content: (async function* () {})(), close: async () => undefined };
  expect(await refusalOf(store.keep(file))).toMatchObject({ status: 507 });
  expect([readdirSync(folder), readdirSync(full.temporaryFolder)]).toEqual([[], []]);
});

test("after the clock was put back one is made, and none of the time to come pushes it out", async () => {
  const { backups, folder } = givenBackups({ readSettings: async () => ({ ...HOURLY, retentionCount: 1 }) });
  const ahead = givenKept(folder, -10 * 24 * 60);
  await backups.makeDue(never);
  const left = readdirSync(folder);
  expect(left).toHaveLength(1);
  expect(left).not.toEqual([ahead]);
  await backups.makeDue(never);
  expect(readdirSync(folder)).toEqual(left);
});

test("none goes for its age while the clock is not believed, as after it was set forward by years", async () => {
  const clock = settableClock(Date.now());
  const { backups, folder } = givenBackups({
    readSettings: async () => ({ ...HOURLY, retentionCount: 9, retentionDays: 7 }),
    deletions: clock,
  });
  const old = givenKept(folder, 6 * 365 * 24 * 60);
  await backups.makeNow(NOBODY, never);
  expect(readdirSync(folder)).toContain(old);
  clock.pass(3_600_000);
  await backups.makeNow(NOBODY, never);
  expect(readdirSync(folder)).not.toContain(old);
});

test("a link in the folder is no backup, whatever it leads to", async () => {
  const { backups, folder, instance } = givenBackups();
  const name = givenKept(folder, 10);
  renameSync(join(folder, name), join(instance.temporaryFolder, "other"));
  symlinkSync(join(instance.temporaryFolder, "other"), join(folder, name));
  expect(await backups.list()).toEqual([]);
  expect(await refusalOf(backups.get({ filename: name, place: undefined }))).toMatchObject({ status: 404 });
});

test("one that fails is noted and told, and tried again an hour later", async () => {
  const { backups, folder } = givenBackups();
  const unwritable = givenBackups({
    instance: { ...givenInstance(), temporaryFolder: join(folder, "not-there") },
    folder,
  });
  await unwritable.backups.makeDue(never);
  const { lastRun } = await unwritable.backups.status();
  expect(lastRun).toMatchObject({ by_hand: false, filename: null, error: expect.stringContaining("ENOENT") });
  const [signal] = await database.sql`SELECT event_type, sentence FROM alert_signals`;
  expect(signal).toMatchObject({
    event_type: "backup_failed",
    sentence: expect.stringContaining("failed: ENOENT"),
  });
  await backups.makeDue(never);
  expect(readdirSync(folder)).toEqual([]);
  await database.sql`UPDATE backup_runs SET ended_at = ended_at - interval '61 minutes'`;
  await backups.makeDue(never);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("one that was asked for and cannot be kept is refused with the text that clients know, and noted", async () => {
  const { backups } = givenBackups({ folder: "/dev/null/backups" });
  expect(await refusalOf(backups.makeNow(NOBODY, never))).toMatchObject({
    status: 500,
    detail: "Database backup failed",
  });
  const [run] = await database.sql`SELECT error FROM backup_runs`;
  expect(run?.error).toContain("/dev/null");
});

test("of two processes that are asked at once one makes a backup, the other refuses, and the schedule makes none beside it", async () => {
  const processes = [givenBackups(), givenBackups()];
  const asked = await Promise.all(
    processes.map(({ backups }) => backups.makeNow(NOBODY, never).catch((error: unknown) => error)),
  );
  expect(asked).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ status: 409 }),
      expect.objectContaining({ kind: "scheduled" }),
    ]),
  );
  const kept = () => processes.flatMap(({ folder }) => readdirSync(folder));
  expect(kept()).toHaveLength(1);
  await database.sql`DELETE FROM backup_runs`;
  await database.sql`UPDATE job_leases SET leased_until = now() + interval '1 minute' WHERE name = 'backups.keep'`;
  await processes[1]?.backups.makeDue(never);
  expect(kept()).toHaveLength(1);
  // As if the process had died that made one.
  await database.sql`UPDATE job_leases SET leased_until = now() - interval '1 second' WHERE name = 'backups.keep'`;
  await processes[1]?.backups.makeNow(NOBODY, never);
  expect(kept()).toHaveLength(2);
});

test("one for which the database was away is in nobody's way when that is back", async () => {
  const away = connectDatabase(database.connection, { log, maxConnections: 1 });
  await away.close();
  const following = followDatabase(away);
  const { backups, folder } = givenBackups(following.database);
  expect(await refusalOf(backups.makeNow(NOBODY, never))).toBeInstanceOf(Error);
  following.switchTo(database);
  await backups.makeNow(NOBODY, never);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("what a process left that was killed is removed at the next start, and nothing else", async () => {
  const { folder, instance } = givenBackups();
  const kept = givenKept(folder, 10);
  writeFileSync(join(folder, ".partial-x"), "half");
  for (const name of ["backup-x", "restore-x", "other"])
    writeFileSync(join(instance.temporaryFolder, name), "x");
  await cleanFolders({ folder, temporaryFolder: instance.temporaryFolder });
  expect(readdirSync(folder)).toEqual([kept]);
  expect(readdirSync(instance.temporaryFolder).sort()).toEqual(["backups", "other"]);
});
