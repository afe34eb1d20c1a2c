import type { Config } from "./delivery/message";
import type { NotificationSettings } from "./models";
import type { Provider } from "./profile-models";

type Channel = { provider: Provider; name: string; config: Config };

/**
 * Channels of the settings: what they are called as profiles, what belongs to them, and what they cannot do without.
 */
const CHANNELS: readonly {
  provider: Extract<Provider, "smtp" | "ntfy" | "telegram" | "signal">;
  name: string;
  prefix: string;
  needs: readonly (keyof NotificationSettings)[];
}[] = [
  { provider: "ntfy", name: "Existing ntfy", prefix: "ntfy_", needs: ["ntfy_url"] },
  {
    provider: "telegram",
    name: "Existing Telegram",
    prefix: "telegram_",
    needs: ["telegram_bot_token", "telegram_chat_id"],
  },
  {
    provider: "signal",
    name: "Existing Signal",
    prefix: "signal_",
    needs: ["signal_url", "signal_number", "signal_recipient"],
  },
  { provider: "smtp", name: "Existing Email", prefix: "smtp_", needs: ["smtp_host", "smtp_to"] },
];

/** Those that have what they cannot do without. */
export function filledChannels(settings: NotificationSettings) {
  return CHANNELS.filter((channel) => isFilled(channel, settings)).map(({ provider }) => provider);
}

function isFilled({ needs }: (typeof CHANNELS)[number], settings: NotificationSettings): boolean {
  return needs.every((setting) => settings[setting] !== "");
}

/** The channels that are filled in, as profiles. */
export function existingChannels(settings: NotificationSettings): Channel[] {
  return CHANNELS.filter((channel) => isFilled(channel, settings)).map(({ provider, name, prefix }) => {
    const own = Object.entries(settings).filter(
      ([setting, value]) => setting.startsWith(prefix) && value !== "",
    );
    return { provider, name, config: Object.fromEntries(own) };
  });
}
