import { measureApplies } from "#features/configuration";
import type { Db } from "#platform/database";
import type { Metrics } from "#platform/metrics";

/** Adds when a bundle was applied last; nothing while the database does not answer, or where none was. */
export function addConfigurationMetrics({ addReadings }: Metrics, db: Db): void {
  addReadings(
    () => measureApplies(db).catch(() => undefined),
    [
      {
        name: "netatlas_configuration_last_apply_timestamp_seconds",
        type: "gauge",
        help: "When a configuration bundle was applied last, also one that changed nothing",
        read: (found) => found?.lastApplySeconds ?? {},
      },
    ],
  );
}
