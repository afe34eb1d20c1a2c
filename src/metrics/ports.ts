import { measurePorts } from "#features/ports";
import type { Db } from "#platform/database";
import { keepFor } from "#platform/keep-for";
import type { Metrics } from "#platform/metrics";

const SIZE_KEPT_MS = 60_000;

/** Adds how many ports are known, and what their history takes; nothing while the database does not answer. */
export function addPortMetrics({ addReadings }: Metrics, db: Db): void {
  const figures = keepFor(SIZE_KEPT_MS, () => measurePorts(db).catch(() => undefined));
  addReadings(figures, [
    {
      name: "netatlas_ports",
      type: "gauge",
      help: "Ports of devices that were read by SNMP, an estimate; absent while the database is away",
      read: (found) => found?.ports ?? {},
    },
    {
      name: "netatlas_port_stored_bytes",
      type: "gauge",
      help: "What ports and their history take in the database, indexes included",
      label: "table",
      read: (found): Record<string, number> => found?.bytes ?? {},
    },
  ]);
}
