import { readFileSync } from "node:fs";
import { setUpAdmin } from "../support/api-client";
import { startCuttableProxy } from "../support/cuttable-proxy";
import { startSender } from "../support/numbered-sender";
import { type RelayProcess, startRelay } from "../support/relay-process";
import { startService } from "../support/service-process";
import { waitFor } from "../support/wait-for";
import { ownCpuSeconds, treeCpuSeconds, treeMemory } from "./process-memory";
import { percentile, printFigure } from "./report";

const RATE = 5000;
const SECONDS = 40;
const SAMPLE_MS = 1000;
const SETTLE_MS = 10_000;
const BACKLOG = 400_000;
const BACKLOG_RATE = 40_000;
const QUIET_LINES = 7;
const PATIENCE_MS = 600_000;
const MEMORY_MEBIBYTES = 80;

/**
 * What a relay takes, there and at the centre: memory at rest and at 5,000 lines a second, processor time and octets on
 * the wire for a line, how soon a quiet branch's line is found, and how fast a backlog comes in.
 */
export async function benchRelay(): Promise<void> {
  const service = await startService({
    environment: { LOG_LEVEL: "warning", API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" },
  });
  const client = await setUpAdmin(service.url);
  const body = { name: "relay", permission: "relay" };
  const { key } = await client.send<{ key: string }>("POST", "/api/v1/api-keys", body);
  const proxy = await startCuttableProxy(service.url);
  const relay = await startRelay({ upstream: proxy.url, key });
  try {
    await Bun.sleep(SETTLE_MS);
    printMemory("memory of the relay at rest (PSS)", treeMemory(relay.pid));
    await benchSteady(relay, service.pid);
    await benchQuiet(relay, async (word) => {
      const found = await client.get<{ total: number }>(`/api/v1/syslog/events?q=${word}`);
      return found.total > 0;
    });
    await benchCatchUp(relay, (isDown) => {
      proxy.setDown(isDown);
      if (isDown) proxy.cut();
    });
    const lost = await relay.metric("netatlas_syslog_lost_total");
    printFigure({ name: "lines lost", value: lost, unit: "", target: "0", holds: lost === 0 });
  } finally {
    await relay.remove();
    await proxy.close();
    await service.remove();
  }
}

function printMemory(name: string, memory: number): void {
  printFigure({
    name,
    value: memory,
    unit: "MiB",
    target: `<= ${MEMORY_MEBIBYTES}`,
    holds: memory <= MEMORY_MEBIBYTES,
  });
}

async function benchSteady(relay: RelayProcess, servicePid: number): Promise<void> {
  const before = { relay: ownCpuSeconds(relay.pid), centre: treeCpuSeconds(servicePid) };
  const total = RATE * SECONDS;
  const sender = await startSender({ transport: "udp", port: relay.syslogPort, first: 0, total, rate: RATE });
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(treeMemory(relay.pid)), SAMPLE_MS);
  await sender.done;
  sender.stop();
  clearInterval(timer);
  await untilSent(relay, total);
  printMemory("memory of the relay at 5,000 lines/s, greatest (PSS)", Math.max(...memory));
  printFigure({
    name: "the same, resident with what is shared",
    value: residentMebibytes(relay.pid),
    unit: "MiB",
  });
  const perMillion = (seconds: number) => (seconds / total) * 1e6;
  printFigure({
    name: "relay, processor time for a million lines",
    value: perMillion(ownCpuSeconds(relay.pid) - before.relay),
    unit: "s",
  });
  printFigure({
    name: "centre, processor time for a million lines",
    value: perMillion(treeCpuSeconds(servicePid) - before.centre),
    unit: "s",
  });
  printFigure({
    name: "on the wire, a line of 165 octets",
    value: (await relay.metric("netatlas_relay_wire_bytes_total")) / total,
    unit: "octets",
  });
}

async function benchQuiet(relay: RelayProcess, isFound: (word: string) => Promise<boolean>): Promise<void> {
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port: relay.syslogPort } });
  const waits: number[] = [];
  for (let line = 0; line < QUIET_LINES; line++) {
    await Bun.sleep(3000);
    const word = `quietline${line}`;
    const begun = performance.now();
    socket.send(`<13>${word}`);
    await waitFor("the line to be found", () => isFound(word), PATIENCE_MS);
    waits.push((performance.now() - begun) / 1000);
  }
  socket.close();
  printFigure({
    name: "a quiet branch's line is found after, median of 7",
    value: percentile(waits, 0.5),
    unit: "s",
    target: "<= 2",
    holds: percentile(waits, 0.5) <= 2,
  });
}

async function benchCatchUp(relay: RelayProcess, setDown: (isDown: boolean) => void): Promise<void> {
  const before = await relay.metric("netatlas_relay_sent_total");
  setDown(true);
  const sender = await startSender({
    transport: "tcp",
    port: relay.syslogPort,
    first: 0,
    total: BACKLOG,
    rate: BACKLOG_RATE,
  });
  await sender.done;
  sender.stop();
  setDown(false);
  const isBack = async () => (await relay.metric("netatlas_relay_sent_total")) > before;
  await waitFor("the relay to be back", isBack, PATIENCE_MS);
  const begun = { at: performance.now(), sent: await relay.metric("netatlas_relay_sent_total") };
  await untilSent(relay, before + BACKLOG);
  const seconds = (performance.now() - begun.at) / 1000;
  printFigure({
    name: "a backlog comes in at",
    value: (before + BACKLOG - begun.sent) / seconds,
    unit: "lines/s",
  });
  printFigure({ name: "resident memory then", value: residentMebibytes(relay.pid), unit: "MiB" });
}

async function untilSent(relay: RelayProcess, total: number): Promise<void> {
  const isSent = async () => (await relay.metric("netatlas_relay_sent_total")) >= total;
  await waitFor("all to be acknowledged", isSent, PATIENCE_MS);
}

function residentMebibytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kibibytes) / 1024;
}
