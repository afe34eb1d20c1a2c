import { existsSync, rmSync, watch } from "node:fs";
import { join, sep } from "node:path";
import { openDataDirectory } from "#platform/data-directory";
import { createLogger } from "#platform/log";
import { startPostgresServer, type PostgresServer } from "#platform/postgres-server";
import { MANIFEST_FILE } from "../src/web/build/manifest";
import { stampBuild } from "./support/page-reload";

/**
 * `bun run dev`: the service, started again after each change of the code, and with it the page in the browser. The
 * database goes on meanwhile: it is a child of this process, in a folder of its own below DATA_DIR (`data/dev`),
 * so that a service that keeps its data there is left alone. With DATABASE_URL it is yours. Everything else is set as for the service.
 */
const ROOT = join(import.meta.dir, "..");
const WATCHED = ["src", "workers", "drizzle"];
const WEB = `src${sep}web${sep}`;
const FOLDER = join(process.env["DATA_DIR"] ?? "data", "dev");
const WEB_BUILD = join(FOLDER, "web");
/** An editor writes several files, or one in several steps. */
const SETTLED_MS = 150;
/** Whatever a service does beyond it while it stops, nothing that was acknowledged is lost with a kill. */
const STOP_MS = 1500;

type Environment = Readonly<Record<string, string | undefined>>;

class Development {
  readonly #environment: Environment;
  #service: Bun.Subprocess | undefined;
  #turns = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isWebChanged = true;
  #isEnding = false;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** A file was changed, relative to the project. */
  noteChange(file: string): void {
    this.#isWebChanged ||= file.startsWith(WEB);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.restart(), SETTLED_MS);
  }

  /** One after the other: what changes meanwhile is for the next turn. */
  restart(): void {
    this.#turns = this.#turns
      .then(() => (this.#isEnding ? undefined : this.#turn()))
      .catch((error: unknown) => say(`cannot start the service: ${String(error)}`));
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    clearTimeout(this.#timer);
    await this.#stopService();
    await this.#turns;
    // Its page asks and asks; no other start shall serve it.
    rmSync(WEB_BUILD, { recursive: true, force: true });
  }

  async #turn(): Promise<void> {
    if (this.#isWebChanged && !(await this.#buildPages())) return;
    await this.#stopService();
    if (this.#isEnding) return;
    stampBuild(WEB_BUILD, `started ${Date.now()}`);
    const service = Bun.spawn([process.execPath, "src/main.ts"], {
      cwd: ROOT,
      env: this.#environment,
      stdio: ["ignore", "inherit", "inherit"],
    });
    this.#service = service;
    void this.#watchEnd(service);
  }

  /** What was built before is served on where a build fails. */
  async #buildPages(): Promise<boolean> {
    this.#isWebChanged = false;
    const builder = Bun.spawn([process.execPath, "src/web/build/main.ts", WEB_BUILD], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const isBuilt = (await builder.exited) === 0 && existsSync(join(WEB_BUILD, MANIFEST_FILE));
    if (!isBuilt) say("the pages could not be built; they are tried again after the next change");
    this.#isWebChanged ||= !isBuilt;
    return isBuilt;
  }

  async #watchEnd(service: Bun.Subprocess): Promise<void> {
    const code = await service.exited;
    if (this.#service !== service) return;
    this.#service = undefined;
    if (!this.#isEnding) say(`the service ended with ${code}; it is started again after the next change`);
  }

  async #stopService(): Promise<void> {
    const service = this.#service;
    this.#service = undefined;
    if (service === undefined) return;
    service.kill("SIGTERM");
    const timer = setTimeout(() => service.kill("SIGKILL"), STOP_MS);
    await service.exited;
    clearTimeout(timer);
  }
}

function say(text: string): void {
  process.stdout.write(`dev: ${text}\n`);
}

/** The database's server, kept running until its `stop()`; undefined where DATABASE_URL names another. */
async function openDatabaseServer(): Promise<{ server: PostgresServer; stop(): Promise<void> } | undefined> {
  if (process.env["DATABASE_URL"]) return undefined;
  const dataDirectory = openDataDirectory(join(FOLDER, "database"));
  const server = await startPostgresServer({
    dataDirectory,
    log: createLogger({ level: "warning", format: "pretty" }),
    binaryDirectory: process.env["POSTGRES_BIN_DIR"],
  });
  return {
    server,
    async stop() {
      await server.stop();
      dataDirectory.close();
    },
  };
}

/** postgres.js takes from the environment what an address cannot say: the folder of a socket. */
function addressOf({ connection }: PostgresServer): Environment {
  return {
    DATABASE_URL: `postgres:///${connection.database}`,
    PGHOST: connection.host,
    PGPORT: String(connection.port),
    PGUSER: connection.username,
    PGPASSWORD: connection.password,
  };
}

const database = await openDatabaseServer();
const development = new Development({
  UV_THREADPOOL_SIZE: "8",
  LOG_FORMAT: "pretty",
  ...process.env,
  DATA_DIR: FOLDER,
  ...(database === undefined ? {} : addressOf(database.server)),
});
const watchers = WATCHED.map((folder) =>
  watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
    if (file !== null) development.noteChange(join(folder, file));
  }),
);
development.restart();

async function end(): Promise<void> {
  for (const watcher of watchers) watcher.close();
  await development.end();
  await database?.stop();
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end());
