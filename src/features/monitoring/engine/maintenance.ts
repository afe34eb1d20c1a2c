import type { Sql } from "#platform/database";
import { wakeGroups } from "../group/targets";
import type { Maintained, MaintenanceLook } from "../maintenance";

/** Over how long what leaves maintenance is asked, in seconds. */
const ASKED_WITHIN_SECONDS = 3;
/** Changed by one statement: those who write results do not wait long for its locks. */
const CHANGED_AT_ONCE = 2000;

/** Which targets are in maintenance, as it was last looked, and their states in line with it. */
export class MaintainedTargets {
  readonly #sql: Sql;
  readonly #watch: MaintenanceLook;
  #ids: ReadonlySet<number> = new Set();
  /** What the states are in line with. */
  #applied: Maintained | undefined;

  constructor({ sql, watch }: { sql: Sql; watch: MaintenanceLook }) {
    this.#sql = sql;
    this.#watch = watch;
  }

  get ids(): ReadonlySet<number> {
    return this.#ids;
  }

  /** Costs next to nothing where nothing can have changed. `now` is the database's time. */
  async look(now: Date): Promise<void> {
    const coverage = await this.#watch.at(now);
    if (coverage === this.#applied) return;
    this.#ids = await findMaintained(this.#sql, coverage);
    await applyMaintenance(this.#sql, this.#ids);
    this.#applied = coverage;
  }

  /** For after a write. */
  forget(): void {
    this.#watch.forget();
  }
}

/** The targets that are in maintenance, by id. */
export async function findMaintained(
  sql: Sql,
  { everything, devices, serviceChecks, monitors }: Maintained,
): Promise<ReadonlySet<number>> {
  const listOf = (ids: ReadonlyMap<number, unknown>) => JSON.stringify([...ids.keys()]);
  // As one text: there may be a hundred thousand.
  const [row] = await sql<{ ids: string }[]>`
    SELECT '[' || coalesce(string_agg(id::text, ','), '') || ']' AS ids FROM check_targets
    WHERE ${everything !== null}::boolean
      OR device_id IN (SELECT value::bigint FROM jsonb_array_elements_text(${listOf(devices)}::text::jsonb))
      OR service_check_id IN (SELECT value::bigint FROM jsonb_array_elements_text(${listOf(serviceChecks)}::text::jsonb))
      OR monitor_id IN (SELECT value::bigint FROM jsonb_array_elements_text(${listOf(monitors)}::text::jsonb))`;
  return new Set(JSON.parse(row?.ids ?? "[]") as number[]);
}

/**
 * Brings the states of targets in line with what is in maintenance. What is paused stays so, and whatever else was said
 * of a target waits behind the maintenance. What leaves it is up at once where its results say so; anything else shows
 * in a result of its own, which is asked for soon: it alone may begin an incident. Targets that are being written are
 * left for the next time.
 */
export async function applyMaintenance(sql: Sql, maintained: ReadonlySet<number>): Promise<void> {
  const ids = JSON.stringify([...maintained]);
  if (maintained.size > 0) await untilDone(() => hide(sql, ids));
  await untilDone(() => show(sql, ids));
}

/** Repeats a statement that changes a bounded number of targets until it has found fewer. */
async function untilDone(change: () => Promise<number>): Promise<void> {
  while ((await change()) === CHANGED_AT_ONCE);
}

async function hide(sql: Sql, ids: string): Promise<number> {
  const { count } = await sql`
    WITH hidden AS (
      UPDATE check_targets SET state = 'maintenance', state_since = now() WHERE id IN (
        SELECT id FROM check_targets WHERE state NOT IN ('maintenance', 'paused')
          AND id IN (SELECT value::bigint FROM jsonb_array_elements_text(${ids}::text::jsonb))
        LIMIT ${CHANGED_AT_ONCE} FOR UPDATE SKIP LOCKED)
      RETURNING id),
    woken AS (${wakeGroups(sql, "hidden")})
    INSERT INTO state_changes (target_id, at, state, reason)
    SELECT id, now(), 'maintenance', 'Maintenance has begun' FROM hidden`;
  return count;
}

async function show(sql: Sql, ids: string): Promise<number> {
  const [row] = await sql<{ changed: number }[]>`
    WITH others AS (
      SELECT id, confirmed FROM check_targets WHERE state = 'maintenance'
        AND (confirmed = 'up' OR due_at > now() + make_interval(secs => ${ASKED_WITHIN_SECONDS}))
        AND id NOT IN (SELECT value::bigint FROM jsonb_array_elements_text(${ids}::text::jsonb))
      LIMIT ${CHANGED_AT_ONCE} FOR UPDATE SKIP LOCKED),
    asked AS (
      UPDATE check_targets target SET due_at = now() + make_interval(secs => ${ASKED_WITHIN_SECONDS} * random())
      FROM others WHERE target.id = others.id AND others.confirmed <> 'up'),
    shown AS (
      UPDATE check_targets target SET state = 'up', state_since = now()
      FROM others WHERE target.id = others.id AND others.confirmed = 'up' RETURNING target.id),
    woken AS (${wakeGroups(sql, "shown")}),
    told AS (
      INSERT INTO state_changes (target_id, at, state, reason)
      SELECT id, now(), 'up', 'Maintenance has ended' FROM shown)
    SELECT count(*)::int AS changed FROM others`;
  return row?.changed ?? 0;
}
