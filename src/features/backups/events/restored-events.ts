import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import type { Instance } from "../dump/dump";
import { BadBackup } from "../format/bad-backup";
import { eventsFileName } from "../format/manifest";
import { requireEnd, type OpenBackup } from "../format/read-backup";
import type { Progress } from "../progress";
import { takesTurn } from "../restore/turn";
import { useExactText } from "../table-lines";
import { judgeSegments, requireSound, type Fate, type SavedSegment } from "./fates";
import { enterSegments, readLive, readSavedSegments } from "./side-catalog";
import { checkSegment, StagedSegments } from "./staged-segments";

/** Nothing of ours has so many; their list is held in memory. */
const MAX_SEGMENTS = 500_000;
/** So long a process that reads files may go without a word to the server; it holds no lock that others wait for. */
const PATIENCE = "15min";
const WORD_MS = 10_000;

/** What a backup has of events, and what becomes of its files. */
export type EventsReport = {
  files: number;
  events: number;
  bytes: number;
  new_files: number;
  new_events: number;
  /** Their events are here. */
  present_files: number;
  /** What is here of their place is something else, which stays, or they are spoilt. */
  left_out_files: number;
};

type Context = { db: Db; side: string; instance: Instance; progress: Progress };

/**
 * The events of a backup on their way into the live store. `isTrial`: the files are read and checked, and nothing is
 * written. Throws BadBackup for files that are not what the backup's catalog says, 507 where there is no room for those that
 * are written.
 */
export async function stageEvents(
  { db, side, instance, progress }: Context,
  backup: OpenBackup,
  { isTrial }: { isTrial: boolean },
): Promise<RestoredEvents> {
  const listed = backup.manifest.tables.find(({ name }) => name === "event_segments")?.rows ?? 0;
  if (listed > MAX_SEGMENTS) throw new BadBackup("it lists too many files of events");
  const saved = await readSavedSegments(db, side);
  requireSound(saved);
  const fates = judgeSegments(saved, await readLive(db));
  const staged = new StagedSegments(instance.eventsFolder);
  const events = new RestoredEvents({ side, saved, fates, staged });
  try {
    if (!isTrial) await staged.requireRoom(sum(events.chosen, "sizeBytes"), instance.minFreeBytes);
    await progress.begin("events", saved.length);
    await db.execute(sql`SELECT set_config('idle_in_transaction_session_timeout', ${PATIENCE}, true)`);
    let saidAt = performance.now();
    for (const [place, segment] of saved.entries()) {
      const next = await backup.eventFiles.next();
      if (next.done === true || next.value.name !== eventsFileName(segment.path))
        throw new BadBackup(`its ${segment.path} is missing`);
      const isNew = fates[place] === "new";
      const isSound =
        isNew && !isTrial ? await staged.add(next.value, segment) : await checkSegment(next.value, segment);
      if (isNew && !isSound) fates[place] = "spoilt";
      await progress.add(1);
      if (performance.now() - saidAt < WORD_MS) continue;
      saidAt = performance.now();
      await db.execute(sql`SELECT 1`);
    }
    await requireEnd(backup.eventFiles);
    await useExactText(db);
    return events;
  } catch (error) {
    await events.drop();
    throw error;
  }
}

type Parts = {
  side: string;
  saved: readonly SavedSegment[];
  /** Those that turn out to be spoilt are noted while the files are read. */
  fates: readonly Fate[];
  staged: StagedSegments;
};

/** Events of a backup that lie beside the live ones, checked. In the end `drop` or `settle`. */
export class RestoredEvents {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Those that are put in place. */
  get chosen(): readonly SavedSegment[] {
    const { saved, fates } = this.#parts;
    return saved.filter((_segment, place) => fates[place] === "new");
  }

  get report(): EventsReport {
    const { saved, fates } = this.#parts;
    const { chosen } = this;
    const count = (fate: Fate) => fates.filter((found) => found === fate).length;
    return {
      files: saved.length,
      events: sum(saved, "rowCount"),
      bytes: sum(saved, "sizeBytes"),
      new_files: chosen.length,
      new_events: sum(chosen, "rowCount"),
      present_files: count("present"),
      left_out_files: count("left_out") + count("spoilt"),
    };
  }

  /** Puts the files in their places, where nobody sees them before `enter` is committed. Throws 409. */
  place(): Promise<void> {
    return this.#parts.staged.place();
  }

  /**
   * Enters the files in the live catalog. No lock is needed: a journal gives out positions behind those of the files
   * only, merging keeps to those that are catalogued, and nobody else restores.
   */
  enter(db: Db): Promise<void> {
    const ids = this.chosen.map(({ id }) => id);
    return enterSegments(db, this.#parts.side, ids);
  }

  /** Takes everything away again; the transaction is taken back. */
  drop(): Promise<void> {
    return this.#parts.staged.end(new Set());
  }

  /**
   * Once the transaction has ended, however: what has its row stays, and nothing else. Throws where somebody has the
   * turn, and leaves everything: that may be the restore itself, whose connection was lost while its commit is under
   * way.
   */
  async settle(db: Db): Promise<void> {
    const { staged } = this.#parts;
    if (staged.placed.length === 0) return staged.end(new Set());
    await db.transaction(async (transaction) => {
      if (!(await takesTurn(transaction))) throw new Error("another restore is under way");
      await staged.end(await findCatalogued(transaction, staged.placed));
    });
  }
}

/** Those of the paths that the live catalog has. */
export async function findCatalogued(db: Db, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  const rows = await db.execute<{ path: string }>(sql`
    SELECT path FROM public.event_segments WHERE path = ANY (${`{${paths.map((path) => `"${path}"`).join(",")}}`}::text::text[])`);
  return new Set(rows.map(({ path }) => path));
}

function sum(segments: readonly SavedSegment[], field: "rowCount" | "sizeBytes"): number {
  return segments.reduce((total, segment) => total + segment[field], 0);
}
