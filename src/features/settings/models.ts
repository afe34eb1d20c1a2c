import { z } from "@hono/zod-openapi";
import { isTimeZone, nextOccurrence, parseCron } from "#platform/cron";
import { boolean, integer } from "#platform/http/fields";

const CHANNEL = /^(?:smtp|ntfy|telegram|signal|profile:[1-9]\d{0,15})$/;

const channels = z.array(z.string()).superRefine((given, context) => {
  const wrong = given.filter((channel) => !CHANNEL.test(channel));
  if (wrong.length === 0) return;
  context.addIssue({
    code: "custom",
    message: `Invalid channels: {${wrong.map((name) => `'${name}'`).join(", ")}}`,
  });
});

const line = (maxLength: number) => z.string().max(maxLength).trim();

/** It becomes a link in the UI: nothing but a page may be behind it. */
const webAddress = line(500).refine(
  (text) => text === "" || (/^https?:\/\/[^/]/i.test(text) && URL.canParse(text)),
  "Support URL must be an http or https address",
);

/** A cron expression with one blank between its fields; empty: none. */
const cron = line(200).transform((text, context) => {
  if (text === "") return "";
  const parsed = parseCron(text);
  const isSome = parsed !== undefined && nextOccurrence({ cron: parsed, timeZone: "UTC" }, 0) !== undefined;
  if (isSome) return parsed;
  const message = parsed === undefined ? "not a cron expression of five fields" : "no date matches it";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** What may be stored, field by field. */
const fields = {
  app_name: line(80),
  login_message: line(300),
  announcement: line(500),
  support_email: line(254),
  support_url: webAddress,
  live_ping_enabled: boolean(),
  monitor_interval_seconds: integer({ min: 30, max: 3600 }),
  snmp_polling_enabled: boolean(),
  snmp_poll_interval_seconds: integer({ min: 30, max: 3600 }),
  snmp_tables_interval_minutes: integer({ min: 5, max: 1440 }),
  idle_timeout_minutes: integer({ min: 1, max: 480 }),
  active_network_public_targets_enabled: boolean(),
  ip_reservation_default_expiry_enabled: boolean(),
  ip_reservation_reminder_enabled: boolean(),
  ip_reservation_reminder_days: integer({ min: 1, max: 30 }),
  ip_reservation_reminder_channels: channels,
  backup_schedule_enabled: boolean(),
  backup_schedule_interval_hours: integer({ min: 1, max: 168 }),
  backup_schedule_cron: cron,
  backup_schedule_time_zone: z.string().max(64).refine(isTimeZone, "not a known time zone"),
  backup_retention_count: integer({ min: 1, max: 90 }),
  backup_retention_days: integer({ min: 0, max: 3650 }),
  backup_verify_weekly: boolean(),
};

export const SystemSettingsUpdate = z
  .object(fields)
  .partial()
  .openapi("SystemSettingsUpdate", { description: "Absent fields keep their value." });
export type SystemSettingsUpdate = z.output<typeof SystemSettingsUpdate>;

export const SystemSettingsRead = z
  .object({
    app_name: z.string().openapi({ example: "Netatlas" }),
    login_message: z.string(),
    announcement: z.string().openapi({ description: "shown as a banner; empty: none" }),
    support_email: z.string().openapi({ description: "shown on the sign-in page and in the account menu" }),
    support_url: z.string().openapi({ description: "a page, shown at the same places" }),
    live_ping_enabled: z
      .boolean()
      .openapi({ description: "whether devices and services on them are checked" }),
    monitor_interval_seconds: z
      .int()
      .openapi({ description: "of devices, and of service checks without an interval of their own" }),
    snmp_polling_enabled: z
      .boolean()
      .openapi({ description: "whether devices with an SNMP profile are asked by themselves" }),
    snmp_poll_interval_seconds: z
      .int()
      .openapi({ description: "how often their ports are, and whatever has no interval of its own" }),
    snmp_tables_interval_minutes: z.int().openapi({
      description: "how often forwarding tables, ARP tables and those of IPv6 neighbours are read",
    }),
    idle_timeout_minutes: z.int().openapi({ description: "of the UI" }),
    active_network_public_targets_enabled: z.boolean(),
    ip_reservation_default_expiry_enabled: z.boolean().openapi({
      description:
        "whether the UI's forms of new reservations begin with an expiry in 90 days; the API takes what it is given",
    }),
    ip_reservation_reminder_enabled: z.boolean().openapi({
      description: "whether people are reminded before a reservation expires, once for each expiry",
    }),
    ip_reservation_reminder_days: z.int().openapi({ description: "how many days before" }),
    ip_reservation_reminder_channels: z.array(z.string()).openapi({
      description: "where to: `smtp`, `ntfy`, `telegram`, `signal`, or `profile:<id>`; none: nowhere",
    }),
    backup_schedule_enabled: z.boolean().openapi({ description: "whether backups are made by themselves" }),
    backup_schedule_interval_hours: z
      .int()
      .openapi({ description: "between two backups, where there is no cron expression" }),
    backup_schedule_cron: z.string().openapi({
      description:
        "when backups are made: minute, hour, day of month, month, day of week; empty: by the interval",
      example: "30 3 * * *",
    }),
    backup_schedule_time_zone: z.string().openapi({
      description:
        "IANA name of the zone that the cron expression and the nights of trial restores are meant in",
    }),
    backup_retention_count: z.int().openapi({ description: "scheduled backups that are kept in a place" }),
    backup_retention_days: z
      .int()
      .openapi({ description: "older ones go, but never the newest; 0: they may be of any age" }),
    backup_verify_weekly: z.boolean().openapi({
      description: "whether the newest backup is restored on trial each week, beside the live data",
    }),
  })
  .openapi("SystemSettingsRead");
export type SystemSettingsRead = z.infer<typeof SystemSettingsRead>;
