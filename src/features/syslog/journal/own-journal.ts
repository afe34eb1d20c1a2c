import type { JournalLog } from "./reader";
import { createCollectorId, readCollectorId } from "./collector-id";
import { openJournal } from "./recovery";

type Place = {
  /** Where the collector's id is kept. */
  dataFolder: string;
  journalFolder: string;
  /** False: nothing will be written to it. */
  isWritten: boolean;
  log: JournalLog;
};

/**
 * Opens the journal of this data directory under its collector's id. A journal that has gone, while its id is still
 * there, would give positions a second time: it gets a new id.
 * @throws where the id or the journal cannot be read.
 */
export async function openOwnJournal({ dataFolder, journalFolder, isWritten, log }: Place) {
  const known = await readCollectorId(dataFolder);
  const collector = known ?? createCollectorId(dataFolder);
  const opened = await openJournal({ directory: journalFolder, collector, log });
  const isGone = opened.scan.extents.length === 0 && opened.scan.nextPosition === 1;
  if (known === undefined || !isGone || !isWritten) return { ...opened, collector };
  log.warn({ collector }, "the journal of this collector has gone; a new one begins under a new id");
  return { ...opened, collector: createCollectorId(dataFolder) };
}
