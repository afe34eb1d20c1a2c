import { lineOf } from "./fitting";
import { ACKNOWLEDGE, acknowledgeLinkOf, linkOf } from "./links";
import { textOf, type Send } from "./message";
import { outcomeOfAnswer, refusedForGood } from "./outcome";
import { authorizationOf, type Outbound } from "./outbound";
import { toneOf, type Tone } from "./tone";

/** From 1 to 5; 3 is that of a message without one (https://docs.ntfy.sh/publish/#message-priority). */
const PRIORITIES: Readonly<Record<Tone, string>> = { critical: "5", warning: "4", info: "3", good: "3" };

/** Publishes to a topic of an ntfy server (https://docs.ntfy.sh/publish/). */
export function createNtfy(outbound: Outbound): Send {
  return async (config, message) => {
    const tone = toneOf(message);
    const link = linkOf(message);
    const acknowledge = acknowledgeLinkOf(message);
    const url = textOf(config, "ntfy_url");
    if (url === "") return refusedForGood("ntfy URL is not configured");
    const answer = await outbound.post({
      url,
      headers: {
        "Content-Type": "text/plain; charset=utf-8",
        Title: headerText(message.title),
        ...(tone !== undefined && { Priority: PRIORITIES[tone] }),
        ...(link !== "" && { Click: link }),
        ...(acknowledge !== "" && { Actions: buttonOf(acknowledge) }),
        ...authorizationOf(credentialsOf(url) || textOf(config, "ntfy_token")),
      },
      body: message.text,
      deliveryId: message.id,
    });
    return outcomeOfAnswer(answer, [200]);
  };
}

/** Commas part the fields of a button, semicolons the buttons (https://docs.ntfy.sh/publish/#using-a-header). */
function buttonOf(link: string): string {
  return `view, ${ACKNOWLEDGE}, ${link.replaceAll(",", "%2C").replaceAll(";", "%3B")}`;
}

/** `user:password` of an address, empty where it has none. */
function credentialsOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.username === "") return "";
  return `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
}

/** On one line; what is not ASCII as an encoded word (RFC 2047), which ntfy reads. */
function headerText(text: string): string {
  const line = lineOf(text);
  if (/^[\x20-\x7e]*$/.test(line)) return line;
  return `=?UTF-8?B?${Buffer.from(line, "utf8").toString("base64")}?=`;
}
