import { parentPort } from "node:worker_threads";
import { UnreadableParquetError } from "../src/features/syslog/parquet/unreadable";
import { lowerPriority } from "../src/features/syslog/store/low-priority";
import { mergeRows, type RowMerge } from "../src/features/syslog/store/merge-rows";
import type { MergeAnswer } from "../src/features/syslog/store/merge-thread";

const port = parentPort;
if (port === null) throw new Error("merging runs as a worker thread only");
lowerPriority();

function answer(merge: RowMerge): MergeAnswer {
  try {
    return { outcome: "merged", ids: mergeRows(merge) };
  } catch (error) {
    if (error instanceof UnreadableParquetError) return { outcome: "unreadable" };
    return { outcome: "failed", error };
  } finally {
    // Left to itself the runtime keeps the pages of several merges.
    Bun.gc(true);
  }
}

port.on("message", (merge: RowMerge) => port.postMessage(answer(merge)));
