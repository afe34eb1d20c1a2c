import { inArray, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { stateChanges } from "../tables";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Seconds in which a target was up, and down, and how often its state changed. */
export type Course = {
  upDay: number;
  downDay: number;
  upWeek: number;
  downWeek: number;
  changesHour: number;
  changesDay: number;
  longestDown: number;
};

export const NO_COURSE: Course = {
  upDay: 0,
  downDay: 0,
  upWeek: 0,
  downWeek: 0,
  changesHour: 0,
  changesDay: 0,
  longestDown: 0,
};

/** How targets went in the last seven days by their confirmed states, by target. `ids`: those alone. */
export async function readCourses(
  db: Db,
  { now, ids }: { now: Date; ids?: readonly number[] },
): Promise<Map<number, Course>> {
  const [hourAgo, dayAgo, weekAgo] = [HOUR_MS, DAY_MS, 7 * DAY_MS].map(
    (length) => sql`${new Date(now.getTime() - length).toISOString()}::timestamptz`,
  );
  const until = sql`${now.toISOString()}::timestamptz`;
  const lasted = (state: string, since = weekAgo) => sql<number>`coalesce(sum(extract(epoch FROM
    ends - greatest(at, ${since}))) FILTER (WHERE state = ${state} AND ends > ${since}), 0)::float8`;
  const changes = (since = weekAgo) =>
    sql<number>`(count(*) FILTER (WHERE at > ${since} AND NOT is_first))::int`;
  const which = ids === undefined ? sql`` : sql`WHERE ${inArray(stateChanges.targetId, [...ids])}`;
  const rows = await db
    .select({
      targetId: sql<number>`target_id::int`,
      upDay: lasted("up", dayAgo),
      downDay: lasted("down", dayAgo),
      upWeek: lasted("up"),
      downWeek: lasted("down"),
      changesHour: changes(hourAgo),
      changesDay: changes(dayAgo),
      longestDown: sql<number>`coalesce(max(extract(epoch FROM ends - greatest(at, ${weekAgo})))
        FILTER (WHERE state = 'down'), 0)::float8`,
    })
    .from(
      sql`(SELECT target_id, state, at, row_number() OVER spans = 1 AS is_first,
          least(coalesce(lead(at) OVER spans, ${until}), ${until}) AS ends
        FROM ${stateChanges} ${which} WINDOW spans AS (PARTITION BY target_id ORDER BY at, id)) AS course`,
    )
    .where(sql`ends > ${weekAgo}`)
    .groupBy(sql`target_id`);
  return new Map(rows.map(({ targetId, ...course }) => [targetId, course]));
}

/** Share of the time that is charged, 0 to 1; null where none is. */
export function shareOf(good: number, bad: number): number | null {
  return good + bad <= 0 ? null : good / (good + bad);
}
