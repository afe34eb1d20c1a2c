import { setUpAdmin, type ApiClient } from "../support/api-client";
import { startService, type ServiceProcess } from "../support/service-process";
import { gapsIn, readDensity, readStoredSequences } from "../support/stored-events";
import { waitUntilStored } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";
import { treeCpuSeconds, treeMemory } from "./process-memory";
import { printFigure, printRepeats } from "./report";
import { runUdpLoad } from "./udp-load";

const RATE = 50_000;
const SECONDS = 20;
const TOTAL = RATE * SECONDS;
const SEARCHABLE_SECONDS = 2;
const COST_TOTAL = 500_000;

type Page = { total: number; events: { raw_log: string }[] };

/** UDP at 50,000 lines a second for 20 s: loss, and how long a line takes from arrival to search. */
export async function benchSyslog(): Promise<void> {
  const service = await startService({
    environment: { LOG_LEVEL: "warning", API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" },
  });
  try {
    const client = await setUpAdmin(service.url);
    const load = runUdpLoad({ port: service.syslogPort, total: TOTAL, rate: RATE });
    const delays = await measureDelays(client, service.syslogPort);
    const peakMemory = treeMemory(service.pid);
    const { sent, seconds } = await load;
    printFigure({ name: "UDP lines sent", value: sent, unit: "lines" });
    printFigure({ name: "  rate", value: Math.round(sent / seconds), unit: "lines/s", target: `${RATE}` });
    await waitFor(
      "every line to be stored",
      async () => (await storedEvents(client)) >= sent + delays.length,
      30_000,
    ).catch(() => undefined);
    const stored = await readStoredSequences(service.dataDirectory);
    const lost = sent - stored.distinct;
    printFigure({ name: "  lost", value: lost, unit: "lines", target: "0", holds: lost === 0 });
    printFigure({ name: "  gaps", value: gapsIn(stored.sequences).length, unit: "lines", target: "0" });
    printRepeats(stored);
    const slowest = Math.max(...delays);
    printFigure({
      name: "  arrival to searchable, slowest of 19",
      value: slowest,
      unit: "s",
      target: `<= ${SEARCHABLE_SECONDS}`,
      holds: slowest <= SEARCHABLE_SECONDS,
    });
    printFigure({ name: "  memory under load (PSS)", value: peakMemory, unit: "MiB" });
    const { segment_bytes } = await client.get<{ segment_bytes: number }>("/api/v1/syslog/status");
    printFigure({ name: "  disk", value: segment_bytes / sent, unit: "bytes per event" });
    // What waits too long under other work is not compressed until it is merged, which says nothing of the version.
    const { rows, bytes, plainRows } = await readDensity(service.dataDirectory);
    printFigure({ name: "    rows not compressed yet", value: plainRows, unit: "lines" });
    printFigure({ name: "    all others", value: bytes / Math.max(rows, 1), unit: "bytes per event" });
    await benchCost(service, client);
  } finally {
    await service.remove();
  }
}

async function storedEvents(client: ApiClient): Promise<number> {
  return (await client.get<{ total_events: number }>("/api/v1/syslog/status")).total_events;
}

/** Processor time of all processes of the service per million lines, when nobody searches. */
async function benchCost({ pid, syslogPort: port }: ServiceProcess, client: ApiClient): Promise<void> {
  const before = treeCpuSeconds(pid);
  const { sent } = await runUdpLoad({ port, total: COST_TOTAL, rate: RATE, first: TOTAL });
  await waitUntilStored(client);
  const seconds = treeCpuSeconds(pid) - before;
  printFigure({
    name: "  CPU of all processes, journal to catalog",
    value: (seconds / sent) * 1e6,
    unit: "s per million",
  });
}

/** Sends a marked line each second while the load runs; gives the seconds until a search finds each. */
async function measureDelays(client: ApiClient, port: number): Promise<number[]> {
  const socket = await Bun.udpSocket({ connect: { hostname: "127.0.0.1", port } });
  const delays: number[] = [];
  for (let index = 0; index < SECONDS - 1; index++) {
    const marker = `marker${crypto.randomUUID().replaceAll("-", "")}`;
    const sentAt = performance.now();
    socket.send(`<14>bench: ${marker}`);
    const since = new Date(Date.now() - 1000).toISOString();
    await waitFor(
      "the marked line",
      async () =>
        (await client.get<Page>(`/api/v1/syslog/events?q=${marker}&limit=1&start_time=${since}`)).events
          .length > 0,
    );
    delays.push((performance.now() - sentAt) / 1000);
    await Bun.sleep(Math.max(0, 1000 - (performance.now() - sentAt)));
  }
  socket.close();
  return delays;
}
