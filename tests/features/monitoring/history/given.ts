import pino from "pino";
import { monitoringJobs } from "#features/monitoring";
import type { CheckedResult } from "../../../../src/features/monitoring/history/packed-results";
import type { OnDamage } from "../../../../src/features/monitoring/history/damage";
import { readResults } from "../../../../src/features/monitoring/history/results";
import { checkResults, checkTargets, stateChanges } from "../../../../src/features/monitoring/tables";
import type { TargetState } from "../../../../src/features/monitoring/state";
import { monitored } from "../../../support/monitoring";
import type { TestDatabase } from "../../../support/database";
import { believedClock } from "../../../support/deletion-clock";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const silent = pino({ level: "silent" });

/** Of what is whole: damage is a fault of the test. */
export const onDamage: OnDamage = ({ error }) => {
  throw new Error("nothing here is damaged", { cause: error });
};

let addresses = 0;

/** Targets with made-up results, and what is made of those. */
export function historyOf(database: TestDatabase) {
  const { db } = database;

  /** A device that is asked once a minute. */
  async function givenTarget(fields: Partial<typeof checkTargets.$inferInsert> = {}): Promise<number> {
    addresses += 1;
    const deviceId = await monitored(database).givenDevice(`10.9.${addresses >> 8}.${addresses & 255}`);
    const [row] = await db
      .insert(checkTargets)
      .values({
        kind: "device",
        deviceId,
        subject: "",
        intervalSeconds: 60,
        retrySeconds: 20,
        failuresToDown: 2,
        successesToUp: 1,
        ...fields,
      })
      .returning({ id: checkTargets.id });
    return row?.id ?? 0;
  }

  async function givenResults(targetId: number, results: readonly CheckedResult[]): Promise<void> {
    for (let start = 0; start < results.length; start += 2000)
      await db
        .insert(checkResults)
        .values(results.slice(start, start + 2000).map((result) => ({ targetId, ...result })))
        .onConflictDoNothing();
  }

  async function givenChange(targetId: number, at: number, state: TargetState): Promise<void> {
    await db.insert(stateChanges).values({ targetId, at: new Date(at), state });
  }

  return {
    givenTarget,
    givenResults,
    givenChange,
    /** Runs a job as it runs in the service. */
    async run(name: "monitoring.packing"): Promise<void> {
      const deletions = await believedClock();
      const job = monitoringJobs({ db, log: silent, deletions }).find((one) => one.name === name);
      if (job === undefined) throw new Error(`there is no job ${name}`);
      await job.run({ token: 1, signal: new AbortController().signal });
    },
    /** All results of a target of the last 40 days. */
    async resultsOf(targetId: number): Promise<CheckedResult[]> {
      const [from, to] = [new Date(Date.now() - 40 * DAY), new Date(Date.now() + DAY)];
      const found = await readResults({ db, onDamage }, { targetIds: [targetId], from, to });
      return found.get(targetId) ?? [];
    },
    count: async (table: "check_results" | "check_result_hours" | "check_result_days", targetId: number) => {
      const [row] = await database.sql<{ count: number }[]>`
        SELECT count(*)::int AS count FROM ${database.sql(table)} WHERE target_id = ${targetId}`;
      return row?.count ?? 0;
    },
  };
}

/** Results every so many milliseconds from a moment up to another, all well. */
export function results(
  fromMs: number,
  toMs: number,
  everyMs = MINUTE,
  fields: Partial<CheckedResult> = {},
): CheckedResult[] {
  return Array.from({ length: Math.ceil((toMs - fromMs) / everyMs) }, (_, index) => ({
    at: new Date(fromMs + index * everyMs),
    rawStatus: "up",
    state: "up",
    latencyMs: 4 + (index % 5),
    isHealthy: true,
    error: null,
    details: null,
    ...fields,
  }));
}
