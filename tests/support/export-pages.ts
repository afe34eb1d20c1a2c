import type { SearchContext } from "../../src/features/syslog/search/scan/limits";
import type { EventKey } from "../../src/features/syslog/store/event-key";
import { readExportPage } from "../../src/features/syslog/search/export/export-page";
import { BatchReader } from "../../src/features/syslog/search/scan/batch-reader";

type Page = Omit<Parameters<typeof readExportPage>[1], "events">;

/** The lines of an export page, and where the next begins. */
export async function readExportedLines(
  ctx: SearchContext,
  page: Page,
): Promise<{ lines: string[]; next: EventKey | undefined }> {
  const events = new BatchReader(ctx, ["id", "raw_log"]);
  const next = await readExportPage(ctx, { ...page, events }, new AbortController().signal);
  const { batch } = events;
  const lines = Array.from({ length: batch.rows }, (_, index) => String(batch.toRow(index)["raw_log"]));
  return { lines, next };
}
