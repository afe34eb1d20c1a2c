import { and, asc, eq, gte } from "drizzle-orm";
import type { Db } from "#platform/database";
import { dayOf, HOUR_MS, hourOf } from "../history/clock-spans";
import type { HistoryReader } from "../history/damage";
import { groupResults } from "../history/results";
import { graceMsOf, rollUp, toEvents, type Rollup, type StateEvent } from "../history/rollup";
import { readHourRollups } from "../history/totals";
import { checkResults, checkRollups } from "../tables";

type Asked = {
  target: { id: number; intervalSeconds: number };
  /** Changes of its state, after the last one before that time. */
  changes: readonly StateEvent[];
  from: Date;
  to: Date;
};

/**
 * What the hours of a target came to, by their beginnings, oldest first: those that are over from what was rolled up,
 * the others from results that are not packed yet. Days that are damaged are told, and left out.
 */
export async function readHours({ db, onDamage }: HistoryReader, asked: Asked): Promise<Map<number, Rollup>> {
  // In this order what is packed meanwhile is found twice rather than not at all.
  const fresh = await readFresh(db, asked);
  const { targetId, startsAt } = checkRollups;
  const fromMs = hourOf(asked.from.getTime());
  const days = await db
    .select({ targetId, startsAt, hours: checkRollups.hours })
    .from(checkRollups)
    .where(and(eq(targetId, asked.target.id), gte(startsAt, new Date(dayOf(fromMs)))))
    .orderBy(asc(startsAt));
  const hours = new Map<number, Rollup>();
  for (const day of days) {
    for (const [hour, rollup] of readHourRollups(day, onDamage)) {
      const startMs = day.startsAt.getTime() + hour * HOUR_MS;
      if (startMs >= fromMs) hours.set(startMs, rollup);
    }
  }
  for (const [startMs, rollup] of fresh) if (!hours.has(startMs)) hours.set(startMs, rollup);
  return new Map([...hours].toSorted(([one], [other]) => one - other));
}

async function readFresh(db: Db, { target, changes, from, to }: Asked): Promise<Map<number, Rollup>> {
  const { targetId, at } = checkResults;
  const rows = await db
    .select()
    .from(checkResults)
    .where(and(eq(targetId, target.id), gte(at, new Date(hourOf(from.getTime())))))
    .orderBy(asc(at));
  const results = groupResults(rows).get(target.id) ?? [];
  const graceMs = graceMsOf(target.intervalSeconds);
  const events = toEvents(results, changes);
  const starts = new Set(results.map((result) => hourOf(result.at.getTime())));
  return new Map(
    [...starts].map((fromMs) => {
      const toMs = Math.min(fromMs + HOUR_MS, to.getTime());
      return [fromMs, rollUp(results, { events, fromMs, toMs, graceMs })];
    }),
  );
}
