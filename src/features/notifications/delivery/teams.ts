import { fit, lineOf } from "./fitting";
import { ACKNOWLEDGE, acknowledgeLinkOf, linkOf } from "./links";
import { textOf, type Message, type Send } from "./message";
import { OK, refusedBy, refusedForGood } from "./outcome";
import type { Outbound } from "./outbound";
import { toneOf, type Tone } from "./tone";

/**
 * Teams takes 28 KB ("Limits and specifications for Microsoft Teams", section Chat, message size): so much of text,
 * which has three bytes a character at most, and what each line has around it, stay below that.
 */
const LONGEST_TEXT = 5000;
const MAX_LINES = 60;
/** Ours: a heading. */
const LONGEST_TITLE = 250;

/** Colours of texts, which follow the scheme of who reads ("Adaptive Cards Schema Explorer", TextRun). */
const COLOURS: Readonly<Record<Tone, string>> = {
  critical: "Attention",
  warning: "Warning",
  info: "Accent",
  good: "Good",
};

/**
 * Posts an Adaptive Card to a workflow ("Create incoming webhooks with Workflows for Microsoft Teams"), which answers
 * 202 before the card is shown; any 2xx is taken. Texts are runs of rich text, in which there is no Markdown.
 */
export function createTeams(outbound: Outbound): Send {
  return async (config, message) => {
    const url = textOf(config, "teams_url");
    if (url === "") return refusedForGood("Teams webhook URL is not configured");
    const answer = await outbound.post({
      url,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        type: "message",
        attachments: [
          {
            contentType: "application/vnd.microsoft.card.adaptive",
            contentUrl: null,
            content: cardOf(message),
          },
        ],
      }),
      deliveryId: message.id,
    });
    const { status } = answer;
    return status >= 200 && status < 300 ? OK : refusedBy(answer, `HTTP ${status}: delivery failed`);
  };
}

function cardOf(message: Message): Record<string, unknown> {
  const tone = toneOf(message);
  const title = fit(lineOf(message.title), LONGEST_TITLE);
  return {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      richText({ text: title, size: "Large", weight: "Bolder", color: tone && COLOURS[tone] }),
      ...linesOf(message.text).map((text) => richText({ text })),
    ],
    actions: [
      ...buttonOf("Open in Netatlas", linkOf(message)),
      ...buttonOf(ACKNOWLEDGE, acknowledgeLinkOf(message)),
    ],
    msteams: { width: "Full" },
  };
}

function buttonOf(title: string, url: string): Record<string, unknown>[] {
  return url === "" ? [] : [{ type: "Action.OpenUrl", title, url }];
}

function richText(run: { text: string; size?: string; weight?: string; color?: string | undefined }) {
  return { type: "RichTextBlock", spacing: "Small", inlines: [{ type: "TextRun", ...run }] };
}

/** Those that say something: a run of rich text has no line ends of its own. */
function linesOf(text: string): string[] {
  const lines = fit(text, LONGEST_TEXT)
    .split(/\r\n|[\r\n]/)
    .map(lineOf)
    .filter((line) => line !== "");
  return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), "…"] : lines;
}
