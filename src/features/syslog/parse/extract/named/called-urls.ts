import type { ParsedMessage } from "../../line";
import { isJsonObject, type JsonObject } from "../../values/json-values";
import { isUnspecified } from "../../values/ip-address";
import { wholeEndpoint } from "../ends/endpoints";

/** Keys of whom a proxy asks, a scraper reads or a program sends to; what a request has is what its client asks for. */
const KEY = String.raw`(?:(?:proxy|proxied|forward|scrape|webhook|service)[_. -]?)?(?:target|upstream|backend|destination|dest|dst|remote|webhook|forward(?:ed)?[_-]?to|prox(?:y|ied)[_-]?(?:to|pass)|next[_-]?hop)(?:[_. -]?(?:ur[il]|addr|address|host|server|endpoint|service|instance))?`;
const ADDRESS_URL = String.raw`[a-z][a-z\d+.-]{1,15}:\/\/(?:[^\s/@"']{1,128}@)?(\[[\da-f:.]{3,45}\](?::\d{1,5})?|(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?)(?=[\s/?#"'\\,;)\]}]|$)`;
const KEY_ALONE = new RegExp(`^${KEY}$`, "i");
const URL_ALONE = new RegExp(`^${ADDRESS_URL}`, "i");
const PAIR = new RegExp(String.raw`(?<![\w.?&/%-])${KEY}["']?(?:\s?[:=]\s?)["'<(]?${ADDRESS_URL}`, "i");
const HINT = "://";
/** To where a client is sent. */
const REDIRECTS = /redirect|rewrit/i;
const MAX_KEY = 40;

/** Takes whom this host calls by the URL of a pair, `upstream=http://192.0.2.1:8080/`; false where none is told. */
export function takeCalledUrl(text: string, message: ParsedMessage): boolean {
  if (message.dstIp !== null || !text.includes(HINT) || REDIRECTS.test(text)) return false;
  return takeUrl(PAIR.exec(text)?.[1], message);
}

/** The same of an object's values. */
export function takeCalledUrlOf(object: JsonObject, message: ParsedMessage): boolean {
  if (message.dstIp !== null) return false;
  for (const [key, value] of Object.entries(object)) {
    if (key.length > MAX_KEY) continue;
    if (isJsonObject(value) ? takeFirst(value, message, `${key}_`) : takeIfCalled(key, value, message))
      return true;
  }
  return false;
}

function takeFirst(object: JsonObject, message: ParsedMessage, before: string): boolean {
  return Object.entries(object).some(([key, value]) => takeIfCalled(before + key, value, message));
}

function takeIfCalled(key: string, value: unknown, message: ParsedMessage): boolean {
  if (typeof value !== "string" || !value.includes(HINT) || key.length > MAX_KEY) return false;
  return KEY_ALONE.test(key) && takeUrl(URL_ALONE.exec(value)?.[1], message);
}

function takeUrl(address = "", message: ParsedMessage): boolean {
  const called = address === "" ? null : wholeEndpoint(address);
  if (called === null || isUnspecified(called.ip) || called.ip === message.srcIp) return false;
  message.dstIp = called.ip;
  message.dstPort ??= called.port;
  return true;
}
