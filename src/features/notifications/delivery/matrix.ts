import { escapeXml } from "#platform/escape-xml";
import { fit } from "./fitting";
import { ACKNOWLEDGE, acknowledgeLinkOf, linkedTextOf, linkOf } from "./links";
import { textOf, type Message, type Send } from "./message";
import { outcomeOfAnswer, refusedForGood } from "./outcome";
import type { Outbound } from "./outbound";
import { hexOf, toneOf } from "./tone";

/**
 * An event has 65,536 bytes at most ("Client-Server API", section Size limits). The text is in it twice, once as HTML:
 * twelve bytes for a character at most.
 */
const LONGEST_TEXT = 4000;
/** Ours: a heading. */
const LONGEST_TITLE = 250;

/**
 * Sends to a room ("Client-Server API", PUT /_matrix/client/v3/rooms/{roomId}/send/{eventType}/{txnId}), which answers
 * 200. The transaction is the message's id: however often it is sent, the room has it once. Rooms with encryption get
 * it in the clear.
 */
export function createMatrix(outbound: Outbound): Send {
  return async (config, message) => {
    const url = textOf(config, "matrix_url");
    const token = textOf(config, "matrix_token");
    const room = textOf(config, "matrix_room");
    if (url === "" || token === "" || room === "") {
      return refusedForGood("Matrix homeserver, access token, and room ID are required");
    }
    if (!room.startsWith("!")) return refusedForGood("Matrix room ID must begin with !, an alias is none");
    const path = [room, "send", "m.room.message", message.id].map(encodeURIComponent).join("/");
    const answer = await outbound.put({
      url: `${url.replace(/\/+$/, "")}/_matrix/client/v3/rooms/${path}`,
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify(contentOf(message)),
      deliveryId: message.id,
    });
    return outcomeOfAnswer(answer, [200]);
  };
}

/** `m.mentions` names nobody: then clients look for no names in the text (section User and room mentions). */
function contentOf(message: Message): Record<string, unknown> {
  const title = fit(message.title.trim(), LONGEST_TITLE);
  const text = fit(message.text, LONGEST_TEXT);
  const below = linkedTextOf({ ...message, text });
  return {
    msgtype: "m.text",
    body: below === "" ? title : `${title}\n\n${below}`,
    format: "org.matrix.custom.html",
    formatted_body: htmlOf(message, { title, text }),
    "m.mentions": {},
  };
}

function htmlOf(message: Message, { title, text }: { title: string; text: string }): string {
  const tone = toneOf(message);
  const links = [
    { address: linkOf(message), label: "Open in Netatlas" },
    { address: acknowledgeLinkOf(message), label: ACKNOWLEDGE },
  ].filter(({ address }) => address !== "");
  const heading = `<strong>${escapeXml(title)}</strong>`;
  const paragraphs = [
    tone === undefined ? heading : `<span data-mx-color="${hexOf(tone)}">${heading}</span>`,
    ...(text === "" ? [] : [escapeXml(text).replace(/\r\n|[\r\n]/g, "<br>")]),
    ...links.map(({ address, label }) => `<a href="${escapeXml(address)}">${label}</a>`),
  ];
  return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join("");
}
