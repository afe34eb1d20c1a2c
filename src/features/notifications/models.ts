import { z } from "@hono/zod-openapi";

/** What an answer has in place of a secret that is set; sent back, it leaves the secret as it is. */
export const REDACTED = "__redacted__";

const REDACTED_TEXT = `\`${REDACTED}\` where one is set, else empty`;

export const NotificationSettings = z
  .object({
    smtp_host: z.string().openapi({ example: "mail.example.com" }),
    smtp_port: z.string().openapi({ example: "587" }),
    smtp_user: z.string(),
    smtp_password: z.string().openapi({ description: REDACTED_TEXT, example: REDACTED }),
    smtp_from: z.string().openapi({ example: "netatlas@example.com" }),
    smtp_to: z.string().openapi({ example: "operators@example.com" }),
    smtp_tls: z.string().openapi({ example: "true" }),
  })
  .openapi("NotificationSettings");
export type NotificationSettings = z.infer<typeof NotificationSettings>;

type SettingName = keyof NotificationSettings;

/** Values of settings that were never set (contract, schemas 3). */
export const DEFAULTS: NotificationSettings = {
  smtp_host: "",
  smtp_port: "587",
  smtp_user: "",
  smtp_password: "",
  smtp_from: "",
  smtp_to: "",
  smtp_tls: "true",
};

export const SECRETS: ReadonlySet<string> = new Set<SettingName>(["smtp_password"]);

/** Text on one line: nothing that could begin another header or command of a mail. */
const line = z
  .string()
  .max(255)
  .trim()
  .regex(/^[^\p{Cc}]*$/u);

const secret = z
  .string()
  .max(1024)
  .openapi({ description: `null or \`${REDACTED}\`: as it is; empty: removed` });

const host = line.refine((text) => /^[^\s/@]*$/.test(text), "must be a host name or address");

const port = line.refine(
  (text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535,
  "must be a port from 1 to 65535",
);

const flag = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(["true", "false"]))
  .openapi({ type: "string", enum: ["true", "false"] });

const kept = <T extends z.ZodType>(field: T) => field.nullable().optional();

export const NotificationSettingsUpdate = z
  .object({
    smtp_host: kept(host),
    smtp_port: kept(port),
    smtp_user: kept(line),
    smtp_password: kept(secret),
    smtp_from: kept(line),
    smtp_to: kept(line),
    smtp_tls: kept(flag).openapi({
      description: "`true`: STARTTLS is demanded (port 465: TLS from the start); `false`: plain text",
    }),
  })
  .openapi("NotificationSettingsUpdate", { description: "absent or null: as it is" });
export type NotificationSettingsUpdate = z.output<typeof NotificationSettingsUpdate>;
