import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { describeTables, nameOf } from "../schema-tables";
import type { Live, LiveCollector, LiveRange, SavedSegment } from "./fates";

/** The catalog of a backup's events in the side schema, in the order of their files. */
export async function readSavedSegments(db: Db, side: string): Promise<SavedSegment[]> {
  const rows = await db.execute<SavedSegment>(sql`
    SELECT id::float8 AS id, path, collector, range_start::float8 AS start, range_end::float8 AS "end",
      row_count AS "rowCount", size_bytes::float8 AS "sizeBytes", checksum::float8 AS checksum
    FROM ${nameOf({ schema: side, name: "event_segments" })} s ORDER BY s.id`);
  return [...rows];
}

/** What the live catalog knows. */
export async function readLive(db: Db): Promise<Live> {
  const ranges = await db.execute<LiveRange>(sql`
    SELECT collector, range_start::float8 AS start, range_end::float8 AS "end",
      deleted_at IS NULL AND damaged_at IS NULL AS "isWhole" FROM public.event_segments`);
  // One that was entered by a restore has heard nothing here.
  const collectors = await db.execute<LiveCollector>(sql`
    SELECT id, stored_through::float8 AS "storedThrough",
      heard_at IS NOT NULL OR EXISTS (SELECT FROM public.collector_reports r WHERE r.collector = c.id) AS listens
    FROM public.collectors c`);
  return { ranges: [...ranges], collectors: [...collectors] };
}

/** Enters these files of the backup in the live catalog, with the collectors that they are of. */
export async function enterSegments(db: Db, side: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const saved = nameOf({ schema: side, name: "event_segments" });
  const chosen = sql`${`{${ids.join(",")}}`}::text::bigint[]`;
  await db.execute(sql`
    INSERT INTO public.collectors (id, stored_through, unparsed_events, skipped_positions)
    SELECT c.id, greatest(c.stored_through, (SELECT max(range_end) FROM ${saved} s WHERE s.collector = c.id)),
      c.unparsed_events, c.skipped_positions
    FROM ${nameOf({ schema: side, name: "collectors" })} c
    WHERE c.id IN (SELECT collector FROM ${saved} s WHERE s.id = ANY (${chosen}))
    ON CONFLICT (id) DO NOTHING`);
  // Of one that is known here by an earlier restore. The row of one that listens is left alone: storing events locks
  // it.
  await db.execute(sql`
    UPDATE public.collectors c SET stored_through = greatest(c.stored_through, s.through)
    FROM (SELECT collector, max(range_end) AS through FROM ${saved} WHERE id = ANY (${chosen}) GROUP BY 1) s
    WHERE s.collector = c.id AND s.through > c.stored_through`);
  const columns = await columnsOf(db, side);
  const list = sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  );
  await db.execute(sql`
    INSERT INTO public.event_segments (${list}, checked_at)
    SELECT ${list}, now() FROM ${saved} s WHERE s.id = ANY (${chosen}) ORDER BY s.id`);
}

/** Those of a row but its number, which is given out anew, and when it was checked: just now. */
async function columnsOf(db: Db, side: string): Promise<string[]> {
  const table = (await describeTables(db, side)).get("event_segments");
  const names = table?.columns.map(({ name }) => name) ?? [];
  return names.filter((name) => name !== "id" && name !== "checked_at");
}
