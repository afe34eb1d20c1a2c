import { join } from "node:path";
import pino from "pino";
import type { EchoAnswer } from "#platform/echo/answer";
import { openReachability, type Reachability, type ReachabilityStatus } from "#platform/echo/reachability";
import type { EchoCounters } from "../../../src/platform/echo/engine";
import type { SocketKind } from "../../../src/platform/echo/sockets";
import { runInNetwork } from "../../support/network-namespace";

export type Question = {
  addresses: readonly string[];
  kinds?: readonly SocketKind[];
  count?: number;
  timeoutMs?: number;
  spacingMs?: number;
  /** Of the TCP connection that may stand in. */
  port?: number;
  /** When the caller's signal fires. */
  leaveAfterMs?: number;
  /** How long the asker's process is stopped while it waits. */
  stoppedSeconds?: number;
  /** Asked in another call, while the others are asked for the second time. */
  beside?: readonly string[];
};

export type Outcome = {
  answers: EchoAnswer[];
  besides: { answers: EchoAnswer[]; tookMs: number } | null;
  status: ReachabilityStatus;
  counters: EchoCounters | null;
  tookMs: number;
  failure: string | null;
};

const FIXTURES = join(import.meta.dir, "fixtures");
const log = pino({ level: "silent" });

/** The words of a command that asks. `runner`: those that run Bun, as another user for instance. */
export function askCommand(question: Question, runner: readonly string[] = [process.execPath]): string[] {
  return [...runner, join(FIXTURES, "ask.ts"), JSON.stringify(question)];
}

/** Asks in a process and a network of its own. */
export async function askInNetwork(
  setup: readonly string[],
  question: Question,
  runner?: readonly string[],
): Promise<Outcome> {
  return JSON.parse(await runInNetwork(setup, { command: askCommand(question, runner) }));
}

/** As one of this process, with a signal that nobody fires. */
export function openHere(requestsPerSecond?: number): Promise<Reachability> {
  return openReachability({ log, ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }) });
}

/** One echo of a second. */
export const ONCE = {
  count: 1,
  timeoutMs: 1000,
  spacingMs: 0,
  tcp: { ports: [1], timeoutMs: 500 },
  signal: new AbortController().signal,
};

/** So many addresses of the loopback. */
export function loopbackAddresses(size: number): string[] {
  return Array.from(
    { length: size },
    (_, index) => `127.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`,
  );
}
