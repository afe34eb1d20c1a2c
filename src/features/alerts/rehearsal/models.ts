import { z } from "@hono/zod-openapi";
import { UnknownFields } from "#features/syslog";
import { isTimeZone } from "#platform/cron";
import { timestamp } from "#platform/http/fields";

export const REHEARSED_DAYS = 7;
/** Of the alerts that are listed; all are counted. */
export const MAX_LISTED = 200;

const RehearsedAlert = z
  .object({
    fired_at: timestamp.openapi({ description: "when it would have been told" }),
    started_at: timestamp.openapi({ description: "when the trouble began, or the thing happened" }),
    ended_at: timestamp.nullable().openapi({ description: "null: it still lasts, or has no length" }),
    status: z.enum(["firing", "resolved", "happened"]),
    subject: z.string().openapi({ example: "device:12" }),
    device_id: z.int().nullable(),
    message: z.string().openapi({ example: "sw1 (192.0.2.1) is now OFFLINE" }),
  })
  .openapi("RehearsedAlert");

const RehearsedDay = z
  .object({
    from: timestamp,
    to: timestamp,
    alerts: z.int(),
    incidents: z.int(),
    notices: z.int().openapi({ description: "to each channel" }),
  })
  .openapi("RehearsedDay");

export const RehearsalQuery = z.object({
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, "this is no IANA time zone")
    .default("UTC")
    .openapi({ description: "on whose clock days begin; an IANA name", example: "Europe/Berlin" }),
});

export const AlertRehearsal = z
  .object({
    from: timestamp,
    to: timestamp,
    coverage: z.enum(["full", "partial", "none"]).openapi({
      description:
        "`full`: all that the rule would have been asked about is stored; `partial`: only what came after `known_from`, or not all of it " +
        "(`reason`); `none`: nothing of that kind is kept (`reason`), and the counts say nothing",
    }),
    known_from: timestamp.nullable().openapi({ description: "null: of the whole time, or nothing is known" }),
    reason: z.string().nullable().openapi({ description: "what is not known, in words" }),
    is_complete: z.boolean().openapi({
      description:
        "false: it took too long, or there were too many alerts; the counts are of the things that were looked at, of latency and loss the worst",
    }),
    unknown_fields: UnknownFields.openapi({
      description:
        "what `log_query` writes like a field and is none (`foo` of foo:bar): such terms are looked for in the lines as they are",
    }),
    things: z
      .object({ total: z.int(), looked_at: z.int() })
      .openapi({ description: "what the rule is about, as far as anything has come of it" }),
    totals: z.object({
      alerts: z.int(),
      ended: z.int().openapi({ description: "of the alerts, those that were over in that time" }),
      incidents: z.int().openapi({ description: "if no other rule told of the same" }),
    }),
    notices: z
      .array(z.object({ target: z.string().openapi({ example: "profile:3" }), count: z.int() }))
      .openapi({
        description: "messages to each channel, a digest counted once; nobody had silenced anything",
      }),
    days: z.array(RehearsedDay).openapi({
      description: "on the clock of `time_zone`, the oldest first; the first and the last are cut",
    }),
    alerts: z.array(RehearsedAlert).openapi({ description: `the newest ${MAX_LISTED}, the newest first` }),
  })
  .openapi("AlertRehearsal");
export type AlertRehearsal = z.infer<typeof AlertRehearsal>;
