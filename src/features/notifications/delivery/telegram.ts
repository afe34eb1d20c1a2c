import { linkedTextOf, OK, refusedBy, refusedForGood, textOf, type Send } from "./message";
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
      body: JSON.stringify({ chat_id: chatId, text: linkedTextOf(message, LONGEST_TEXT) }),
      deliveryId: message.id,
      isPublicService: true,
    });
    return answer.status === 200 ? OK : refusedBy(answer, `HTTP ${answer.status}: delivery failed`);
  };
}
