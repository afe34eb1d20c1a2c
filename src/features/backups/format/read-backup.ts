import { createHash, type Hash } from "node:crypto";
import { open } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { badRequest } from "#platform/errors";
import { BadBackup } from "./bad-backup";
import { decompress, ZSTD_MAGIC } from "./compression";
import {
  isBackupFileName,
  Keys,
  KEYS_NAME,
  Manifest,
  MANIFEST_NAME,
  parseSmallFile,
  tableFileName,
  type SavedTable,
} from "./manifest";
import { openWithPassphrase, SEALED_HEAD_OCTETS, SEALED_MAGIC } from "./passphrase";
import { SIGNATURE_OCTETS, signatureMissing, verifySignature } from "./signature";
import { readTar, type OpenTarFile } from "./tar";

/** A backup in a file; it fills the octets from `start` to before `end`. */
export type StoredBackup = { path: string; start: number; end: number };

export type BackupKeys = {
  secretKey: string;
  /** Undefined: none was given. */
  passphrase: string | undefined;
};

export type OpenBackup = {
  manifest: Manifest;
  /** That of the instance that made it, where it is encrypted with a passphrase. */
  masterKey: string | undefined;
  isSealed: boolean;
  octets: number;
  /**
   * Lines of a table, in order, table by table. Throws BadBackup where they are not what the manifest says. To be read
   * once.
   */
  lines: AsyncGenerator<TableLines>;
  /** What stands behind the tables: the files of events, where the backup has that part. To be read behind `lines`. */
  eventFiles: AsyncGenerator<OpenTarFile>;
  close(): Promise<void>;
};

export type TableLines = { table: SavedTable; lines: string[] };

/** Some MiB and one row, of which PostgreSQL takes 1 GiB; nothing of ours has rows of more than some MiB. */
const MAX_FILE_OCTETS = 128 * 1024 * 1024;
/** Ours have some thousand: a file of nothing but line ends would take many times its size. */
const MAX_FILE_LINES = 1_000_000;
const PIECE_OCTETS = 256 * 1024;

/**
 * Opens a backup: first what proves that it is whole and from where it says, and only then what is in it. Throws 400
 * with the texts that clients know, in their order, and BadBackup for what is inside.
 */
export async function openBackup(stored: StoredBackup, keys: BackupKeys): Promise<OpenBackup> {
  const octets = stored.end - stored.start;
  if (octets === 0) throw badRequest("Backup payload is empty");
  const magic = await readAt(stored, { at: 0, octets: SEALED_MAGIC.length });
  const isSealed = magic.equals(SEALED_MAGIC);
  if (!isSealed && !magic.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC))
    throw badRequest("File does not appear to be a Netatlas backup (netatlas-backup-….tar.zst)");
  const archive = isSealed ? openSealed(stored, keys.passphrase) : await openSigned(stored, keys.secretKey);
  const files = readTar(decompress(archive), { isName: isBackupFileName, mostOctets: MAX_FILE_OCTETS });
  try {
    const manifest = parseSmallFile(Manifest, await nextFile(files, MANIFEST_NAME));
    const masterKey = isSealed
      ? parseSmallFile(Keys, await nextFile(files, KEYS_NAME)).master_key
      : undefined;
    return {
      manifest,
      masterKey,
      isSealed,
      octets,
      lines: readTables(files, manifest),
      eventFiles: files,
      close: async () => void (await files.return(undefined)),
    };
  } catch (error) {
    await files.return(undefined);
    throw error;
  }
}

function openSealed(stored: StoredBackup, passphrase: string | undefined): AsyncGenerator<Uint8Array> {
  const sealedOctets = stored.end - stored.start;
  if (sealedOctets <= SEALED_HEAD_OCTETS) throw new BadBackup("it ends too early");
  if (passphrase === undefined) throw badRequest("The backup is encrypted: its passphrase is needed");
  return openWithPassphrase(readStored(stored), { passphrase, sealedOctets });
}

async function openSigned(stored: StoredBackup, secretKey: string): Promise<AsyncGenerator<Uint8Array>> {
  const signedOctets = stored.end - stored.start - SIGNATURE_OCTETS;
  if (signedOctets <= 0) throw signatureMissing();
  const archive = { ...stored, end: stored.start + signedOctets };
  const end = await readAt(stored, { at: signedOctets, octets: SIGNATURE_OCTETS });
  await verifySignature({ end, content: readStored(archive) }, secretKey);
  return readStored(archive);
}

async function* readStored({ path, start, end }: StoredBackup): AsyncGenerator<Uint8Array> {
  // `end` of a stream is the last octet itself.
  for await (const piece of createReadStream(path, { start, end: end - 1, highWaterMark: PIECE_OCTETS })) {
    if (!(piece instanceof Uint8Array)) throw new Error("our bug: a file gave something else than octets");
    yield piece;
  }
}

/** Fewer where the backup is shorter. */
async function readAt(
  { path, start, end }: StoredBackup,
  { at, octets }: { at: number; octets: number },
): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const wanted = Buffer.alloc(Math.max(0, Math.min(octets, end - start - at)));
    const { bytesRead } = await file.read(wanted, 0, wanted.length, start + at);
    return wanted.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function nextFile(files: AsyncGenerator<OpenTarFile>, name: string): Promise<Buffer> {
  const next = await files.next();
  if (next.done === true || next.value.name !== name) throw new BadBackup(`its ${name} is missing`);
  return next.value.read();
}

async function* readTables(
  files: AsyncGenerator<OpenTarFile>,
  { tables, parts }: Manifest,
): AsyncGenerator<TableLines> {
  for (const table of tables) {
    const found: Found = { rows: 0, hash: createHash("sha256") };
    for (let place = 1; place <= table.files; place += 1) {
      const lines = splitLines(await nextFile(files, tableFileName(table.name, place)), found);
      yield { table, lines };
    }
    if (found.rows !== table.rows) throw new BadBackup(`${table.name} has another number of rows`);
    if (found.hash.digest("hex") !== table.sha256)
      throw new BadBackup(`the checksum of ${table.name} is wrong`);
  }
  if (!parts.includes("events")) await requireEnd(files);
}

/** Throws BadBackup where there is another file. */
export async function requireEnd(files: AsyncGenerator<OpenTarFile>): Promise<void> {
  if ((await files.next()).done !== true) throw new BadBackup("it has more files than it lists");
}

type Found = { rows: number; hash: Hash };

function splitLines(content: Buffer, found: Found): string[] {
  found.hash.update(content);
  const lines = content.toString("utf8").split("\n", MAX_FILE_LINES + 1);
  if (lines.length > MAX_FILE_LINES) throw new BadBackup("a file in it has too many lines");
  if (lines.pop() !== "") throw new BadBackup("a line in it has no end");
  found.rows += lines.length;
  return lines;
}
