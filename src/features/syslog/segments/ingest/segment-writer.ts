import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { COLUMN_COUNT } from "../../event/columns";
import type { SkipIndex } from "../../skip-index/skip-index";
import { checksumOf } from "../checksum";
import type { EventDatabase } from "../duckdb";
import { quoteText } from "../quote-text";
import { moveDurably, syncFile } from "#platform/durable-file";
import type { SegmentDraft } from "./draft";
import { parquetOptions } from "../parquet-options";
import { segmentFileName, segmentPath, type SegmentRange } from "../name";
import { countIds, countRows } from "../stored-rows";

/** A segment in its final place: durable, but not yet in the catalog. */
export type WrittenSegment = SegmentRange & {
  /** Below the events folder. */
  path: string;
  rowCount: number;
  sizeBytes: number;
  /** CRC32C of the file. */
  checksum: number;
  minReceivedAtMicros: number;
  maxReceivedAtMicros: number;
  minEventId: number;
  maxEventId: number;
  /** How many columns its file has; null: not known. */
  columns: number | null;
  skipIndex: SkipIndex;
};

export type SegmentFolders = { events: string; temporary: string };

/**
 * Points at which crash tests stop the program, in the order in which a chunk meets them, of `segment-` where events are
 * in files, of `range-` where they are elsewhere; the last stands before the deletion.
 */
export type IngestStep =
  | "chunk-read"
  | "segment-written"
  | "segment-renamed"
  | "range-entered"
  | "range-sent"
  | "segment-catalogued"
  | "journal-release";

/** Files of a trickle have fewer rows (rest.ts). */
const SMALL_ROWS = 5000;

/** Makes a sealed draft a segment file: put in order where need be, checked, synced, renamed, folders synced. */
export async function writeSegment(
  draft: SegmentDraft,
  deps: {
    database: EventDatabase;
    folders: SegmentFolders;
    observe?: ((step: IngestStep) => void) | undefined;
  },
): Promise<WrittenSegment> {
  const { summary } = draft;
  const temporary = join(deps.folders.temporary, segmentFileName(summary.range));
  try {
    if (draft.isFit) await rename(draft.path, temporary);
    else await deps.database.write({ sql: rewriteStatement(draft, temporary) });
    if (draft.isFit && summary.rows <= SMALL_ROWS) await countIds(temporary, summary.rows);
    else await countRows(deps.database, temporary, summary.rows);
    await syncFile(temporary);
    const checksum = await checksumOf(temporary);
    deps.observe?.("segment-written");
    const { size } = await stat(temporary);
    const path = segmentPath(summary.range, summary.firstReceivedAtMicros);
    await moveDurably(temporary, deps.folders.events, path);
    deps.observe?.("segment-renamed");
    return {
      ...summary.range,
      path,
      rowCount: summary.rows,
      sizeBytes: size,
      checksum,
      minReceivedAtMicros: summary.minReceivedAtMicros,
      maxReceivedAtMicros: summary.maxReceivedAtMicros,
      minEventId: summary.minId,
      maxEventId: summary.maxId,
      columns: COLUMN_COUNT,
      skipIndex: draft.packSkipIndex(),
    };
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Ids are out of order where the clock was, and row groups small where few lines came at a time. */
function rewriteStatement({ path, summary }: SegmentDraft, parquetPath: string): string {
  return `
    COPY (SELECT * FROM read_parquet(${quoteText(path)}) ${summary.isOrdered ? "" : "ORDER BY id"})
    TO ${quoteText(parquetPath)} (${parquetOptions(summary, "fresh")})`;
}
