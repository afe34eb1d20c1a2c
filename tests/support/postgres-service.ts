import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { buildTemplateCluster, type PostgresConnection } from "#platform/postgres-server";
import type { FixtureOptions } from "../platform/fixtures/run-postgres-server";
import { atRunEnd } from "./run-end";

const FIXTURE = join(import.meta.dir, "../platform/fixtures/run-postgres-server.ts");

type Ready = { connection: PostgresConnection; version: string; limitations: string[]; startMs: number };

/** A process with a data directory and a database: tests/platform/fixtures/run-postgres-server.ts. */
export type RunningService = {
  process: Bun.Subprocess<"ignore", "pipe", "pipe">;
  ready: Ready;
  /** SIGTERM, and its exit code. */
  stop(): Promise<number>;
  kill(): Promise<void>;
};

export type ServiceOptions = {
  /** Words before the fixture's file; Bun as this user by default. */
  command?: string[] | undefined;
  /** The only folder in which the service finds programs such as setpriv. */
  programs?: string;
};

const running = new Set<Bun.Subprocess>();

/** Starts the service and waits until its database is ready; throws with its complaint where it ends instead. */
export async function startService(
  options: FixtureOptions,
  { command = [process.execPath], programs }: ServiceOptions = {},
): Promise<RunningService> {
  const service = Bun.spawn([...command, FIXTURE, JSON.stringify({ syncToDisk: false, ...options })], {
    env: programs === undefined ? process.env : { ...process.env, PATH: programs },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  running.add(service);
  const line = await firstLine(service.stdout);
  if (line === undefined) throw new Error((await service.stderr.text()).trim());
  return {
    process: service,
    ready: JSON.parse(line),
    stop: async () => {
      service.kill("SIGTERM");
      return service.exited;
    },
    kill: async () => {
      service.kill("SIGKILL");
      await service.exited;
    },
  };
}

/** What a service that must not start says on standard error. */
export async function refusalOf(options: FixtureOptions, how?: ServiceOptions): Promise<string> {
  const outcome = await startService(options, how).catch((error: unknown) => error);
  if (outcome instanceof Error) return outcome.message;
  throw new Error("the service started, against expectation");
}

/** Ends all services that run, such as those that a failed test left. */
export async function endServices(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
  for (const service of running) {
    service.kill(signal);
    await service.exited;
  }
  running.clear();
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const reader = stream.getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  return value === undefined ? undefined : new TextDecoder().decode(value).split("\n")[0];
}

/** Runs `work` on one connection, which it closes. Rows come back as plain as `toEqual` likes them. */
export async function query(
  connection: PostgresConnection,
  work: (sql: postgres.Sql) => Promise<unknown>,
): Promise<unknown> {
  const sql = postgres({ ...connection, max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The process id of the server of a data directory. */
export function postmasterOf(path: string): number {
  return Number(readFileSync(join(path, "db/18/postmaster.pid"), "utf8").split("\n")[0]);
}

export function isAlive(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}

let template: Promise<string> | undefined;

/** A cluster to copy, made once in this process: a start with it takes half as long as one with initdb. */
export function templateCluster(): Promise<string> {
  template ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), "netatlas-template-"));
    atRunEnd(async () => rmSync(folder, { recursive: true, force: true }));
    await buildTemplateCluster(join(folder, "cluster"));
    return join(folder, "cluster");
  })();
  return template;
}
