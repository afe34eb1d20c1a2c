import { findOnceSlow } from "#features/monitoring";
import { slownessOf } from "../conditions/latency";
import { onlyOf } from "../conditions/targets";
import type { Rehearsal } from "../rehearsal/rehearsal";
import { coursesOfResults, looksAtEach } from "./results";

/**
 * Results that took longer than the rule allows, of targets that were up. Those whose slowest result of each day was
 * quicker are not read.
 */
export function createLatencyRehearsal(kind: "device" | "service" | "monitor"): Rehearsal {
  return async (ctx, rule) => {
    const { thresholdMs } = rule;
    if (thresholdMs === null) return { reason: "The rule has no bound" };
    const slow = await findOnceSlow(ctx.db, { kind, thresholdMs, only: onlyOf(rule), from: ctx.from });
    const targets = slow.filter(ctx.covers);
    const courses = coursesOfResults(ctx, rule, {
      targets,
      looksAt: (target, past) =>
        looksAtEach(past, ({ state, result: { rawStatus, latencyMs } }) => {
          if (state !== "up") return "absent";
          if (rawStatus !== "up") return "untold";
          if (latencyMs === null || latencyMs <= thresholdMs) return "absent";
          return { sentence: slownessOf(target, { latencyMs, thresholdMs }) };
        }),
    });
    return { gap: null, total: targets.length, courses };
  };
}
