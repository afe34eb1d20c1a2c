import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";

/** A stored row that nobody can read: a packed hour or day of a target. */
export type Damage = {
  what: "results" | "roll-ups";
  targetId: number;
  startsAt: Date;
  lengthMs: number;
  error: unknown;
};

export type OnDamage = (damage: Damage) => void;

/** Where history is read from, and who is told of what cannot be read; the rest is read all the same. */
export type HistoryReader = { db: Db; onDamage: OnDamage };

/** A span of time whose results nobody can read, milliseconds. */
export type LostSpan = { fromMs: number; toMs: number };

/** Header of an answer from which damaged results are missing. */
export const DAMAGED = "X-Damaged";
/** What the API's document says of it. */
export const DAMAGE_WORDS =
  "Stored results that are damaged and cannot be read are left out; the answer has `X-Damaged: true` then.";

/** So many rows are remembered; then all are told again. */
const MAX_TOLD = 10_000;

/** Tells the log of each damaged row once, however often it is read. The row stays: a backup may have the right one. */
export function createDamageLog(log: Logger): OnDamage {
  const told = new Set<string>();
  return ({ what, targetId, startsAt, lengthMs, error }) => {
    const row = `${what} ${targetId} ${startsAt.getTime()} ${lengthMs}`;
    if (told.has(row)) return;
    if (told.size >= MAX_TOLD) told.clear();
    told.add(row);
    log.error({ err: error, targetId, startsAt }, `stored ${what} of checks are damaged and are left out`);
  };
}

/** What `read` gives; undefined where it throws: that is damage, and is told. */
export function readPast<Read>(read: () => Read, tell: (error: unknown) => void): Read | undefined {
  try {
    return read();
  } catch (error) {
    tell(error);
    return undefined;
  }
}

/** A reader whose answer can say what is missing: `lost` fills while it reads, each span once. */
export function noteDamage({ db, onDamage }: HistoryReader): HistoryReader & { lost: LostSpan[] } {
  const lost: LostSpan[] = [];
  return {
    db,
    lost,
    onDamage(damage) {
      onDamage(damage);
      const fromMs = damage.startsAt.getTime();
      const toMs = fromMs + damage.lengthMs;
      if (!lost.some((span) => span.fromMs === fromMs && span.toMs === toMs)) lost.push({ fromMs, toMs });
    },
  };
}
