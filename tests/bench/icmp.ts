import pino from "pino";
import { openReachability, type Reachability } from "#platform/echo/reachability";
import { canMakeNetworks, runInNetwork, WITH_ROUTER } from "../support/network-namespace";
import { percentile, printFigure } from "./report";
import { loopbackAddresses, ONCE } from "../platform/echo/given";

const TARGETS = 20_000;
const ROUNDS = 5;
/** A minute's worth of pings, and how many of them nobody answers. */
const IN_NETWORK = { living: 8000, dead: 2000, seconds: 30 };

/** Echoes to many addresses at once: by our own sockets and by fping, and with dead neighbours among them. */
export async function benchIcmp(): Promise<void> {
  const reachability = await openReachability({
    log: pino({ level: "silent" }),
    requestsPerSecond: Number.POSITIVE_INFINITY,
  });
  process.stdout.write(`by ${reachability.status.description}\n`);
  if (reachability.counters === undefined) return;
  await benchLoopback(reachability);
  await reachability.close();
  await benchFping();
  if (canMakeNetworks) await runNetwork();
  else process.stdout.write("SKIPPED dead neighbours: needs root, unshare and ip\n");
}

async function benchLoopback(reachability: Reachability): Promise<void> {
  const addresses = loopbackAddresses(TARGETS);
  await reachability.echo(addresses, ONCE);
  const rounds: { ms: number; cpuMs: number; lost: number; roundTripMs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    const answers = await reachability.echo(addresses, ONCE);
    const { user, system } = process.cpuUsage(cpu);
    rounds.push({
      ms: performance.now() - started,
      cpuMs: (user + system) / 1000,
      lost: answers.filter(({ received }) => received === 0).length,
      roundTripMs: percentile(
        answers.flatMap(({ maxMs }) => maxMs ?? []),
        0.5,
      ),
    });
  }
  const median = (of: (round: (typeof rounds)[number]) => number) => percentile(rounds.map(of), 0.5);
  printFigure({
    name: `${TARGETS} loopback addresses answered, median of ${ROUNDS}`,
    value: median(({ ms }) => ms),
    unit: "ms",
  });
  printFigure({ name: "  processor time of that", value: median(({ cpuMs }) => cpuMs), unit: "ms" });
  printFigure({
    name: "  round trip, median",
    value: median(({ roundTripMs }) => roundTripMs) * 1000,
    unit: "µs",
  });
  const lost = rounds.reduce((sum, round) => sum + round.lost, 0);
  printFigure({ name: "  lost", value: lost, unit: "", target: "0", holds: lost === 0 });
}

/** The same addresses, as fast as fping may send as root. */
async function benchFping(): Promise<void> {
  const program = Bun.which("fping");
  if (program === null) {
    process.stdout.write("SKIPPED fping: it is not on this machine\n");
    return;
  }
  const started = performance.now();
  const child = Bun.spawn([program, "-C", "1", "-q", "-i", "0", "-t", "1000"], {
    stdin: Buffer.from(loopbackAddresses(TARGETS).join("\n")),
    stdout: "ignore",
    stderr: "pipe",
  });
  const text = await new Response(child.stderr).text();
  await child.exited;
  const answered = text.split("\n").filter((line) => / : [\d.]+$/.test(line)).length;
  printFigure({ name: "fping -i 0, the same addresses", value: performance.now() - started, unit: "ms" });
  printFigure({ name: "  answered", value: answered, unit: `of ${TARGETS}` });
}

/** In a process of its own, as the network is. */
async function runNetwork(): Promise<void> {
  const command = [process.execPath, import.meta.path, JSON.stringify(IN_NETWORK)];
  process.stdout.write(await runInNetwork(WITH_ROUTER, { command }));
}

/**
 * Batches each half second, as a schedule makes them, dead neighbours among those that live; everyone is asked three
 * times.
 */
async function benchNetwork({ living, dead, seconds }: typeof IN_NETWORK): Promise<void> {
  const reachability = await openReachability({ log: pino({ level: "silent" }) });
  const addresses = Array.from({ length: living + dead }, (_, index) => {
    const [high, low] = [index >> 8, index & 255];
    return index % ((living + dead) / dead) === 0 ? `10.9.${4 + high}.${low}` : `10.66.${high}.${low}`;
  });
  const batches = seconds * 2;
  const size = Math.ceil(addresses.length / batches);
  const request = { ...ONCE, count: 3, spacingMs: 50, timeoutMs: 2000 };
  await reachability.echo(["10.66.0.1"], ONCE);
  const cpu = process.cpuUsage();
  const started = performance.now();
  const asked = Array.from({ length: batches }, async (_, batch) => {
    await Bun.sleep(batch * 500);
    return reachability.echo(addresses.slice(batch * size, (batch + 1) * size), request);
  });
  const answers = (await Promise.all(asked)).flat();
  const { user, system } = process.cpuUsage(cpu);
  const share = ((user + system) / 1000 / (performance.now() - started)) * 100;
  const wrong = answers.filter(
    ({ address, sent, received }) => sent !== 3 || received !== (address.startsWith("10.66.") ? 3 : 0),
  ).length;
  printFigure({
    name: `${answers.length} addresses in ${seconds} s, ${dead} of them dead neighbours: wrong`,
    value: wrong,
    unit: "",
    target: "0",
    holds: wrong === 0,
  });
  printFigure({ name: "  processor", value: share, unit: "% of a core" });
  printFigure({ name: "  requests that waited for room", value: reachability.counters?.held ?? 0, unit: "" });
  await reachability.close();
}

const given = process.argv[2];
if (import.meta.main && given !== undefined) await benchNetwork(JSON.parse(given));
