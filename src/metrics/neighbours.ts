import { measureNeighbours } from "#features/neighbours";
import type { Db } from "#platform/database";
import { keepFor } from "#platform/keep-for";
import type { Metrics } from "#platform/metrics";

const SIZE_KEPT_MS = 60_000;

/** Adds how much is kept of what devices have heard of their neighbours, for all processes together. */
export function addNeighbourMetrics({ addReadings }: Metrics, db: Db): void {
  const size = keepFor(SIZE_KEPT_MS, () => measureNeighbours(db).catch(() => undefined));
  addReadings(size, [
    {
      name: "netatlas_neighbour_rows",
      type: "gauge",
      help: "Neighbours by LLDP and CDP that are kept; absent while the database is away",
      read: (measure) => measure?.rows ?? {},
    },
    {
      name: "netatlas_neighbour_stored_bytes",
      type: "gauge",
      help: "What is kept of neighbours takes in the database, indexes included; absent while it is away",
      label: "table",
      read: (measure): Record<string, number> =>
        measure === undefined ? {} : { neighbours: measure.neighbours, sources: measure.sources },
    },
  ]);
}
