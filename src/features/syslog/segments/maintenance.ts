import type { Db } from "#platform/database";
import type { Lease } from "#platform/jobs";
import type { Logger } from "#platform/log";
import { Compaction, type CompactionStatus } from "./merge/compaction";
import { NEIGHBOURS } from "./merge/plan";
import { type DamagedSegment, DamageWatch } from "./integrity/damage";
import { GarbageCollection, type DeletionStep } from "./retention/garbage-collection";
import type { EventDatabase } from "./duckdb";
import { Retention, type RetentionStatus, type RetentionStep } from "./retention/retention";
import type { CompactionStep } from "./merge/merge";
import type { SegmentFolders } from "./ingest/segment-writer";
import type { StoreClock } from "./store-clock";

export type MaintenanceOptions = {
  db: Db;
  database: EventDatabase;
  folders: SegmentFolders;
  log: Logger;
  clock: StoreClock;
  retentionDays: number;
  /** 0: any amount. */
  retentionBytes: number;
  searchTimeoutSeconds: number;
  minFreeBytes: number;
  /** Age of the oldest message that is not stored yet, seconds: ingest comes first. */
  lagSeconds(): number;
  /** The environment of the process that merges. */
  allocator: Readonly<Record<string, string>>;
  /**
   * For crash tests: how long deleted files stay, and that tiny ones are merged as others are; undefined: as long as a
   * reader may want them.
   */
  maintenanceSeconds?: number | undefined;
  observe?: ((step: MaintenanceStep) => void) | undefined;
};

/** Points at which crash tests stop the program while it looks after segments. */
export type MaintenanceStep = CompactionStep | RetentionStep | DeletionStep;

export type MaintenanceStatus = {
  retention: RetentionStatus;
  compaction: Readonly<CompactionStatus>;
  damaged: DamagedSegment[];
};

/** Names of the jobs; a lease belongs to one of them. */
export const MAINTENANCE_JOBS = {
  retention: "syslog.retention",
  // Its name of old, under which replicas of the previous version hold the lease.
  garbageCollection: "syslog.sweep",
  compaction: "syslog.compaction",
  scrub: "syslog.scrub",
} as const;

/**
 * What happens to segments after they were stored. Each verb that takes a lease is one periodic job, run by one replica
 * at a time.
 */
export class SegmentMaintenance {
  readonly #retention: Retention;
  readonly #garbage: GarbageCollection;
  readonly #compaction: Compaction;
  readonly #damage: DamageWatch;

  constructor(options: MaintenanceOptions) {
    const { retentionDays: days, retentionBytes: maxBytes } = options;
    const eventsFolder = options.folders.events;
    this.#retention = new Retention({ ...options, days, maxBytes });
    this.#garbage = new GarbageCollection({
      ...options,
      eventsFolder,
      keptSeconds: options.maintenanceSeconds,
    });
    this.#damage = new DamageWatch({ ...options, eventsFolder });
    this.#compaction = new Compaction({
      ...options,
      tinyNeighbours: options.maintenanceSeconds === undefined ? undefined : NEIGHBOURS,
      onUnreadable: (paths) => this.#damage.examine(paths),
    });
  }

  /** Drops events that have expired. */
  retain(lease: Lease): Promise<void> {
    return this.#retention.run({ ...lease, name: MAINTENANCE_JOBS.retention });
  }

  /** Removes the files of segments that no search can hold any more. */
  async collectGarbage(lease: Lease): Promise<void> {
    await this.#garbage.run({ ...lease, name: MAINTENANCE_JOBS.garbageCollection });
  }

  /** Merges small segments. */
  compact(lease: Lease): Promise<void> {
    return this.#compaction.run({ ...lease, name: MAINTENANCE_JOBS.compaction });
  }

  /** Reads files again that were not read for long. */
  scrub(lease: Lease): Promise<void> {
    return this.#damage.scrub({ ...lease, name: MAINTENANCE_JOBS.scrub });
  }

  /** Looks at files that a search could not read. Gives whether one of them was set aside. */
  examine(paths: readonly string[]): Promise<boolean> {
    return this.#damage.examine(paths);
  }

  /** Segments that are set aside. */
  listDamaged(): Promise<DamagedSegment[]> {
    return this.#damage.list();
  }

  /** Ends the process that merges; the jobs have ended before. */
  close(): Promise<void> {
    return this.#compaction.close();
  }

  async status(): Promise<MaintenanceStatus> {
    const [retention, damaged] = await Promise.all([this.#retention.status(), this.#damage.list()]);
    return { retention, compaction: this.#compaction.status, damaged };
  }
}
