import { setUpAdmin } from "../support/api-client";
import { startService } from "../support/service-process";
import { readStoredSequences } from "../support/stored-events";
import { readStatus, waitUntilStored } from "../support/syslog-status";
import { printFigure, printLosses, printRepeats, setting } from "./report";
import { runUdpLoad } from "./udp-load";

/** The collector looks least often after ten seconds without a datagram. */
const SILENCE_MS = 12_000;
/** What the status says is that old. */
const COUNTS_AGE_MS = 1000;
const PATIENCE_MS = 120_000;

/**
 * A flood out of silence, BENCH_ROUNDS (5) times: nothing for twelve seconds, then BENCH_RATE (200,000) lines a second
 * over UDP for BENCH_SECONDS (2). The receive buffer must hold what comes until the collector looks.
 */
export async function benchFlood(): Promise<void> {
  const [rate, rounds] = [setting("BENCH_RATE", 200_000), setting("BENCH_ROUNDS", 5)];
  const total = rate * setting("BENCH_SECONDS", 2);
  const service = await startService({
    environment: { LOG_LEVEL: "warning", API_KEY_RATE_LIMIT_MAX_CALLS: "1000000" },
  });
  try {
    const client = await setUpAdmin(service.url);
    let sent = 0;
    let slowestSeconds = 0;
    for (let round = 0; round < rounds; round++) {
      await Bun.sleep(SILENCE_MS);
      const load = await runUdpLoad({ port: service.syslogPort, total, rate, first: sent });
      sent += load.sent;
      slowestSeconds = Math.max(slowestSeconds, load.seconds);
      await Bun.sleep(COUNTS_AGE_MS);
      await waitUntilStored(client, PATIENCE_MS);
    }
    const stored = await readStoredSequences(service.dataDirectory);
    const { losses } = await readStatus(client);
    const lost = sent - stored.distinct;
    printFigure({ name: `lines sent in ${rounds} floods out of silence`, value: sent, unit: "lines" });
    printFigure({ name: "  slowest", value: total / slowestSeconds, unit: "lines/s", target: String(rate) });
    printFigure({ name: "  lost", value: lost, unit: "lines", target: "0", holds: lost === 0 });
    printLosses(losses);
    printRepeats(stored);
  } finally {
    await service.remove();
  }
}
