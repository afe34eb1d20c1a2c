import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { randomBytes, randomInt } from "node:crypto";
import { join, resolve } from "node:path";
import { giveBackAtRest } from "#platform/memory-rest";
import { START_VARIABLES } from "../settings/start-variables";
import { startBranch } from "./branch";
import { linesPerSecond } from "./day-rhythm";
import { writeLine } from "./log-lines";
import { passwordFile } from "./kept-files";
import { isNetworkThere, type NetworkThere } from "./network-there";
import type { PastPart } from "./past/past";
import { isOff, SYNC_FAILS } from "./rhythm";
import { canStandIn, startStandIns } from "./stand-ins";
import { tellOfPort } from "./traps";

/**
 * `bun run demo`: the real service on a data directory of its own, with a made-up network of six sites, a data centre
 * that it plays itself on addresses of this machine, and a log that keeps flowing. Run again it goes on where it was.
 * APP_PORT, SYSLOG_UDP_PORT, SYSLOG_TCP_PORT, SNMP_TRAP_PORT and DATA_DIR are as for the service.
 */
const REPORTS_EVERY_MS = 30_000;
const TRAPS_EVERY_MS = 15_000;
const POLL_MS = 250;
const PATIENCE_MS = 60_000;

async function main(): Promise<void> {
  const { env } = process;
  const dataDirectory = resolve(env["DATA_DIR"] ?? "./data/demo");
  const httpPort = env["APP_PORT"] ?? "8080";
  const syslogPort = env["SYSLOG_UDP_PORT"] ?? "1514";
  const trapPort = env["SNMP_TRAP_PORT"] ?? "1162";
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const environment = {
    ...START_VARIABLES,
    LOG_FORMAT: "pretty",
    ...env,
    DATA_DIR: dataDirectory,
    APP_PORT: httpPort,
    // Its lines come from this machine; nobody else's are wanted, and the password is known to whoever reads the
    // screen.
    APP_HOST: env["APP_HOST"] ?? "127.0.0.1",
    SYSLOG_HOST: env["SYSLOG_HOST"] ?? "127.0.0.1",
    SYSLOG_UDP_PORT: syslogPort,
    SNMP_TRAP_PORT: trapPort,
    SNMP_TRAP_HOST: env["SNMP_TRAP_HOST"] ?? "127.0.0.1",
  };
  const service = start(["src/start.ts"], environment);
  const stop = () => {
    isStopping = true;
    for (const one of running) one.kill("SIGTERM");
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  void service.exited.then((code) => process.exit(hasFailed ? 1 : code));

  const url = `http://127.0.0.1:${httpPort}`;
  await untilHealthy(url);
  const password = readOrMakePassword(passwordFile(dataDirectory));
  const fill = (part: PastPart) => fillPast(part, environment);
  await fill("deeds");
  // From here on the past is over.
  keepLogging(Number(syslogPort)).catch(giveUp);
  const log = fill("day").then(() => fill("earlier-days"));
  process.stdout.write("\nDemo: filling the network and its last week in, up to a minute\n");
  const isPlayed = await canStandIn();
  if (isPlayed) await startStandIns((problem) => process.stderr.write(`Demo: ${problem}\n`));
  else
    process.stderr.write(
      "Demo: only 127.0.0.1 is this machine's own, so nobody answers for the data centre\n",
    );
  const network = fillNetwork([url, dataDirectory, ...(isPlayed ? ["played"] : [])], environment);
  const { reportTo } = await network.there;
  await startBranch({ url, dataDirectory, environment, start });
  await Promise.all([log, fill("checks"), network.filled]);
  process.stdout.write(
    `\nDemo: sign in at http://localhost:${httpPort} as admin with the password ${password}\n` +
      `      324 devices, a week of history, and a log that keeps flowing; Ctrl-C ends it, ${dataDirectory} keeps it\n\n`,
  );
  giveBackAtRest();
  if (reportTo !== null) void keepReporting(reportTo);
  if (isPlayed && trapPort !== "0") void keepTelling(Number(trapPort));
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The service, the branch's relay, and what fills in its network and past. */
const running = new Set<ReturnType<typeof spawn>>();
let isStopping = false;
let hasFailed = false;

type Hear = (message: unknown) => void;

function start(command: readonly string[], environment: Environment, hear?: Hear) {
  const program = spawn(command, environment, hear);
  running.add(program);
  void program.exited.then(() => running.delete(program));
  return program;
}

function spawn(command: readonly string[], environment: Environment, hear?: Hear) {
  return Bun.spawn(["bun", ...command], {
    cwd: join(import.meta.dir, "../.."),
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
    ...(hear !== undefined && { ipc: hear }),
  });
}

/** In a process of its own, without which there is no demo: both reject where it ends before it has done it. */
function fillNetwork(options: readonly string[], environment: Environment) {
  const there = Promise.withResolvers<NetworkThere>();
  const program = start(["src/demo/network-main.ts", ...options], environment, (message) => {
    if (isNetworkThere(message)) there.resolve(message);
  });
  const filled = succeed(program);
  filled.then(() => there.reject(new Error("nothing was told of its network")), there.reject);
  return { there: there.promise, filled };
}

async function succeed({ exited }: ReturnType<typeof spawn>): Promise<void> {
  if ((await exited) !== 0) throw new Error("its network is not there");
}

/** In a process of its own, which tells what it cannot do; the demo goes on without it. */
async function fillPast(part: PastPart, environment: Environment): Promise<void> {
  if (isStopping) return;
  await start(["src/demo/past/main.ts", part], environment).exited;
}

/** The job that the demo plays, as a cron job would report. */
async function keepReporting(address: string): Promise<never> {
  for (;;) {
    const failed = isOff(SYNC_FAILS, Date.now());
    const query = failed
      ? "status=down&msg=the+supplier+did+not+answer"
      : `msg=${200 + randomInt(900)}+articles&ping=${800 + randomInt(2400)}`;
    await fetch(`${address}?${query}`).catch((error: unknown) => {
      process.stderr.write(
        `Demo: cannot report: ${error instanceof Error ? error.message : String(error)}\n`,
      );
    });
    await Bun.sleep(REPORTS_EVERY_MS);
  }
}

/** Ports of switches that go down and up again. */
async function keepTelling(port: number): Promise<never> {
  for (;;) {
    await tellOfPort(port, (below) => randomInt(below), 5000).catch((error: unknown) => {
      process.stderr.write(
        `Demo: cannot send a trap: ${error instanceof Error ? error.message : String(error)}\n`,
      );
    });
    await Bun.sleep(TRAPS_EVERY_MS);
  }
}

async function untilHealthy(url: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const isHealthy = await fetch(`${url}/api/v1/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isHealthy) return;
    await Bun.sleep(POLL_MS);
  }
  throw new Error(`the service did not answer at ${url} within ${PATIENCE_MS / 1000} s`);
}

function readOrMakePassword(file: string): string {
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const password = randomBytes(12).toString("base64url");
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** As many lines as the time of day has, and never more: what a busy machine missed is not made up for. */
async function keepLogging(port: number): Promise<never> {
  const sockets = new Map<number, Awaited<ReturnType<typeof openSender>>>();
  for (;;) {
    const { line, site } = writeLine((below) => randomInt(below), new Date());
    const socket = sockets.get(site) ?? (await openSender(site, port));
    sockets.set(site, socket);
    socket.send(line);
    await Bun.sleep(1000 / linesPerSecond(new Date()));
  }
}

/**
 * Each site sends from an address of its own, where the system takes the whole of 127.0.0.0/8 as its own (Linux does).
 */
async function openSender(site: number, port: number) {
  const connect = { hostname: "127.0.0.1", port };
  // While the service ends, or has not begun, nobody listens: a device does not hear of that either.
  const socket = { error: () => undefined };
  const open = (hostname?: string) =>
    Bun.udpSocket({ ...(hostname !== undefined && { hostname }), connect, socket });
  return open(`127.0.${site}.2`).catch(() => open());
}

/** What ends as the demo is being stopped is no failure of its own, and a service that stops must not hear of it twice. */
function giveUp(error: unknown): void {
  if (isStopping) return;
  hasFailed = true;
  process.stderr.write(`the demo cannot go on: ${error instanceof Error ? error.message : String(error)}\n`);
  process.kill(process.pid, "SIGTERM");
}

main().catch(giveUp);
