import { statfs } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { wasWithin } from "#platform/database-clock";
import type { Logger } from "#platform/log";
import { withinTime } from "#platform/pause";
import { collectorReports } from "../tables";
import type { Collector } from "./collector";
import { LossWatch, type Losses } from "./loss-watch";

/** How a collector and the disk of its data folder are at one moment, as its own process sees them. */
export type CollectorReading = {
  collector: string;
  disk: { usedPercent: number; freeBytes: number };
  /** Why the journal takes nothing more for want of space; null: it does. */
  shortage: string | null;
  /** Messages that were not kept since its start, by reason. */
  losses: Losses;
};

const CollectorReport = z.object({
  collector: z.string(),
  usedPercent: z.number(),
  freeBytes: z.number(),
  shortage: z.string().nullable(),
  /** Lost in the bout that lasts, by reason; null: none does. */
  lost: z.record(z.string(), z.number()).nullable(),
});
export type CollectorReport = z.infer<typeof CollectorReport>;

/** What was reported longer ago says nothing of this moment. */
const VALID_SECONDS = 90;
const REPORTS_EVERY_MS = 20_000;
/** Collectors that have gone are forgotten then. */
const KEPT_HOURS = 24;

const SHORTAGES: ReadonlySet<string> = new Set(["disk_full", "journal_full"]);

/** A disk that hangs must not hold up whoever asks. */
const PATIENCE_MS = 5000;

/**
 * Asks the collector of this process, and the disk under its data folder. Throws where that cannot be asked, or does
 * not answer within 5 s.
 */
export async function readCollector(
  engine: Pick<Collector, "state">,
  dataFolder: string,
): Promise<CollectorReading> {
  const late = () => new Error("the disk of the data folder does not answer");
  return withinTime(PATIENCE_MS, read(engine, dataFolder), late);
}

async function read(engine: Pick<Collector, "state">, dataFolder: string): Promise<CollectorReading> {
  const { blocks, bfree, bavail, bsize } = await statfs(dataFolder);
  const { collector, refusal, losses } = engine.state();
  const used = blocks - bfree;
  return {
    collector,
    // As `df` tells it: what is kept for the system is neither used nor free.
    disk: { usedPercent: used === 0 ? 0 : (100 * used) / (used + bavail), freeBytes: bavail * bsize },
    shortage: refusal !== null && SHORTAGES.has(refusal) ? refusal : null,
    losses,
  };
}

type Moment = { db: Db; now: Date };

/** Gives what writes down how the collector of this process is. */
function createCollectorReporter(readOwn: () => Promise<CollectorReading>) {
  const watch = new LossWatch();
  return async ({ db, now }: Moment): Promise<void> => {
    const { collector, disk, shortage, losses } = await readOwn();
    const lost = watch.look(losses, now.getTime());
    const report = { ...disk, shortage, lost, at: sql`now()` };
    await db
      .insert(collectorReports)
      .values({ collector, ...report })
      .onConflictDoUpdate({ target: collectorReports.collector, set: report });
  };
}

/**
 * Reports of all collectors on the database, each as its own process sees it: whichever process asks writes down how
 * its own one is, and gets those of the last 90 seconds. So it does not matter which of them looks. `readOwn` undefined:
 * it has none.
 */
export function createCollectorReports(readOwn: (() => Promise<CollectorReading>) | undefined) {
  const report = readOwn === undefined ? undefined : createCollectorReporter(readOwn);
  return async ({ db, now }: Moment): Promise<CollectorReport[]> => {
    await report?.({ db, now });
    await db.execute(
      sql`DELETE FROM ${collectorReports} WHERE at < now() - make_interval(hours => ${KEPT_HOURS})`,
    );
    const rows = await db.execute(sql`
      SELECT collector, used_percent::float8 AS "usedPercent", free_bytes::float8 AS "freeBytes", shortage, lost FROM ${collectorReports}
      WHERE ${wasWithin(sql`at`, VALID_SECONDS)} ORDER BY collector`);
    return z.array(CollectorReport).parse([...rows]);
  };
}

/** Of a collector beside which nobody asks for the reports: writes down again and again how it is. */
export function startCollectorReports(
  { db, log }: { db: Db; log: Logger },
  readOwn: () => Promise<CollectorReading>,
): { stop(): void } {
  const report = createCollectorReporter(readOwn);
  const beat = () =>
    void report({ db, now: new Date() }).catch((error: unknown) =>
      log.debug({ err: error }, "cannot write down how this collector is; it is tried again"),
    );
  const timer = setInterval(beat, REPORTS_EVERY_MS);
  beat();
  return { stop: () => clearInterval(timer) };
}
