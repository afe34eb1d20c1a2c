import { withoutMentions } from "./fitting";
import { ACKNOWLEDGE, acknowledgeLinkOf, linkedTextOf } from "./links";
import { textOf, type Message, type Send } from "./message";
import { outcomeOfAnswer, refusedForGood } from "./outcome";
import type { Outbound } from "./outbound";

export const TELEGRAM_API = "https://api.telegram.org";

/** Of a message (https://core.telegram.org/bots/api#sendmessage). */
const LONGEST_TEXT = 4096;

/** Sends by a bot. `api` is where the Bot API is. */
export function createTelegram({ outbound, api }: { outbound: Outbound; api: string }): Send {
  return async (config, message) => {
    const token = textOf(config, "telegram_bot_token");
    const chatId = textOf(config, "telegram_chat_id");
    if (token === "" || chatId === "") return refusedForGood("Telegram bot token and chat ID are required");
    const answer = await outbound.post({
      url: `${api}/bot${encodeURIComponent(token).replaceAll("%3A", ":")}/sendMessage`,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ chat_id: chatId, ...contentOf(message) }),
      deliveryId: message.id,
      isPublicService: true,
    });
    return outcomeOfAnswer(answer, [200]);
  };
}

/** Without a `parse_mode` there is no markup, but mentions are read all the same. */
function contentOf(message: Message): Record<string, unknown> {
  const plain = { ...message, text: withoutMentions(message.text) };
  const url = acknowledgeLinkOf(message);
  if (!takesButton(url)) return { text: linkedTextOf(plain, LONGEST_TEXT) };
  const text = linkedTextOf({ ...plain, acknowledgeLink: undefined }, LONGEST_TEXT);
  return { text, reply_markup: { inline_keyboard: [[{ text: ACKNOWLEDGE, url }]] } };
}

/** A button that leads to a host without a domain, such as `localhost`, has Telegram refuse the whole message. */
function takesButton(link: string): boolean {
  return URL.parse(link)?.hostname.includes(".") ?? false;
}
