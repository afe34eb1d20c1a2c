import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { toCheckResult, toState } from "../results";
import { checkTargets } from "../tables";
import { readCovers } from "./scope";
import { toCheckFields, type CheckRow, type PortTargetOut, type TargetCounts } from "./models";

/** More ids than this are not worth a condition: then the targets of all checks are read. */
const MAX_NAMED = 1000;

const NONE: TargetCounts = { up: 0, down: 0, unknown: 0, unreachable: 0, maintenance: 0, paused: 0 };

/** The checks with what was found on their devices, or on one of them; in the same order. */
export async function withStates(
  db: Db,
  rows: readonly CheckRow[],
  deviceId?: number,
): Promise<PortTargetOut[]> {
  if (rows.length === 0) return [];
  const { kind, serviceCheckId, state } = checkTargets;
  const ids = rows.map(({ id }) => id);
  const where = and(
    eq(kind, "service"),
    ids.length <= MAX_NAMED ? inArray(serviceCheckId, ids) : undefined,
    deviceId === undefined ? undefined : eq(checkTargets.deviceId, deviceId),
  );
  const [coverOf, counted, alone] = await Promise.all([
    readCovers(db, rows),
    db
      .select({ checkId: serviceCheckId, state, targets: count() })
      .from(checkTargets)
      .where(where)
      .groupBy(serviceCheckId, state),
    db
      .select()
      .from(checkTargets)
      .where(
        and(
          where,
          sql`${checkTargets.id} IN (SELECT min(${checkTargets.id}) FROM ${checkTargets} WHERE ${where} GROUP BY ${serviceCheckId} HAVING count(*) = 1)`,
        ),
      ),
  ]);
  const counts = Map.groupBy(counted, ({ checkId }) => checkId);
  const single = new Map(alone.map((target) => [target.serviceCheckId, target]));
  return rows.map((row) => {
    const target = single.get(row.id);
    return {
      ...toCheckFields(row),
      covers: coverOf(row),
      targets: sumUp(counts.get(row.id) ?? []),
      last_result: target === undefined ? null : toCheckResult(target),
    };
  });
}

function sumUp(counted: readonly { state: string; targets: number }[]): TargetCounts {
  const sums = { ...NONE };
  for (const { state, targets } of counted) sums[toState(state)] += targets;
  return sums;
}
