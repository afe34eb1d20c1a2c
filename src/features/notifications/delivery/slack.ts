import { fit, lineOf } from "./fitting";
import { ACKNOWLEDGE, acknowledgeLinkOf, linkOf } from "./links";
import { textOf, type Message, type Send } from "./message";
import { outcomeOfAnswer, refusedForGood } from "./outcome";
import type { Outbound } from "./outbound";
import { hexOf, toneOf } from "./tone";

/** Slack cuts at 40,000, and shows up to 4,000 well ("chat.postMessage", section Truncating content). */
const LONGEST_TEXT = 4000;
/** Ours: it is also what a phone shows. */
const LONGEST_TITLE = 250;

/**
 * The three characters that Slack reads as its own, mentions among them ("Formatting text for app surfaces", section
 * Escaping text).
 */
const ENTITIES = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);

/**
 * Posts to an incoming webhook ("Sending messages using incoming webhooks"), which answers 200. Nothing in the text is
 * markup.
 */
export function createSlack(outbound: Outbound): Send {
  return async (config, message) => {
    const url = textOf(config, "slack_url");
    if (url === "") return refusedForGood("Slack webhook URL is not configured");
    const answer = await outbound.post({
      url,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        text: escaped(lineOf(message.title), LONGEST_TITLE),
        mrkdwn: false,
        unfurl_links: false,
        unfurl_media: false,
        attachments: attachmentsOf(message),
      }),
      deliveryId: message.id,
    });
    return outcomeOfAnswer(answer, [200]);
  };
}

/**
 * Nothing else of Slack has a colour ("Reference: Secondary message attachments"), and only a link button of one works
 * without an application behind it that answers to clicks ("Legacy: Attaching links to messages", section Link
 * buttons). What is undefined is left out.
 */
function attachmentsOf(message: Message): Record<string, unknown>[] {
  const text = escaped(message.text, LONGEST_TEXT);
  const link = linkOf(message);
  const acknowledge = acknowledgeLinkOf(message);
  if (text === "" && link === "" && acknowledge === "") return [];
  const tone = toneOf(message);
  return [
    {
      color: tone && hexOf(tone),
      fallback: text,
      text,
      mrkdwn_in: [],
      ...(link !== "" && { title: "Open in Netatlas", title_link: link }),
      ...(acknowledge !== "" && { actions: [{ type: "button", text: ACKNOWLEDGE, url: acknowledge }] }),
    },
  ];
}

function escaped(text: string, longest: number): string {
  return fit(
    Array.from(text.slice(0, longest + 1), (character) => ENTITIES.get(character) ?? character),
    longest,
  );
}
