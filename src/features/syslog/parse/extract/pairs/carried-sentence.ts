import type { ParsedMessage } from "../../line";
import { delimiterBetween, LEEF_MARK } from "../../formats/leef";
import { TAB } from "../../values/characters";
import { wholeEndpoint } from "../ends/endpoints";

/** A carrier's sentence, up to its next pair, or up to the tab where tabs part the pairs. */
const CARRIED = /^msg=(.{1,300}?)(?=\s[\w.]{1,32}=|$)/;
const CARRIED_COLUMN = /^msg=([^\t]{1,300})/;
const MAX_CARRIED = 320;

/** Version, vendor, product, product's version and event id, before the delimiter of LEEF 2.0. */
const LEEF_BARS = 5;
const SECOND_VERSION = `${LEEF_MARK}2`;

/**
 * A carrier's text whose pairs are parted by a mark that its header names, with tabs in its place; any other as it is.
 */
export function withTabs(body: string): string {
  if (!body.startsWith(SECOND_VERSION)) return body;
  let bar = -1;
  for (let count = 0; count < LEEF_BARS; count++) {
    bar = body.indexOf("|", bar + 1);
    if (bar === -1) return body;
  }
  const delimiter = delimiterBetween(body, bar + 1);
  if (delimiter === null || delimiter.code === TAB) return body;
  return body.slice(delimiter.end).replaceAll(String.fromCharCode(delimiter.code), "\t");
}

/** What the sentence of a carrier of pairs says, empty where it has none. */
export function carriedSentence(body: string): string {
  const start = body.indexOf("msg=");
  if (start === -1) return "";
  const form = body.includes("\t") ? CARRIED_COLUMN : CARRIED;
  return form.exec(body.slice(start, start + MAX_CARRIED))?.[1] ?? "";
}

/** A service that nobody speaks from, as the value of a vendor's own key: `ACMEuri=smtp://192.0.2.1:25`. */
const CARRIED_URL =
  /[A-Za-z](?:ur[il]|endpoint|server|target|destination|relay|nexthop|upstream)=((?:smtps?|ldaps?|s?ftps?|imaps?|pop3s?|smb|cifs|nfs|radius|syslog|icap|mqtts?|amqps?):\/\/)(?:[^\s/@]{1,64}@)?(\[[\da-f:]{2,45}\](?::\d{1,5})?|[\d.]{7,15}(?::\d{1,5})?)(?=[\s/?]|$)/i;

/** Takes whom a carrier's pair says that this host calls by the URL of a service; false where none does. */
export function takeCarriedUrl(body: string, message: ParsedMessage): boolean {
  const url = body.includes("://") ? CARRIED_URL.exec(body) : null;
  const called = url === null ? null : wholeEndpoint(url[2] ?? "");
  if (called === null) return false;
  message.dstIp = called.ip;
  message.dstPort ??= called.port;
  return true;
}
