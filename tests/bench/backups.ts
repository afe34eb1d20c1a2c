import { mkdtempSync, rmSync, statSync } from "node:fs";
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
import { ownCpuSeconds, processTree } from "./process-memory";
import { printFigure } from "./report";

const DEVICES = 10_000;
const RESERVATIONS = 5_000;
const CHECKS = 1_000;
const AUDIT_ROWS = 500_000;

async function seed(db: Db): Promise<void> {
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
    FROM generate_series(1, ${AUDIT_ROWS}::integer) i`);
  await db.execute(sql`
    INSERT INTO audit_chain (position, audit_id, hash)
    SELECT id, id, encode(sha256(id::text::bytea), 'hex') FROM audit_log`);
  await db.execute(
    sql`UPDATE audit_head h SET position = c.position, hash = c.hash FROM audit_chain c WHERE c.position = ${AUDIT_ROWS}::integer`,
  );
  await switchTriggers(db, "public", "ENABLE");
}

/** A database of our own, with everything fsynced, and the folder that it lies in. */
type Bench = { db: Db; folder: string; instance: Instance };

/** The backup of a big installation, and its restore where the audit log goes on and where it is replaced. */
export async function benchBackups(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "netatlas-bench-"));
  const log = pino({ level: "silent" });
  const dataDirectory = openDataDirectory(folder);
  const server = await startPostgresServer({ dataDirectory, log });
  const database = connectDatabase(server.connection, { log, maxConnections: 4 });
  try {
    await migrateDatabase(database);
    await seed(database.db);
    await database.db.execute(sql`VACUUM ANALYZE`);
    const keys = { secretKey: "x".repeat(64), masterKey: makeFernetKey(), version: "0.0.0" };
    const folders = { temporaryFolder: dataDirectory.tmp, eventsFolder: dataDirectory.events };
    const bench = { db: database.db, folder, instance: { ...keys, ...folders, minFreeBytes: 0 } };
    const path = await measure("backup", { seconds: 8, mebibytes: 120 }, () => backUp(bench));
    await measure("restore, own audit log", { seconds: 15 }, () => putBack(bench, path));
    await becomeAnother(bench.db);
    await measure("restore, another's audit log", { seconds: 15 }, () => putBack(bench, path));
  } finally {
    await database.close();
    await server.stop();
    dataDirectory.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function backUp({ db, folder, instance }: Bench): Promise<string> {
  const dump = await dumpDatabase({ db, instance }, []);
  const file = await encodeBackup(dump, { instance, passphrase: undefined });
  const path = join(folder, "backup");
  const output = await open(path, "w");
  for await (const piece of file.content) await output.writeFile(piece);
  await output.close();
  return path;
}

async function putBack({ db, folder, instance }: Bench, path: string): Promise<void> {
  const anchor = openAuditAnchor(join(folder, "anchor"));
  const stored = { path, start: 0, end: statSync(path).size };
  await restore({ db, instance, anchor, actor: NOBODY }, { stored, passphrase: undefined });
}

/** From now on the backup's audit log is none of its beginnings. */
async function becomeAnother(db: Db): Promise<void> {
  await switchTriggers(db, "public", "DISABLE");
  await db.execute(sql`TRUNCATE audit_log, audit_chain`);
  await db.execute(sql`UPDATE audit_head SET position = 1, hash = 'of another instance'`);
  await switchTriggers(db, "public", "ENABLE");
}

/** Processor time of PostgreSQL, with its processes that have ended. */
function serverSeconds(): number {
  const others = processTree(process.pid).filter((pid) => pid !== process.pid);
  return others.reduce((sum, pid) => sum + ownCpuSeconds(pid), 0);
}

type Targets = { seconds: number; mebibytes?: number };

/** Wall time, the processor time of this process and of PostgreSQL, and the resident memory that came on top. */
async function measure<Result>(
  name: string,
  { seconds, mebibytes }: Targets,
  work: () => Promise<Result>,
): Promise<Result> {
  Bun.gc(true);
  const idle = process.memoryUsage.rss();
  let most = idle;
  const samples = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const processor = process.cpuUsage();
  const server = serverSeconds();
  const started = performance.now();
  const result = await work();
  clearInterval(samples);
  const took = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(processor);
  const own = (user + system) / 1e6;
  const grown = (most - idle) / 1024 ** 2;
  printFigure({ name, value: took, unit: "s", target: `<= ${seconds} s`, holds: took <= seconds });
  printFigure({ name: `${name}: processor time, ours`, value: own, unit: "s" });
  printFigure({ name: `${name}: processor time, PostgreSQL`, value: serverSeconds() - server, unit: "s" });
  printFigure({
    name: `${name}: memory above idle`,
    value: grown,
    unit: "MiB",
    ...(mebibytes !== undefined && { target: `<= ${mebibytes} MiB`, holds: grown <= mebibytes }),
  });
  return result;
}
