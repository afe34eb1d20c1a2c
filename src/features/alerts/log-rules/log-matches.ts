import { z } from "@hono/zod-openapi";
import { timestamp } from "#platform/http/fields";

/** A log line that an alert was found by. */
export const AlertLine = z
  .object({
    id: z.int().openapi({ description: "of the event" }),
    at: timestamp,
    sender: z.string(),
    text: z.string(),
  })
  .openapi("AlertLine");
export type AlertLine = z.infer<typeof AlertLine>;

/** What one range of a collector's journal holds for a rule. */
export const LogMatches = z.object({
  lines: z.number(),
  /** By minute of arrival, in milliseconds since 1970. */
  minutes: z.array(z.object({ at: z.number(), lines: z.number() })),
  /** Those who have sent the most; the others are in `lines` alone. */
  senders: z.array(z.object({ sender: z.string(), lines: z.number() })),
  first: z.array(AlertLine),
});
export type LogMatches = z.infer<typeof LogMatches>;
