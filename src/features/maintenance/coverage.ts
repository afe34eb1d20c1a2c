import { eq, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { momentOf } from "./schedule";
import { maintenanceScopes, maintenanceWindows } from "./tables";
import { planOf } from "./windows";

type Until = ReadonlyMap<number, Date>;

/**
 * What is in maintenance at one moment, and when the windows that run then end; a thing of several has the latest end.
 */
export type MaintenanceCoverage = {
  /** Everything is; null: only what follows. */
  everything: Date | null;
  /** By their ids, as are the others. A device's maintenance is also that of the service checks on it. */
  devices: Until;
  serviceChecks: Until;
  monitors: Until;
  /** The next moment at which a window begins or ends, after which this no longer holds; null: none will. */
  changesAt: Date | null;
};

/** What is checked, as the engine knows it. */
export type MaintainedTarget = {
  deviceId: number | null;
  serviceCheckId: number | null;
  monitorId: number | null;
};

/** Until when a target is in maintenance, as far as the windows that run say; undefined: it is not. */
export function maintainedUntil(coverage: MaintenanceCoverage, target: MaintainedTarget): Date | undefined {
  const ends = [
    coverage.everything ?? undefined,
    target.deviceId === null ? undefined : coverage.devices.get(target.deviceId),
    target.serviceCheckId === null ? undefined : coverage.serviceChecks.get(target.serviceCheckId),
    target.monitorId === null ? undefined : coverage.monitors.get(target.monitorId),
  ];
  return ends.reduce((latest, end) => (end !== undefined && !(latest && latest >= end) ? end : latest));
}

/**
 * What is in maintenance at the instant. Reads the few windows and, where some of them run, what they cover: in one
 * statement, whose answer is a list of ids for each kind and end.
 */
export async function maintenanceAt({ db }: { db: Db }, instant: Date): Promise<MaintenanceCoverage> {
  const rows = await db.select().from(maintenanceWindows).where(eq(maintenanceWindows.isEnabled, true));
  const running: { id: number; until: number }[] = [];
  let everything = -Infinity;
  let changesAt = Infinity;
  for (const row of rows) {
    const moment = momentOf(planOf(row), instant.getTime());
    changesAt = Math.min(changesAt, moment.changesAt ?? Infinity);
    if (moment.current === undefined) continue;
    const until = moment.current.endsAt;
    if (row.coversEverything) everything = Math.max(everything, until);
    else running.push({ id: row.id, until });
  }
  return {
    everything: dateOf(everything),
    ...(await readCovered(db, running)),
    changesAt: dateOf(changesAt),
  };
}

/** One occurrence of a window, in the words that are for the public. */
export type PublicMaintenance = {
  description: string | null;
  startsAt: Date;
  endsAt: Date;
  covers: (target: MaintainedTarget) => boolean;
};

/** Windows whose scope is looked up for a page; others begin later than these. */
const MAX_ANNOUNCED = 20;

/** What runs at the instant, and the next occurrence of each window that begins before `until`, the soonest first. */
export async function announcedMaintenance(
  { db }: { db: Db },
  { now, until }: { now: Date; until: Date },
): Promise<PublicMaintenance[]> {
  const rows = await db.select().from(maintenanceWindows).where(eq(maintenanceWindows.isEnabled, true));
  const announced = rows
    .flatMap((row) => {
      const { current, next } = momentOf(planOf(row), now.getTime());
      const occurrence = current ?? next;
      return occurrence === undefined || occurrence.startsAt > until.getTime()
        ? []
        : [{ row, ...occurrence }];
    })
    .toSorted((one, other) => one.startsAt - other.startsAt)
    .slice(0, MAX_ANNOUNCED);
  return Promise.all(
    announced.map(async ({ row, startsAt, endsAt }) => {
      const everything = row.coversEverything ? new Date(endsAt) : null;
      const covered = await readCovered(db, row.coversEverything ? [] : [{ id: row.id, until: endsAt }]);
      const coverage = { everything, ...covered, changesAt: null };
      return {
        description: row.description,
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
        covers: (target) => maintainedUntil(coverage, target) !== undefined,
      };
    }),
  );
}

function dateOf(moment: number): Date | null {
  return Number.isFinite(moment) ? new Date(moment) : null;
}

type Covered = Pick<MaintenanceCoverage, "devices" | "serviceChecks" | "monitors">;

async function readCovered(db: Db, running: readonly { id: number; until: number }[]): Promise<Covered> {
  const covered = {
    device: new Map<number, Date>(),
    service: new Map<number, Date>(),
    monitor: new Map<number, Date>(),
  };
  if (running.length > 0) {
    const windows = sql.join(
      running.map(({ id, until }) => sql`(${id}::bigint, ${until}::bigint)`),
      sql`, `,
    );
    const rows = await db.execute<{ kind: keyof typeof covered; until: string; ids: string }>(sql`
      WITH RECURSIVE running (id, until) AS (VALUES ${windows}),
      named AS MATERIALIZED (
        SELECT scope.*, running.until FROM ${maintenanceScopes} scope JOIN running ON running.id = scope.maintenance_id
      ),
      in_groups (id, until) AS (
        SELECT group_id, until FROM named WHERE group_id IS NOT NULL
        UNION SELECT inner_group.id, in_groups.until
          FROM topology_groups inner_group JOIN in_groups ON inner_group.parent_id = in_groups.id
      ),
      in_sites (id, until) AS (
        SELECT site_id, until FROM named WHERE site_id IS NOT NULL
        UNION SELECT inner_site.id, in_sites.until FROM sites inner_site JOIN in_sites ON inner_site.parent_id = in_sites.id
      ),
      covered (kind, id, until) AS (
        SELECT 'device', device_id, until FROM named WHERE device_id IS NOT NULL
        UNION ALL SELECT 'device', device.id, until FROM devices device JOIN in_groups ON device.topology_group_id = in_groups.id
        UNION ALL SELECT 'device', device.id, until FROM devices device JOIN in_sites ON device.site_id = in_sites.id
        UNION ALL SELECT 'device', device.id, until FROM devices device JOIN named ON device.tags @> ARRAY[named.tag]
        UNION ALL SELECT 'service', service_check_id, until FROM named WHERE service_check_id IS NOT NULL
        UNION ALL SELECT 'monitor', monitor_id, until FROM named WHERE monitor_id IS NOT NULL
        UNION ALL SELECT 'monitor', monitor.id, until FROM monitors monitor JOIN named ON monitor.tags @> ARRAY[named.tag]
      ),
      ends AS (SELECT kind, id, max(until) AS until FROM covered GROUP BY kind, id)
      SELECT kind, until, '[' || string_agg(id::text, ',') || ']' AS ids FROM ends GROUP BY kind, until`);
    for (const { kind, until, ids } of rows) {
      // One date for all of them: there may be a hundred thousand.
      const end = new Date(Number(until));
      for (const id of JSON.parse(ids) as number[]) covered[kind].set(id, end);
    }
  }
  return { devices: covered.device, serviceChecks: covered.service, monitors: covered.monitor };
}
