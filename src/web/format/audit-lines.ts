import { foldRuns, type AuditMoment } from "./audit-runs";
import { formatDuration } from "./time";

/** A line of a list of audit entries: an entry, or the newest of some that say the same, as a sentence. */
export type AuditLine<Entry> = { entry: Entry; sentence: string };

/** What entries say, the newest first; repeated ones are one line: "Anna renewed the session 12 times in 2 min". */
export function auditLines<Entry extends AuditMoment & { sentence: string }>(
  entries: readonly Entry[],
): AuditLine<Entry>[] {
  return foldRuns(entries).map(({ newest, count, spanMs }) => {
    const span = formatDuration(Math.round(spanMs / 1000) * 1000);
    const times = count === 1 ? "" : ` ${count} times in ${span}`;
    return { entry: newest, sentence: newest.sentence + times };
  });
}
