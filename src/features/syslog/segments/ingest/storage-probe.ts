import { rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EventDatabase } from "../duckdb";
import { quoteText } from "../quote-text";
import { syncFile } from "#platform/durable-file";
import type { SegmentFolders } from "./segment-writer";

/**
 * Tells a disk that does not take files from rows that make none: true where DuckDB can write and sync a small file,
 * the events folder takes one, and `bytes` are free twice over.
 */
export async function isStorageSound(
  { database, folders }: { database: EventDatabase; folders: SegmentFolders },
  bytes: number,
): Promise<boolean> {
  const probe = join(folders.temporary, "probe.parquet");
  const neighbour = join(folders.events, ".probe");
  try {
    const { bavail, bsize } = await statfs(folders.temporary);
    if (bavail * bsize < bytes * 2) return false;
    await database.write({ sql: `COPY (SELECT 1 AS probe) TO ${quoteText(probe)} (FORMAT parquet)` });
    await syncFile(probe);
    await writeFile(neighbour, "probe");
    await syncFile(neighbour);
    return true;
  } catch {
    return false;
  } finally {
    await rm(probe, { force: true });
    await rm(neighbour, { force: true });
  }
}
