import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { START_VARIABLES } from "../../src/settings/start-variables";
import { freePort } from "./free-port";
import { waitFor } from "./wait-for";

const ROOT = join(import.meta.dir, "../..");
const START_MS = 30_000;
const METRICS_TOKEN = "relay-metrics";

export type RelayProcess = {
  url: string;
  syslogPort: number;
  dataDirectory: string;
  pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** A metric's value, or the sum over its labels. */
  metric(name: string): Promise<number>;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Stops it if need be and deletes its data. */
  remove(): Promise<void>;
};

export type RelayPlan = {
  upstream: string;
  key: string;
  /** Kept between starts when given. */
  dataDirectory?: string;
  syslogPort?: number;
  environment?: Record<string, string>;
};

const running = new Set<Bun.Subprocess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts a relay as a user does, on free ports, and resolves when it listens. */
export async function startRelay(plan: RelayPlan): Promise<RelayProcess> {
  const dataDirectory = plan.dataDirectory ?? mkdtempSync(join(tmpdir(), "netatlas-relay-"));
  const syslogPort = plan.syslogPort ?? freePort();
  const httpPort = freePort();
  const child = Bun.spawn(["bun", "src/start.ts"], {
    cwd: ROOT,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      ...START_VARIABLES,
      UV_THREADPOOL_SIZE: "2",
      MIMALLOC_PURGE_DELAY: "20",
      APP_PORT: String(httpPort),
      APP_HOST: "127.0.0.1",
      DATA_DIR: dataDirectory,
      LOG_FORMAT: "pretty",
      METRICS_TOKEN,
      SYSLOG_UDP_PORT: String(syslogPort),
      SYSLOG_TCP_PORT: String(syslogPort),
      SYSLOG_MIN_FREE_BYTES: "0",
      UPSTREAM_URL: plan.upstream,
      UPSTREAM_API_KEY: plan.key,
      RELAY_NAME: "branch-test",
      ...plan.environment,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  running.add(child);
  void child.exited.then(() => running.delete(child));
  let output = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) output += decoder.decode(chunk, { stream: true });
  };
  const collected = Promise.all([collect(child.stdout), collect(child.stderr)]);
  await waitFor(
    "the relay to listen",
    () => {
      if (child.exitCode !== null) throw new Error(`the relay ended with ${child.exitCode}:\n${output}`);
      return output.includes("is running as a relay");
    },
    START_MS,
  );
  const url = `http://127.0.0.1:${httpPort}`;
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const code = await child.exited;
    await collected;
    return code;
  };
  return {
    url,
    syslogPort,
    dataDirectory,
    pid: child.pid,
    output: () => output,
    async metric(name) {
      const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
      const lines = (await answer.text()).split("\n").filter((line) => new RegExp(`^${name}[ {]`).test(line));
      return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);
    },
    stop: () => end("SIGTERM"),
    async kill() {
      await end("SIGKILL");
    },
    async remove() {
      await end("SIGTERM");
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}
