import type { Message } from "./message";

/** Where a message leads, as an http or https URL that fits a header; empty where it leads nowhere. */
export function linkOf({ link = "" }: Pick<Message, "link">): string {
  const url = URL.parse(link);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : "";
}

/** What is to be pressed to acknowledge. */
export const ACKNOWLEDGE = "Acknowledge";

/** Where a message can be acknowledged, as `linkOf` has it. */
export function acknowledgeLinkOf({ acknowledgeLink }: Pick<Message, "acknowledgeLink">): string {
  return linkOf({ link: acknowledgeLink });
}

/**
 * The text with the links below it, for those that show nothing but text: the text is cut to `longest`, not the links.
 */
export function linkedTextOf(message: Message, longest = Number.POSITIVE_INFINITY): string {
  const acknowledge = acknowledgeLinkOf(message);
  const lines = [linkOf(message), acknowledge === "" ? "" : `${ACKNOWLEDGE}: ${acknowledge}`];
  const { text } = message;
  const end = lines.map((line) => (line === "" ? "" : `\n\n${line}`)).join("");
  return `${text.slice(0, Math.max(0, longest - end.length))}${end}`;
}
