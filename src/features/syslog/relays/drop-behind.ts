import { readdir, rm, stat, truncate } from "node:fs/promises";
import path from "node:path";
import { syncFile, syncFolder } from "#platform/durable-file";
import { compareJournalFileNames, parseJournalFileName } from "../journal/journal-file";
import { readRecordSummary } from "../journal/record";
import { RecordFile } from "../journal/record-file";

const READ_BYTES = 4 * 1024 * 1024;

/**
 * Removes from a journal folder what lies behind a position: a process was killed when it had written it, and before
 * the database was told. Nobody may have it open.
 */
export async function dropBehind(directory: string, position: number): Promise<void> {
  const names = (await readdir(directory)).filter((name) => parseJournalFileName(name) !== undefined);
  for (const name of names.sort(compareJournalFileNames).reverse()) {
    const file = path.join(directory, name);
    const firstPosition = parseJournalFileName(name)?.firstPosition ?? 0;
    if (firstPosition > position) {
      await rm(file);
      continue;
    }
    // A file whose header is not whole holds nothing; opening the journal sets it aside.
    const header = await RecordFile.readHeader(directory, name);
    const end = typeof header === "object" ? await findEnd(directory, name, position) : undefined;
    if (end !== undefined) {
      await truncate(file, end);
      await syncFile(file);
    }
    break;
  }
  await syncFolder(directory);
}

/** Where in the file the first record behind the position begins; undefined: there is none. */
async function findEnd(directory: string, name: string, position: number): Promise<number | undefined> {
  const { size } = await stat(path.join(directory, name));
  const file = await RecordFile.open(directory, name);
  try {
    while (file.offset < size) {
      const start = file.offset;
      const { records } = await file.read({ after: 0, maxBytes: READ_BYTES, limit: size });
      for (let offset = 0; offset < records.length;) {
        const record = readRecordSummary(records, offset);
        if (record.lastPosition > position) return start + offset;
        offset = record.end;
      }
    }
    return undefined;
  } finally {
    await file.close();
  }
}
