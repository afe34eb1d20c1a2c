import { Hinted } from "../../values/hinted";
import { portNumber } from "../../values/field-text";
import { isClientOf, isClientPort } from "../../values/port-ranges";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { withoutChange } from "../ends/flow-parts";

const MAX_BEFORE = 40;
/** A port that stands alone behind its address. */
export const BARE_PORT_BEHIND = /^ (\d{1,5})(?![\w.:/-])/;
const SERVICE_BEHIND = /^:([a-z][a-z\d-]{1,15})(?![\w.:-])/i;
const CALLED_SOURCE = new Hinted(
  /(?:^|[^a-z])(?:source|src|from|attacker|initiator|(?:blocked|blocking|attacking|offending|infected|malicious) host)(?:[_ -]?(?:ip|addr|address))?\s?[:=]?\s?["'([]{0,2}$/i,
  "source|src|from|attacker|initiator|host",
);
const CALLED_DESTINATION = new Hinted(
  /(?:^|[^a-z])(?:destination|dest|dst)(?:[_ -]?(?:ip|addr|address))?\s?[:=]?\s?["'([]{0,2}$/i,
  "dest|dst",
);
/**
 * What a tunnel's connection is to reach, beside whom it is from: `connection with the goal of B, remote address: A`.
 */
const CALLED_GOAL = new Hinted(
  /(?<![a-z])(?:goal|target|destination|purpose|forward(?:ed|ing)? to|proxied to|tunnel(?:l?ed)? to)(?: (?:host|address|addr|service|server))?(?: of| is|:|=)? ?["'([]?$/i,
  "goal|target|destination|purpose|forward|proxied to|tunnel",
);
/** Of two peers the other began, unless this one sends. */
const CALLED_REMOTE =
  /\bR:?\/$|(?:^|[\s([{,;|])R[:=]? $|(?:^|[^a-z])(?:remote|peer|rmt|foreign|their)(?: (?:ip|addr|address|host|peer|gateway|endpoint|socket|end|side))?(?:,service is)?(?:[ =:/]|(?<=endpoint|socket|end|side): )["'([/]?(?:ipv[46]:)?$/i;
const CALLED_LOCAL =
  /\bL:?\/$|(?:^|[\s([{,;|])L[:=]? $|(?:^|[^a-z])(?:local|lcl|self|own|our)(?: (?:ip|addr|address|host|gateway|endpoint|socket|end|side))?(?:,service is)?(?:[ =:/]|(?<=endpoint|socket|end|side): )["'([/]?(?:ipv[46]:)?$/i;
/** Of two that stand in for each other neither began. */
const STANDS_IN = /\b(?:standby|failover|became|takeover|split[- ]brain)\b/i;
const SENDS = /(?:^|[^a-z])(?:sen[dt](?:ing|s)?|initiat(?:ing|e|ed)|outgoing|outbound)(?:$|[^a-z])/i;

/** Whoever is not here began. */
const CAME = /(?:^|[^a-z])(?:incoming|inbound|accept(?:ed|ing|s)?)(?:$|[^a-z])/i;
/** Whoever is here began. */
const GOES_OUT =
  /(?:^|[^a-z])(?:outgoing|outbound) (?:[a-z]{2,8} )?(?:connections?|packets?|traffic|sessions?|requests?)/i;

/** A form that stands before an end in a whole text. */
type Word = { test: (before: string, text: string) => boolean };

/** `Source A … Destination B`, whatever stands between. */
export function spokenPair(text: string, ends: readonly Endpoint[]): Flow | null {
  const called = (word: Word) =>
    ends.find(
      ({ start, isPrefix }) =>
        !isPrefix && word.test(text.slice(Math.max(0, start - MAX_BEFORE), start), text),
    );
  const [first] = ends;
  // A server begins with its client what it says of it.
  const subject = first !== undefined && first.start <= 1 && !first.isPrefix ? first : undefined;
  const marked = called(CALLED_REMOTE) ?? subject;
  const local = marked === undefined && !mayBeLone(ends) ? undefined : called(CALLED_LOCAL);
  const remote = marked ?? otherEnd(ends, local);
  const areSided = remote !== undefined && local !== undefined;
  const hasCalled =
    areSided &&
    !CAME.test(text) &&
    (isClientOf(local.port, remote.port) || (isClientPort(local.port) && hasService(text, remote)));
  // To a port that clients have nobody comes, whoever called.
  const isOpen =
    areSided && !hasCalled && !CAME.test(text) && remote.port === null && isClientPort(local.port);
  const isSided = areSided && !hasCalled && !isOpen && !SENDS.test(text) && !STANDS_IN.test(text);
  const isCall = areSided && (hasCalled || GOES_OUT.test(text));
  const goal = areSided ? undefined : called(CALLED_GOAL);
  const source = isSided ? remote : isCall ? local : (called(CALLED_SOURCE) ?? (goal && remote));
  const destination = isSided
    ? local
    : isCall
      ? remote
      : source === undefined
        ? undefined
        : (called(CALLED_DESTINATION) ?? goal);
  if (source === undefined || destination === undefined || source.isLoose || destination.isLoose) return null;
  if (source === destination) return null;
  const flow = {
    source: withBarePort(text, source),
    destination: withBarePort(text, destination),
    start: Math.min(source.start, destination.start),
    end: Math.max(source.end, destination.end),
  };
  return marked === undefined && areSided ? withoutChange(text, flow) : flow;
}

/** Whether the ports of two ends tell which of them is a client's. */
function mayBeLone([first, second, third]: readonly Endpoint[]): boolean {
  if (first === undefined || second === undefined || third !== undefined) return false;
  return isClientOf(first.port, second.port) || isClientOf(second.port, first.port);
}

/** Of two ends the one that is not this host's. */
function otherEnd([first, second]: readonly Endpoint[], local: Endpoint | undefined): Endpoint | undefined {
  if (local === undefined) return undefined;
  return first === local ? second : first;
}

/** Whether a service's name stands for the port of an end: `A:www`. */
function hasService(text: string, { end, port }: Endpoint): boolean {
  return port === null && text.charAt(end) === ":" && SERVICE_BEHIND.test(text.slice(end, end + MAX_BEFORE));
}

/** `SRC A p DST B q`. */
function withBarePort(text: string, end: Endpoint): Endpoint {
  if (end.port !== null) return end;
  const behind = BARE_PORT_BEHIND.exec(text.slice(end.end, end.end + MAX_BEFORE));
  return behind === null ? end : { ...end, port: portNumber(behind[1] ?? "") };
}
