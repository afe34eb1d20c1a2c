import type { Provider } from "../profile-models";
import { createApprise } from "./apprise";
import { createDiscord } from "./discord";
import { createGotify } from "./gotify";
import { createMatrix } from "./matrix";
import type { Send } from "./message";
import { createNtfy } from "./ntfy";
import type { Outbound } from "./outbound";
import { createPagerDuty, PAGERDUTY_APIS } from "./pagerduty";
import { createSignal } from "./signal";
import { createSlack } from "./slack";
import { createSmtp, type SendMail } from "./smtp";
import { createTeams } from "./teams";
import { createTelegram, TELEGRAM_API } from "./telegram";
import { createWebhook } from "./webhook";

export type Senders = Readonly<Record<Provider, Send>>;

type Deps = {
  outbound: Outbound;
  sendMail: SendMail;
  /** Where Telegram's Bot API is; only tests have another one. */
  telegramApi?: string;
  /** Where PagerDuty's Events API is; only tests have others. */
  pagerDutyApis?: Readonly<Record<"us" | "eu", string>>;
};

/** Every provider that there is. */
export function createSenders(deps: Deps): Senders {
  const { outbound, sendMail, telegramApi = TELEGRAM_API, pagerDutyApis = PAGERDUTY_APIS } = deps;
  const own = {
    ntfy: createNtfy(outbound),
    telegram: createTelegram({ outbound, api: telegramApi }),
    signal: createSignal(outbound),
    smtp: createSmtp(sendMail),
  };
  return {
    ...own,
    webhook: createWebhook(outbound),
    apprise: createApprise({ outbound, senders: own }),
    slack: createSlack(outbound),
    teams: createTeams(outbound),
    discord: createDiscord(outbound),
    gotify: createGotify(outbound),
    pagerduty: createPagerDuty({ outbound, apis: pagerDutyApis }),
    matrix: createMatrix(outbound),
  };
}
