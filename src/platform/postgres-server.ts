import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DataDirectory } from "./data-directory";
import { writeDurably } from "./durable-file";
import type { Logger } from "./log";
import {
  locateBinaries,
  SUPPORTED_MAJOR,
  type PostgresBinaries,
  type PostgresVersion,
} from "./postgres/binaries";
import {
  buildTemplate,
  createCluster,
  DATABASE_NAME,
  establishRole,
  hasServiceRole,
  locateCluster,
  ROLE_NAME,
} from "./postgres/cluster";
import { chooseAccount, giveClusterTo, grantAccess } from "./postgres/privileges";
import { stopClusterProcesses } from "./postgres/processes";
import type { ServerAccount } from "./postgres/program";
import { findSocketFolder, openSocketFolder, SOCKET_PORT } from "./postgres/socket-folder";
import { PostgresSupervisor, type ClusterTools, type PostgresState } from "./postgres/supervisor";
import { createSecret, makeSecretKey, readOrCreateSecret, readSecret } from "./secrets";

export type PostgresServerOptions = {
  /** Opened by this process: its lock is what makes it safe to stop a server that an earlier service left behind. */
  dataDirectory: DataDirectory;
  log: Logger;
  /** Folder with `postgres` and `initdb` (POSTGRES_BIN_DIR); undefined: those of the npm package. */
  binaryDirectory?: string | undefined;
  /**
   * A folder made by buildTemplateCluster, unpacked at the first start where it exists, since initdb needs a user with a
   * name.
   */
  templateCluster?: string | undefined;
  /** False only in tests: nothing is fsynced. */
  syncToDisk?: boolean;
  /** Only in tests: what the superuser does when the cluster is made, such as giving the role a right more. */
  superuserStatements?: readonly string[];
};

export type PostgresConnection = {
  host: string;
  port: number;
  username: string;
  password: string;
  database: string;
};

/** Our own PostgreSQL, a child process that is kept running until `stop()`. */
export type PostgresServer = {
  /**
   * How postgres.js reaches it: by a Unix socket in a private folder; the role owns the database and is no superuser.
   */
  readonly connection: PostgresConnection;
  /** Such as `18.4`. */
  readonly version: string;
  /** What a person should know of how it runs here, one sentence each; none on a usual system. */
  readonly limitations: readonly string[];
  state(): PostgresState;
  /**
   * Calls `listener` each time the server, having ended by itself, accepts connections again; gives back the way to
   * stop that.
   */
  onRestart(listener: () => void): () => void;
  /** Shuts it down within 8 s; close the connections before. */
  stop(): Promise<void>;
};

const PASSWORD_FILE = "database-password";
/** Says that a database was made here: one that is not there any more was lost, and is no first start. */
const MARK_FILE = "database-made";

/**
 * Starts PostgreSQL 18 on `<data directory>/db/18`, created at the first start, and resolves when it accepts
 * connections. When it ends by itself it is started again, at once and then ever less often. It goes down with this
 * process, kill -9 included, where util-linux is present; a server that outlived its service is stopped first. Throws
 * an Error of one line.
 */
export async function startPostgresServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const { dataDirectory } = options;
  const log = options.log.child({ source: "postgres" });
  const { binaries, account, version } = await chooseProgram(
    dirname(dataDirectory.path),
    options.binaryDirectory,
  );
  grantAccess(account, dataDirectory);
  const cluster = locateCluster(dataDirectory, version.major);
  const socketFolder = openSocketFolder(dataDirectory.run, account);
  const tools = { binaries, account, socketFolder, log, syncToDisk: options.syncToDisk ?? true };
  try {
    const password = await openCluster(options, tools, cluster);
    const supervisor = new PostgresSupervisor(tools, cluster);
    await supervisor.start();
    return describeServer({ tools, password, version, supervisor });
  } catch (error) {
    socketFolder.remove();
    throw error;
  }
}

/** How to reach the server that another process runs on this data directory; undefined where it has never run one. */
export function findRunningServer(dataDirectory: string, log: Logger): PostgresConnection | undefined {
  const password = readSecret({ directory: dataDirectory, log }, PASSWORD_FILE);
  if (password === undefined) return undefined;
  const host = findSocketFolder(join(dataDirectory, "run"));
  return { host, port: SOCKET_PORT, username: ROLE_NAME, password, database: DATABASE_NAME };
}

/** Lets the cluster of this data directory be taken away: the next start makes another one. Gives its folder. */
export function forgetDatabase(dataDirectory: string, db: string): string {
  rmSync(join(dataDirectory, MARK_FILE), { force: true });
  return join(db, String(SUPPORTED_MAJOR));
}

type Running = {
  tools: ClusterTools;
  password: string;
  version: PostgresVersion;
  supervisor: PostgresSupervisor;
};

function describeServer({ tools, password, version, supervisor }: Running): PostgresServer {
  const { account, socketFolder } = tools;
  return {
    connection: {
      host: socketFolder.path,
      port: SOCKET_PORT,
      username: ROLE_NAME,
      password,
      database: DATABASE_NAME,
    },
    version: version.text,
    limitations: account.limitations,
    state: () => supervisor.state,
    onRestart: (listener) => supervisor.onRestart(listener),
    stop: async () => {
      await supervisor.stop();
      socketFolder.remove();
    },
  };
}

/** Makes the cluster that `templateCluster` names, at `path`, which must not exist; the build of an image calls it. */
export async function buildTemplateCluster(
  path: string,
  { binaryDirectory }: Pick<PostgresServerOptions, "binaryDirectory"> = {},
): Promise<void> {
  const { binaries, account } = await chooseProgram(dirname(path), binaryDirectory);
  await buildTemplate({ binaries, account }, path);
}

async function chooseProgram(
  parent: string,
  binaryDirectory: string | undefined,
): Promise<{ binaries: PostgresBinaries; account: ServerAccount; version: PostgresVersion }> {
  const binaries = locateBinaries(binaryDirectory);
  const { account, version } = await chooseAccount(binaries, parent);
  if (version.major !== SUPPORTED_MAJOR) {
    throw new Error(
      `${binaries.folder} holds PostgreSQL ${version.text}; this service needs PostgreSQL ${SUPPORTED_MAJOR}`,
    );
  }
  return { binaries, account, version };
}

/** Gives back the role's password, with a cluster in place that takes it and that no process uses. */
async function openCluster(
  { dataDirectory, templateCluster, superuserStatements }: PostgresServerOptions,
  tools: ClusterTools,
  cluster: string,
): Promise<string> {
  const store = { directory: dataDirectory.path, log: tools.log };
  const mark = join(dataDirectory.path, MARK_FILE);
  if (!existsSync(cluster)) {
    if (existsSync(mark)) throw new Error(describeLoss(cluster, mark));
    const password = readOrCreateSecret(store, PASSWORD_FILE, makeSecretKey);
    tools.log.info("the database is created; this takes a second");
    await createCluster(tools, cluster, { password, template: templateCluster, superuserStatements });
    noteMade(mark);
    return password;
  }
  noteMade(mark);
  giveClusterTo(tools.account, cluster);
  const kept = readSecret(store, PASSWORD_FILE);
  if (kept !== undefined && hasServiceRole(cluster)) return kept;
  await stopClusterProcesses(cluster, tools.log);
  if (kept !== undefined) {
    tools.log.info("the database of an earlier version is given to a role that is no superuser");
    await establishRole(tools, cluster, kept);
    return kept;
  }
  // The file comes last: after a crash in between, the password is simply set again.
  tools.log.warn("the database's password was lost; it gets a new one");
  const password = makeSecretKey();
  await establishRole(tools, cluster, password);
  return createSecret(store, PASSWORD_FILE, password);
}

/** After a crash right before, the next start does it: the cluster is there. */
function noteMade(mark: string): void {
  if (!existsSync(mark)) writeDurably(mark, "The database of this folder was made.\n");
}

function describeLoss(cluster: string, mark: string): string {
  return (
    `the database that was in ${cluster} is gone, and with it users, devices and addresses: put the folder back, from a backup where need be; ` +
    `or remove ${mark} to begin with an empty database, which takes over the events that are stored`
  );
}
