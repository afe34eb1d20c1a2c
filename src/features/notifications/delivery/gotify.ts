import { fit, lineOf } from "./fitting";
import { ACKNOWLEDGE, acknowledgeLinkOf, linkOf } from "./links";
import { textOf, type Message, type Send } from "./message";
import { outcomeOfAnswer, refusedForGood } from "./outcome";
import type { Outbound } from "./outbound";
import { toneOf, type Tone } from "./tone";

/** From 0 to 10: sound from 4 on, vibration from 8 on ("Gotify Android", section Message Priorities). */
const PRIORITIES: Readonly<Record<Tone, number>> = { critical: 8, warning: 5, info: 3, good: 4 };

/** Ours: the document names no greatest length. */
const LONGEST_TITLE = 250;
const LONGEST_TEXT = 16_384;

/**
 * Creates a message as an application ("Gotify REST-API", POST /message), which answers 200. Without a priority that of
 * the application counts.
 */
export function createGotify(outbound: Outbound): Send {
  return async (config, message) => {
    const url = textOf(config, "gotify_url");
    const token = textOf(config, "gotify_token");
    if (url === "" || token === "") return refusedForGood("Gotify URL and application token are required");
    const title = fit(lineOf(message.title), LONGEST_TITLE);
    const tone = toneOf(message);
    const link = linkOf(message);
    const answer = await outbound.post({
      url: `${url.replace(/\/+$/, "")}/message`,
      headers: { "Content-Type": "application/json", "X-Gotify-Key": token },
      body: JSON.stringify({
        title,
        // It is required, so it may not be empty.
        message: shownOf(message) || title,
        priority: tone && PRIORITIES[tone],
        ...(link !== "" && { extras: { "client::notification": { click: { url: link } } } }),
      }),
      deliveryId: message.id,
    });
    return outcomeOfAnswer(answer, [200]);
  };
}

/** A message has one link to click; the other one is text, of which clients make a link. */
function shownOf(message: Message): string {
  const acknowledge = acknowledgeLinkOf(message);
  const parts = [fit(message.text, LONGEST_TEXT), acknowledge === "" ? "" : `${ACKNOWLEDGE}: ${acknowledge}`];
  return parts.filter((part) => part !== "").join("\n\n");
}
