import { z } from "@hono/zod-openapi";
import { timestamp, toTimestamp } from "#platform/http/fields";
import { HEARTBEAT_RESULTS, type HeartbeatStatus } from "./heartbeat";

export const Health = z.object({ status: z.literal("ok") }).openapi("Health");

export const ReadinessCheck = z
  .object({ name: z.string().openapi({ example: "database" }), ok: z.boolean(), message: z.string() })
  .openapi("ReadinessCheck");
export type ReadinessCheck = z.infer<typeof ReadinessCheck>;

export const ReachabilityStatus = z
  .object({
    method: z.enum(["raw", "datagram", "fping", "ping", "tcp"]).openapi({
      description:
        "how devices are asked whether they answer: raw or datagram ICMP sockets, a program, or TCP connections",
    }),
    description: z.string().openapi({ description: "the same in words", example: "raw ICMP sockets" }),
    improvement: z.string().nullable().openapi({
      description: "what to give the service for a better one; null: none is better",
      example: null,
    }),
    problem: z.string().nullable().openapi({ description: "what does not work just now", example: null }),
  })
  .openapi("ReachabilityStatus");

export const Readiness = z
  .object({
    status: z.enum(["ready", "not_ready"]),
    checks: z.array(ReadinessCheck).optional().openapi({ description: "for authenticated callers" }),
  })
  .openapi("Readiness");
export type Readiness = z.infer<typeof Readiness>;

export const VersionInfo = z
  .object({
    current: z.string().openapi({ example: "0.1.0" }),
    channel: z.string().nullable(),
    latest: z
      .string()
      .nullable()
      .openapi({ description: "newest release in the feed; null: none is known", example: "0.2.0" }),
    up_to_date: z.boolean().openapi({ description: "true also where no newer one is known" }),
    release_url: z.string().openapi({ description: "page of the newest release" }),
    current_release_url: z.string().openapi({ description: "page of the installed one" }),
    checked_at: timestamp
      .nullable()
      .openapi({ description: "when the feed was last asked; null: there is none (RELEASE_FEED_URL)" }),
    check_error: z.string().nullable().openapi({ description: "why that failed", example: null }),
    whats_new: z.array(
      z.object({
        version: z.string(),
        sections: z.array(z.object({ category: z.string(), items: z.array(z.string()) })),
      }),
    ),
  })
  .openapi("VersionInfo");
export type VersionInfo = z.infer<typeof VersionInfo>;

export const HeartbeatRead = z
  .object({
    is_configured: z
      .boolean()
      .openapi({ description: "false: HEARTBEAT_URL is not set, and nothing is called" }),
    last_result: z.enum(HEARTBEAT_RESULTS).nullable().openapi({
      description:
        "what became of the last call that was due; `not_ready`: it was left out, as the service was not well",
    }),
    last_at: timestamp.nullable(),
    last_sent_at: timestamp.nullable().openapi({ description: "when a call was last taken" }),
    error: z.string().nullable().openapi({ description: "why the last one was not", example: null }),
  })
  .openapi("HeartbeatRead", { description: "of the process that answers" });
export type HeartbeatRead = z.infer<typeof HeartbeatRead>;

export function toHeartbeatRead(status: HeartbeatStatus): HeartbeatRead {
  return {
    is_configured: status.isConfigured,
    last_result: status.lastResult,
    last_at: toTimestamp(status.lastAt),
    last_sent_at: toTimestamp(status.lastSentAt),
    error: status.error,
  };
}
