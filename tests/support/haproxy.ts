import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { freePort } from "./free-port";
import { waitFor } from "./wait-for";

const PROGRAM = "/usr/sbin/haproxy";
const CONFIGURATION = join(import.meta.dir, "../../deploy/compose/haproxy.cfg");

export type Proxied = {
  /** Ports of processes with `api`. */
  api: [number, number];
  collectors: [Collector, Collector];
};

type Collector = { httpPort: number; syslogPort: number };

export type FrontProxy = {
  url: string;
  /** Takes lines over TCP. */
  syslogPort: number;
  /** A request that a process took and did not answer is asked again of the other one. */
  asksAgain: boolean;
  /** Whether it sends to all processes: one that was started again it looks at every two seconds. */
  isWhole(): Promise<boolean>;
  stop(): Promise<void>;
};

/**
 * What stands in front of several processes: HAProxy, as `deploy/compose/haproxy.cfg` has it, with the addresses of this
 * run; without it one of ours, which only spreads connections, and a line that says so. `folder`: for its configuration.
 */
export async function startFrontProxy(to: Proxied, folder: string): Promise<FrontProxy> {
  const ports = { web: freePort(), syslog: freePort() };
  const proxy = existsSync(PROGRAM) ? startHaproxy(to, ports, folder) : await startSpreading(to, ports);
  const url = `http://127.0.0.1:${ports.web}`;
  await waitFor("the proxy to answer", () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return { url, syslogPort: ports.syslog, ...proxy };
}

type Ports = { web: number; syslog: number };

function startHaproxy(to: Proxied, ports: Ports, folder: string) {
  const path = join(folder, "haproxy.cfg");
  const socket = join(folder, "haproxy.sock");
  const configuration = withAddresses(readFileSync(CONFIGURATION, "utf8"), to, ports);
  writeFileSync(path, configuration.replace(/^global$/m, `global\n    stats socket ${socket}`));
  const child = Bun.spawn([PROGRAM, "-db", "-f", path], {
    stdout: Bun.file(join(folder, "haproxy.log")),
    stderr: "inherit",
  });
  const end = () => child.kill("SIGKILL");
  process.on("exit", end);
  return {
    asksAgain: true,
    async isWhole() {
      const states = await readServerStates(socket);
      return states.length === SERVERS && states.every((state) => state.startsWith("UP"));
    },
    async stop() {
      process.off("exit", end);
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

const SERVERS = 4;
/** Of `show stat` (management guide of HAProxy, 9.1): proxy, server, and further on the state. */
const [SERVER_COLUMN, STATE_COLUMN] = [1, 17];

/** Those that are asked where none of the others can be. */
const UNCHECKED = "no check";

/** How it sees each process that it checks. */
async function readServerStates(socket: string): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  const line = connect({ path: socket }, () => line.write("show stat\n"));
  line.on("data", (piece) => (text += piece.toString()));
  line.on("error", reject).on("close", () => resolve(text));
  const rows = (await promise).split("\n").filter((row) => row !== "" && !row.startsWith("#"));
  return rows
    .map((row) => row.split(","))
    .filter((row) => !["FRONTEND", "BACKEND"].includes(row[SERVER_COLUMN] ?? ""))
    .map((row) => row[STATE_COLUMN] ?? "")
    .filter((state) => state !== UNCHECKED);
}

/** Every line of the file must be there to be replaced, so that this fails when the file has become another. */
function withAddresses(configuration: string, { api, collectors }: Proxied, ports: Ports): string {
  const replaced: [string | RegExp, string][] = [
    [/^resolvers docker\n(?: .*\n)*/m, ""],
    [/ resolvers docker init-addr last,libc,none$/gm, ""],
    ["bind :80\n", `bind 127.0.0.1:${ports.web}\n`],
    ["bind :1514\n", `bind 127.0.0.1:${ports.syslog}\n`],
    [/api-1:8080/g, `127.0.0.1:${api[0]}`],
    [/api-2:8080/g, `127.0.0.1:${api[1]}`],
    ...collectors.flatMap(({ httpPort, syslogPort }, index): [string, string][] => [
      [`collector-${index + 1}:1514\n`, `127.0.0.1:${syslogPort} port ${httpPort}\n`],
      [`collector-${index + 1}:1514 backup`, `127.0.0.1:${syslogPort} backup`],
    ]),
  ];
  return replaced.reduce((text, [from, into]) => {
    const next = text.replace(from, into);
    if (next === text) throw new Error(`deploy/compose/haproxy.cfg has no ${String(from)}`);
    return next;
  }, configuration);
}

/** Gives each connection to the next process that takes it. */
async function startSpreading({ api, collectors }: Proxied, ports: Ports) {
  process.stdout.write("SKIPPED haproxy: it is not installed; a proxy of the tests spreads connections\n");
  const servers = [
    await spread(ports.web, api),
    await spread(
      ports.syslog,
      collectors.map(({ syslogPort }) => syslogPort),
    ),
  ];
  return {
    asksAgain: false,
    isWhole: () => Promise.resolve(true),
    async stop() {
      await Promise.all(servers.map((server) => new Promise((resolve) => void server.close(resolve))));
    },
  };
}

async function spread(port: number, targets: readonly number[]): Promise<Server> {
  let turn = 0;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const begin = ++turn;
    const attempt = (tries: number) => {
      if (tries === targets.length) return void near.destroy();
      const far = connect(targets[(begin + tries) % targets.length] ?? 0, "127.0.0.1");
      const onRefused = () => attempt(tries + 1);
      far.once("error", onRefused);
      far.once("connect", () => {
        far.off("error", onRefused);
        far.on("error", () => near.destroy()).on("close", () => near.destroy());
        near.on("error", () => far.destroy()).on("close", () => far.destroy());
        near.pipe(far).pipe(near);
      });
    };
    attempt(0);
  });
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  return server;
}
