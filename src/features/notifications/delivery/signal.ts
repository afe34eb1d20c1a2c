import { linkedTextOf } from "./links";
import { textOf, type Send } from "./message";
import { outcomeOfAnswer, refusedForGood } from "./outcome";
import type { Outbound } from "./outbound";

/**
 * Sends by a signal-cli REST server (https://github.com/bbernhard/signal-cli-rest-api). Several recipients are divided
 * by commas.
 */
export function createSignal(outbound: Outbound): Send {
  return async (config, message) => {
    const url = textOf(config, "signal_url");
    const number = textOf(config, "signal_number");
    const recipients = listOf(textOf(config, "signal_recipient"));
    if (url === "" || number === "" || recipients.length === 0) {
      return refusedForGood("Signal REST URL, sender number, and recipient are required");
    }
    const answer = await outbound.post({
      url: `${url.replace(/\/+$/, "")}/v2/send`,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ message: linkedTextOf(message), number, recipients }),
      deliveryId: message.id,
    });
    return outcomeOfAnswer(answer, [200, 201]);
  };
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
