import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chdbFolder } from "./install";

export const CLICKHOUSE_USER = "netatlas";
export const CLICKHOUSE_PASSWORD = "a 'secret'/word";

/** Of an insert, whose data have come, whose rows are being stored, or which is not acknowledged yet. */
export type InsertStep = "received" | "running" | "stored";

export type ClickHouseServer = {
  /** `http://127.0.0.1:port` */
  url: string;
  /** kill -9; its data stay for the next start. */
  kill(): Promise<void>;
  /** Has it die at that step of the next insert. */
  dieAt(step: InsertStep): Promise<void>;
  /** Resolves when it has ended. */
  gone(): Promise<void>;
  /** Starts it again, on its data and at its address. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
};

const PROGRAM = join(import.meta.dir, "server.ts");
/** Each of its statements takes one. */
const THREADS = "16";

/** The real engine behind a small HTTP server, in a process of its own. */
export async function startClickHouseServer(): Promise<ClickHouseServer> {
  const folder = mkdtempSync(join(tmpdir(), "netatlas-clickhouse-"));
  let running = await begin(folder, 0);
  const { port } = running;
  const kill = async () => {
    running.child.kill("SIGKILL");
    await running.child.exited;
  };
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    kill,
    async dieAt(step) {
      await fetch(`${url}/die-at?step=${step}`);
    },
    async gone() {
      await running.child.exited;
    },
    async restart() {
      running = await begin(folder, port);
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function begin(folder: string, wantedPort: number) {
  const command = ["bun", PROGRAM, chdbFolder(), folder, String(wantedPort)];
  const child = Bun.spawn([...command, CLICKHOUSE_USER, CLICKHOUSE_PASSWORD], {
    env: { ...process.env, UV_THREADPOOL_SIZE: THREADS },
    stdout: "pipe",
    stderr: "inherit",
  });
  const endIt = () => child.kill("SIGKILL");
  process.on("exit", endIt);
  void child.exited.then(() => process.off("exit", endIt));
  return { child, port: await readPort(child.stdout) };
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
