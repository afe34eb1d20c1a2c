import { isLoopback, isUnspecified } from "../../values/ip-address";
import { isClientPort } from "../../values/port-ranges";
import { type Endpoint, wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { withoutChange } from "../ends/flow-parts";

const ADDRESS = String.raw`(?:\[[\da-f:.]{3,45}\]|(?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5})?`;
const CREDENTIALS = String.raw`(?:[\w.~%+-]{1,64}(?::[^\s@/]{0,64})?@)?`;
/** A socket's, not a page's, which may be sent elsewhere: `tcp://A:p`, `akka.tcp://worker@A:p`. */
const SOCKET = String.raw`(?:[a-z]{2,12}\.)?(?:tcp|udp|tls|ssl|dtls|quic|kcp|sctp|wss?|pekko|akka)[46]?:\/\/${CREDENTIALS}(${ADDRESS})(?:\/[\w./-]{0,96})?`;
const ANY = String.raw`[a-z][a-z\d+.-]{1,15}:\/\/${CREDENTIALS}(${ADDRESS})(?=[/\s\])>"',;]|$)`;
const ARROW = String.raw`["')\]>]{0,2} {0,2}(?:(-{1,2}>|=>|→)|(<-{1,2}|←)) {0,2}["'([<]{0,2}`;
/** Both ends as URLs of sockets. */
const SOCKETS = new RegExp(String.raw`(?<![\w.+-])${SOCKET}${ARROW}${SOCKET}(?![\w:])`, "i");
/** Who came, by address and port, and where a proxy or a tunnel leads. */
const TO_URL = new RegExp(
  String.raw`(?<![\w.:/-])(${ADDRESS})["')\]>]{0,2} {0,2}(?:-{1,2}>|=>|→) {0,2}["'([<]{0,2}${ANY}`,
  "i",
);
/**
 * A proxy's client, and where it sends what he asked for: `A GET /x proxied to http://B/`, `forwarding request from A
 * to http://B/`.
 */
const HANDED = new RegExp(
  [
    String.raw`(?<![\w.:/-])(${ADDRESS})(?![\w/])[^:;|]{0,96}? (?:proxied|forwarded|relayed|routed|passed|dispatched|tunnel?led|piped|bridged|sent on)(?: on)? to (?:(?:upstream|backend|server|target|origin|node) )?["'([<]?${ANY}`,
    String.raw`(?<![a-z])(?:proxy|forward|relay|rout|pass|dispatch|tunnel|pip|bridg)(?:ing|ed|s|es|e)? (?:(?:an? |the )?(?:[a-z]{2,12} )?(?:request|connection|traffic|call|packet|message|session|stream)s? )?(?:from |of |for )?(?:client )?["'([<]?(?:[a-z]{2,8}:\/\/)?(${ADDRESS})["')\]>]? to (?:(?:upstream|backend|server|target|origin|node) )?["'([<]?${ANY}`,
    String.raw`(?<![\w.-])from (?:tcp|udp|tls|wss?)[46]?:\/\/(${ADDRESS}) to (?:tcp|udp|tls|wss?|https?)[46]?:\/\/(${ADDRESS})(?![\w.:])`,
  ].join("|"),
  "i",
);
const TO_HINT = "to ";
/** What is set up before anybody comes. */
const SET_UP =
  /(?<![a-z])(?:forward(?:s|ed|ing)?|listen(?:s|ing|er)?|serv(?:es|ing)|expos(?:es|ed|ing)|b(?:ind|inding|ound)|publish(?:ed|ing)?|started|configured|rules?|routes?)(?![a-z])/i;
const ARROWS = ["->", "=>", "→", "<-", "←"];

/** Two ends with an arrow between them of which one at least is a URL; null where none are. */
export function urlPair(text: string): Flow | null {
  if (!text.includes("://")) return null;
  const flow = (text.includes(TO_HINT) ? handedFlow(text) : null) ?? arrowFlow(text);
  const port = flow?.source?.port ?? null;
  if (flow === null || port === null || isClientPort(port)) return flow;
  return SET_UP.test(text) || isLoopback(flow.source?.ip ?? "") ? null : flow;
}

function handedFlow(text: string): Flow | null {
  const match = HANDED.exec(text);
  if (match === null) return null;
  const flow = flowOf(
    match,
    match.slice(1).filter((address) => address !== undefined),
  );
  // A verb of a proxy is none of a change.
  return flow !== null && match[0].startsWith("from ") ? withoutChange(text, flow) : flow;
}

function arrowFlow(text: string): Flow | null {
  if (!ARROWS.some((arrow) => text.includes(arrow))) return null;
  const sockets = SOCKETS.exec(text);
  if (sockets !== null) {
    const [, first = "", , reversed, second = ""] = sockets;
    const flow = flowOf(sockets, reversed === undefined ? [first, second] : [second, first]);
    return flow === null ? null : withoutChange(text, flow);
  }
  const called = TO_URL.exec(text);
  const flow = called === null ? null : flowOf(called, called.slice(1));
  return flow === null || flow.source?.port === null ? null : withoutChange(text, flow);
}

function flowOf(match: RegExpExecArray, addresses: readonly string[]): Flow | null {
  const place = { start: match.index, end: match.index + match[0].length };
  const [source, destination] = addresses.map((address) => endOf(address, place));
  if (!source || !destination || source.ip + source.port === destination.ip + destination.port) return null;
  return { source, destination, ...place };
}

function endOf(address: string, place: { start: number; end: number }): Endpoint | null {
  const end = wholeEndpoint(address);
  return end === null || isUnspecified(end.ip) ? null : { ...end, ...place };
}
