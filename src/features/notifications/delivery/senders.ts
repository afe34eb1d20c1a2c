import type { Provider } from "../profile-models";
import { createApprise } from "./apprise";
import type { Send } from "./message";
import { createNtfy } from "./ntfy";
import type { Outbound } from "./outbound";
import { createSignal } from "./signal";
import { createSmtp, type SendMail } from "./smtp";
import { createTelegram, TELEGRAM_API } from "./telegram";
import { createWebhook } from "./webhook";

export type Senders = Readonly<Record<Provider, Send>>;

type Deps = {
  outbound: Outbound;
  sendMail: SendMail;
  /** Where Telegram's Bot API is; only tests have another one. */
  telegramApi?: string;
};

/** Every provider that there is. */
export function createSenders({ outbound, sendMail, telegramApi = TELEGRAM_API }: Deps): Senders {
  const own = {
    ntfy: createNtfy(outbound),
    telegram: createTelegram({ outbound, api: telegramApi }),
    signal: createSignal(outbound),
    smtp: createSmtp(sendMail),
  };
  return { ...own, webhook: createWebhook(outbound), apprise: createApprise({ outbound, senders: own }) };
}
