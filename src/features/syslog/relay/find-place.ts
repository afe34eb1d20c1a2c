import { readdir } from "node:fs/promises";
import path from "node:path";
import { compareJournalFileNames, parseJournalFileName } from "../journal/journal-file";
import { readRecordSummary } from "../journal/record";
import { RecordFile } from "../journal/record-file";
import { type RelayPlace, readCheck } from "./wire";

const READ_BYTES = 1024 * 1024;

/**
 * The place in the journal of a folder behind a position, where a record ends at it; undefined where none does, as the
 * journal begins later, ends earlier or was written otherwise.
 * @throws where a file cannot be read.
 */
export async function findPlace(directory: string, position: number): Promise<RelayPlace | undefined> {
  const names = (await readdir(directory)).filter((name) => parseJournalFileName(name) !== undefined);
  for (const name of names.sort(compareJournalFileNames).reverse()) {
    const firstPosition = parseJournalFileName(name)?.firstPosition ?? 0;
    if (firstPosition > position) continue;
    const found = await findInFile(directory, name, position);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function findInFile(
  directory: string,
  name: string,
  position: number,
): Promise<RelayPlace | undefined> {
  const { size } = await Bun.file(path.join(directory, name)).stat();
  const file = await RecordFile.open(directory, name);
  try {
    while (file.offset < size) {
      const { records, lastPosition } = await file.read({ after: 0, maxBytes: READ_BYTES, limit: size });
      if (lastPosition < position) continue;
      for (let offset = 0; offset < records.length;) {
        const record = readRecordSummary(records, offset);
        if (record.lastPosition === position) return { position, check: readCheck(records, offset) };
        offset = record.end;
      }
      return undefined;
    }
    return undefined;
  } finally {
    await file.close();
  }
}
