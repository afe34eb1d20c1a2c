import { measureDiscovery } from "#features/discovery";
import type { Db } from "#platform/database";
import type { Metrics } from "#platform/metrics";

/**
 * Adds what discovery has noticed and keeps, for all processes together; nothing while the database does not answer.
 */
export function addDiscoveryMetrics({ addReadings }: Metrics, db: Db): void {
  addReadings(
    () => measureDiscovery(db).catch(() => undefined),
    [
      {
        name: "netatlas_discovery_observations",
        type: "gauge",
        help: "Observations of scheduled scans that are not resolved",
        label: "type",
        read: (found): Record<string, number> => found?.unresolved ?? {},
      },
      {
        name: "netatlas_discovery_stored_bytes",
        type: "gauge",
        help: "What is kept of scans, and of what devices are told by, takes in the database, indexes included",
        label: "table",
        read: (found): Record<string, number> => found?.bytes ?? {},
      },
    ],
  );
}
