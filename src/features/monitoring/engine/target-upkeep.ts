import { sql as drizzleSql } from "drizzle-orm";
import type postgres from "postgres";
import { WATCHED_AT } from "#features/topology";
import type { Db, Sql } from "#platform/database";
import { pullBackTargets, reconcileTargets, type MonitoringSettings } from "./reconcile";

/**
 * After that the targets are compared though nothing seems to have changed: what was parked for long goes, and what
 * others changed is mended.
 */
const COMPARES_EVERY_SECONDS = 300;
/** Any number; of who may change the set of targets. */
const LOCK = 7_101_944;

/** Until the transaction ends nobody brings the targets in line; waits for who does it just now. */
export async function holdTargets(db: Db): Promise<void> {
  await db.execute(drizzleSql`SELECT pg_advisory_xact_lock(${LOCK})`);
}

/** Keeps the targets in line with what there is to check, together with all other processes on this database. */
export class TargetUpkeep {
  readonly #sql: Sql;
  /** Not before this process has compared once: an older version may have seen to it last. */
  #trustsOthers = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Compares targets and resolves scopes only where something has changed that they depend on, whoever changed it and
   * how. Gives whether it did.
   */
  async look(settings: MonitoringSettings): Promise<boolean> {
    const { isInLine } = await readUpkeep(this.#sql, settings);
    const hasCompared = (!isInLine || !this.#trustsOthers) && (await this.#compare(settings));
    await pullBackTargets(this.#sql);
    return hasCompared;
  }

  /** False: another process is at it. */
  async #compare(settings: MonitoringSettings): Promise<boolean> {
    return this.#sql.begin(async (tx) => {
      const [lock] = await tx<{ isMine: boolean }[]>`SELECT pg_try_advisory_xact_lock(${LOCK}) AS "isMine"`;
      if (lock?.isMine !== true) return false;
      // Before the rest is read: what changes in between is another version the next time.
      const { version } = await readUpkeep(tx, settings);
      await reconcileTargets(tx, settings);
      await tx`
        INSERT INTO target_upkeep (version, compared_at) VALUES (${version}, now())
        ON CONFLICT (id) DO UPDATE SET version = excluded.version, compared_at = excluded.compared_at`;
      this.#trustsOthers = true;
      return true;
    });
  }
}

type Upkeep = {
  /**
   * Another one whenever something has changed of what says what there is to check. What monitoring itself notes of
   * devices is no such thing.
   */
  version: string;
  /** Whether that is what the targets were made to say, not long ago. */
  isInLine: boolean;
};

async function readUpkeep(sql: postgres.ISql, settings: MonitoringSettings): Promise<Upkeep> {
  // A time that is still to come is from before the clock was set back.
  const [row] = await sql<Upkeep[]>`
    SELECT version, EXISTS (
      SELECT FROM target_upkeep u WHERE u.version = wanted.version
        AND compared_at BETWEEN now() - make_interval(secs => ${COMPARES_EVERY_SECONDS}) AND now()) AS "isInLine"
    FROM (
      SELECT ROW(${settings.isEnabled}::boolean, ${settings.intervalSeconds}::int, devices.sum, places.sum, checks.sum,
        monitors.sum, members.sum)::text AS version
      FROM
        (SELECT sum(hash_record_extended(ROW(id, ${sql.unsafe(WATCHED_AT)}, lifecycle, status, monitoring_paused, device_type, tags,
          topology_group_id, site_id), 0)) FROM devices) devices,
        (SELECT sum(hash_record_extended(ROW(place, id, parent_id), 0)) FROM (
          SELECT 'group' AS place, id, parent_id FROM topology_groups
          UNION ALL SELECT 'site', id, parent_id FROM sites) all_places) places,
        (SELECT sum(hash_record_extended(ROW(id, device_id, scope, updated_at, enabled, interval_seconds,
          retry_interval_seconds, failures_to_down, successes_to_up), 0)) FROM service_checks) checks,
        (SELECT sum(hash_record_extended(ROW(id, kind, updated_at, enabled, check_interval_seconds, push_grace_seconds,
          retry_interval_seconds, max_retries), 0)) FROM monitors) monitors,
        (SELECT sum(hash_record_extended(ROW(id, group_id), 0)) FROM group_members) members) wanted`;
  if (row === undefined) throw new Error("our bug: sums gave no row");
  return row;
}
