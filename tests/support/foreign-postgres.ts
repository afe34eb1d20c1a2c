import { mkdtempSync, rmSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataDirectory } from "../../src/platform/data-directory";
import { createLogger } from "../../src/platform/log";
import { startPostgresServer } from "../../src/platform/postgres-server";
import { postmasterOf } from "./postgres-service";

export type ForeignPostgres = {
  url: string;
  /** The process that all others of the server descend from. */
  pid(): number;
  /** Ends the server, as its administrator would or by kill -9, leaves it down for a while, and starts it again. */
  restart(how: { isKilled: boolean; downMs: number }): Promise<void>;
  stop(): Promise<void>;
};

/**
 * A PostgreSQL on a TCP port of loopback, reached by a URL as one on another host would be. `below`: the folder, such as
 * a disk's, that its own folder is made in.
 */
export async function startForeignPostgres({ below = tmpdir() } = {}): Promise<ForeignPostgres> {
  const folder = mkdtempSync(join(below, "netatlas-foreign-"));
  const dataDirectory = openDataDirectory(folder);
  const log = createLogger({ level: "critical", format: "pretty" });
  // What it has acknowledged must be there when it is killed.
  const start = () => startPostgresServer({ dataDirectory, log, syncToDisk: true });
  let server = await start();
  const { username, password, database } = server.connection;
  const proxy = createServer((client) => {
    const { host, port } = server.connection;
    const upstream = createConnection(join(host, `.s.PGSQL.${port}`));
    client.pipe(upstream).pipe(client);
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
  });
  await new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return {
    url: `postgres://${username}:${encodeURIComponent(password)}@127.0.0.1:${address.port}/${database}`,
    pid: () => postmasterOf(folder),
    async restart({ isKilled, downMs }) {
      if (isKilled) process.kill(postmasterOf(folder), "SIGKILL");
      await server.stop();
      await Bun.sleep(downMs);
      server = await start();
    },
    async stop() {
      proxy.close();
      await server.stop();
      dataDirectory.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
