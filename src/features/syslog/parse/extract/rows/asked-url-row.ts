import { Hinted } from "../../values/hinted";
import { isUnspecified } from "../../values/ip-address";
import { type Endpoint, wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";

/** Whom a library of HTTP asked, as what, and what it was answered: `http://A:p "GET /x HTTP/1.1" 200 580`. */
const ASKED_URL = new Hinted(
  /(?:^|[\s:])https?:\/\/((?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?|\[[\da-f:.]{3,45}\](?::\d{1,5})?)\/? "[A-Z]{3,9} [^"\s]{1,512} HTTP\/\d(?:\.\d)?" \d{3} (?:\d{1,15}|None|-)(?=\s|$)/i,
  "://",
);

/** Whom this host asked, by the row of such a library; null where a text has none. */
export function askedUrlRow(text: string): Flow | null {
  const match = text.includes(" HTTP/") ? ASKED_URL.exec(text) : null;
  const end = placed(text, match);
  return end === null || isUnspecified(end.ip) ? null : destinationFlow(end);
}

function placed(text: string, match: RegExpExecArray | null): Endpoint | null {
  const address = match?.[1] ?? "";
  const end = wholeEndpoint(address);
  if (match === null || end === null) return null;
  const start = text.indexOf(address, match.index);
  return { ...end, start, end: match.index + match[0].length };
}
