import { z } from "@hono/zod-openapi";
import { timestamp, toTimestamp } from "#platform/http/fields";
import { TARGET_STATES, type TargetState } from "./state";
import type { checkTargets } from "./tables";

const RAW_STATUSES = ["up", "down", "unknown"] as const;

/** What the newest check of a target found, and what the target is held to be. */
export const CheckResultOut = z
  .object({
    state: z.enum(TARGET_STATES),
    state_since: timestamp,
    status: z
      .enum(RAW_STATUSES)
      .nullable()
      .openapi({ description: "of the newest check alone; null: none has run" }),
    checked_at: timestamp.nullable(),
    response_time_ms: z.number().nullable(),
    status_code: z.int().nullable(),
    error: z.string().nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).openapi({
      description: "what else the answer said, by the kind of check",
      example: { banner: "SSH-2.0" },
    }),
  })
  .openapi("CheckResultOut");
export type CheckResultOut = z.infer<typeof CheckResultOut>;

const State = z.enum(TARGET_STATES).catch("unknown");
const RawStatus = z.enum(RAW_STATUSES).nullable().catch(null);

/** As the engine keeps it; fields that it does not know are left out rather than refused. */
const StoredResult = z
  .looseObject({
    error: z.string().nullable().catch(null),
    latencyMs: z.number().nullable().catch(null),
    statusCode: z.int().nullable().catch(null),
  })
  .nullable()
  .catch(null);

type TargetRow = Pick<
  typeof checkTargets.$inferSelect,
  "state" | "stateSince" | "rawStatus" | "checkedAt" | "result"
>;

export function toCheckResult(target: TargetRow): CheckResultOut {
  const {
    error = null,
    latencyMs = null,
    statusCode = null,
    ...rest
  } = StoredResult.parse(target.result) ?? {};
  return {
    state: toState(target.state),
    state_since: toTimestamp(target.stateSince),
    status: RawStatus.parse(target.rawStatus),
    checked_at: toTimestamp(target.checkedAt),
    response_time_ms: latencyMs,
    status_code: statusCode,
    error,
    details: Object.fromEntries(Object.entries(rest).flatMap(toDetail)),
  };
}

export function toState(text: string): TargetState {
  return State.parse(text);
}

type Detail = [name: string, value: string | number | boolean];

function toDetail([name, value]: [string, unknown]): Detail[] {
  const isShown = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isShown ? [[name, value]] : [];
}
