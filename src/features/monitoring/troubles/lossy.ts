import { sql } from "drizzle-orm";
import { z } from "zod";
import { dayOf } from "../history/clock-spans";
import type { HistoryReader } from "../history/damage";
import type { CheckedResult } from "../history/packed-results";
import { readResults } from "../history/results";
import { checkResults, checkRollups, checkTargets } from "../tables";
import { isAsked, MAX_FOUND, NamedTarget, namedColumns, namedTargets, type OnlyTargets } from "./targets";

const MINUTE_MS = 60_000;
/** Of fewer results no share is told. */
const FEWEST_RESULTS = 3;
/** Others get their turn between so many. */
const AT_ONCE = 100;

export type LossyDevice = NamedTarget & {
  /** Of 100. */
  lossPercent: number;
};

type LossAsked = {
  now: Date;
  windowMinutes: number;
  /** Of 100: a device with so much is told, too. */
  percent: number;
  only: OnlyTargets;
};

/**
 * Devices of which that share of the results in the window, of three at least, were down; at most 5,000. What is packed
 * counts, too. Results that could tell nothing do not count, nor do those of maintenance or of a way there that was
 * down; a device in such a state has no loss of its own.
 */
export async function findLossyDevices(reader: HistoryReader, asked: LossAsked): Promise<LossyDevice[]> {
  const from = new Date(asked.now.getTime() - asked.windowMinutes * MINUTE_MS);
  const devices = await findSuspects(reader, { from, only: asked.only });
  const found: LossyDevice[] = [];
  for (let start = 0; start < devices.length; start += AT_ONCE) {
    const some = devices.slice(start, start + AT_ONCE);
    const targetIds = some.map(({ targetId }) => targetId);
    // A result of this very moment belongs to it.
    const results = await readResults(reader, { targetIds, from, to: new Date(asked.now.getTime() + 1) });
    for (const device of some) {
      const lossPercent = lossOf(results.get(device.targetId) ?? []);
      if (lossPercent !== undefined && lossPercent >= asked.percent) found.push({ ...device, lossPercent });
    }
    await Bun.sleep(0);
  }
  return found;
}

/**
 * Those that have failed since then, if only once. Whole days of what is packed are asked about: that is more than
 * needed, and never less.
 */
async function findSuspects(
  { db }: HistoryReader,
  { from, only }: { from: Date; only: OnlyTargets },
): Promise<NamedTarget[]> {
  const day = new Date(dayOf(from.getTime())).toISOString();
  const rows = await db.execute(sql`
    WITH failed AS MATERIALIZED (
      SELECT target_id FROM ${checkResults} WHERE raw_status = 'down' AND at >= ${from.toISOString()}
      UNION SELECT target_id FROM ${checkRollups} WHERE starts_at >= ${day} AND down > 0)
    SELECT ${namedColumns} FROM ${namedTargets} JOIN failed ON failed.target_id = ${checkTargets.id}
    WHERE ${checkTargets.kind} = 'device' AND ${checkTargets.state} IN ('up', 'down', 'unknown') AND ${isAsked(only)}
    ORDER BY ${checkTargets.id} LIMIT ${MAX_FOUND}`);
  return z.array(NamedTarget).parse([...rows]);
}

const OWN_STATES: ReadonlySet<string> = new Set(["up", "down", "unknown"]);

/** Whether a device in that state has loss of its own. */
export function hasOwnLoss(state: string): boolean {
  return OWN_STATES.has(state);
}

/** Whether a result tells of loss: what could find nothing out does not. */
export function tellsOfLoss({ rawStatus, state }: Pick<CheckedResult, "rawStatus" | "state">): boolean {
  return rawStatus !== "unknown" && hasOwnLoss(state);
}

/** Of 100; undefined: too few to tell. */
export function lossPercentOf({ told, down }: { told: number; down: number }): number | undefined {
  return told < FEWEST_RESULTS ? undefined : (100 * down) / told;
}

function lossOf(results: readonly CheckedResult[]): number | undefined {
  const told = results.filter(tellsOfLoss);
  return lossPercentOf({
    told: told.length,
    down: told.filter(({ rawStatus }) => rawStatus === "down").length,
  });
}
