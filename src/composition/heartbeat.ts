import { failureReasonOf, type Outbound } from "#features/notifications";
import { checkReadiness, Heartbeat, type ReadinessProbe } from "#features/system";
import type { Logger } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import type { Settings } from "../settings/settings";

type HeartbeatDeps = {
  settings: Pick<Settings, "HEARTBEAT_URL" | "HEARTBEAT_SECONDS">;
  probes: readonly ReadinessProbe[];
  outbound: Outbound;
  metrics: Metrics;
  log: Logger;
};

/**
 * The heartbeat of this process, which goes by what readiness does, and what it adds to the metrics where it is wanted.
 */
export function openHeartbeat({ settings, probes, outbound, metrics, log }: HeartbeatDeps): Heartbeat {
  const heartbeat = new Heartbeat({
    url: settings.HEARTBEAT_URL,
    everySeconds: settings.HEARTBEAT_SECONDS,
    async readTroubles() {
      const checks = await checkReadiness(probes);
      return checks.filter(({ ok }) => !ok).map(({ name }) => name);
    },
    outbound,
    reasonOf: failureReasonOf,
    log,
  });
  if (settings.HEARTBEAT_URL === undefined) return heartbeat;
  metrics.addReading({
    name: "netatlas_heartbeats_total",
    type: "counter",
    help: "Calls of HEARTBEAT_URL since start: sent (and taken), failed, or not_ready (left out)",
    label: "result",
    read: () => heartbeat.status().counts,
  });
  metrics.addReading({
    name: "netatlas_heartbeat_last_sent_timestamp_seconds",
    type: "gauge",
    help: "When HEARTBEAT_URL last took a call, in seconds since 1970; none yet: no value",
    read: () => {
      const at = heartbeat.status().lastSentAt;
      return at === null ? {} : at.getTime() / 1000;
    },
  });
  return heartbeat;
}
