import type { ParsedMessage } from "../line";
import { portNumber } from "../values/field-text";
import { MAX_SEARCH_LENGTH } from "../values/phrases";
import { findEndpoints } from "./endpoints";
import { sourceFlow } from "./single-source";

/** This host. */
const LOOPBACK = /^(?:127\.|::1$)/;
const FROM_BEFORE = /(?:^|[^a-z])from ["'([]?$/i;
const MAX_FROM = 8;
const CONNECTED_FROM = /\bconnection from $/i;
/** Of a switch's places, which are called ports as well. */
const MAX_SWITCH_PORTS = 64;

/** `Closed connection to db1.example.com port 5432`, `session to db1.example.com:5432`: the port of whom a name tells. */
const NAMED_TARGET =
  /\b(?:connect(?:ion|ed|ing)?|session|tunnel|access) to (?:(?:the )?(?:host|server) )?["']?[A-Za-z][\w-]{0,62}(?:\.[\w-]{1,63}){1,8}["']?(?:,? (?:on |at )?(?:tcp |udp )?port |:)(\d{1,5})(?![\d.])/i;

/** The port of a site that a text calls by its name as what was gone to; null where it tells none. */
export function namedTargetPort(text: string): number | null {
  return portNumber(NAMED_TARGET.exec(text)?.[1] ?? "") || null;
}

/** Of what a program of this host tells another, the one who came from elsewhere. */
export function takeFarPeer(body: string, message: ParsedMessage): void {
  if (message.srcIp === null || !LOOPBACK.test(message.srcIp)) return;
  const text = body.slice(0, MAX_SEARCH_LENGTH);
  const far = findEndpoints(text).filter(
    ({ ip, start, isPrefix, isLoose }) =>
      !(isPrefix || isLoose || LOOPBACK.test(ip)) &&
      FROM_BEFORE.test(text.slice(Math.max(0, start - MAX_FROM), start)),
  );
  const [peer, other] = far;
  if (peer !== undefined && other === undefined) [message.srcIp, message.srcPort] = [peer.ip, peer.port];
}

/** The port that stands in words or as Python has it behind a server's peer. */
export function takePort(body: string, message: ParsedMessage): void {
  const ends = findEndpoints(body.slice(0, MAX_SEARCH_LENGTH));
  const peer = ends.find(({ ip, isPrefix, isLoose }) => ip === message.srcIp && !isPrefix && !isLoose);
  message.srcPort = peer?.port || null;
}

/**
 * The port that was asked for where a server's peer has one of its own, too, `Connection from A:p to port q`; else only
 * where a connection came to one that is none of a switch.
 */
export function askedPort(body: string, message: ParsedMessage): number | null {
  const text = body.slice(0, MAX_SEARCH_LENGTH);
  const peer = findEndpoints(text).find(({ ip, port }) => ip === message.srcIp && port === message.srcPort);
  const asked = peer === undefined ? null : (sourceFlow(text, peer).askedPort ?? null);
  if (asked === null && peer !== undefined) return namedTargetPort(text);
  if (peer === undefined || asked === null || peer.port !== null) return asked;
  return asked > MAX_SWITCH_PORTS && CONNECTED_FROM.test(text.slice(0, peer.start)) ? asked : null;
}
