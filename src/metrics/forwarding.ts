import { measureForwarding } from "#features/forwarding";
import type { Db } from "#platform/database";
import { keepFor } from "#platform/keep-for";
import type { Metrics } from "#platform/metrics";

const SIZE_KEPT_MS = 60_000;

/** Adds how much is kept of the forwarding tables of switches. */
export function addForwardingMetrics({ addReadings }: Metrics, db: Db): void {
  const size = keepFor(SIZE_KEPT_MS, () => measureForwarding(db).catch(() => undefined));
  addReadings(size, [
    {
      name: "netatlas_forwarding_entries",
      type: "gauge",
      help: "Entries of forwarding tables that are kept, of all switches; absent while the database is away",
      read: (measure) => measure?.entries ?? {},
    },
    {
      name: "netatlas_forwarding_bytes",
      type: "gauge",
      help: "Octets of them in the database, with indexes; absent while it is away",
      read: (measure) => measure?.size_bytes ?? {},
    },
  ]);
}
