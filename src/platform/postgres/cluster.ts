import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import type { DataDirectory } from "../data-directory";
import { syncPath, writeDurably } from "../durable-file";
import type { Logger } from "../log";
import { giveTo } from "./privileges";
import { complaintOf, runProgram, type ServerAccount } from "./program";
import { SOCKET_PORT } from "./socket-folder";
import { PostgresSupervisor, type ClusterTools } from "./supervisor";
import { codeOf } from "../error-code";

/**
 * initdb's superuser. It has no password and may not connect: only statements of ours on a cluster that is closed are
 * its.
 */
const SUPERUSER_NAME = "netatlas";
/** The service's role: it owns its database and what is in it, and may do nothing beside that. */
export const ROLE_NAME = "netatlas_service";
export const DATABASE_NAME = "netatlas";

/** Who may connect. Earlier versions let the superuser in, as which they worked. */
const HOST_RULES = `local all ${ROLE_NAME} scram-sha-256\n`;

const BUILDING_PREFIX = ".building-";

/** In the folder of a template: the cluster as initdb made it, without password and database. */
const TEMPLATE_FILE = "cluster.tar.gz";

/**
 * The cluster's folder for this major version, present or not. Throws where the folder holds another major version's
 * cluster.
 */
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

type NewCluster = {
  /** Of the service's role. */
  password: string;
  template?: string | undefined;
  /** What the superuser does beside; for tests alone. */
  superuserStatements?: readonly string[] | undefined;
};

/**
 * Builds a cluster at `cluster`, which must not exist, with the service's role and its empty database. It appears there
 * complete and fsynced or, after a crash, not at all. `template`, a folder made by buildTemplate, is what it is unpacked
 * from where that exists: initdb refuses a user id that has no name.
 */
export async function createCluster(
  tools: ClusterTools,
  cluster: string,
  { password, template, superuserStatements = [] }: NewCluster,
): Promise<void> {
  const folder = join(cluster, "..");
  await removeUnfinished(folder, tools.log);
  const building = mkdtempSync(join(folder, BUILDING_PREFIX));
  try {
    if (template !== undefined && existsSync(join(template, TEMPLATE_FILE)))
      await unpackTemplate(tools.account, template, building);
    else await initialize(tools, building);
    writeFileSync(join(building, HOST_RULES_FILE), HOST_RULES);
    const database = `CREATE DATABASE ${DATABASE_NAME} OWNER ${ROLE_NAME}`;
    const statements = [...roleStatements(password), database, ...superuserStatements];
    await runScripts(tools, building, [{ database: "postgres", statements }]);
    if (tools.syncToDisk) await syncTree(building);
    await rename(building, cluster);
    if (tools.syncToDisk) await syncPath(folder);
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Makes the folder `path`, which must not exist, with the cluster that createCluster unpacks: without password and
 * database, for any user to read. As an archive it takes 4 MiB of an image instead of 39.
 */
export async function buildTemplate(tools: InitdbTools, path: string): Promise<void> {
  const cluster = join(path, "cluster");
  mkdirSync(cluster, { recursive: true });
  giveTo(tools.account, path);
  await initialize(tools, cluster);
  await runTar(tools.account, ["-czf", join(path, TEMPLATE_FILE), "-C", cluster, "."]);
  rmSync(cluster, { recursive: true });
  chmodSync(join(path, TEMPLATE_FILE), 0o644);
}

/** True where the service's role has all that establishRole gives it. */
export function hasServiceRole(cluster: string): boolean {
  return readFileSync(join(cluster, HOST_RULES_FILE), "utf8") === HOST_RULES;
}

/**
 * Gives a cluster that no process uses the service's role with `password`, and to that role the database with all that
 * is in it: an earlier version's superuser owned it, or the password was lost with its file. What says that all is done
 * is written last, so that after a crash it is simply done again.
 */
export async function establishRole(tools: ClusterTools, cluster: string, password: string): Promise<void> {
  const owner = `ALTER DATABASE ${DATABASE_NAME} OWNER TO ${ROLE_NAME}`;
  await runScripts(tools, cluster, [
    { database: "postgres", statements: [...roleStatements(password), owner] },
    { database: DATABASE_NAME, statements: [TAKE_OVER] },
  ]);
  const rules = join(cluster, HOST_RULES_FILE);
  writeDurably(rules, HOST_RULES);
  giveTo(tools.account, rules);
}

const HOST_RULES_FILE = "pg_hba.conf";

function roleStatements(password: string): string[] {
  return [
    `DO $$ BEGIN
      IF to_regrole('${ROLE_NAME}') IS NULL THEN CREATE ROLE ${ROLE_NAME}; END IF;
    END $$`,
    `ALTER ROLE ${ROLE_NAME} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
      PASSWORD '${password.replaceAll("'", "''")}'`,
    `ALTER ROLE ${SUPERUSER_NAME} PASSWORD NULL`,
  ];
}

/** PostgreSQL's FirstNormalObjectId: what has a smaller one was made by initdb. */
const FIRST_OWN_OBJECT = 16_384;

/**
 * Hands over everything of the superuser's that is not the system's. (REASSIGN OWNED does not: it refuses the role that
 * initdb made.) Indexes, triggers and the sequences of columns go with their tables; constructors of range types stay
 * initdb's always.
 */
const TAKE_OVER = `DO $$
DECLARE
  item text;
BEGIN
  FOR item IN
    SELECT format('SCHEMA %I', nspname) FROM pg_namespace
      WHERE oid >= ${FIRST_OWN_OBJECT} AND nspowner = '${SUPERUSER_NAME}'::regrole AND NOT starts_with(nspname, 'pg_')
    UNION ALL
    SELECT format('%s %s', kind, c.oid::regclass) FROM pg_class c JOIN (VALUES
        ('r', 'TABLE'), ('p', 'TABLE'), ('f', 'FOREIGN TABLE'), ('v', 'VIEW'), ('m', 'MATERIALIZED VIEW'), ('S', 'SEQUENCE')
      ) AS kinds (relkind, kind) ON kinds.relkind = c.relkind
      WHERE c.oid >= ${FIRST_OWN_OBJECT} AND relowner = '${SUPERUSER_NAME}'::regrole AND relpersistence <> 't'
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
          AND d.refclassid = 'pg_class'::regclass AND c.relkind = 'S' AND d.deptype IN ('a', 'i'))
    UNION ALL
    SELECT format('ROUTINE %s', p.oid::regprocedure) FROM pg_proc p
      WHERE oid >= ${FIRST_OWN_OBJECT} AND proowner = '${SUPERUSER_NAME}'::regrole
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'i')
    UNION ALL
    SELECT format('TYPE %s', t.oid::regtype) FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
      WHERE t.oid >= ${FIRST_OWN_OBJECT} AND typowner = '${SUPERUSER_NAME}'::regrole
        AND (typtype IN ('d', 'e', 'r') OR c.relkind = 'c')
  LOOP
    EXECUTE format('ALTER %s OWNER TO ${ROLE_NAME}', item);
  END LOOP;
END $$`;

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
    if (codeOf(error) !== "ENOTEMPTY") throw error;
  }
  return !existsSync(path);
}

/**
 * Collations of the operating system would corrupt indexes when it is updated; the builtin provider is PostgreSQL's
 * own.
 */
const INITDB_OPTIONS = [
  `--username=${SUPERUSER_NAME}`,
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

async function unpackTemplate(account: ServerAccount, template: string, building: string): Promise<void> {
  giveTo(account, building);
  await runTar(account, ["-xzf", join(template, TEMPLATE_FILE), "-C", building]);
}

async function runTar(account: ServerAccount, words: readonly string[]): Promise<void> {
  const outcome = await runProgram(account, ["tar", ...words]);
  if (outcome.exitCode !== 0) throw new Error(`cannot pack or unpack a database: ${complaintOf(outcome)}`);
}

type Script = { database: string; statements: readonly string[] };

/**
 * Runs statements as the superuser on a cluster that no process uses, through a server that nobody else reaches and
 * that is stopped again. (Single-user mode would be shorter, but refuses a user id that has no name.)
 */
async function runScripts(tools: ClusterTools, cluster: string, scripts: readonly Script[]): Promise<void> {
  const { path } = tools.socketFolder;
  const trust = join(path, "set-up-hba.conf");
  writeFileSync(trust, `local all ${SUPERUSER_NAME} trust\n`, { mode: 0o600 });
  giveTo(tools.account, trust);
  const quietly = { ...tools, log: tools.log.child({}, { level: "warn" }) };
  const supervisor = new PostgresSupervisor(quietly, cluster, { hba_file: trust });
  try {
    await supervisor.start();
    for (const { database, statements } of scripts) {
      const sql = postgres({ host: path, port: SOCKET_PORT, username: SUPERUSER_NAME, database, max: 1 });
      try {
        for (const statement of statements) await sql.unsafe(statement);
      } finally {
        await sql.end();
      }
    }
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
