import { Counter, Gauge, Histogram } from "prom-client";
import type { CheckEngine, EngineObserver, TargetGauge, TargetGauges } from "#features/monitoring";
import { asUnavailable } from "#platform/database";
import { keepFor } from "#platform/keep-for";
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

/** Several scrapers, and one that asks too often, cost one reading. */
const GAUGES_KEPT_MS = 10_000;
const TARGET_LABELS = ["kind", "id", "name", "device_id", "device"] as const;

/** Undefined: there is nothing to tell of this target now. */
const TARGET_GAUGES: { name: string; help: string; read: (target: TargetGauge) => number | undefined }[] = [
  {
    name: "netatlas_target_up",
    help: "1: the target is up, 0: it is down; absent in every other state",
    read: ({ state }) => (state === "up" ? 1 : state === "down" ? 0 : undefined),
  },
  {
    name: "netatlas_target_latency_seconds",
    help: "Latency of the newest result of the target",
    read: ({ state, latencySeconds }) => (state === "paused" ? undefined : (latencySeconds ?? undefined)),
  },
  {
    name: "netatlas_target_checked_timestamp_seconds",
    help: "When the target came to its newest result, in seconds since 1970",
    read: ({ checkedAt }) => checkedAt ?? undefined,
  },
  {
    name: "netatlas_target_certificate_expiry_timestamp_seconds",
    help: "When the certificate that the target showed last expires, in seconds since 1970",
    read: ({ certificateExpiresAt }) => certificateExpiresAt ?? undefined,
  },
];

/**
 * Adds what each target comes to, of all processes together. `read` gives undefined while nothing can be read: the
 * metrics are absent then, rather than of a time that is over.
 */
export function addTargetMetrics(
  { registry }: Metrics,
  read: () => Promise<TargetGauges | undefined>,
  { keptMs = GAUGES_KEPT_MS }: { keptMs?: number } = {},
): void {
  const registers: [] = [];
  const gauges = keepFor(keptMs, read);
  const labels = (target: TargetGauge) => ({
    kind: target.kind,
    id: target.id,
    name: target.name,
    ...(target.deviceId !== null && { device_id: target.deviceId, device: target.device ?? "" }),
  });
  for (const { name, help, read: valueOf } of TARGET_GAUGES) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: TARGET_LABELS,
        registers,
        async collect() {
          const { targets = [] } = (await readQuietly(gauges)) ?? {};
          this.reset();
          for (const target of targets) {
            const value = valueOf(target);
            if (value !== undefined) this.set(labels(target), value);
          }
        },
      }),
    );
  }
  registry.registerMetric(
    new Gauge({
      name: "netatlas_target_state",
      help: "1 for the state that the target is in",
      labelNames: [...TARGET_LABELS, "state"],
      registers,
      async collect() {
        const { targets = [] } = (await readQuietly(gauges)) ?? {};
        this.reset();
        for (const target of targets) this.set({ ...labels(target), state: target.state }, 1);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "netatlas_targets_left_out",
      help: "Targets without metrics of their own, since there are more than METRICS_MAX_TARGETS",
      registers,
      async collect() {
        const found = await readQuietly(gauges);
        this.reset();
        if (found === undefined) this.remove({});
        else this.set(found.leftOut);
      },
    }),
  );
}

/** A database that is away takes no other metric with it; readiness says that it is away. */
async function readQuietly<Value>(read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (asUnavailable(error) === undefined) throw error;
    return undefined;
  }
}
