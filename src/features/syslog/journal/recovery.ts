import { lstat, mkdir, readdir, rename } from "node:fs/promises";
import path from "node:path";
import { syncFolder } from "#platform/durable-file";
import { ATTEMPTS_FILE } from "./attempts";
import {
  compareJournalFileNames,
  FILE_HEADER_BYTES,
  type FileHeader,
  parseJournalFileName,
  QUARANTINE_FOLDER,
} from "./journal-file";
import { type JournalLog, JournalReader } from "./reader";
import { RecordFile } from "./record-file";
import type { SyncedExtent } from "./writer";

export type JournalPlace = {
  directory: string;
  /** 12 lower-case hexadecimal characters; another collector's files are set aside. */
  collector: string;
  log: JournalLog;
};

/** What a journal folder holds after a stop of any kind. */
export type JournalScan = {
  /** What may be read, in journal order: everything in it is on disk. */
  extents: SyncedExtent[];
  /** Bytes at the end of the newest file that are no whole record; the good records before them are kept. */
  tornTail: { file: string; bytes: number } | null;
  /** Above every position ever used here; 1 for an empty journal. */
  nextPosition: number;
  /** Above every id ever used or reserved here; 1 for an empty journal. */
  minimumId: number;
  /** Files moved into `quarantine/` now: damaged at the start, no journal files, or another collector's. */
  setAside: string[];
};

type FoundFile = { name: string; header: FileHeader; sizeBytes: number };

const READ_BYTES = 4 * 1024 * 1024;
const OWN_NAMES: ReadonlySet<string> = new Set([ATTEMPTS_FILE, `${ATTEMPTS_FILE}.tmp`]);

/**
 * Opens the journal at start: finds what is there and hands it to a reader. Nothing is cut off or rewritten; a torn
 * tail is reported. The writer continues at the greater of `scan.nextPosition` and the database's `stored_through` + 1,
 * with `scan.minimumId`.
 * @throws where the folder cannot be read or a file was written by a later version of this program.
 */
export async function openJournal(
  place: JournalPlace,
): Promise<{ reader: JournalReader; scan: JournalScan }> {
  const scan = await scanJournal(place);
  const reader = new JournalReader(place.directory, place.log);
  for (const extent of scan.extents) reader.announce(extent);
  return { reader, scan };
}

/**
 * Looks through the journal folder (made where it does not exist) and fdatasyncs what a killed process left unsynced.
 */
export async function scanJournal({ directory, collector, log }: JournalPlace): Promise<JournalScan> {
  await mkdir(path.join(directory, QUARANTINE_FOLDER), { recursive: true, mode: 0o700 });
  const scan: JournalScan = { extents: [], tornTail: null, nextPosition: 1, minimumId: 1, setAside: [] };
  const files: FoundFile[] = [];
  for (const name of await readdir(directory)) {
    const status = await lstat(path.join(directory, name));
    if (!status.isFile() || OWN_NAMES.has(name)) continue;
    const header = await readOwnHeader(directory, name, collector);
    if (header !== undefined) {
      files.push({ name, header, sizeBytes: status.size });
      continue;
    }
    await setAside(directory, name);
    scan.setAside.push(name);
    log.error(
      { file: name, bytes: status.size },
      "a file in the journal is not this collector's or its header is damaged: moved to quarantine",
    );
    // A message takes four bytes or more, so a file has not used more positions than it has bytes.
    const named = parseJournalFileName(name);
    if (named !== undefined)
      scan.nextPosition = Math.max(scan.nextPosition, named.firstPosition + status.size);
  }
  files.sort((left, right) => compareJournalFileNames(left.name, right.name));
  await readFiles(directory, files, scan);
  if (scan.tornTail !== null)
    log.warn(scan.tornTail, "the journal's newest file ends in a torn record: the octets before it are kept");
  return scan;
}

/** Every file is fdatasynced; the newest are read through, back to the newest one that holds a message. */
async function readFiles(directory: string, files: FoundFile[], scan: JournalScan): Promise<void> {
  let isNewest = true;
  let nextFirst: number | undefined;
  for (const { name, header, sizeBytes } of files.toReversed()) {
    scan.nextPosition = Math.max(scan.nextPosition, header.firstPosition);
    scan.minimumId = Math.max(scan.minimumId, header.reservedThroughId + 1);
    const extent: SyncedExtent = {
      file: name,
      offset: sizeBytes,
      lastPosition: (nextFirst ?? header.firstPosition) - 1,
      firstReceivedAtMicros: header.createdAtMicros,
    };
    const file = await RecordFile.open(directory, name);
    try {
      await file.sync();
      if (isNewest) {
        const end = await readThrough(file, sizeBytes);
        extent.offset = end.intactThrough;
        extent.lastPosition = Math.max(extent.lastPosition, end.lastPosition);
        scan.nextPosition = Math.max(scan.nextPosition, end.lastPosition + 1);
        scan.minimumId = Math.max(scan.minimumId, end.highestId + 1);
        if (end.intactThrough < sizeBytes)
          scan.tornTail ??= { file: name, bytes: sizeBytes - end.intactThrough };
        isNewest = end.messages === 0;
      }
    } finally {
      await file.close();
    }
    scan.extents.unshift(extent);
    nextFirst = header.firstPosition;
  }
}

async function readThrough(file: RecordFile, sizeBytes: number) {
  const end = { intactThrough: FILE_HEADER_BYTES, lastPosition: 0, highestId: 0, messages: 0 };
  while (file.offset < sizeBytes) {
    const run = await file.read({ after: 0, maxBytes: READ_BYTES, limit: sizeBytes });
    end.intactThrough = Math.max(end.intactThrough, run.intactThrough);
    end.lastPosition = Math.max(end.lastPosition, run.lastPosition);
    end.highestId = Math.max(end.highestId, run.highestId);
    end.messages += run.messages;
  }
  return end;
}

/** The header of a file of this collector; undefined for anything else. */
async function readOwnHeader(
  directory: string,
  name: string,
  collector: string,
): Promise<FileHeader | undefined> {
  if (parseJournalFileName(name) === undefined) return undefined;
  const header = await RecordFile.readHeader(directory, name);
  if (header === "newer") {
    throw new Error(
      `cannot read the journal file ${name}: it was written by a newer version of this program`,
    );
  }
  return header !== "foreign" && header.collector === collector ? header : undefined;
}

async function setAside(directory: string, name: string): Promise<void> {
  const quarantine = path.join(directory, QUARANTINE_FOLDER);
  const taken = new Set(await readdir(quarantine));
  let target = name;
  for (let copy = 1; taken.has(target); copy++) target = `${name}.${copy}`;
  await rename(path.join(directory, name), path.join(quarantine, target));
  await syncFolder(quarantine);
  await syncFolder(directory);
}
