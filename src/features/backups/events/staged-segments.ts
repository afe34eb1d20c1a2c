import { link, mkdir, open, readdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { crc32c } from "@node-rs/crc32";
import { forgetPlacedFiles, notePlacedFiles, type PlacedFiles } from "#features/syslog";
import { syncFolder } from "#platform/durable-file";
import { codeOf } from "#platform/error-code";
import { ApiError, conflict } from "#platform/errors";
import { freeBytes } from "#platform/free-space";
import { BadBackup } from "../format/bad-backup";
import type { OpenTarFile } from "../format/tar";
import type { SavedSegment } from "./fates";
import { FileEnds } from "./file-ends";

/** What folders begin with in which a restore puts files of events before they have their places. */
export const STAGED_PREFIX = ".restore-";

const MIB = 1024 ** 2;

/**
 * Reads a file of events and throws BadBackup where it is not what the backup's catalog says. False: it is no Parquet
 * file and was written before checksums were kept, so that its own instance's disk may have spoilt it unseen.
 */
export async function checkSegment(
  file: OpenTarFile,
  { sizeBytes, checksum, path }: SavedSegment,
  write?: (piece: Uint8Array) => Promise<void>,
): Promise<boolean> {
  if (file.octets !== sizeBytes) throw new BadBackup(`the events in ${path} have another size`);
  let found = 0;
  const ends = new FileEnds();
  for await (const piece of file.pieces()) {
    found = crc32c(piece, found);
    ends.add(piece);
    await write?.(piece);
  }
  if (checksum !== null && found !== checksum)
    throw new BadBackup(`the checksum of the events in ${path} is wrong`);
  if (ends.areThoseOfParquet(sizeBytes)) return true;
  if (checksum === null) return false;
  throw new BadBackup(`the events in ${path} are no Parquet file`);
}

/**
 * Files of events on their way into the events folder: first in a folder of their own beside the others, then in place.
 */
export class StagedSegments {
  readonly #root: string;
  readonly #folder: string;
  readonly #staged = new Map<string, string>();
  #placed: PlacedFiles | undefined;

  constructor(eventsFolder: string) {
    this.#root = eventsFolder;
    this.#folder = join(eventsFolder, `${STAGED_PREFIX}${crypto.randomUUID()}`);
  }

  /** Throws 507 where the disk of events has no room for so many octets and `minFreeBytes`. */
  async requireRoom(octets: number, minFreeBytes: number): Promise<void> {
    if (octets === 0) return;
    // Of an instance that has stored nothing yet.
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    const free = Math.max(0, (await freeBytes(this.#root)) - minFreeBytes);
    if (octets > free)
      throw new ApiError(
        507,
        `The events of the backup take ${Math.ceil(octets / MIB)} MiB; their disk has room for ${Math.floor(free / MIB)} MiB`,
      );
  }

  /**
   * Writes a file whole and durably beside the others. Throws BadBackup where it is not what the catalog says. False: it
   * is spoilt, as `checkSegment` has it, and not among them.
   */
  async add(file: OpenTarFile, segment: SavedSegment): Promise<boolean> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, String(this.#staged.size));
    const isSound = await this.#write(path, file, segment);
    if (isSound) this.#staged.set(segment.path, path);
    else await rm(path);
    return isSound;
  }

  async #write(path: string, file: OpenTarFile, segment: SavedSegment): Promise<boolean> {
    const output = await open(path, "wx", 0o644);
    try {
      const isSound = await checkSegment(file, segment, (piece) => output.writeFile(piece));
      if (isSound) await output.sync();
      return isSound;
    } finally {
      await output.close();
    }
  }

  /**
   * Puts the files in their places; until they are in the catalog nobody reads them, and a crash leaves a list of them.
   * Throws 409 where another file has such a place.
   */
  async place(): Promise<void> {
    if (this.#staged.size === 0) return;
    const paths = [...this.#staged.keys()];
    for (const path of paths) if (await isThere(join(this.#root, path))) throw inTheWay(path);
    this.#placed = await notePlacedFiles(this.#root, paths);
    for (const [path, staged] of this.#staged) await this.#put(staged, path);
    const folders = new Set(paths.flatMap((path) => [dirname(path), dirname(dirname(path)), "."]));
    for (const folder of folders) await syncFolder(join(this.#root, folder));
  }

  async #put(staged: string, path: string): Promise<void> {
    const target = join(this.#root, path);
    for (let tries = 1; ; tries += 1) {
      await mkdir(dirname(target), { recursive: true });
      try {
        // A link, unlike a move, never takes the place of another file.
        return await link(staged, target);
      } catch (error) {
        if (codeOf(error) === "EEXIST") throw inTheWay(path, error);
        // Retention removes folders that are empty: perhaps this one, just now.
        if (tries === MAX_TRIES || codeOf(error) !== "ENOENT") throw error;
      }
    }
  }

  /** Takes the files away again that were put in place, all but those of `kept`, and lets the others go. */
  async end(kept: ReadonlySet<string>): Promise<void> {
    if (this.#placed !== undefined) await removePlaced(this.#root, this.#placed, kept);
    this.#placed = undefined;
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Paths that were put in place. */
  get placed(): readonly string[] {
    return this.#placed?.paths ?? [];
  }
}

const MAX_TRIES = 5;

/** Removes what a list has but those of `kept`, and then the list. */
export async function removePlaced(
  eventsFolder: string,
  placed: PlacedFiles,
  kept: ReadonlySet<string>,
): Promise<void> {
  const gone = placed.paths.filter((path) => !kept.has(path));
  for (const path of gone) await rm(join(eventsFolder, path), { force: true });
  for (const folder of new Set(gone.map(dirname))) await removeIfEmpty(join(eventsFolder, folder));
  await forgetPlacedFiles(eventsFolder, placed);
}

async function removeIfEmpty(folder: string): Promise<void> {
  for (const path of [folder, dirname(folder)]) {
    const names = await readdir(path).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") return ["gone"];
      throw error;
    });
    // Of a folder into which something has come meanwhile this fails, as it should.
    if (names.length === 0) await rmdir(path).catch(ignoreFull);
  }
}

function ignoreFull(error: unknown): void {
  if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(codeOf(error) ?? "")) throw error;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

function inTheWay(path: string, cause?: unknown) {
  return conflict(`A file that the catalog of events does not have is in the place of ${path}`, cause);
}
