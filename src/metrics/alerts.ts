import { measureAlerts } from "#features/alerts";
import type { Db } from "#platform/database";
import type { Metrics } from "#platform/metrics";

/** Adds how alerts stand, for all processes together; nothing while the database does not answer. */
export function addAlertMetrics({ addReadings }: Metrics, db: Db): void {
  addReadings(
    () => measureAlerts(db).catch(() => undefined),
    [
      {
        name: "netatlas_alert_incidents_open",
        type: "gauge",
        help: "Open incidents",
        label: "severity",
        read: (found): Record<string, number> => found?.open ?? {},
      },
      {
        name: "netatlas_alert_events_waiting",
        type: "gauge",
        help: "Alerts that are to be told and were not yet",
        read: (found) => found?.waiting ?? {},
      },
    ],
  );
}
