import { Counter } from "prom-client";
import { countDeliveries } from "#features/notifications";
import type { Db } from "#platform/database";
import type { Metrics } from "#platform/metrics";
import type { OutboxObserver } from "#platform/outbox/worker";

/** Adds what attempts to deliver come to in this process. */
export function createOutboxObserver({ registry }: Metrics): OutboxObserver {
  const attempts = new Counter({
    name: "netatlas_outbox_attempts_total",
    help: "Attempts to deliver a notice since start: delivered, failed (it is tried again) or dead (it is not)",
    labelNames: ["result"],
    registers: [registry],
  });
  return { onAttempt: (result) => attempts.inc({ result }) };
}

/** Adds what is in the outbox, for all processes together; nothing while the database does not answer. */
export function addOutboxMetrics({ addReadings }: Metrics, db: Db): void {
  addReadings(
    () => countDeliveries(db).catch(() => undefined),
    [
      {
        name: "netatlas_outbox_notices",
        type: "gauge",
        help: "Notices in the outbox: waiting, or dead until they are sent again",
        label: "state",
        read: (found): Record<string, number> =>
          found === undefined ? {} : { waiting: found.waiting, dead: found.dead },
      },
      {
        name: "netatlas_outbox_quarantined",
        type: "gauge",
        help: "Destinations in quarantine: they have failed for long",
        read: (found) => found?.quarantined ?? {},
      },
      {
        name: "netatlas_outbox_oldest_seconds",
        type: "gauge",
        help: "Age of the oldest notice that waits",
        read: (found) => found?.oldestSeconds ?? {},
      },
    ],
  );
}
