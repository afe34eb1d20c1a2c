import { UnreadableParquetError } from "../src/features/syslog/parquet/unreadable";
import type { MergeAnswer } from "../src/features/syslog/segments/merge/process";
import { mergeRows, type RowMerge } from "../src/features/syslog/segments/merge/rows";
import { lowerPriority } from "../src/platform/low-priority";

if (process.send === undefined) throw new Error("merging runs as a child of the service only");
lowerPriority();

function answer(merge: RowMerge): MergeAnswer {
  try {
    return { outcome: "merged", ...mergeRows(merge) };
  } catch (error) {
    if (error instanceof UnreadableParquetError) return { outcome: "unreadable" };
    return { outcome: "failed", reason: error instanceof Error ? error.message : String(error) };
  } finally {
    // Left to itself the runtime keeps the pages of several merges.
    Bun.gc(true);
  }
}

process.on("message", (merge: RowMerge) => process.send?.(answer(merge)));
process.on("disconnect", () => process.exit());
