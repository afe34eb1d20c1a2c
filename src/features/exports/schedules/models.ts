import { z } from "@hono/zod-openapi";
import { isTimeZone } from "#platform/cron";
import { mailAddress } from "#features/users";
import { boolean, integer, timestamp, toTimestamp } from "#platform/http/fields";
import type { MailOutcome, reportSchedules } from "../tables";
import { PAPERS } from "../report/data";
import { MAX_DAYS } from "../report/models";
import { CADENCES, type Rhythm } from "./due";

const MAX_RECIPIENTS = 20;

const Cadence = z.enum(CADENCES);
const Paper = z.enum(PAPERS);

const fields = {
  /** Mails have it in their text. */
  name: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .regex(/^[^\p{Cc}]*$/u, "must be one line")
    .openapi({ pattern: String.raw`^[^\p{Cc}]*$` }),
  enabled: boolean(),
  cadence: Cadence,
  weekday: integer({ min: 1, max: 7 }).openapi({ description: "of weekly ones; 1: Monday" }),
  day_of_month: integer({ min: 1, max: 31 }).openapi({
    description: "of monthly ones; a month without it has it on its last day",
  }),
  time: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
    .openapi({ example: "07:30" }),
  time_zone: z.string().max(64).refine(isTimeZone, "this is no IANA time zone").openapi({
    description: "on whose clock it is due and times are printed",
    example: "Europe/Berlin",
  }),
  days: integer({ min: 1, max: MAX_DAYS }).openapi({
    description: "of the period, which ends with the run",
  }),
  paper: Paper,
  recipient_user_ids: z
    .array(integer({ min: 1 }))
    .max(MAX_RECIPIENTS)
    .transform((ids) => [...new Set(ids)])
    .openapi({
      type: "array",
      items: { type: "integer" },
      maxItems: MAX_RECIPIENTS,
      description:
        "users, at the address that each has at the run; only SuperAdmins may name others than themselves",
    }),
  recipient_addresses: z
    .array(mailAddress)
    .max(MAX_RECIPIENTS)
    .transform((addresses) => [...new Set(addresses)])
    .openapi({
      type: "array",
      items: { type: "string" },
      maxItems: MAX_RECIPIENTS,
      example: ["boss@example.com"],
    }),
};

export const ReportScheduleCreate = z
  .object({
    ...fields,
    enabled: fields.enabled.default(true),
    weekday: fields.weekday.default(1),
    day_of_month: fields.day_of_month.default(1),
    time: fields.time.default("07:00"),
    time_zone: fields.time_zone.default("UTC"),
    days: fields.days.optional().openapi({ description: "default: 7 of weekly ones, 30 of monthly ones" }),
    paper: fields.paper.default("A4"),
    recipient_user_ids: fields.recipient_user_ids.default([]),
    recipient_addresses: fields.recipient_addresses.default([]),
  })
  .openapi("ReportScheduleCreate");
export type ReportScheduleCreate = z.output<typeof ReportScheduleCreate>;

export const ReportScheduleUpdate = z.object(fields).partial().openapi("ReportScheduleUpdate");
export type ReportScheduleUpdate = z.output<typeof ReportScheduleUpdate>;

const ReportMailRead = z
  .object({
    recipient: z.string().openapi({ description: "name of a user, or an address" }),
    state: z.enum(["waiting", "sent", "failed"]).openapi({
      description: "`failed`: the last attempt did; it is tried again for a day",
    }),
    at: timestamp.nullable(),
    error: z.string().nullable(),
  })
  .openapi("ReportMailRead");

export const ReportScheduleRead = z
  .object({
    id: z.int(),
    name: z.string(),
    enabled: z.boolean(),
    cadence: Cadence,
    weekday: z.int(),
    day_of_month: z.int(),
    time: z.string(),
    time_zone: z.string(),
    days: z.int(),
    paper: Paper,
    recipient_user_ids: z.array(z.int()),
    recipient_addresses: z.array(z.string()),
    owner_user_id: z.int().openapi({ description: "a report has what this user may see when it is made" }),
    owner_username: z.string(),
    next_run_at: timestamp.nullable().openapi({ description: "null: it is not enabled" }),
    last_run_at: timestamp.nullable(),
    last_status: z.enum(["mailed", "failed", "stopped"]).nullable().openapi({
      description:
        "`mailed`: the report was made, and `last_mails` says how its mails stand; `failed`: it is tried again; `stopped`: its owner may not have it any more",
    }),
    last_error: z.string().nullable(),
    last_mails: z.array(ReportMailRead),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi("ReportScheduleRead");
export type ReportScheduleRead = z.infer<typeof ReportScheduleRead>;

/** What follows from runs is no change of the schedule. */
export const REPORT_SCHEDULE_VERSION = {
  without: [
    "next_run_at",
    "last_run_at",
    "last_status",
    "last_error",
    "last_mails",
    "owner_username",
    "updated_at",
  ],
};

export type ScheduleRow = typeof reportSchedules.$inferSelect;

export type DescribedSchedule = {
  schedule: ScheduleRow;
  ownerUsername: string;
  mailed: { recipients: string[]; outcomes: Record<string, MailOutcome> } | null;
};

export function rhythmOf(row: Omit<Rhythm, "cadence"> & { cadence: string }): Rhythm {
  const { weekday, dayOfMonth, time, timeZone } = row;
  return { cadence: Cadence.parse(row.cadence), weekday, dayOfMonth, time, timeZone };
}

const Status = ReportScheduleRead.shape.last_status.catch("failed");

export function toScheduleRead({ schedule, ownerUsername, mailed }: DescribedSchedule): ReportScheduleRead {
  return {
    id: schedule.id,
    name: schedule.name,
    enabled: schedule.isEnabled,
    cadence: Cadence.parse(schedule.cadence),
    weekday: schedule.weekday,
    day_of_month: schedule.dayOfMonth,
    time: schedule.time,
    time_zone: schedule.timeZone,
    days: schedule.days,
    paper: Paper.parse(schedule.paper),
    recipient_user_ids: schedule.recipientUserIds,
    recipient_addresses: schedule.recipientAddresses,
    owner_user_id: schedule.ownerUserId,
    owner_username: ownerUsername,
    next_run_at: schedule.isEnabled ? toTimestamp(schedule.dueAt) : null,
    last_run_at: toTimestamp(schedule.lastRunAt),
    last_status: Status.parse(schedule.lastStatus),
    last_error: schedule.lastError,
    last_mails: (mailed?.recipients ?? []).map((recipient) =>
      toMailRead(recipient, mailed?.outcomes[recipient]),
    ),
    created_at: toTimestamp(schedule.createdAt),
    updated_at: toTimestamp(schedule.updatedAt),
  };
}

function toMailRead(recipient: string, outcome: MailOutcome | undefined): z.infer<typeof ReportMailRead> {
  if (outcome === undefined) return { recipient, state: "waiting", at: null, error: null };
  const { at, error } = outcome;
  return { recipient, state: error === null ? "sent" : "failed", at: toTimestamp(new Date(at)), error };
}

/** The columns of the fields that are given. */
export function scheduleColumns(given: ReportScheduleUpdate) {
  return {
    name: given.name,
    isEnabled: given.enabled,
    cadence: given.cadence,
    weekday: given.weekday,
    dayOfMonth: given.day_of_month,
    time: given.time,
    timeZone: given.time_zone,
    days: given.days,
    paper: given.paper,
    recipientUserIds: given.recipient_user_ids,
    recipientAddresses: given.recipient_addresses,
  };
}
