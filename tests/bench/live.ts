import { ADMIN, createApiClient, setUpAdmin, type ApiClient } from "../support/api-client";
import { startService, type ServiceProcess } from "../support/service-process";
import { waitUntilStored } from "../support/syslog-status";
import { waitFor } from "../support/wait-for";
import { startReaders, type ReaderCount } from "./live-readers";
import { treeCpuSeconds, treeMemory } from "./process-memory";
import { printFigure } from "./report";
import { runUdpLoad } from "./udp-load";

const RATE = 100_000;
const SECONDS = 15;
const TOTAL = RATE * SECONDS;
/** For the last event, after the last line was sent. */
const LONGEST_WAIT_MS = 60_000;

const CASES: [name: string, filters: string[]][] = [
  ["nobody", []],
  ["1 viewer of everything", [""]],
  ["1 viewer of 1 in 8 lines", ["source_host:fw-3"]],
  [
    "10 viewers of 1 in 8 to 1 in 10 lines",
    Array.from({ length: 8 }, (_, n) => `source_host:fw-${n}`).concat("app:sshd", "app:dhcpd"),
  ],
  ["10 viewers of everything", Array.from({ length: 10 }, () => "")],
];

/** UDP at 100,000 lines a second for 15 s: what live viewers get, and what they cost. */
export async function benchLive(): Promise<void> {
  const service = await startService({
    environment: {
      LOG_LEVEL: "warning",
      API_KEY_RATE_LIMIT_MAX_CALLS: "1000000",
      SYSLOG_WS_MAX_CONNECTIONS_PER_USER: "50",
    },
  });
  try {
    const client = await setUpAdmin(service.url);
    const { access_token: token } = await createApiClient(service.url).send<{ access_token: string }>(
      "POST",
      "/api/v1/auth/login",
      ADMIN,
    );
    let first = 0;
    for (const [name, filters] of CASES) {
      process.stdout.write(`${name}\n`);
      await benchViewers({ service, client, token }, { filters, first });
      first += TOTAL;
    }
  } finally {
    await service.remove();
  }
}

type Target = { service: ServiceProcess; client: ApiClient; token: string };

async function benchViewers(
  { service, client, token }: Target,
  { filters, first }: { filters: string[]; first: number },
): Promise<void> {
  const cpuBefore = treeCpuSeconds(service.pid);
  const storedBefore = await readStored(client);
  const readers = await startReaders({ url: service.url, token, filters });
  const { sent, seconds } = await runUdpLoad({ port: service.syslogPort, total: TOTAL, rate: RATE, first });
  const ended = performance.now();
  printFigure({ name: "  rate", value: Math.round(sent / seconds), unit: "lines/s", target: `${RATE}` });
  await waitUntilStored(client);
  const stored = (await readStored(client)) - storedBefore;
  /** Of the viewers of everything. */
  const missing = (counts: ReaderCount[]) =>
    counts.reduce(
      (sum, { events, skipped }, index) => sum + (filters[index] === "" ? stored - events - skipped : 0),
      0,
    );
  const counts = await waitFor(
    "every event at the viewers",
    async () => {
      const now = await readers.ask();
      return missing(now) <= 0 || performance.now() - ended > LONGEST_WAIT_MS ? now : undefined;
    },
    2 * LONGEST_WAIT_MS,
  );
  const delay = performance.now() - ended;
  const cpu = treeCpuSeconds(service.pid) - cpuBefore;
  await readers.stop();
  printFigure({ name: "  lost before the journal (UDP)", value: sent - stored, unit: "lines", target: "0" });
  printFigure({
    name: "  CPU of all processes of the service",
    value: (cpu / stored) * 1e6,
    unit: "s per million",
  });
  printFigure({ name: "  memory (PSS)", value: treeMemory(service.pid), unit: "MiB" });
  if (filters.length > 0)
    printViewers({ counts, missing: missing(counts), delay, isOne: filters.length === 1 });
}

async function readStored(client: ApiClient): Promise<number> {
  return (await client.get<{ stored_events: number }>("/api/v1/syslog/status")).stored_events;
}

type Outcome = { counts: ReaderCount[]; missing: number; delay: number; isOne: boolean };

function printViewers({ counts, missing, delay, isOne }: Outcome): void {
  const sum = (of: (count: ReaderCount) => number) => counts.reduce((total, count) => total + of(count), 0);
  const skipped = sum((count) => count.skipped);
  printFigure({ name: "  events that the viewers got", value: sum((count) => count.events), unit: "events" });
  printFigure({
    name: "  neither got nor named as skipped",
    value: missing,
    unit: "events",
    target: "0",
    holds: missing === 0,
  });
  const target = isOne ? { target: "0", holds: skipped === 0 } : {};
  printFigure({ name: "  skipped", value: skipped, unit: "events", ...target });
  printFigure({ name: "  last event behind the last line sent", value: delay / 1000, unit: "s" });
}
