import { measureToolResults } from "#features/tools";
import type { Db } from "#platform/database";
import { keepFor } from "#platform/keep-for";
import type { Metrics } from "#platform/metrics";

const SIZE_KEPT_MS = 60_000;

/** Adds how much is kept of what tools have answered, for all processes together. */
export function addToolResultMetrics({ addReadings }: Metrics, db: Db): void {
  const size = keepFor(SIZE_KEPT_MS, () => measureToolResults(db).catch(() => undefined));
  addReadings(size, [
    {
      name: "netatlas_tool_results_kept",
      type: "gauge",
      help: "Answers of tools that are kept on devices; absent while the database is away",
      read: (measure) => measure?.rows ?? {},
    },
    {
      name: "netatlas_tool_results_stored_bytes",
      type: "gauge",
      help: "What answers of tools take in the database, indexes included; absent while it is away",
      read: (measure) => measure?.bytes ?? {},
    },
  ]);
}
