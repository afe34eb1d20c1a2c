import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { open, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import type { DataDirectory } from "../data-directory";
import type { Logger } from "../log";
import { giveClusterTo, giveTo } from "./privileges";
import { complaintOf, runProgram, type ServerAccount } from "./program";
import { SOCKET_PORT } from "./socket-folder";
import { PostgresSupervisor, type ClusterTools } from "./supervisor";

/** The cluster's superuser and its one database. */
export const ROLE_NAME = "netatlas";
export const DATABASE_NAME = "netatlas";

const BUILDING_PREFIX = ".building-";

/** The cluster's folder for this major version, present or not. Throws where the folder holds another major version's cluster. */
export function locateCluster(directory: DataDirectory, major: number): string {
  const cluster = join(directory.db, String(major));
  if (existsSync(cluster)) {
    const found = majorOf(cluster);
    if (found !== String(major)) throw new Error(`the database in ${cluster} ${mismatch(found, major)}`);
    return cluster;
  }
  const other = readdirSync(directory.db).find((name) => /^\d+$/.test(name));
  if (other !== undefined) {
    const path = join(directory.db, other);
    throw new Error(`the database in ${path} ${mismatch(majorOf(path), major)}`);
  }
  return cluster;
}

function majorOf(cluster: string): string | undefined {
  const file = join(cluster, "PG_VERSION");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

function mismatch(found: string | undefined, major: number): string {
  return found === undefined
    ? "is not a PostgreSQL cluster: it has no PG_VERSION; move it away or restore it"
    : `was made by PostgreSQL ${found}, this service runs PostgreSQL ${major}; start the version of the service that made it`;
}

/**
 * Builds a cluster at `cluster`, which must not exist, with `password` for its role and an empty database.
 * It appears there complete and fsynced or, after a crash, not at all. `template`, a cluster made by buildTemplate, is copied
 * where it exists: initdb refuses a user id that has no name.
 */
export async function createCluster(
  tools: ClusterTools,
  cluster: string,
  { password, template }: { password: string; template?: string | undefined },
): Promise<void> {
  const folder = join(cluster, "..");
  await removeUnfinished(folder, tools.log);
  const building = mkdtempSync(join(folder, BUILDING_PREFIX));
  try {
    if (template !== undefined && existsSync(join(template, "PG_VERSION")))
      copyTemplate(tools.account, template, building);
    else await initialize(tools, building);
    writeFileSync(join(building, "pg_hba.conf"), "local all all scram-sha-256\n");
    await runStatements(tools, building, [passwordStatement(password), `CREATE DATABASE ${DATABASE_NAME}`]);
    if (tools.syncToDisk) await syncTree(building);
    await rename(building, cluster);
    if (tools.syncToDisk) await syncPath(folder);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    throw error;
  }
}

/** Builds the cluster that createCluster copies: without password and database, for any user to read. `path` must not exist. */
export async function buildTemplate(tools: InitdbTools, path: string): Promise<void> {
  mkdirSync(path, { mode: 0o700 });
  await initialize(tools, path);
  chmodSync(path, 0o755);
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}

/** Gives the role of a cluster that is not running a new password: its old one was lost with its file. */
export async function resetPassword(tools: ClusterTools, cluster: string, password: string): Promise<void> {
  await runStatements(tools, cluster, [passwordStatement(password)]);
}

function passwordStatement(password: string): string {
  return `ALTER ROLE ${ROLE_NAME} PASSWORD '${password.replaceAll("'", "''")}'`;
}

const LAST_WRITES_MS = 3_000;

/** Removes what a start that was killed left. A program of that start may still be writing there for a moment. */
async function removeUnfinished(folder: string, log: Logger): Promise<void> {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(BUILDING_PREFIX))) {
    const deadline = performance.now() + LAST_WRITES_MS;
    while (!isRemoved(join(folder, name)) && performance.now() < deadline) await Bun.sleep(20);
    log.info({ folder: name }, "removed a database that an interrupted first start left unfinished");
  }
}

function isRemoved(path: string): boolean {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOTEMPTY")) throw error;
  }
  return !existsSync(path);
}

/** Collations of the operating system would corrupt indexes when it is updated; the builtin provider is PostgreSQL's own. */
const INITDB_OPTIONS = [
  `--username=${ROLE_NAME}`,
  "--auth=trust",
  "--encoding=UTF8",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--locale=C",
  "--no-instructions",
  "--no-sync",
];

type InitdbTools = Pick<ClusterTools, "binaries" | "account">;

async function initialize(tools: InitdbTools, path: string): Promise<void> {
  giveTo(tools.account, path);
  const outcome = await runProgram(tools.account, [tools.binaries.initdb, "-D", path, ...INITDB_OPTIONS]);
  if (outcome.exitCode !== 0)
    throw new Error(`cannot create the database in ${path}: ${complaintOf(outcome)}`);
}

function copyTemplate(account: ServerAccount, template: string, building: string): void {
  cpSync(template, building, { recursive: true });
  for (const entry of readdirSync(building, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
  giveClusterTo(account, building);
}

/**
 * Runs statements on a cluster that no process uses, without a password, through a server that is stopped again.
 * (Single-user mode would be shorter, but refuses a user id that has no name.)
 */
async function runStatements(
  tools: ClusterTools,
  cluster: string,
  statements: readonly string[],
): Promise<void> {
  const { path } = tools.socketFolder;
  const trust = join(path, "set-up-hba.conf");
  writeFileSync(trust, "local all all trust\n", { mode: 0o600 });
  giveTo(tools.account, trust);
  const quietly = { ...tools, log: tools.log.child({}, { level: "warn" }) };
  const supervisor = new PostgresSupervisor(quietly, cluster, { hba_file: trust });
  try {
    await supervisor.start();
    const sql = postgres({
      host: path,
      port: SOCKET_PORT,
      username: ROLE_NAME,
      database: "postgres",
      max: 1,
    });
    for (const statement of statements) await sql.unsafe(statement);
    await sql.end();
  } finally {
    await supervisor.stop();
    rmSync(trust, { force: true });
  }
}

async function syncTree(root: string): Promise<void> {
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) await syncPath(join(entry.parentPath, entry.name));
  }
  await syncPath(root);
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
