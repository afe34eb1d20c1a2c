import type { KeptBackup } from "./store";
import type { BackupTrial } from "./trials";

/** Versions that the newest backup from before their migration is kept of. */
const MAX_VERSIONS = 3;
const DAY_MS = 86_400_000;

export type Retention = {
  mostKept: number;
  /** 0: they may be of any age. */
  mostDays: number;
};

/** Made before the clock was put back: its time is still to come. */
export function isAhead({ created_at }: Pick<KeptBackup, "created_at">, now: Date): boolean {
  return Date.parse(created_at) > now.getTime();
}

/**
 * Those of a place that are to go, given newest first. Of the schedule's: what is beyond the number or the age, but
 * never the newest; those that are ahead push nothing out that was made since. Of those from before a migration: all
 * but the newest of each version, so that a start that is tried again and again pushes none of another out, and all but
 * the newest versions.
 */
export function findExpired(
  kept: readonly KeptBackup[],
  { mostKept, mostDays, now }: Retention & { now: Date },
): KeptBackup[] {
  const scheduled = kept.filter(({ kind }) => kind === "scheduled");
  const inOrder = [
    ...scheduled.filter((one) => !isAhead(one, now)),
    ...scheduled.filter((one) => isAhead(one, now)),
  ];
  const oldest = mostDays === 0 ? -Infinity : now.getTime() - mostDays * DAY_MS;
  const expired = inOrder.filter(
    ({ created_at: at }, place) => place >= mostKept || (place > 0 && Date.parse(at) < oldest),
  );
  return [...expired, ...findExpiredBeforeMigration(kept)];
}

/**
 * Of those of a place, newest first: the newest that a trial restore found to be good, where one since has failed its
 * own. It may be the last that can be restored.
 */
export function findLastGood(
  kept: readonly KeptBackup[],
  trials: readonly Pick<BackupTrial, "place" | "filename" | "error">[],
): KeptBackup | undefined {
  const errors = new Map(trials.map(({ place, filename, error }) => [`${place}/${filename}`, error]));
  let hasFailed = false;
  for (const one of kept) {
    const error = errors.get(`${one.place}/${one.filename}`);
    if (error === undefined) continue;
    if (error === null) return hasFailed ? one : undefined;
    hasFailed = true;
  }
  return undefined;
}

export function findExpiredBeforeMigration(kept: readonly KeptBackup[]): KeptBackup[] {
  const newest = new Map<string, KeptBackup>();
  const older: KeptBackup[] = [];
  for (const one of kept) {
    if (one.before_version === null) continue;
    if (newest.has(one.before_version)) older.push(one);
    else newest.set(one.before_version, one);
  }
  return [...older, ...[...newest.values()].slice(MAX_VERSIONS)];
}
