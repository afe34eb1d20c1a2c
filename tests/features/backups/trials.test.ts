import { mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "bun:test";
import pino from "pino";
import { NOBODY, openAuditAnchor } from "#features/audit";
import { openDeletionClock } from "#platform/deletion-clock";
import { makeFernetKey } from "#platform/secrets";
import { Backups, type BackupsOptions } from "#features/backups";
import { readInstallation } from "../../../src/features/backups/scheduled/own";
import { updateTarget } from "../../../src/features/backups/target/service";
import { givenInstance, refusalOf } from "../../support/backups";
import { createTestDatabase } from "../../support/database";
import { S3_BUCKET, S3_KEYS, S3_REGION, startS3Server } from "../../support/s3-server";

const database = await createTestDatabase();
await database.sql`INSERT INTO users (username, password_hash, role) VALUES ('alice', 'x', 'SuperAdmin')`;
const never = new AbortController().signal;
/** What the names in a bucket say of this installation. */
const OWN = await readInstallation(database.db);
const PASSPHRASE = "correct horse battery staple";

const SETTINGS = {
  enabled: true,
  intervalHours: 1,
  cron: "",
  timeZone: "UTC",
  retentionCount: 2,
  retentionDays: 0,
  verifiesWeekly: true,
};

const log = pino({ level: "silent" });

function givenBackups(change: Partial<BackupsOptions> = {}) {
  const instance = givenInstance();
  const folder = join(instance.temporaryFolder, "backups");
  mkdirSync(folder, { recursive: true });
  const backups = new Backups({
    db: database.db,
    sql: database.sql,
    instance,
    folder,
    anchor: openAuditAnchor(join(instance.temporaryFolder, "anchor")),
    readSettings: async () => SETTINGS,
    deletions: openDeletionClock({ db: database.db, log }),
    log,
    ...change,
  });
  const target = { ...backups.targetContext, actor: NOBODY };
  return { backups, scheduled: backups.scheduled, folder, instance, target };
}

async function givenBucket(target: ReturnType<typeof givenBackups>["target"]) {
  const server = startS3Server();
  const { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = S3_KEYS;
  const place = { place: "s3" as const, endpoint: server.endpoint, region: S3_REGION, bucket: S3_BUCKET };
  await updateTarget(target, { ...place, prefix: "home/", access_key_id, secret_access_key });
  return server;
}

beforeEach(async () => {
  await database.sql`DELETE FROM backup_runs`;
  await database.sql`DELETE FROM backup_trials`;
  await database.sql`DELETE FROM backup_target`;
  await database.sql`DELETE FROM alert_signals`;
});

/** As if all that is noted had been so much earlier: it is due then, night or not. */
async function letDaysPass(days: number): Promise<void> {
  await database.sql`UPDATE backup_trials SET ended_at = ended_at - make_interval(days => ${days})`;
}

/** Lies in the folder, three days old: a trial is due, night or not. */
async function givenOldBackup(folder: string, instance: BackupsOptions["instance"]): Promise<string> {
  const { scheduled, folder: from } = givenBackups({ instance });
  const { filename } = await scheduled.makeNow(NOBODY, never);
  await database.sql`DELETE FROM backup_runs`;
  const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const name = `netatlas-backup-${at.slice(0, 19).replace(/[-:]/g, "").replace("T", "-")}.tar.zst`;
  writeFileSync(join(folder, name), await Bun.file(join(from, filename)).bytes());
  return name;
}

async function schemas(): Promise<string[]> {
  const rows = await database.sql<{ name: string }[]>`
    SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'netatlas_restore%'`;
  return rows.map(({ name }) => name);
}

test("a trial restore says that a backup can be restored, and leaves nothing in the database or on the disk", async () => {
  const { scheduled, instance } = givenBackups();
  const { filename } = await scheduled.makeNow(NOBODY, never);
  const found = await scheduled.verify(NOBODY, { filename, place: undefined });
  expect(found).toMatchObject({ verified_at: expect.any(String), verification_error: null });
  expect(await scheduled.list()).toEqual([found]);
  expect(await schemas()).toEqual([]);
  expect(readdirSync(instance.temporaryFolder).filter((name) => name.startsWith("restore-"))).toEqual([]);
});

test("a damaged backup fails its trial, and the alert rules are told where nobody asked for it", async () => {
  const { scheduled, folder, instance } = givenBackups();
  const name = await givenOldBackup(folder, instance);
  truncateSync(join(folder, name), 5000);
  const { verification_error: byHand } = await scheduled.verify(NOBODY, { filename: name, place: "folder" });
  expect(byHand).toContain("signature");
  const signals = () => database.sql`SELECT sentence FROM alert_signals WHERE subject = 'backup:trial'`;
  expect(await signals()).toHaveLength(0);
  await letDaysPass(3);
  await scheduled.verifyDue(never);
  const [signal] = await signals();
  expect(signal?.["sentence"]).toContain(
    `the trial restore of the backup ${name} failed: Backup file is missing`,
  );
});

test("the newest is tried once a week, by one of two processes", async () => {
  const { scheduled, folder, instance } = givenBackups();
  const name = await givenOldBackup(folder, instance);
  const other = givenBackups({ folder });
  const trial = async () => (await scheduled.status()).lastTrial;
  await scheduled.verifyDue(never);
  const first = await trial();
  expect(first).toMatchObject({ filename: name, by_hand: false, error: null });
  await other.scheduled.verifyDue(never);
  expect(await trial()).toEqual(first);
  const newer = await givenOldBackup(folder, instance);
  await letDaysPass(6);
  await scheduled.verifyDue(never);
  expect((await trial())?.filename).toBe(name);
  await letDaysPass(4);
  await scheduled.verifyDue(never);
  expect(await trial()).toMatchObject({ filename: newer, error: null });
});

test("none is tried where the setting is off, or nothing was backed up", async () => {
  const off = givenBackups({ readSettings: async () => ({ ...SETTINGS, verifiesWeekly: false }) });
  await givenOldBackup(off.folder, off.instance);
  await off.scheduled.verifyDue(never);
  await givenBackups().scheduled.verifyDue(never);
  expect((await off.scheduled.status()).lastTrial).toBeNull();
});

test("a trial ends with the service, and says nothing of the backup then", async () => {
  const ending = new AbortController();
  const { scheduled, folder, instance } = givenBackups({ observe: () => ending.abort() });
  await givenOldBackup(folder, instance);
  await scheduled.verifyDue(ending.signal);
  expect(ending.signal.aborted).toBe(true);
  expect((await scheduled.status()).lastTrial).toBeNull();
});

test("a backup is not fetched for a trial where the disk has no room for it, which is no fault of the backup", async () => {
  const made = givenBackups();
  await givenBucket(made.target);
  const { filename } = await made.scheduled.makeNow(NOBODY, never);
  const { scheduled } = givenBackups({
    instance: { ...made.instance, minFreeBytes: Number.MAX_SAFE_INTEGER },
  });
  expect(await refusalOf(scheduled.verify(NOBODY, { filename, place: "s3" }))).toMatchObject({
    status: 503,
    detail: expect.stringContaining("no room"),
  });
  expect((await scheduled.status()).lastTrial).toBeNull();
});

test("backups go into a bucket with a passphrase, are tried from there, and the oldest go", async () => {
  const { scheduled, target, folder } = givenBackups();
  const server = await givenBucket(target);
  await updateTarget(target, { passphrase: PASSPHRASE });
  for (const year of ["2024", "2025"])
    server.objects.set(`home/netatlas-backup-${year}0101-000000-of-${OWN}.tar.zst`, new Uint8Array(9));
  server.objects.set("other/netatlas-backup-20250101-000000.tar.zst", new Uint8Array(9));
  await scheduled.makeDue(never);
  const status = await scheduled.status();
  expect(status).toMatchObject({ place: "s3", lastRun: { place: "s3", error: null }, isDue: false });
  const [newest, older, ...others] = await scheduled.list();
  expect(newest).toMatchObject({ place: "s3", is_encrypted: true, filename: status.newest?.filename ?? "" });
  expect([older?.created_at, others.length]).toEqual(["2025-01-01T00:00:00.000Z", 0]);
  expect([...server.objects.keys()].filter((key) => key.startsWith("other/"))).toHaveLength(1);
  const filename = newest?.filename ?? "";
  expect(await scheduled.verify(NOBODY, { filename, place: "s3" })).toMatchObject({
    verification_error: null,
  });
  await updateTarget(target, { passphrase: "" });
  const without = await scheduled.verify(NOBODY, { filename, place: undefined });
  expect(without.verification_error).toContain("passphrase");
  expect(readdirSync(folder)).toEqual([]);
});

test("what another installation has put into the same place is neither let go nor tried", async () => {
  const { scheduled, target } = givenBackups();
  const server = await givenBucket(target);
  const noted = "netatlas-backup-20240101-000000-of-11111111.tar.zst";
  const foreign = [
    "netatlas-backup-20230101-000000-of-00000000.tar.zst",
    "netatlas-backup-20231231-000000.tar.zst",
    "netatlas-backup-20261124-000000-of-00000000.tar.zst",
  ];
  for (const name of [noted, ...foreign]) server.objects.set(`home/${name}`, new Uint8Array(9));
  // What was noted counts, whatever its name says.
  await database.sql`
    INSERT INTO backup_runs (started_at, ended_at, is_by_hand, place, filename, size_bytes)
    VALUES (now() - interval '2 d', now() - interval '2 d', false, 's3', ${noted}, 9)`;
  await scheduled.makeDue(never);
  await database.sql`UPDATE backup_runs SET started_at = started_at - interval '1 d', ended_at = ended_at - interval '1 d'`;
  await Bun.sleep(1000);
  await scheduled.makeNow(NOBODY, never);
  const left = [...server.objects.keys()].map((key) => key.slice("home/".length));
  expect(left.filter((name) => !name.includes(OWN)).sort()).toEqual(foreign.sort());
  expect(left.filter((name) => name.includes(OWN))).toHaveLength(2);
});

test("a bucket that cannot be asked fails the backup in words, is tried again in an hour, and hides none of the folder", async () => {
  const { scheduled, target, folder, instance } = givenBackups();
  const name = await givenOldBackup(folder, instance);
  const server = await givenBucket(target);
  server.refuse = () => ({ status: 403, code: "AccessDenied" });
  await scheduled.makeDue(never);
  const { lastRun, isDue } = await scheduled.status();
  expect([lastRun?.error, isDue]).toEqual([expect.stringContaining("the access key may not do that"), false]);
  expect(await refusalOf(scheduled.list())).toMatchObject({ status: 503 });
  expect((await scheduled.list("folder")).map(({ filename }) => filename)).toEqual([name]);
  expect(await refusalOf(scheduled.makeNow(NOBODY, never))).toMatchObject({
    status: 503,
    detail: expect.stringContaining("the access key may not do that"),
  });
});

test("with another MASTER_KEY backups fail and say why, rather than go without the passphrase", async () => {
  const { target, folder } = givenBackups();
  await updateTarget(target, { passphrase: PASSPHRASE });
  const instance = givenInstance({ masterKey: makeFernetKey() });
  const { scheduled } = givenBackups({ instance, folder });
  await scheduled.makeDue(never);
  const { lastRun } = await scheduled.status();
  expect(lastRun?.error).toContain("MASTER_KEY is another one");
  await givenBucket(target);
  expect(await refusalOf(scheduled.list())).toMatchObject({ status: 503 });
  expect(readdirSync(folder)).toEqual([]);
});

test("where old backups cannot be removed the new one is kept, and that is told", async () => {
  const { scheduled, target } = givenBackups();
  const server = await givenBucket(target);
  for (const year of ["2023", "2024", "2025"])
    server.objects.set(`home/netatlas-backup-${year}0101-000000-of-${OWN}.tar.zst`, new Uint8Array(9));
  server.refuse = ({ method }) => (method === "DELETE" ? { status: 403, code: "AccessDenied" } : undefined);
  await scheduled.makeDue(never);
  const { lastRun, isDue } = await scheduled.status();
  expect(lastRun).toMatchObject({
    filename: expect.any(String),
    error: expect.stringContaining("cannot be removed"),
  });
  expect(isDue).toBe(false);
  const [signal] = await database.sql`SELECT sentence FROM alert_signals`;
  expect(signal?.["sentence"]).toContain("the scheduled backup was made, but old ones cannot be removed");
});
