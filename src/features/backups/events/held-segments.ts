import { link, mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { crc32c } from "@node-rs/crc32";
import { and, asc, isNull } from "drizzle-orm";
import { withSegmentFile } from "#features/syslog";
import { eventSegments } from "#tables/syslog";
import type { Db } from "#platform/database";
import { codeOf } from "#platform/error-code";
import { ApiError } from "#platform/errors";
import { plainFrame, PLAIN_FRAME_OCTETS, plainFrameSize } from "../format/compression";
import { eventsFileName } from "../format/manifest";
import { tarHeader, tarPadding } from "../format/tar";

/** What folders begin with that hold files of events for a backup. */
export const HELD_PREFIX = ".backup-";

type HeldSegment = { path: string; sizeBytes: number; checksum: number | null; rowCount: number };

/**
 * The files of events of a backup, held by links of their own in the events folder: retention and merging may drop them
 * meanwhile. To be released.
 */
export class HeldSegments {
  readonly #folder: string;
  readonly #segments: readonly HeldSegment[];

  constructor(folder: string, segments: readonly HeldSegment[]) {
    this.#folder = folder;
    this.#segments = segments;
  }

  /** Of what `content` gives. */
  get octets(): number {
    return this.#segments.reduce((sum, segment) => sum + archivedSize(segment), 0);
  }

  /**
   * The files as they stand in the archive, in frames; each is let go when it was read. Throws where one is not what
   * was written.
   */
  async *content(at: Date): AsyncGenerator<Uint8Array> {
    for (const [place, segment] of this.#segments.entries()) {
      const { path, sizeBytes } = segment;
      yield plainFrame(tarHeader({ name: eventsFileName(path), octets: sizeBytes }, at));
      yield* readHeld(join(this.#folder, String(place)), segment);
      const padding = tarPadding(sizeBytes);
      if (padding.length > 0) yield plainFrame(padding);
      await rm(join(this.#folder, String(place)), { force: true });
    }
  }

  async release(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/**
 * Holds the files of all events that are stored at the snapshot's moment. They stay for half a minute at least when
 * they are dropped, so this has to come at once behind the moment. Throws 501 where they cannot be held.
 */
export async function holdSegments(snapshot: Db, eventsFolder: string): Promise<HeldSegments> {
  const { path, sizeBytes, checksum, rowCount, deletedAt, damagedAt, id } = eventSegments;
  // The very rows that the backup has of the catalog, in their order.
  const segments = await snapshot
    .select({ path, sizeBytes, checksum, rowCount })
    .from(eventSegments)
    .where(and(isNull(deletedAt), isNull(damagedAt)))
    .orderBy(asc(id));
  const folder = join(eventsFolder, `${HELD_PREFIX}${crypto.randomUUID()}`);
  const held = new HeldSegments(folder, segments);
  if (segments.length === 0) return held;
  try {
    await mkdir(folder, { mode: 0o700 });
    for (const [place, segment] of segments.entries())
      await withSegmentFile(eventsFolder, segment.path, (file) => link(file, join(folder, String(place))));
    return held;
  } catch (error) {
    await held.release();
    throw refusalOf(error, eventsFolder);
  }
}

const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"]);

function refusalOf(error: unknown, eventsFolder: string): unknown {
  const code = codeOf(error) ?? "";
  if (code === "ENOENT" || code === "ENOTDIR")
    return new ApiError(
      501,
      `Stored events are not all in ${eventsFolder}: make the backup with events where their files are`,
      { cause: error },
    );
  if (NO_LINKS.has(code))
    return new ApiError(
      501,
      `The file system of ${eventsFolder} takes no hard links, by which a backup holds events`,
      { cause: error },
    );
  return error;
}

async function* readHeld(
  path: string,
  { sizeBytes, checksum, path: name }: HeldSegment,
): AsyncGenerator<Uint8Array> {
  const file = await open(path, "r");
  let found = 0;
  try {
    for (let at = 0; at < sizeBytes; at += PLAIN_FRAME_OCTETS) {
      const wanted = Math.min(PLAIN_FRAME_OCTETS, sizeBytes - at);
      const piece = await readWhole(file, { at, octets: wanted });
      if (piece.length < wanted) throw new Error(`the events in ${name} are damaged: the file is too short`);
      found = crc32c(piece, found);
      yield plainFrame(piece);
    }
  } finally {
    await file.close();
  }
  if (checksum !== null && found !== checksum)
    throw new Error(
      `the events in ${name} are damaged: they have another checksum than when they were written`,
    );
}

/** Fewer where the file ends before. */
async function readWhole(file: FileHandle, { at, octets }: { at: number; octets: number }): Promise<Buffer> {
  const piece = Buffer.allocUnsafe(octets);
  let filled = 0;
  while (filled < octets) {
    const { bytesRead } = await file.read(piece, filled, octets - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return piece.subarray(0, filled);
}

/** A header, the content in frames of the largest size, and what fills the last block. */
function archivedSize({ sizeBytes, path }: HeldSegment): number {
  const header = tarHeader({ name: eventsFileName(path), octets: sizeBytes }, new Date(0)).length;
  const padding = tarPadding(sizeBytes).length;
  const whole = Math.floor(sizeBytes / PLAIN_FRAME_OCTETS);
  const rest = sizeBytes % PLAIN_FRAME_OCTETS;
  return (
    plainFrameSize(header) +
    whole * plainFrameSize(PLAIN_FRAME_OCTETS) +
    (rest > 0 ? plainFrameSize(rest) : 0) +
    (padding > 0 ? plainFrameSize(padding) : 0)
  );
}
