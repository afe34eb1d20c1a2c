import { z } from "@hono/zod-openapi";
import type { Versioned } from "#platform/http/conditional";
import { boolean, timestamp } from "#platform/http/fields";
import { REDACTED } from "./models";
import { NotificationQuarantine } from "./quarantine-models";
import { TARGET_KEYS, targetProblem } from "./target-problem";

export const PROVIDERS = [
  "apprise",
  "ntfy",
  "telegram",
  "signal",
  "smtp",
  "webhook",
  "slack",
  "teams",
  "discord",
  "gotify",
  "pagerduty",
  "matrix",
] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Secret whatever the provider: a profile that changes its provider keeps what it had. */
export const SECRET_KEYS: ReadonlySet<string> = new Set([
  "url",
  "ntfy_token",
  "telegram_bot_token",
  "signal_number",
  "signal_recipient",
  "smtp_password",
  "webhook_token",
  "webhook_secret",
  // Whoever knows such an address may write to the channel behind it.
  "slack_url",
  "teams_url",
  "discord_url",
  "gotify_token",
  "pagerduty_routing_key",
  "matrix_token",
]);

/** Keys whose values are texts on one line; others are kept as they are. */
const TEXT_KEYS: ReadonlySet<string> = new Set([
  ...SECRET_KEYS,
  ...TARGET_KEYS,
  "title",
  "smtp_user",
  "smtp_tls",
  "method",
  "method_label",
]);

const LONGEST_TEXT = 2048;
const LONGEST_CONFIG = 16_384;

const CONFIG_DOCUMENT = {
  type: "object",
  additionalProperties: true,
  description:
    "Keys by provider: `apprise` url, title; `ntfy` ntfy_url, ntfy_token; `telegram` telegram_bot_token, telegram_chat_id; " +
    "`signal` signal_url, signal_number, signal_recipient; `smtp` smtp_host, smtp_port, smtp_user, smtp_password, smtp_from, " +
    "smtp_to, smtp_tls; `webhook` webhook_url, webhook_token, webhook_secret; `slack` slack_url; `teams` teams_url; `discord` " +
    "discord_url; `gotify` gotify_url, gotify_token; `pagerduty` pagerduty_routing_key, pagerduty_region (`us` or `eu`); `matrix` " +
    "matrix_url, matrix_token, matrix_room. Secrets are `__redacted__` in answers; sent back, that and null leave them as they are.",
  example: { ntfy_url: "https://ntfy.example.com/network", ntfy_token: "__redacted__" },
} as const;

/** As a profile may have been stored, before there were rules of what may be sent to. */
const storedConfig = configWithout(textProblem);

const config = configWithout((key, value) => textProblem(key, value) ?? unsendableProblem(key, value));

/** Without values that have a problem. */
function configWithout(problemOf: (key: string, value: unknown) => string | null) {
  return z
    .record(z.string().max(64), z.unknown())
    .superRefine((values, context) => {
      for (const [key, value] of Object.entries(values)) {
        const message = TEXT_KEYS.has(key) ? problemOf(key, value) : null;
        if (message !== null) context.addIssue({ code: "custom", path: [key], message });
      }
      if (JSON.stringify(values).length > LONGEST_CONFIG) {
        context.addIssue({ code: "custom", message: `At most ${LONGEST_CONFIG} characters as JSON` });
      }
    })
    .openapi(CONFIG_DOCUMENT);
}

function textProblem(_key: string, value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== "string") return "Input should be a valid string";
  if (value.length > LONGEST_TEXT) return `String should have at most ${LONGEST_TEXT} characters`;
  return /\p{Cc}/u.test(value) ? "must be one line" : null;
}

function unsendableProblem(key: string, value: unknown): string | null {
  const isKept = SECRET_KEYS.has(key) && value === REDACTED;
  return typeof value === "string" && !isKept ? targetProblem(key, value) : null;
}

const name = z.string().trim().min(1).max(120).openapi({ example: "Operators" });

const provider = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine(
    (text) => PROVIDERS.some((known) => known === text),
    `provider must be one of [${PROVIDERS.map((known) => `'${known}'`).join(", ")}]`,
  )
  .openapi({ type: "string", enum: [...PROVIDERS] });

const carriesLogLines = boolean().openapi({
  description: "alerts on log lines go there with the lines, which only `security_view` lets users read here",
});

export const NotificationProfileCreate = z
  .object({
    name,
    provider,
    enabled: boolean().default(true),
    config: config.default({}),
    carries_log_lines: carriesLogLines.default(false),
  })
  .openapi("NotificationProfileCreate");
export type NotificationProfileCreate = z.output<typeof NotificationProfileCreate>;

export const NotificationProfileUpdate = z
  .object({ name, provider, enabled: boolean(), config, carries_log_lines: carriesLogLines })
  .partial()
  .openapi("NotificationProfileUpdate", {
    description: "Absent fields stay as they are; `config` is merged key by key, null removes a key.",
  });
export type NotificationProfileUpdate = z.output<typeof NotificationProfileUpdate>;

/** What is put back is as it was, before there were rules of addresses too. */
export const NotificationProfileBefore = NotificationProfileCreate.extend({ config: storedConfig });
export const NotificationProfileChangesBefore = NotificationProfileUpdate.extend({
  config: storedConfig.optional(),
});

export const NotificationProfileRead = z
  .object({
    id: z.int(),
    name: z.string(),
    provider: z.string().openapi({ example: "ntfy" }),
    enabled: z.boolean(),
    config: storedConfig,
    carries_log_lines: z.boolean(),
    quarantine: z.union([NotificationQuarantine, z.null()]).openapi({ description: "null: it is in none" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi("NotificationProfileRead");
/** That messages do not arrive changes no profile. */
export const PROFILE_VERSION = { without: ["quarantine"] } as const satisfies Versioned;

export type NotificationProfileRead = z.infer<typeof NotificationProfileRead>;
