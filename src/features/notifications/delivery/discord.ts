import { fit, lineOf } from "./fitting";
import { ACKNOWLEDGE, acknowledgeLinkOf, linkOf } from "./links";
import { textOf, type Message, type Send } from "./message";
import { outcomeOfAnswer, refusedForGood } from "./outcome";
import type { Outbound } from "./outbound";
import { COLOURS, toneOf } from "./tone";

/** Of an embed ("Message Resource", section Embed Limits); together they stay below the 6,000 of all embeds. */
const LONGEST_TITLE = 256;
const LONGEST_DESCRIPTION = 4096;
const LONGEST_FIELD = 1024;

/**
 * An address stays one, as far as nothing in it could be a link with another text; all else that could be Markdown is
 * marked as text.
 */
const ADDRESS = /(https?:\/\/[\w.~:/?#@!$&'+,;=%-]+)/;
const MARKDOWN = /[\\*_~`|<>#[\]()-]/;

/**
 * Executes a webhook ("Webhook Resource", section Execute Webhook) and waits for the word that the message was saved:
 * 200 with the message, 204 where a proxy leaves that out. Nobody is pinged, whatever the text says ("Allowed Mentions
 * Object").
 */
export function createDiscord(outbound: Outbound): Send {
  return async (config, message) => {
    const url = textOf(config, "discord_url");
    if (url === "") return refusedForGood("Discord webhook URL is not configured");
    const tone = toneOf(message);
    const answer = await outbound.post({
      url: waiting(url),
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        embeds: [
          {
            title: escaped(lineOf(message.title), LONGEST_TITLE),
            description: escaped(message.text, LONGEST_DESCRIPTION),
            url: linkOf(message) || undefined,
            color: tone && COLOURS[tone],
            fields: fieldsOf(message),
          },
        ],
        allowed_mentions: { parse: [] },
      }),
      deliveryId: message.id,
    });
    return outcomeOfAnswer(answer, [200, 204]);
  };
}

/** Webhooks that belong to no application have no buttons; a masked link is a field of its own. */
function fieldsOf(message: Message) {
  const link = acknowledgeLinkOf(message).replace(/[()]/g, (bracket) => (bracket === "(" ? "%28" : "%29"));
  const value = `[I am on it](${link})`;
  return link === "" || value.length > LONGEST_FIELD ? undefined : [{ name: ACKNOWLEDGE, value }];
}

/** Without `wait` a message that could not be saved is answered as one that was. */
function waiting(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  url.searchParams.set("wait", "true");
  return url.href;
}

/** Piece by piece, so that no character is parted from its backslash; no more of the text than has room. */
function escaped(text: string, longest: number): string {
  const pieces = text
    .slice(0, longest + 1)
    .split(ADDRESS)
    .flatMap((part, index) => (index % 2 === 1 ? [part] : Array.from(part, escapedCharacter)));
  return fit(pieces, longest);
}

function escapedCharacter(character: string): string {
  return MARKDOWN.test(character) ? `\\${character}` : character;
}
