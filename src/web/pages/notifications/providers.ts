import type { Model } from "../../api/client";
import type { SettingField, Settings } from "../../components/settings-form/fields";

export type Provider = {
  /** The API's name. */
  name: Model<"NotificationProfileCreate">["provider"];
  label: string;
  fields: readonly SettingField[];
  /** Names of the fields that it cannot do without. */
  needs: readonly string[];
  /** What the service takes where nothing is said. */
  defaults: Settings;
  /** The field that says where messages go, if one may be shown. */
  target?: string;
};

const line = (name: string, label: string, description?: string): SettingField => ({
  name,
  label,
  ...(description !== undefined && { description }),
  kind: "line",
  maxLength: 2048,
});

const secret = (name: string, label: string, description?: string): SettingField => ({
  ...line(name, label, description),
  kind: "secret",
});

export const PROVIDERS: readonly Provider[] = [
  {
    name: "ntfy",
    label: "ntfy",
    fields: [
      line("ntfy_url", "Address of the topic", "Such as https://ntfy.sh/my-network"),
      secret("ntfy_token", "Token", "Access token, or user:password; empty for an open topic"),
    ],
    needs: ["ntfy_url"],
    defaults: {},
    target: "ntfy_url",
  },
  {
    name: "smtp",
    label: "Mail",
    fields: [
      line("smtp_host", "Mail server"),
      { name: "smtp_port", label: "Port", description: "587, or 465 for TLS from the start", kind: "number" },
      {
        name: "smtp_tls",
        label: "Demand TLS",
        description: "Switched off, mails and the password travel as plain text",
        kind: "switch",
      },
      line("smtp_user", "User", "Empty: without sign-in"),
      secret("smtp_password", "Password"),
      line("smtp_from", "Sender", "Empty: the user"),
      line("smtp_to", "Recipients", "Separated by commas"),
    ],
    needs: ["smtp_host", "smtp_to"],
    defaults: { smtp_port: "587", smtp_tls: "true" },
    target: "smtp_to",
  },
  {
    name: "telegram",
    label: "Telegram",
    fields: [
      secret("telegram_bot_token", "Bot token", "From @BotFather"),
      line("telegram_chat_id", "Chat", "Number of the chat, or @name of a channel"),
    ],
    needs: ["telegram_bot_token", "telegram_chat_id"],
    defaults: {},
    target: "telegram_chat_id",
  },
  {
    name: "signal",
    label: "Signal",
    fields: [
      line("signal_url", "Address of the signal-cli REST server", "Such as http://signal.example.com:8080"),
      secret("signal_number", "Number of the sender"),
      secret("signal_recipient", "Recipients", "Separated by commas"),
    ],
    needs: ["signal_url", "signal_number", "signal_recipient"],
    defaults: {},
    target: "signal_url",
  },
  {
    name: "webhook",
    label: "Webhook",
    fields: [
      line("webhook_url", "Address", "Gets title and message as JSON"),
      secret("webhook_token", "Bearer token"),
      secret(
        "webhook_secret",
        "Signing secret",
        "Shared with the receiver, who can tell by it that a request is ours",
      ),
    ],
    needs: ["webhook_url"],
    defaults: {},
    target: "webhook_url",
  },
  {
    name: "slack",
    label: "Slack",
    fields: [secret("slack_url", "Address of the incoming webhook", "From the app's Incoming Webhooks page")],
    needs: ["slack_url"],
    defaults: {},
  },
  {
    name: "teams",
    label: "Microsoft Teams",
    fields: [
      secret(
        "teams_url",
        "Address of the workflow",
        "Of one that posts to a channel when a webhook request is received",
      ),
    ],
    needs: ["teams_url"],
    defaults: {},
  },
  {
    name: "discord",
    label: "Discord",
    fields: [secret("discord_url", "Address of the webhook", "From the channel's Integrations page")],
    needs: ["discord_url"],
    defaults: {},
  },
  {
    name: "gotify",
    label: "Gotify",
    fields: [
      line("gotify_url", "Address of the Gotify server", "Such as https://gotify.example.com"),
      secret("gotify_token", "Application token", "Not that of a client"),
    ],
    needs: ["gotify_url", "gotify_token"],
    defaults: {},
    target: "gotify_url",
  },
  {
    name: "pagerduty",
    label: "PagerDuty",
    fields: [
      secret("pagerduty_routing_key", "Integration key", "32 characters, of an Events API v2 integration"),
      {
        name: "pagerduty_region",
        label: "Region",
        description: "Of the account: eu where its address has eu in it",
        kind: "choice",
        choices: ["us", "eu"],
      },
    ],
    needs: ["pagerduty_routing_key"],
    defaults: { pagerduty_region: "us" },
  },
  {
    name: "matrix",
    label: "Matrix",
    fields: [
      line("matrix_url", "Address of the homeserver", "Such as https://matrix.example.com"),
      secret("matrix_token", "Access token", "Of a user who is in the room"),
      line("matrix_room", "Room ID", "Begins with !, from the room's advanced settings; not encrypted"),
    ],
    needs: ["matrix_url", "matrix_token", "matrix_room"],
    defaults: {},
    target: "matrix_room",
  },
  {
    name: "apprise",
    label: "Apprise URL",
    fields: [
      secret("url", "URL", "json, ntfy, tgram, signal or mailto, or an Apprise API server"),
      line("title", "Title", "Empty: that of the message"),
    ],
    needs: ["url"],
    defaults: {},
  },
];

export function findProvider(name: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.name === name);
}

/** A profile's configuration as the form reads it: texts only, what is missing as the service takes it. */
export function settingsOf(provider: Provider, config: Readonly<Record<string, unknown>>): Settings {
  const texts = Object.entries(config).flatMap(([key, value]) =>
    typeof value === "string" ? [[key, value] as const] : [],
  );
  return { ...provider.defaults, ...Object.fromEntries(texts) };
}

const REDACTED = "__redacted__";

/** Names of the secrets that a configuration has. */
export function secretsIn(config: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(config).filter((key) => config[key] === REDACTED);
}

/** Where the messages of a profile go, as far as that is no secret. */
export function targetOf(providerName: string, config: Readonly<Record<string, unknown>>): string | null {
  const value = config[findProvider(providerName)?.target ?? ""];
  return typeof value === "string" && value !== "" ? value : null;
}
