import { Counter, Histogram } from "prom-client";
import type { CheckEngine, EngineObserver } from "#features/monitoring";
import type { Metrics } from "#platform/metrics";

/** Adds what checks come to in this process. */
export function createCheckObserver({ registry }: Metrics): EngineObserver {
  const registers = [registry];
  const checks = new Counter({
    name: "netatlas_checks_total",
    help: "Checks that came to a result since start",
    labelNames: ["kind", "result"],
    registers,
  });
  const lag = new Histogram({
    name: "netatlas_check_lag_seconds",
    help: "From when a check was due to when it began",
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
    registers,
  });
  const dropped = new Counter({
    name: "netatlas_check_results_dropped_total",
    help: "Results of checks that did not count: another process had taken the target, or they could not be written",
    registers,
  });
  return {
    onCheck: (kind, result) => checks.inc({ kind, result }),
    onLag: (seconds) => lag.observe(Math.max(0, seconds)),
    onDropped: (count) => dropped.inc(count),
  };
}

/** Adds how many targets there are in each state, in all processes together. */
export function addMonitoringMetrics({ addReading }: Metrics, engine: () => CheckEngine | undefined): void {
  addReading({
    name: "netatlas_check_targets",
    type: "gauge",
    help: "Devices, service checks and monitors that are watched, by state",
    label: "state",
    read: () => engine()?.states ?? {},
  });
}
