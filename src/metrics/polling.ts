import { Counter, Histogram } from "prom-client";
import type { PollObserver } from "#features/snmp-polling";
import type { Metrics } from "#platform/metrics";

/** Adds what polls by SNMP come to in this process. */
export function createPollObserver({ registry }: Metrics): PollObserver {
  const registers = [registry];
  const polls = new Counter({
    name: "netatlas_snmp_polls_total",
    help: "Polls of devices by SNMP since start",
    labelNames: ["poller", "result"],
    registers,
  });
  const lag = new Histogram({
    name: "netatlas_snmp_poll_lag_seconds",
    help: "From when a poll was due to when it began",
    buckets: [1, 2, 5, 15, 60, 300],
    registers,
  });
  return {
    onPoll: (poller, result) => polls.inc({ poller, result }),
    onLag: (seconds) => lag.observe(Math.max(0, seconds)),
  };
}
