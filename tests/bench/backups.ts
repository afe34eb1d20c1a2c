import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { NOBODY, openAuditAnchor } from "#features/audit";
import { openDataDirectory } from "#platform/data-directory";
import { connectDatabase } from "#platform/database";
import { migrateDatabase } from "#platform/migrations";
import { startPostgresServer } from "#platform/postgres-server";
import type { Db } from "#platform/database";
import { makeFernetKey } from "#platform/secrets";
import { sql } from "drizzle-orm";
import { dumpDatabase, type Instance } from "../../src/features/backups/dump/dump";
import { encodeBackup } from "../../src/features/backups/dump/encode";
import { switchTriggers } from "../../src/features/backups/restore/side-schema";
import { restore } from "../../src/features/backups/restore/restore";
import { ownCpuSeconds, treeCpuSeconds } from "./process-memory";
import { printFigure } from "./report";

const DEVICES = 10_000;
const RESERVATIONS = 5_000;
const CHECKS = 1_000;
const AUDIT_ROWS = 500_000;

export async function seed(db: Db): Promise<void> {
  await db.execute(sql`INSERT INTO users (username, password_hash, role) VALUES ('root', 'x', 'SuperAdmin')`);
  await db.execute(sql`INSERT INTO devices (hostname, display_name, notes, status, lifecycle, monitoring_paused, expected_status, icon)
    SELECT 'sw-' || i, 'Switch ' || i, 'rack ' || i % 40, 'online', 'active', false, 'up', 'server' FROM generate_series(1, ${DEVICES}) i`);
  await db.execute(
    sql`INSERT INTO subnets (name, network) SELECT 'net ' || i, ('10.' || i || '.0.0/16')::cidr FROM generate_series(1, 20) i`,
  );
  await db.execute(
    sql`INSERT INTO ip_reservations (address, label) SELECT '10.1.0.0'::inet + i, 'label ' || i FROM generate_series(1, ${RESERVATIONS}::integer) i`,
  );
  await db.execute(sql`INSERT INTO service_checks (device_id, port, label, check_type, http_method, expected_status_min, expected_status_max, verify_tls, follow_redirects, enabled, failures_to_down, successes_to_up)
    SELECT i, 443, 'https ' || i, 'tcp', 'GET', 200, 299, true, true, true, 3, 1 FROM generate_series(1, ${CHECKS}::integer) i`);
  // Without the triggers that chain each row to the one before: their work is not what is measured.
  await switchTriggers(db, "public", "DISABLE");
  await db.execute(sql`
    INSERT INTO audit_log (actor_user_id, actor_name, session_id, client_address, request_id, action, target, detail, after)
    SELECT 1, 'root', gen_random_uuid()::text, '192.0.2.' || i % 200, gen_random_uuid()::text, 'devices.updated',
      'device:' || i % 10000, 'hostname=sw-' || i % 10000,
      jsonb_build_object('hostname', 'sw-' || i % 10000, 'status', 'online', 'tags', '["core"]'::jsonb)
    FROM generate_series(1, ${Number(process.env["ROWS"] ?? AUDIT_ROWS)}::integer) i`);
  await db.execute(sql`
    INSERT INTO audit_chain (position, audit_id, hash)
    SELECT id, id, encode(sha256(id::text::bytea), 'hex') FROM audit_log`);
  await db.execute(
    sql`UPDATE audit_head h SET position = c.position, hash = c.hash FROM audit_chain c WHERE c.position = ${Number(process.env["ROWS"] ?? AUDIT_ROWS)}::integer`,
  );
  await switchTriggers(db, "public", "ENABLE");
}

/** The backup of a big installation, and its restore into an empty database and into one with the same audit log. */
export async function benchBackups(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "netatlas-bench-"));
  const log = pino({ level: "silent" });
  const opened = await startPostgresServer({ dataDirectory: openDataDirectory(folder), log });
  const database = connectDatabase(opened.connection, { log, maxConnections: 4 });
  await migrateDatabase(database);
  const { db } = database;
  const t0 = performance.now();
  await seed(db);
  console.log("seed", performance.now() - t0);
  await db.execute(sql`VACUUM ANALYZE`);
  const instance: Instance = {
    secretKey: "x".repeat(64),
    masterKey: makeFernetKey(),
    version: "0.0.0",
    temporaryFolder: join(folder, "tmp"),
    eventsFolder: join(folder, "events"),
    minFreeBytes: 0,
  };
  const signal = new AbortController().signal;
  Bun.gc(true);
  const idle = process.memoryUsage.rss();
  let most = idle;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const started = performance.now();
  const cpu0 = process.cpuUsage();
  const pg0 = treeCpuSeconds(process.pid) - ownCpuSeconds(process.pid);
  const dump = await dumpDatabase({ db, instance, signal }, []);
  const file = await encodeBackup(dump, { instance, passphrase: undefined });
  const path = join(folder, "backup");
  const out = await open(path, "w");
  for await (const piece of file.content) await out.writeFile(piece);
  await out.close();
  const seconds = (performance.now() - started) / 1000;
  printFigure({ name: "backup", value: seconds, unit: "s", target: "<= 8 s", holds: seconds <= 8 });
  const u0 = process.cpuUsage(cpu0);
  printFigure({ name: "backup: processor time, ours", value: (u0.user + u0.system) / 1e6, unit: "s" });
  printFigure({
    name: "backup: processor time, PostgreSQL",
    value: treeCpuSeconds(process.pid) - ownCpuSeconds(process.pid) - pg0,
    unit: "s",
  });
  printFigure({ name: "backup: octets", value: file.octets, unit: "" });
  printFigure({
    name: "backup: memory above idle",
    value: (most - idle) / 1024 ** 2,
    unit: "MiB",
    target: "<= 120 MiB",
    holds: most - idle <= 120 * 1024 ** 2,
  });
  await time(db);
  await switchTriggers(db, "public", "DISABLE");
  await db.execute(sql`TRUNCATE audit_log, audit_chain`);
  await db.execute(sql`UPDATE audit_head SET position = 1, hash = 'of another instance'`);
  await switchTriggers(db, "public", "ENABLE");
  await time(db);
  async function time(target: Db) {
    const begun = performance.now();
    let last = begun;
    Bun.gc(true);
    most = process.memoryUsage.rss();
    const before = most;
    const cpu = process.cpuUsage();
    const pg = treeCpuSeconds(process.pid) - ownCpuSeconds(process.pid);
    await restore(
      {
        db: target,
        instance,
        anchor: openAuditAnchor(join(folder, "anchor")),
        actor: NOBODY,
        observe: (step) => {
          console.log(step, ((performance.now() - last) / 1000).toFixed(2));
          last = performance.now();
        },
      },
      { stored: { path, start: 0, end: file.octets }, passphrase: undefined },
    );
    const took = (performance.now() - begun) / 1000;
    const used = process.cpuUsage(cpu);
    printFigure({ name: "restore", value: took, unit: "s", target: "<= 15 s", holds: took <= 15 });
    printFigure({ name: "restore: processor time, ours", value: (used.user + used.system) / 1e6, unit: "s" });
    printFigure({
      name: "restore: processor time, PostgreSQL",
      value: treeCpuSeconds(process.pid) - ownCpuSeconds(process.pid) - pg,
      unit: "s",
    });
    printFigure({ name: "restore: memory above", value: (most - before) / 1024 ** 2, unit: "MiB" });
  }
  clearInterval(timer);
  await database.close();
  await opened.stop();
  rmSync(folder, { recursive: true, force: true });
  return true;
}
if (import.meta.main) await benchBackups();
