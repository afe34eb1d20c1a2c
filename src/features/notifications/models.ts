import { z } from "@hono/zod-openapi";
import type { Versioned } from "#platform/http/conditional";
import { NotificationQuarantine } from "./quarantine-models";
import { isPort, targetProblem } from "./target-problem";

/** What an answer has in place of a secret that is set; sent back, it leaves the secret as it is. */
export const REDACTED = "__redacted__";

export const TEST_TEXT = "This is a test message from Netatlas.";

const REDACTED_TEXT = `\`${REDACTED}\` where one is set, else empty`;

const shownSecret = z.string().openapi({ description: REDACTED_TEXT, example: REDACTED });

export const NotificationSettings = z.object({
  ntfy_url: z.string().openapi({ example: "https://ntfy.example.com/network" }),
  ntfy_token: shownSecret,
  telegram_bot_token: shownSecret,
  telegram_chat_id: z.string().openapi({ example: "-1001234567890" }),
  signal_url: z.string().openapi({ example: "http://signal.example.com:8080" }),
  signal_number: z.string().openapi({ example: "+15550100" }),
  signal_recipient: z.string().openapi({ example: "+15550101" }),
  smtp_host: z.string().openapi({ example: "mail.example.com" }),
  smtp_port: z.string().openapi({ example: "587" }),
  smtp_user: z.string(),
  smtp_password: shownSecret,
  smtp_from: z.string().openapi({ example: "netatlas@example.com" }),
  smtp_to: z.string().openapi({ example: "operators@example.com" }),
  smtp_tls: z.string().openapi({ example: "true" }),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const NotificationSettingsRead = NotificationSettings.extend({
  quarantines: z
    .record(z.string(), NotificationQuarantine)
    .openapi({ description: "of the channels that are in one, by `smtp`, `ntfy`, `telegram` or `signal`" }),
}).openapi("NotificationSettings");
/** That messages do not arrive changes no settings. */
export const NOTIFICATION_SETTINGS_VERSION = { without: ["quarantines"] } as const satisfies Versioned;

export type NotificationSettingsRead = z.infer<typeof NotificationSettingsRead>;

type SettingName = keyof NotificationSettings;

/** Values of settings that were never set. */
export const DEFAULTS: NotificationSettings = {
  ntfy_url: "",
  ntfy_token: "",
  telegram_bot_token: "",
  telegram_chat_id: "",
  signal_url: "",
  signal_number: "",
  signal_recipient: "",
  smtp_host: "",
  smtp_port: "587",
  smtp_user: "",
  smtp_password: "",
  smtp_from: "",
  smtp_to: "",
  smtp_tls: "true",
};

export const SECRETS: ReadonlySet<string> = new Set<SettingName>([
  "ntfy_token",
  "telegram_bot_token",
  "smtp_password",
]);

/** Text on one line: nothing that could begin another header or command of a mail. */
const lineOf = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .trim()
    .regex(/^[^\p{Cc}]*$/u)
    // Else the flag would stand in the document's pattern, which no value matches then.
    .openapi({ pattern: String.raw`^[^\p{Cc}]*$` });

const line = lineOf(255);

const LONGEST_URL = 2048;

/** A line that says where a message goes, or nothing: by the rules of notification profiles. */
function target(key: string, maxLength = 255) {
  return lineOf(maxLength).superRefine((text, context) => {
    const message = targetProblem(key, text);
    if (message !== null) context.addIssue({ code: "custom", message });
  });
}

const secret = z
  .string()
  .max(1024)
  .openapi({ description: `null or \`${REDACTED}\`: as it is; empty: removed` });

const port = line.refine(isPort, "must be a port from 1 to 65535");

const flag = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(["true", "false"]))
  .openapi({ type: "string", enum: ["true", "false"] });

const kept = <T extends z.ZodType>(field: T) => field.nullable().optional();

export const NotificationSettingsUpdate = z
  .object({
    ntfy_url: kept(target("ntfy_url", LONGEST_URL)),
    ntfy_token: kept(secret),
    telegram_bot_token: kept(secret),
    telegram_chat_id: kept(target("telegram_chat_id")),
    signal_url: kept(target("signal_url", LONGEST_URL)),
    signal_number: kept(line),
    signal_recipient: kept(line),
    smtp_host: kept(target("smtp_host")),
    smtp_port: kept(port),
    smtp_user: kept(line),
    smtp_password: kept(secret),
    smtp_from: kept(target("smtp_from")),
    smtp_to: kept(target("smtp_to")),
    smtp_tls: kept(flag).openapi({
      description: "`true`: STARTTLS is demanded (port 465: TLS from the start); `false`: plain text",
    }),
  })
  .openapi("NotificationSettingsUpdate", { description: "absent or null: as it is" });
export type NotificationSettingsUpdate = z.output<typeof NotificationSettingsUpdate>;

/** What is put back is as it was, before there were rules of addresses too. */
export const NotificationSettingsBefore = NotificationSettingsUpdate.extend({
  ntfy_url: kept(lineOf(LONGEST_URL)),
  telegram_chat_id: kept(line),
  signal_url: kept(lineOf(LONGEST_URL)),
  smtp_host: kept(line),
  smtp_from: kept(line),
  smtp_to: kept(line),
});

export const TestNotificationRequest = z
  .object({
    channel: z
      .string()
      .max(255)
      .openapi({ example: "ntfy", description: "`smtp`, `ntfy`, `telegram` or `signal`" }),
    message: z.string().max(4000).default(TEST_TEXT),
  })
  .openapi("TestNotificationRequest");

export const NotificationTestResult = z
  .object({
    status: z.string().openapi({ example: "ok", description: "`ok`, or why nothing was delivered" }),
    detail: z
      .string()
      .nullable()
      .openapi({ example: null, description: "what the other side or the connection said" }),
  })
  .openapi("NotificationTestResult");
