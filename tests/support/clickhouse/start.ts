import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chdbFolder } from "./install";

export const CLICKHOUSE_USER = "netatlas";
export const CLICKHOUSE_PASSWORD = "a 'secret'/word";

export type ClickHouseServer = {
  /** `http://127.0.0.1:port` */
  url: string;
  /** kill -9; its data stay for the next start. */
  kill(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
};

const PROGRAM = join(import.meta.dir, "server.ts");
/** Each of its statements takes one. */
const THREADS = "16";

/** The real engine behind a small HTTP server, in a process of its own. `folder`: of one that was killed. */
export async function startClickHouseServer(
  folder = mkdtempSync(join(tmpdir(), "netatlas-clickhouse-")),
): Promise<ClickHouseServer & { folder: string }> {
  const child = Bun.spawn(["bun", PROGRAM, chdbFolder(), folder, CLICKHOUSE_USER, CLICKHOUSE_PASSWORD], {
    env: { ...process.env, UV_THREADPOOL_SIZE: THREADS },
    stdout: "pipe",
    stderr: "inherit",
  });
  const endIt = () => child.kill("SIGKILL");
  process.on("exit", endIt);
  void child.exited.then(() => process.off("exit", endIt));
  const url = `http://127.0.0.1:${await readPort(child.stdout)}`;
  const kill = async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
  return {
    url,
    folder,
    kill,
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readPort(output: ReadableStream<Uint8Array>): Promise<number> {
  let text = "";
  for await (const chunk of output) {
    text += Buffer.from(chunk).toString();
    const [, port] = /^(\d+)\n/.exec(text) ?? [];
    if (port !== undefined) return Number(port);
  }
  throw new Error("the ClickHouse of the tests does not start");
}
