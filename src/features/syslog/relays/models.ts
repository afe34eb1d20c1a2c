import { z } from "@hono/zod-openapi";
import { timestamp } from "#platform/http/fields";
import { RELAY_FORMAT } from "../relay/wire";

/** Exact in a JSON number. */
const whole = z.int().min(0);
const counts = z
  .record(z.string().regex(/^[a-z_-]{1,40}$/), whole)
  .refine((record) => Object.keys(record).length <= 40, "at most 40 entries");
const line = z.string().max(500);

export const relayId = z.string().regex(/^[0-9a-f]{12}$/, "must be 12 lower-case hexadecimal characters");

/** The first line of a body that a relay sends (relay/wire.ts). */
export const SentReport = z.object({
  format: z.literal(RELAY_FORMAT),
  relay: relayId,
  name: z.string().trim().min(1).max(100),
  version: z.string().max(50),
  started_at_micros: whole,
  sent_at_micros: whole,
  after: z.object({ position: whole, check: z.int().min(0).max(0xffff_ffff).nullable() }),
  backlog: z.object({ messages: whole, bytes: whole, oldest_at_micros: whole.nullable() }),
  journal: z.object({ bytes: whole, max_bytes: whole, free_bytes: whole, refusal: line.nullable() }),
  received: counts,
  lost: counts,
  denied: whole,
  problems: z.array(line).max(20),
});
export type SentReport = z.output<typeof SentReport>;

export const RelayPlace = z
  .object({
    position: z.int().openapi({
      description:
        "through which of the relay's positions all is on the disk here; what comes next begins behind it",
    }),
    check: z.int().nullable().openapi({ description: "CRC32C of the relay's record that ends there" }),
  })
  .openapi("RelayPlace");
export type RelayPlace = z.infer<typeof RelayPlace>;

const sums = z.record(z.string(), z.int());

export const RelayRead = z
  .object({
    id: z.string().openapi({ example: "3f9c01d2ab47" }),
    name: z.string().openapi({ example: "branch-lyon" }),
    version: z.string(),
    state: z.enum(["ok", "behind", "losing", "silent"]).openapi({
      description:
        "silent: nothing was heard of it for 5 minutes; losing: it takes nothing now, or has lost something within the last 5 minutes; " +
        "behind: its oldest line that is not here yet is older than a minute",
    }),
    first_seen_at: timestamp,
    last_seen_at: timestamp,
    started_at: timestamp,
    api_key_id: z.int().nullable().openapi({ description: "the API key that sends as it" }),
    api_key_expires_at: timestamp
      .nullable()
      .openapi({ description: "when it is refused unless it has another key by then; null: never" }),
    lag_seconds: z
      .number()
      .openapi({ description: "age of its oldest line that is not here yet, when it was heard last" }),
    backlog_messages: z.int(),
    backlog_bytes: z.int(),
    journal_bytes: z.int(),
    journal_max_bytes: z.int(),
    journal_free_bytes: z.int().openapi({ description: "of its disk" }),
    refusal: z.string().nullable().openapi({ description: "why it takes nothing more; null: it does" }),
    received: sums.openapi({ description: "messages since its start, by transport" }),
    lost: sums.openapi({ description: "messages that it has not kept, ever, by reason" }),
    lost_total: z
      .int()
      .openapi({ description: "all of `lost`, what is missing, and what could not be stored here" }),
    lost_at: timestamp.nullable().openapi({ description: "when it was found last that there are more" }),
    missing: z.int().openapi({ description: "lines that it had and that never came here" }),
    skipped: z.int().openapi({ description: "lines that came here and could not be stored" }),
    denied: z.int().openapi({ description: "messages of senders that it does not allow, since its start" }),
    problems: z.array(z.string()).openapi({ description: "what works less well there than it could" }),
    lines: z.int().openapi({ description: "lines that have come here" }),
    waiting: z.int().openapi({ description: "of these, lines that are not stored yet" }),
    from_future: z
      .int()
      .openapi({ description: "of these, lines whose time of arrival was later than our time" }),
    clock_offset_seconds: z.number().openapi({ description: "its clock minus ours" }),
  })
  .openapi("RelayRead");
export type RelayRead = z.infer<typeof RelayRead>;
