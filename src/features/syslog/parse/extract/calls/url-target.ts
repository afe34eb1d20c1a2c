import { isUnspecified } from "../../values/ip-address";
import { type Endpoint, wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";

const ADDRESS = String.raw`((?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?|\[[\da-f:]{3,39}\](?::\d{1,5})?)(?=[/?#\s"'\])>,;]|[:.](?:\s|$)|\.{3}|$)`;
const CREDENTIALS = String.raw`(?:[\w.~%+-]{1,64}(?::[^\s@/]{0,64})?@)?`;
const URL = String.raw`["'<([]{0,2}[a-z][a-z\d+.]{1,15}:\/\/${CREDENTIALS}${ADDRESS}`;
const NOUNS = String.raw`(?:(?!from |by |client |user |on )[\w-]{1,24} ){0,3}`;
/**
 * What a program does that goes to a URL, directly before it: `Connecting to broker mqtt://A:p`, `Failed to fetch
 * https://A/x`.
 */
const GOES = [
  String.raw`(?:re)?connect(?:s|ed|ing|ion)? (?:attempt |error |failed |lost )?(?:to|with) ${NOUNS}`,
  String.raw`(?:unable to|failed to|cannot|can't|could not|couldn't|error|trying to|attempting to) (?:(?:re)?connect(?:ing)? to|bind to|reach|contact|fetch|open|access|get|download|query|call|load|retrieve|post to|push to|send to) ${NOUNS}`,
  String.raw`(?:send(?:s|ing)?|sent|post(?:s|ed|ing)?|push(?:es|ed|ing)?|forward(?:s|ed|ing)?|report(?:s|ed|ing)?|upload(?:s|ed|ing)?|publish(?:es|ed|ing)?|export(?:s|ed|ing)?|deliver(?:s|ed|ing)?|write|writing|wrote) (?:(?!from )[\w./:'-]{1,32} ){0,4}to ${NOUNS}`,
  String.raw`(?:fetch|download|retriev|contact|dial|call|poll|request|prob|try|scrap|synchroni[sz]|mirror|clon|pull|load|upload)ing (?:(?!from )[\w./:'-]{1,32} ){0,3}(?:from |to )?`,
  String.raw`querying ${NOUNS}`,
  String.raw`(?:request|call|query|inform|session|link|tunnel|websocket|webhook|notification|registration|login|heartbeat)s? (?:to|with|at) ${NOUNS}`,
  String.raw`(?:get|post|put|head|delete|patch|options):? `,
].join("|");
const TO_URL = new RegExp(String.raw`(?<![\w.-])(?:${GOES})${URL}`, "i");
/** `connection from tcp://A:p`: of a socket, not of a page. */
const FROM_SOCKET = new RegExp(
  String.raw`(?<![\w.-])(?:from|new (?:client|connection|peer):?|client|accepted|(?:client|peer|user|agent|worker|remote) (?:dis)?connected:?|(?<!refused )by|(?:connection|handshake|authentication) (?:accepted|failed for|reset by peer):?) (?:(?:client|peer|host) )?["'<([]{0,2}(?:tcp|udp|tls|ssl|quic|sctp|wss?|dtls)[46]?:\/\/${ADDRESS}`,
  "i",
);

/** In front of such a socket, from which this host fetches something. */
const FETCHES = /(?:fetch|download|retriev|pull|mirror|import|clon)\w{0,4} (?:[\w./-]{1,64} ){0,3}from$/i;
const MAX_BEFORE = 96;
const FROM = "from";

/**
 * Whom a program goes to by a URL that has an address, or who came by one of a socket; null where a text tells neither.
 */
export function urlEnd(text: string): Flow | null {
  if (!text.includes("://")) return null;
  const came = FROM_SOCKET.exec(text);
  const source = came === null ? null : placed(text, came);
  if (came !== null && source !== null && isFetched(text, came.index)) return destinationFlow(source);
  if (source !== null) return { ...destinationFlow(source), source, destination: null };
  const goes = TO_URL.exec(text);
  const destination = goes === null ? null : placed(text, goes);
  return destination === null ? null : destinationFlow(destination);
}

function isFetched(text: string, start: number): boolean {
  return FETCHES.test(text.slice(Math.max(0, start - MAX_BEFORE), start + FROM.length));
}

function placed(text: string, match: RegExpExecArray): Endpoint | null {
  const address = match[1] ?? "";
  const end = wholeEndpoint(address);
  if (end === null || isUnspecified(end.ip)) return null;
  const start = text.indexOf(address, match.index);
  return { ...end, start, end: start + address.length };
}
