import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { verifyAuditLog } from "#features/audit";
import { createEncryption } from "#platform/encryption";
import { makeFernetKey } from "#platform/secrets";
import { signInToDemo } from "../../../src/demo/client";
import { seedDemo } from "../../../src/demo/seed";
import { restore, tryRestore } from "../../../src/features/backups/restore/restore";
import { createTestService, MASTER_KEY, type TestService } from "../../support/app";
import {
  givenInstance,
  hashesOf,
  refusalOf,
  restoreContext,
  storeBackup,
  takeBackup,
} from "../../support/backups";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { patient } from "../../support/patience";
import { waitFor } from "../../support/wait-for";

const PASSPHRASE = "correct horse battery staple";
const AUDIT = ["audit_chain", "audit_head", "audit_log"];
const NONE = { passphrase: undefined };

let service: TestService;
let filled: TestDatabase;
/** Signed, of everything. */
let backup: Buffer;

beforeAll(async () => {
  service = await createTestService();
  filled = service.database;
  const server = service.listen();
  const client = await signInToDemo(server.url.origin, {
    username: "admin",
    password: "a-password-of-the-demo-123",
  });
  await seedDemo(client, { url: server.url.origin, isPlayed: false });
  await server.stop(true);
  await filled.sql`UPDATE devices SET notes = ${'\u2028 ü \\ " \n \t 雪 {}'} WHERE id = (SELECT min(id) FROM devices)`;
  backup = await takeBackup(filled.db, givenInstance(), { parts: ["check_history", "bindings"] });
}, patient(120_000));
afterAll(() => service.close());

test("an empty database holds after a restore exactly what the other one held", async () => {
  const empty = await createTestDatabase();
  const instance = givenInstance();
  await restore(restoreContext(empty.db, instance), { stored: await storeBackup(instance, backup), ...NONE });
  // The restore itself is noted.
  const before = await hashesOf(filled.db, { except: AUDIT });
  const after = await hashesOf(empty.db, { except: AUDIT });
  expect(withoutClaims(after)).toEqual(withoutClaims(before));
  const rows = await empty.sql`SELECT action FROM audit_log ORDER BY id DESC LIMIT 1`;
  expect(rows[0]?.action).toBe("backup.database_restored");
  const verified = await verifyAuditLog(
    { db: empty.db },
    { anchor: restoreContext(empty.db, instance).anchor.read(), expected: undefined },
  );
  expect(verified).toMatchObject({ ok: true });
  const schemas = await empty.sql`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'netatlas%'`;
  expect([...schemas]).toEqual([]);
  await empty.drop();
});

/** Claims of restored rows are given up. */
function withoutClaims(hashes: Record<string, string>): Record<string, string> {
  const claimed = ["check_targets", "discovery_schedules", "lldp_sources", "snmp_polls"];
  return Object.fromEntries(Object.entries(hashes).filter(([name]) => !claimed.includes(name)));
}

test("users and keys that were shut out since the backup stay so, and numbers are not given out again", async () => {
  const { database, instance, stored } = await givenRestorable();
  await database.sql`UPDATE users SET is_active = false WHERE username = 'second'`;
  await database.sql`UPDATE api_keys SET revoked_at = now(), revocation_reason = 'lost' WHERE prefix = 'aaaa'`;
  await database.sql`INSERT INTO sites (name) SELECT 'later ' || i FROM generate_series(1, 5) i`;
  const [last] = await database.sql`SELECT max(id)::int AS id FROM sites`;
  const report = await restore(restoreContext(database.db, instance), { stored, ...NONE });
  expect(report).toMatchObject({
    still_disabled_users: ["second"],
    still_revoked_keys: ["aaaa"],
    keeps_audit_log: true,
  });
  const [user] = await database.sql`SELECT is_active FROM users WHERE username = 'second'`;
  const [key] = await database.sql`SELECT revocation_reason FROM api_keys`;
  expect([user?.is_active, key?.revocation_reason]).toEqual([false, "lost"]);
  const [site] = await database.sql`INSERT INTO sites (name) VALUES ('anew') RETURNING id::int AS id`;
  expect(site?.id).toBe(last?.id + 1);
  await database.drop();
});

async function givenRestorable() {
  const database = await createTestDatabase();
  const instance = givenInstance();
  await database.sql`INSERT INTO users (username, password_hash, role) VALUES ('root', 'x', 'SuperAdmin'), ('second', 'x', 'Viewer')`;
  await database.sql`INSERT INTO sites (name) VALUES ('first')`;
  await database.sql`
    INSERT INTO api_keys (user_id, name, prefix, digest, created_address)
    SELECT id, 'key', 'aaaa', '\\x00'::bytea, '192.0.2.1' FROM users WHERE username = 'second'`;
  await database.sql`INSERT INTO audit_log (action) VALUES ('before')`;
  const stored = await storeBackup(instance, await takeBackup(database.db, instance));
  await database.sql`INSERT INTO audit_log (action) VALUES ('after')`;
  return { database, instance, stored };
}

test("the audit log loses nothing by a restore of an own backup", async () => {
  const { database, instance, stored } = await givenRestorable();
  await restore(restoreContext(database.db, instance), { stored, ...NONE });
  const rows = await database.sql`SELECT action FROM audit_log ORDER BY id`;
  expect(rows.map(({ action }) => action)).toEqual(["before", "after", "backup.database_restored"]);
  expect(await verifyAuditLog({ db: database.db }, { anchor: undefined, expected: undefined })).toMatchObject(
    { ok: true },
  );
  await database.drop();
});

test("a backup without anybody who could sign in as SuperAdmin is refused, and nothing is touched", async () => {
  const { database, instance, stored } = await givenRestorable();
  await database.sql`UPDATE users SET is_active = false WHERE username = 'root'`;
  const before = await hashesOf(database.db);
  expect(await refusalOf(restore(restoreContext(database.db, instance), { stored, ...NONE }))).toMatchObject({
    status: 400,
    detail: "The backup has no SuperAdmin who may sign in",
  });
  expect(await hashesOf(database.db)).toEqual(before);
  await database.drop();
});

test("with a passphrase another instance takes the backup, and reads its secrets with its own key", async () => {
  const { database, instance } = await givenRestorable();
  const secret = createEncryption(MASTER_KEY).encrypt("a community");
  await database.sql`INSERT INTO notification_settings (name, value) VALUES ('smtp_password', ${secret})`;
  const sealed = await takeBackup(database.db, instance, { passphrase: PASSPHRASE });
  const masterKey = makeFernetKey();
  const other = givenInstance({ secretKey: "another".padEnd(64, "x"), masterKey });
  const target = await createTestDatabase();
  const stored = await storeBackup(other, sealed);
  const context = restoreContext(target.db, other);
  expect(await refusalOf(tryRestore(context, { stored, passphrase: undefined }))).toMatchObject({
    status: 400,
  });
  expect(await refusalOf(tryRestore(context, { stored, passphrase: "another passphrase" }))).toMatchObject({
    detail: "The passphrase is wrong, or the backup was changed",
  });
  const report = await restore(context, { stored, passphrase: PASSPHRASE });
  expect(report).toMatchObject({ is_own_instance: false, secrets_readable: true, keeps_audit_log: false });
  const [kept] = await target.sql<{ value: string }[]>`SELECT value FROM notification_settings`;
  expect(createEncryption(masterKey).decrypt(kept?.value ?? "")).toBe("a community");
  const anchor = context.anchor.read();
  expect(await verifyAuditLog({ db: target.db }, { anchor, expected: undefined })).toMatchObject({
    ok: true,
  });
  await Promise.all([database.drop(), target.drop()]);
});

test("another MASTER_KEY is told before anything changes", async () => {
  const { database, instance, stored } = await givenRestorable();
  const changed = { ...instance, masterKey: makeFernetKey() };
  const report = await tryRestore(restoreContext(database.db, changed), { stored, ...NONE });
  expect(report.secrets_readable).toBe(false);
  expect(report.warnings.join(" ")).toContain("another MASTER_KEY");
  await database.drop();
});

test("a role that may not create a schema is told so, and nothing is touched", async () => {
  const { database, instance, stored } = await givenRestorable();
  const { database: name, username } = database.connection;
  await database.sql`REVOKE CREATE ON DATABASE ${database.sql(name)} FROM ${database.sql(username)}`;
  expect(await refusalOf(restore(restoreContext(database.db, instance), { stored, ...NONE }))).toMatchObject({
    status: 501,
    detail: `Database restore needs the right to create a schema: GRANT CREATE ON DATABASE ${name} TO ${username}`,
  });
  await database.drop();
});

test("who is shut out while a restore waits for the tables stays so", async () => {
  const { database, instance, stored } = await givenRestorable();
  const context = restoreContext(database.db, instance);
  const blocked = Promise.withResolvers<void>();
  let restoring: Promise<unknown> | undefined;
  await database.sql.begin(async (tx) => {
    await tx`LOCK TABLE sites IN SHARE MODE`;
    restoring = restore(
      { ...context, observe: (step) => step === "restore_migrated" && blocked.resolve() },
      { stored, ...NONE },
    );
    await blocked.promise;
    await tx`UPDATE users SET is_active = false WHERE username = 'second'`;
  });
  await restoring;
  const [user] = await database.sql`SELECT is_active FROM users WHERE username = 'second'`;
  expect(user?.is_active).toBe(false);
  await database.drop();
});

test("users who were SuperAdmins at the time of the backup and are none now are named", async () => {
  const { database, instance, stored } = await givenRestorable();
  await database.sql`INSERT INTO users (username, password_hash, role) VALUES ('later', 'x', 'SuperAdmin')`;
  await database.sql`UPDATE users SET role = 'Viewer' WHERE username = 'root'`;
  const { warnings } = await tryRestore(restoreContext(database.db, instance), { stored, ...NONE });
  expect(warnings).toContain("Who has lost the role since is a SuperAdmin again: root.");
  await database.drop();
});

test("the entry of a restore names the head of the log that it replaces, with what was noted while it waited", async () => {
  const { database, instance, stored } = await givenRestorable();
  const other = await createTestDatabase();
  await other.sql`INSERT INTO audit_log (action) VALUES ('of here')`;
  const blocked = Promise.withResolvers<void>();
  let restoring: Promise<unknown> | undefined;
  await other.sql.begin(async (tx) => {
    await tx`LOCK TABLE sites IN SHARE MODE`;
    restoring = restore(
      {
        ...restoreContext(other.db, instance),
        observe: (step) => step === "restore_migrated" && blocked.resolve(),
      },
      { stored, ...NONE },
    );
    await blocked.promise;
    await waitFor("a restore that waits for the tables", async () => {
      const [waiting] = await tx`
        SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      return waiting !== undefined;
    });
    await tx`INSERT INTO audit_log (action) VALUES ('meanwhile')`;
  });
  await restoring;
  const [row] = await other.sql`SELECT detail FROM audit_log WHERE action = 'backup.database_restored'`;
  expect(row?.detail).toContain("replaced_audit_head=2:");
  await Promise.all([database.drop(), other.drop()]);
});

test("notices that went out since are not sent again, and what lasts is told further only some time from now", async () => {
  const { database, instance } = await givenRestorable();
  await database.sql`
    INSERT INTO alert_rules (name, enabled, event_type, severity, channels, cooldown_minutes, for_minutes, notifies_recovery, loss_window_minutes)
    VALUES ('rule', true, 'device_offline', 'critical', '{}', 5, 0, true, 60)`;
  await database.sql`
    INSERT INTO alert_incidents (subject, severity, title, opened_at) VALUES ('device:1', 'critical', 'down', now() - interval '1 day')`;
  await database.sql`
    INSERT INTO alert_escalations (incident_id, rule_id, told_at) SELECT i.id, r.id, now() - interval '1 day' FROM alert_incidents i, alert_rules r`;
  await database.sql`
    INSERT INTO alert_events (rule_name, event_type, severity, status, subject, fired_at, message, notice)
    SELECT 'rule', 'device_offline', 'critical', 'firing', subject, now(), 'down', 'kept' FROM unnest('{device:1,device:2}'::text[]) subject`;
  const stored = await storeBackup(instance, await takeBackup(database.db, instance));
  await database.sql`UPDATE alert_events SET notice = 'sent' WHERE subject = 'device:1'`;
  await restore(restoreContext(database.db, instance), { stored, ...NONE });
  const events = await database.sql`SELECT subject, notice FROM alert_events ORDER BY subject`;
  expect(events.map(({ subject, notice }) => [subject, notice])).toEqual([
    ["device:1", "sent"],
    ["device:2", "kept"],
  ]);
  const [escalation] =
    await database.sql`SELECT told_at > now() - interval '1 hour' AS is_anew FROM alert_escalations`;
  expect(escalation?.is_anew).toBe(true);
  await database.drop();
});

test("reports that were due since the backup are not all mailed behind a restore", async () => {
  const { database, instance } = await givenRestorable();
  await database.sql`
    INSERT INTO report_schedules (owner_user_id, name, is_enabled, cadence, weekday, day_of_month, time, time_zone, days, paper, recipient_user_ids, recipient_addresses, due_at)
    SELECT id, 'weekly', true, 'weekly', 1, 1, '07:30', 'UTC', 7, 'a4', '{}', '{}', now() - interval '90 days' FROM users WHERE username = 'root'`;
  const stored = await storeBackup(instance, await takeBackup(database.db, instance));
  await restore(restoreContext(database.db, instance), { stored, ...NONE });
  const [schedule] = await database.sql`
    SELECT due_at > now() AND due_at <= now() + interval '7 days' AND extract(isodow FROM due_at) = 1 AS is_next FROM report_schedules`;
  expect(schedule?.is_next).toBe(true);
  await database.drop();
});

test("of two restores at once one is refused, and the other is whole", async () => {
  const { database, instance, stored } = await givenRestorable();
  const outcomes = await Promise.allSettled(
    [1, 2].map(() => restore(restoreContext(database.db, instance), { stored, ...NONE })),
  );
  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.map(({ reason }) => reason)).toEqual([expect.objectContaining({ status: 409 })]);
  await database.drop();
});

test("who writes meanwhile waits and goes on, and a claim of before writes nothing", async () => {
  const { database, instance, stored } = await givenRestorable();
  await database.sql`UPDATE sites SET name = 'changed'`;
  const over = new AbortController();
  const failures: unknown[] = [];
  const write = async () => {
    while (!over.signal.aborted)
      await database.sql`UPDATE sites SET display_name = 'x' WHERE name = 'changed'`.catch((error) =>
        failures.push(error),
      );
  };
  const writing = write();
  await restore(restoreContext(database.db, instance), { stored, ...NONE });
  over.abort();
  await writing;
  const [site] = await database.sql`SELECT name FROM sites`;
  expect([failures, site?.name]).toEqual([[], "first"]);
  await database.drop();
});

test("a backup that is taken while another is restored shows one of the two, whole", async () => {
  const { database, instance, stored } = await givenRestorable();
  await database.sql`DELETE FROM sites`;
  const [taken] = await Promise.all([
    takeBackup(database.db, instance),
    restore(restoreContext(database.db, instance), { stored, ...NONE }),
  ]);
  const again = await storeBackup(instance, taken);
  const report = await tryRestore(restoreContext(database.db, instance), { stored: again, ...NONE });
  expect(report.users).toBe(2);
  await database.drop();
});

test("fault 25: a backup under load is of one moment, and another instance takes it", async () => {
  const { database, instance } = await givenRestorable();
  const over = new AbortController();
  const write = async () => {
    while (!over.signal.aborted) {
      await database.sql.begin(async (tx) => {
        await tx`INSERT INTO sites (name) SELECT 'site ' || gen_random_uuid() FROM generate_series(1, 20)`;
        await tx`INSERT INTO device_type_colors (device_type, color) SELECT 'type ' || gen_random_uuid(), '#000000' FROM generate_series(1, 20)`;
      });
    }
  };
  const writing = Promise.all([write(), write()]);
  const octets = await takeBackup(database.db, instance, { passphrase: PASSPHRASE });
  over.abort();
  await writing;
  const other = givenInstance({ secretKey: "another".padEnd(64, "x"), masterKey: makeFernetKey() });
  const target = await createTestDatabase();
  const [before] = await target.sql`SELECT count(*)::int AS types FROM device_type_colors`;
  const stored = await storeBackup(other, octets);
  await restore(restoreContext(target.db, other), { stored, passphrase: PASSPHRASE });
  const [rows] = await target.sql`
    SELECT (SELECT count(*)::int FROM sites) AS sites, (SELECT count(*)::int FROM device_type_colors) AS types`;
  expect(rows?.types - before?.types).toBe(rows?.sites - 1);
  await Promise.all([database.drop(), target.drop()]);
});

const STEPS: [string, string][] = [
  ["restore_emptied", "later"],
  ["restore_written", "later"],
  ["restore_committed", "first"],
];

test.each(STEPS)(
  "fault 26: after kill -9 at %s everything is as it was %s, nothing is left over, and another restore works",
  async (step, name) => {
    const { database, instance, stored } = await givenRestorable();
    await database.sql`UPDATE sites SET name = 'later'`;
    const { host, port, username, password, database: databaseName } = database.connection;
    const connection = { host, port, username, password, database: databaseName };
    const file = join(instance.temporaryFolder, "order.json");
    await Bun.write(file, JSON.stringify({ connection, instance, stored, step }));
    const fixture = join(import.meta.dir, "fixtures/restore-process.ts");
    const child = Bun.spawn([process.execPath, fixture, file], { stdout: "ignore", stderr: "pipe" });
    await child.exited;
    expect([child.signalCode, await child.stderr.text()]).toEqual(["SIGKILL", ""]);
    // The database server takes a moment to notice.
    await waitFor("a database that nobody works in", async () => {
      const [other] = await database.sql`
        SELECT FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      return other === undefined;
    });
    const [site] = await database.sql`SELECT name FROM sites`;
    const [side] = await database.sql`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'netatlas%'`;
    expect([site?.name, side]).toEqual([name, undefined]);
    await restore(restoreContext(database.db, instance), { stored, ...NONE });
    await database.drop();
  },
  patient(60_000),
);
