import { join } from "node:path";
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { unavailable } from "#platform/errors";
import type { Logger } from "#platform/log";
import { codeOf } from "#platform/error-code";
import { eventSegments } from "../../tables";
import { checksumOf } from "../checksum";
import { syncFolder } from "#platform/durable-file";
import type { JobLease } from "../job-lease";
import { pause } from "#platform/pause";

export type DamageContext = {
  db: Db;
  log: Logger;
  eventsFolder: string;
  /** Age of the oldest message that is not stored yet, seconds. */
  lagSeconds(): number;
};

/** A segment that is not what was written. Times are microseconds since the epoch, both ends included. */
export type DamagedSegment = {
  path: string;
  rowCount: number;
  minReceivedAtMicros: number;
  maxReceivedAtMicros: number;
};

/** What is read of a segment to verify it. */
type Checked = { id: number; path: string; checksum: number | null; isDamaged: boolean };

const CHECKED = {
  id: eventSegments.id,
  path: eventSegments.path,
  checksum: eventSegments.checksum,
  isDamaged: sql<boolean>`${eventSegments.damagedAt} IS NOT NULL`,
};

/** Each file is read again so often, at no more than this rate. */
const CHECK_DAYS = 7;
const BYTES_PER_SECOND = 8 * 1024 * 1024;
const LAG_TO_WAIT_SECONDS = 3;
const CHECKED_AT_A_TIME = 16;
const MAX_LISTED = 100;
/** A disk that has failed is not soon back. */
const RETRY_SECONDS = 30;

/**
 * Finds segments whose bytes are not those that were written, and takes them out of all searches: at once
 * where a read failed, and by reading every file again once a week. A file that is whole again comes back.
 */
export class DamageWatch {
  readonly #ctx: DamageContext;

  constructor(ctx: DamageContext) {
    this.#ctx = ctx;
  }

  /**
   * Looks at files that could not be read. Gives whether one of them was set aside; false: the fault is not theirs.
   * @throws ApiError 503 where no file can be read.
   */
  async examine(paths: readonly string[]): Promise<boolean> {
    const { db } = this.#ctx;
    const live = await db
      .select(CHECKED)
      .from(eventSegments)
      .where(
        and(
          inArray(eventSegments.path, [...paths]),
          isNull(eventSegments.deletedAt),
          isNull(eventSegments.damagedAt),
        ),
      );
    let isDamaged = false;
    for (const segment of live) isDamaged = (await this.#check(segment)) || isDamaged;
    return isDamaged;
  }

  /**
   * Reads again what was not read for a week, slowly, and what was found damaged. Ends when nothing is due or ingest
   * lags.
   */
  async scrub({ signal }: JobLease): Promise<void> {
    const paces = new Pace(signal);
    for (const segment of await this.#selectDamaged()) await this.#check(segment, paces);
    for (;;) {
      const due = await this.#selectDue();
      for (const segment of due) {
        if (signal.aborted || this.#ctx.lagSeconds() > LAG_TO_WAIT_SECONDS) return;
        await this.#check(segment, paces);
      }
      if (due.length < CHECKED_AT_A_TIME) return;
    }
  }

  /** The newest of those that are set aside. */
  list(): Promise<DamagedSegment[]> {
    return this.#ctx.db
      .select({
        path: eventSegments.path,
        rowCount: eventSegments.rowCount,
        minReceivedAtMicros: eventSegments.minReceivedAtMicros,
        maxReceivedAtMicros: eventSegments.maxReceivedAtMicros,
      })
      .from(eventSegments)
      .where(and(isNull(eventSegments.deletedAt), isNotNull(eventSegments.damagedAt)))
      .orderBy(desc(eventSegments.maxReceivedAtMicros))
      .limit(MAX_LISTED);
  }

  #selectDamaged(): Promise<Checked[]> {
    return this.#ctx.db
      .select(CHECKED)
      .from(eventSegments)
      .where(and(isNull(eventSegments.deletedAt), isNotNull(eventSegments.damagedAt)))
      .orderBy(sql`${eventSegments.checkedAt} NULLS FIRST`)
      .limit(CHECKED_AT_A_TIME);
  }

  #selectDue(): Promise<Checked[]> {
    const lastRead = sql`coalesce(${eventSegments.checkedAt}, ${eventSegments.createdAt})`;
    return this.#ctx.db
      .select(CHECKED)
      .from(eventSegments)
      .where(
        and(
          isNull(eventSegments.deletedAt),
          isNull(eventSegments.damagedAt),
          or(sql`${lastRead} < now() - make_interval(days => ${CHECK_DAYS})`, isNull(eventSegments.checksum)),
        ),
      )
      .orderBy(asc(lastRead))
      .limit(CHECKED_AT_A_TIME);
  }

  /** Gives whether the segment is damaged, and enters it. */
  async #check(segment: Checked, pace?: Pace): Promise<boolean> {
    const { db, log } = this.#ctx;
    const found = await this.#readChecksum(segment.path, pace);
    if (found === "unknown") return false;
    const isWhole = found !== "unreadable" && (segment.checksum === null || segment.checksum === found);
    const checksum = isWhole ? found : segment.checksum;
    const damagedAt = isWhole ? null : sql`coalesce(${eventSegments.damagedAt}, now())`;
    await db
      .update(eventSegments)
      .set({ checksum, damagedAt, checkedAt: sql`now()` })
      .where(and(eq(eventSegments.id, segment.id), isNull(eventSegments.deletedAt)));
    const { path } = segment;
    if (isWhole && segment.isDamaged) log.warn({ path }, "an event segment that was damaged is whole again");
    if (!isWhole && !segment.isDamaged)
      log.error(
        { path, found },
        "an event segment is damaged; it is set aside, and searches go on without it",
      );
    return !isWhole;
  }

  /**
   * "unknown": the process may not read, for example; that says nothing of the file. @throws ApiError 503 where no file
   * can be read.
   */
  async #readChecksum(path: string, pace?: Pace): Promise<number | "unreadable" | "unknown"> {
    const { eventsFolder, log } = this.#ctx;
    try {
      return await checksumOf(join(eventsFolder, path), pace?.after);
    } catch (error) {
      pace?.signal.throwIfAborted();
      await requireSound(eventsFolder);
      const code = codeOf(error);
      if (code === "EIO" || code === "ENOENT") return "unreadable";
      log.warn({ err: error, path }, "cannot check an event segment");
      return "unknown";
    }
  }
}

/**
 * A folder that is not there, or whose disk fails as a whole, says nothing of one file. A disk that has turned
 * read-only can be read.
 * @throws ApiError 503.
 */
async function requireSound(folder: string): Promise<void> {
  try {
    await syncFolder(folder);
  } catch (cause) {
    if (codeOf(cause) === "EROFS") return;
    throw unavailable("Stored events cannot be read at the moment", RETRY_SECONDS, cause);
  }
}

/** Holds reading down to BYTES_PER_SECOND. */
class Pace {
  readonly signal: AbortSignal;
  readonly #startedAt = performance.now();
  #bytes = 0;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  readonly after = async (bytes: number): Promise<void> => {
    this.#bytes += bytes;
    const dueAt = this.#startedAt + (this.#bytes / BYTES_PER_SECOND) * 1000;
    await pause(Math.max(0, dueAt - performance.now()), this.signal);
  };
}
