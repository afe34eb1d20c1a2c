import { listInstances } from "#features/instances";
import type { Db } from "#platform/database";
import type { Metrics } from "#platform/metrics";
import { ROLES } from "#platform/roles";

/** Adds how many processes of this database do what; nothing while the database does not answer. */
export function addInstanceMetrics({ addReadings }: Metrics, db: Db): void {
  addReadings(
    () => listInstances(db).catch(() => undefined),
    [
      {
        name: "netatlas_instances",
        type: "gauge",
        help: "Live processes of this database, by role; one has several",
        label: "role",
        read(found): Record<string, number> {
          const live = found?.filter(({ isLive }) => isLive);
          if (live === undefined) return {};
          return Object.fromEntries(
            ROLES.map((role) => [role, live.filter(({ roles }) => roles.includes(role)).length]),
          );
        },
      },
    ],
  );
}
