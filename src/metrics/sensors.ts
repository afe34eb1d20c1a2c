import { measureSensors } from "#features/sensors";
import type { Db } from "#platform/database";
import { keepFor } from "#platform/keep-for";
import type { Metrics } from "#platform/metrics";

const KEPT_MS = 60_000;

/**
 * Adds how sensors stand and what is kept of them, for all processes together; nothing while the database does not
 * answer.
 */
export function addSensorMetrics({ addReadings }: Metrics, db: Db): void {
  const figures = keepFor(KEPT_MS, () => measureSensors(db).catch(() => undefined));
  addReadings(figures, [
    {
      name: "netatlas_sensors",
      type: "gauge",
      help: "Sensors of devices that are read by SNMP",
      label: "state",
      read: (found): Record<string, number> => found?.states ?? {},
    },
    {
      name: "netatlas_sensor_stored_bytes",
      type: "gauge",
      help: "What is kept of sensors takes in the database, indexes included",
      label: "table",
      read: (found): Record<string, number> => found?.bytes ?? {},
    },
  ]);
}
