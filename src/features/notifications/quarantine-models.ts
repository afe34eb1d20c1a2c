import { z } from "@hono/zod-openapi";
import { timestamp } from "#platform/http/fields";

export const NotificationQuarantine = z
  .object({
    since: timestamp,
    failing_since: timestamp.openapi({ description: "when the first of the attempts failed" }),
    detail: z.string().openapi({ description: "why the last attempt failed", example: "HTTP 503" }),
    next_attempt_at: timestamp.openapi({
      description: "from when on the next notice is tried, if one waits",
    }),
  })
  .openapi("NotificationQuarantine", {
    description:
      "Nothing has arrived for long: one notice in 15 minutes is tried, and the others wait. It ends with the first that arrives, a " +
      "test message too, and when the configuration is changed.",
  });
export type NotificationQuarantine = z.infer<typeof NotificationQuarantine>;
