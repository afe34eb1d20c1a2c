import { sql } from "drizzle-orm";
import { findSlowTargets, type NamedTarget } from "#features/monitoring";
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

/** That a target is slow, for people. */
export function slownessOf(
  target: NamedTarget,
  { latencyMs, thresholdMs }: { latencyMs: number; thresholdMs: number },
): string {
  const isDevice = target.serviceCheckId === null && target.monitorId === null;
  const what = isDevice ? "RTT" : "response time";
  return `${labelOf(target)} ${what} ${figure(latencyMs, thresholdMs)} ms is above the ${thresholdMs} ms threshold`;
}

async function findSlow(
  { db }: Parameters<Condition>[0],
  rule: RuleRow,
  kind: "device" | "service" | "monitor",
): ReturnType<Condition> {
  const { thresholdMs } = rule;
  if (thresholdMs === null) return [];
  const slow = await findSlowTargets(db, { kind, thresholdMs, only: onlyOf(rule) });
  const found = slow.map((target) =>
    foundAt(target, rule, slownessOf(target, { latencyMs: target.latencyMs, thresholdMs })),
  );
  return [...found, ...(await findLasting(db, rule, isInDoubt))];
}
