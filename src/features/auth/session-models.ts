import { z } from "@hono/zod-openapi";
import { timestamp, toTimestamp } from "#platform/http/fields";
import type { sessions } from "./tables";

export const RefreshRequest = z
  .object({
    refresh_token: z
      .string()
      .min(1)
      .nullable()
      .default(null)
      .openapi({ description: "preferred over the cookie" }),
  })
  .openapi("RefreshRequest");

export const SessionRead = z
  .object({
    id: z.uuid(),
    created_at: timestamp,
    last_seen_at: timestamp.openapi({ description: "last sign-in or refresh" }),
    expires_at: timestamp.openapi({ description: "when it ends unless it is refreshed before" }),
    ip_address: z.string().openapi({ description: "of the sign-in", example: "192.0.2.10" }),
    last_seen_ip: z.string().openapi({ description: "of the last refresh", example: "192.0.2.10" }),
    user_agent: z.string().nullable(),
    is_current: z.boolean().openapi({ description: "the session of this very request" }),
  })
  .openapi("SessionRead");
export type SessionRead = z.infer<typeof SessionRead>;

export function toSessionRead(
  row: typeof sessions.$inferSelect,
  currentSessionId: string | null,
): SessionRead {
  return {
    id: row.id,
    created_at: toTimestamp(row.createdAt),
    last_seen_at: toTimestamp(row.lastSeenAt),
    expires_at: toTimestamp(row.expiresAt),
    ip_address: row.clientAddress,
    last_seen_ip: row.lastSeenAddress,
    user_agent: row.userAgent,
    is_current: row.id === currentSessionId,
  };
}
