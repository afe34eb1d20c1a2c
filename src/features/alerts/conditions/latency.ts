import { sql } from "drizzle-orm";
import { findSlowTargets } from "#features/monitoring";
import { checkTargets } from "#tables/monitoring";
import type { RuleRow } from "../rules/models";
import type { Condition } from "./condition";
import { findLasting, foundAt, onlyOf } from "./targets";
import { figure, labelOf } from "../words";

/** One that failed just now and is up all the same says nothing of how long an answer takes. */
const isInDoubt = sql`${checkTargets.state} = 'up' AND ${checkTargets.rawStatus} <> 'up'`;

/** Devices whose newest answer took longer than the rule allows. */
export const rttAbove: Condition = (ctx, rule) => findSlow(ctx, rule, "device");
/** Likewise service checks. */
export const serviceSlow: Condition = (ctx, rule) => findSlow(ctx, rule, "service");
/** Likewise HTTP monitors. */
export const monitorSlow: Condition = (ctx, rule) => findSlow(ctx, rule, "monitor");

async function findSlow(
  { db }: Parameters<Condition>[0],
  rule: RuleRow,
  kind: "device" | "service" | "monitor",
): ReturnType<Condition> {
  const { thresholdMs } = rule;
  if (thresholdMs === null) return [];
  const what = kind === "device" ? "RTT" : "response time";
  const slow = await findSlowTargets(db, { kind, thresholdMs, only: onlyOf(rule) });
  const found = slow.map((target) => {
    const latency = figure(target.latencyMs, thresholdMs);
    return foundAt(
      target,
      rule,
      `${labelOf(target)} ${what} ${latency} ms is above the ${thresholdMs} ms threshold`,
    );
  });
  return [...found, ...(await findLasting(db, rule, isInDoubt))];
}
