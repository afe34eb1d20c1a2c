import { setUpAdmin } from "../support/api-client";
import { startService } from "../support/service-process";
import { readStatus, waitUntilStored } from "../support/syslog-status";
import { runHttpLoad } from "./http-load";
import { treeMemory } from "./process-memory";
import { printFigure, setting } from "./report";
import { runUdpLoad } from "./udp-load";

const RATE = setting("BENCH_RATE", 100_000);
const SECONDS = setting("BENCH_SECONDS", 60);
/** The first seconds fill caches and are not counted. */
const WARM_UP_SECONDS = 5;
const CALLS_PER_SECOND = 100;
const LATENCY_LIMIT_MS = 50;
const MEMORY_LIMIT = 700;
const SEARCHES = ["/api/v1/syslog/events?limit=100", "/api/v1/syslog/events?limit=50&q=rareword"];

/**
 * UDP at 100,000 lines a second for BENCH_SECONDS (60): what calls of the API take meanwhile, and what a search a
 * second costs.
 */
export async function benchSyslogApi(): Promise<void> {
  const service = await startService({
    environment: { LOG_LEVEL: "warning", API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" },
  });
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, treeMemory(service.pid))), 1000);
  try {
    const admin = await setUpAdmin(service.url);
    const sending = runUdpLoad({ port: service.syslogPort, total: RATE * SECONDS, rate: RATE });
    await Bun.sleep(WARM_UP_SECONDS * 1000);
    const order = {
      host: "127.0.0.1",
      port: service.httpPort,
      headers: { "X-API-Key": admin.key },
      seconds: SECONDS - 2 * WARM_UP_SECONDS,
    };
    const [calls, ...searches] = await Promise.all([
      runHttpLoad({ ...order, path: "/api/v1/auth/me", connections: 16, rate: CALLS_PER_SECOND }),
      ...SEARCHES.map((path) => runHttpLoad({ ...order, path, connections: 4, rate: 1 })),
    ]);
    const { sent, seconds } = await sending;
    await waitUntilStored(admin);
    const { stored_events: stored } = await readStatus(admin);
    printFigure({
      name: "lines a second",
      value: Math.round(sent / seconds),
      unit: "lines/s",
      target: String(RATE),
    });
    printFigure({ name: "  lost", value: sent - stored, unit: "lines", target: "0", holds: sent === stored });
    printFigure({
      name: `  p99 of ${CALLS_PER_SECOND} calls a second meanwhile`,
      value: calls.p99,
      unit: "ms",
      target: `<= ${LATENCY_LIMIT_MS}`,
      holds: calls.p99 <= LATENCY_LIMIT_MS && calls.failures === 0,
    });
    for (const [index, { p50, max, failures }] of searches.entries()) {
      printFigure({
        name: `  a search a second (${SEARCHES[index]?.slice(22)}), median`,
        value: p50,
        unit: "ms",
      });
      printFigure({ name: "    slowest", value: max, unit: "ms", holds: failures === 0 });
    }
    printFigure({
      name: "  memory, peak",
      value: peak,
      unit: "MiB",
      target: `<= ${MEMORY_LIMIT}`,
      holds: peak <= MEMORY_LIMIT,
    });
  } finally {
    clearInterval(timer);
    await service.remove();
  }
}
