import { isUnspecified } from "../../values/ip-address";
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
/** What is set up before anybody comes. */
const SET_UP =
  /(?<![a-z])(?:forward(?:s|ed|ing)?|listen(?:s|ing|er)?|serv(?:es|ing)|expos(?:es|ed|ing)|b(?:ind|inding|ound)|publish(?:ed|ing)?|started|configured|rules?|routes?)(?![a-z])/i;
const LOOPBACK = /^(?:127\.|::1$)/;
const ARROWS = ["->", "=>", "→", "<-", "←"];

/** Two ends with an arrow between them of which one at least is a URL; null where none are. */
export function urlPair(text: string): Flow | null {
  if (!text.includes("://") || !ARROWS.some((arrow) => text.includes(arrow))) return null;
  const sockets = SOCKETS.exec(text);
  if (sockets !== null) {
    const [whole, first, , reversed, second] = sockets;
    const place = { start: sockets.index, end: sockets.index + whole.length };
    return reversed === undefined
      ? flowOf(text, [first, second], place)
      : flowOf(text, [second, first], place);
  }
  const called = TO_URL.exec(text);
  if (called === null || (wholeEndpoint(called[1] ?? "")?.port ?? null) === null) return null;
  const place = { start: called.index, end: called.index + called[0].length };
  return flowOf(text, [called[1], called[2]], place);
}

function flowOf(
  text: string,
  addresses: readonly [string | undefined, string | undefined],
  place: { start: number; end: number },
): Flow | null {
  const [source, destination] = addresses.map((address = "") => endOf(address, place));
  if (!source || !destination || source.ip + source.port === destination.ip + destination.port) return null;
  const mayListen = !isClientPort(source.port) && (SET_UP.test(text) || LOOPBACK.test(source.ip));
  return mayListen ? null : withoutChange(text, { source, destination, ...place });
}

function endOf(address: string, place: { start: number; end: number }): Endpoint | null {
  const end = wholeEndpoint(address);
  return end === null || isUnspecified(end.ip) ? null : { ...end, ...place };
}
