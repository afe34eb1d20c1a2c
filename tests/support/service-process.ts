import { rmSync } from "node:fs";
import { join } from "node:path";
import { START_VARIABLES } from "../../src/settings/start-variables";
import { freePort } from "./free-port";
import { newDataDirectory } from "./prepared-data";
import { serviceProgram } from "./service-bundle";
import { waitFor } from "./wait-for";

const ROOT = join(import.meta.dir, "../..");

export type ServiceOptions = {
  /** Kept between starts when given; else a temporary folder that `remove()` deletes. */
  dataDirectory?: string;
  /**
   * Begins with an empty folder and as a user does, by `src/start.ts`, also where a run has prepared a database, which
   * is some minutes old then, and a bundle.
   */
  fromNothing?: boolean;
  environment?: Record<string, string>;
  /** Folder of the program, of another version; absent: the one that is tested. */
  sources?: string;
};

export type ServiceProcess = {
  url: string;
  httpPort: number;
  syslogPort: number;
  dataDirectory: string;
  pid: number;
  /** Everything it has printed so far. */
  output(): string;
  exited: Promise<number>;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Stops it if need be and deletes its data. */
  remove(): Promise<void>;
};

const running = new Set<Bun.Subprocess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/**
 * Starts the real program as a user does, on free ports, and resolves when it answers; throws with its output when it
 * ends.
 */
export async function startService(options: ServiceOptions = {}): Promise<ServiceProcess> {
  const { sources = ROOT } = options;
  const { fromNothing = options.environment?.["DATABASE_URL"] !== undefined || sources !== ROOT } = options;
  const dataDirectory = options.dataDirectory ?? newDataDirectory({ fromNothing });
  const environment = await serviceEnvironment(dataDirectory, options.environment);
  // Older versions have this one alone.
  const program = sources === ROOT ? "src/start.ts" : "src/main.ts";
  const child = Bun.spawn(["bun", fromNothing ? program : serviceProgram()], {
    cwd: sources,
    env: environment,
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
  const url = `http://127.0.0.1:${environment["APP_PORT"]}`;
  await waitFor(
    "the service to answer",
    async () => {
      if (child.exitCode !== null || child.signalCode !== null) {
        await collected;
        throw new Error(`the service ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
      }
      return output.includes("Netatlas is running") && (await isHealthy(url));
    },
    30_000,
  );
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const code = await child.exited;
    await collected;
    return code;
  };
  return {
    url,
    httpPort: Number(environment["APP_PORT"]),
    syslogPort: Number(environment["SYSLOG_UDP_PORT"]),
    dataDirectory,
    pid: child.pid,
    output: () => output,
    exited: child.exited,
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

async function serviceEnvironment(
  dataDirectory: string,
  overrides: Record<string, string> = {},
): Promise<Record<string, string>> {
  const syslogPort = String(freePort());
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: process.env["HOME"] ?? "",
    ...START_VARIABLES,
    APP_PORT: String(freePort()),
    APP_HOST: "127.0.0.1",
    DATA_DIR: dataDirectory,
    LOG_FORMAT: "pretty",
    SYSLOG_UDP_PORT: syslogPort,
    SYSLOG_TCP_PORT: syslogPort,
    SYSLOG_MIN_FREE_BYTES: "0",
    ...overrides,
  };
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
}
