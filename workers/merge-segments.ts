import { UnreadableParquetError } from "../src/features/syslog/parquet/unreadable";
import { mergeCheckedRows } from "../src/features/syslog/segments/merge/checked-rows";
import type { MergeAnswer } from "../src/features/syslog/segments/merge/process";
import type { RowMerge } from "../src/features/syslog/segments/merge/rows";
import { lowerPriority } from "../src/platform/low-priority";

if (process.send === undefined) throw new Error("merging runs as a child of the service only");
lowerPriority();

async function answer(merge: RowMerge): Promise<MergeAnswer> {
  try {
    return { outcome: "merged", ...(await mergeCheckedRows(merge)) };
  } catch (error) {
    if (error instanceof UnreadableParquetError) return { outcome: "unreadable" };
    return { outcome: "failed", reason: error instanceof Error ? error.message : String(error) };
  } finally {
    // Left to itself the runtime keeps the pages of several merges.
    Bun.gc(true);
  }
}

process.on("message", (merge: RowMerge) => void answer(merge).then((told) => process.send?.(told)));
process.on("disconnect", () => process.exit());
