import { and, asc, gte, inArray, lt } from "drizzle-orm";
import type { Db } from "#platform/database";
import { z } from "zod";
import { TARGET_STATES } from "../state";
import { checkResults, resultDays, resultHours } from "../tables";
import { DAY_MS, dayOf, HOUR_MS, hourOf } from "./clock-spans";
import { readPast, type HistoryReader } from "./damage";
import { unpackResults, type CheckedResult } from "./packed-results";

/** Results from one moment up to another, which is not among them. */
export type ResultsAsked = { targetIds: readonly number[]; from: Date; to: Date };

/** Results by target, oldest first. */
export type ResultsByTarget = Map<number, CheckedResult[]>;

/**
 * Results of targets, whether they are packed or not. Packed ones that are damaged are told, and left out. They are
 * looked for in the order in which they move from table to table, so that what moves meanwhile is found twice rather
 * than not at all; it counts once.
 */
export async function readResults(reader: HistoryReader, asked: ResultsAsked): Promise<ResultsByTarget> {
  const fresh = await readFresh(reader.db, asked);
  const packed = await readPacked(reader, asked);
  for (const [id, results] of fresh) packed.set(id, mergeResults(packed.get(id) ?? [], results));
  return packed;
}

/** Of one target in the last hours, oldest first. */
export async function readResultsOf(
  reader: HistoryReader,
  { targetId, hours, now }: { targetId: number; hours: number; now: Date },
): Promise<CheckedResult[]> {
  const from = new Date(now.getTime() - hours * HOUR_MS);
  const found = await readResults(reader, {
    targetIds: [targetId],
    from,
    to: new Date(now.getTime() + HOUR_MS),
  });
  return found.get(targetId) ?? [];
}

/** Only those that are packed. */
export async function readPacked(
  { db, onDamage }: HistoryReader,
  asked: ResultsAsked,
): Promise<ResultsByTarget> {
  const found: ResultsByTarget = new Map();
  // To compare dates as they are takes as long as to unpack them.
  const [fromMs, toMs] = [asked.from.getTime(), asked.to.getTime()];
  for (const { table, startOf, lengthMs } of PACKED) {
    const rows = await db
      .select()
      .from(table)
      .where(
        and(
          inArray(table.targetId, [...asked.targetIds]),
          gte(table.startsAt, new Date(startOf(asked.from.getTime()))),
          lt(table.startsAt, asked.to),
        ),
      )
      .orderBy(asc(table.targetId), asc(table.startsAt));
    for (const { targetId, startsAt, results } of rows) {
      const all = readPast(
        () => unpackResults(results),
        (error) => onDamage({ what: "results", targetId, startsAt, lengthMs, error }),
      );
      const wanted = (all ?? []).filter(({ at }) => at.getTime() >= fromMs && at.getTime() < toMs);
      found.set(targetId, mergeResults(found.get(targetId) ?? [], wanted));
    }
  }
  return found;
}

const PACKED = [
  { table: resultHours, startOf: hourOf, lengthMs: HOUR_MS },
  { table: resultDays, startOf: dayOf, lengthMs: DAY_MS },
];

async function readFresh(db: Db, { targetIds, from, to }: ResultsAsked): Promise<ResultsByTarget> {
  const { targetId, at } = checkResults;
  const rows = await db
    .select()
    .from(checkResults)
    .where(and(inArray(targetId, [...targetIds]), gte(at, from), lt(at, to)))
    .orderBy(asc(targetId), asc(at));
  return groupResults(rows);
}

/** Rows by target, oldest first. */
export function groupResults(rows: readonly (typeof checkResults.$inferSelect)[]): ResultsByTarget {
  const byTarget = Map.groupBy(rows, (row) => row.targetId);
  return new Map([...byTarget].map(([id, own]) => [id, mergeResults([], own.map(toResult))]));
}

const RawStatus = z.enum(["up", "down", "unknown"]).catch("unknown");
const State = z.enum(TARGET_STATES).catch("unknown");

function toResult(row: typeof checkResults.$inferSelect): CheckedResult {
  const { at, latencyMs, isHealthy, error, details } = row;
  const [rawStatus, state] = [RawStatus.parse(row.rawStatus), State.parse(row.state)];
  return { at, rawStatus, state, latencyMs, isHealthy, error, details };
}

/** Both, oldest first; of two of one time the first one's. */
export function mergeResults(
  one: readonly CheckedResult[],
  other: readonly CheckedResult[],
): CheckedResult[] {
  if (isBefore(one, other)) return [...one, ...other];
  const byTime = new Map([...other, ...one].map((result) => [result.at.getTime(), result]));
  return [...byTime.values()].toSorted((left, right) => left.at.getTime() - right.at.getTime());
}

/** Whether all of the one are older than the other's, which are in order then. */
function isBefore(one: readonly CheckedResult[], other: readonly CheckedResult[]): boolean {
  const [last, first] = [one.at(-1), other[0]];
  return last !== undefined && first !== undefined && last.at < first.at;
}
