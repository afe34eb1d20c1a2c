import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { branchFolder, branchKeyFile } from "./kept-files";
import { writeLine } from "./log-lines";

type Environment = Readonly<Record<string, string | undefined>>;

type Plan = {
  url: string;
  /** Of the demo; the relay has a folder in it. */
  dataDirectory: string;
  /** Of the service. */
  environment: Environment;
  start(command: readonly string[], environment: Environment): void;
};

/** A quiet branch: a few lines a minute. */
const LINE_MS = 7000;

/** A branch with a relay of its own, whose key is there (`makeBranchKey`), and a firewall that logs to it. */
export async function startBranch(plan: Plan): Promise<void> {
  const port = await findPort();
  plan.start(["src/start.ts"], {
    ...plan.environment,
    DATA_DIR: branchFolder(plan.dataDirectory),
    APP_PORT: "0",
    SYSLOG_UDP_PORT: String(port),
    SYSLOG_TCP_ENABLED: "false",
    SNMP_TRAP_PORT: "0",
    LOG_LEVEL: "error",
    UV_THREADPOOL_SIZE: "2",
    MIMALLOC_PURGE_DELAY: "20",
    UPSTREAM_URL: plan.url,
    UPSTREAM_API_KEY: readFileSync(branchKeyFile(plan.dataDirectory), "utf8").trim(),
    RELAY_NAME: "branch-porto",
  });
  void keepLogging(port);
}

/** One that is free now. */
async function findPort(): Promise<number> {
  const socket = await Bun.udpSocket({ hostname: "127.0.0.1", port: 0 });
  const { port } = socket;
  socket.close();
  return port;
}

async function keepLogging(port: number): Promise<never> {
  // Nobody listens before the relay has started: a firewall does not hear of that either.
  const socket = await Bun.udpSocket({ socket: { error: () => undefined } });
  for (;;) {
    await Bun.sleep(LINE_MS);
    socket.send(writeLine((below) => randomInt(below), new Date()).line, port, "127.0.0.1");
  }
}
