import { dirname } from "node:path";
import { EventDatabase } from "../duckdb";
import { countRows } from "../stored-rows";
import { type MergedRows, mergeRows, type RowMerge } from "./rows";

/** Merges of a trickle have fewer. DuckDB's code is as much memory as they take, and is loaded anew for each. */
const MAX_UNREAD_ROWS = 150_000;
const CHECK_MEGABYTES = 100;

/**
 * As `mergeRows`. What is large is read by DuckDB as well, as searches will read it: in this process, which ends and
 * gives everything back. Whoever asked for the merge reads each file by our own reader.
 * @throws UnreadableRowsError where DuckDB finds other rows.
 */
export async function mergeCheckedRows(merge: RowMerge): Promise<MergedRows> {
  const merged = mergeRows(merge);
  if (merge.rows <= MAX_UNREAD_ROWS) return merged;
  const folder = dirname(merge.output);
  const options = { eventsFolder: folder, temporaryFolder: folder, memoryMegabytes: CHECK_MEGABYTES };
  const database = new EventDatabase({ ...options, threads: 1 });
  try {
    const ids = await countRows(database, merge.output, merge.rows);
    if (ids !== merged.ids) throw new Error("DuckDB reads other events than were merged");
    return merged;
  } finally {
    await database.close();
  }
}
