import { z } from "@hono/zod-openapi";
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

/** What may be stored, field by field. */
const fields = {
  app_name: line(80),
  login_message: line(300),
  announcement: line(500),
  support_email: line(254),
  support_url: webAddress,
  live_ping_enabled: boolean(),
  monitor_interval_seconds: integer({ min: 30, max: 3600 }),
  idle_timeout_minutes: integer({ min: 1, max: 480 }),
  active_network_public_targets_enabled: boolean(),
  ip_reservation_default_expiry_enabled: boolean(),
  ip_reservation_reminder_enabled: boolean(),
  ip_reservation_reminder_days: integer({ min: 1, max: 30 }),
  ip_reservation_reminder_channels: channels,
  backup_schedule_enabled: boolean(),
  backup_schedule_interval_hours: integer({ min: 1, max: 168 }),
  backup_retention_count: integer({ min: 1, max: 90 }),
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
    support_email: z.string(),
    support_url: z.string(),
    live_ping_enabled: z.boolean().openapi({ description: "runs the device poller" }),
    monitor_interval_seconds: z.int(),
    idle_timeout_minutes: z.int().openapi({ description: "of the UI" }),
    active_network_public_targets_enabled: z.boolean(),
    ip_reservation_default_expiry_enabled: z.boolean(),
    ip_reservation_reminder_enabled: z.boolean(),
    ip_reservation_reminder_days: z.int(),
    ip_reservation_reminder_channels: z.array(z.string()),
    backup_schedule_enabled: z.boolean(),
    backup_schedule_interval_hours: z.int(),
    backup_retention_count: z.int(),
  })
  .openapi("SystemSettingsRead");
export type SystemSettingsRead = z.infer<typeof SystemSettingsRead>;
