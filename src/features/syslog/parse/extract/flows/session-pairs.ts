import { isUnspecified } from "../../values/ip-address";
import { FIRST_USER_PORT } from "../../values/port-ranges";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { INNER } from "./spoken-translation";

/** Between the ends of one session. */
const SESSION = /^["')\]]? ?(?:<-{1,3}>|<=>|-{1,2}>|=>|→|↔) ?["'([]?$/;
/** Before what is answered. */
const REPLY =
  /^["')\]]?[,;|]? ?[([{]?(?:reply|repl|reverse|rev|return|response)(?:[ :=]{1,2}| tuple[ :=]{1,2}) ?["'([{]?$/i;
const TO = /^ ?(?:-{1,2}>|=>|→) ?$/;
const FROM = /^ ?(?:<-{1,2}|<=|←) ?$/;

/**
 * Two sessions of a translation that have an end in common: `A:p<->B:q, B:q<->N:r` and `A:p->B:q, N:r->B:q`, where A is
 * seen as N, and `A:p->N:r, N:r->B:q`. The `ends` are those of a line about a translation.
 */
export function sharedEnd(text: string, ends: readonly Endpoint[]): Flow | null {
  const [source, destination, third, fourth, fifth] = ends;
  if (source === undefined || destination === undefined || third === undefined) return null;
  if (fourth === undefined || fifth !== undefined || ends.some(({ port }) => port === null)) return null;
  const arePairs =
    SESSION.test(text.slice(source.end, destination.start)) &&
    SESSION.test(text.slice(third.end, fourth.start));
  if (!arePairs || !INNER.test(source.ip)) return null;
  const place = { start: source.start, end: fourth.end };
  if (isSame(third, destination) && isAsked(third, fourth))
    return seenAs(destination, { source, destination: fourth, ...place });
  if (isSame(third, destination) && isAsked(fourth, third))
    return seenAs(fourth, { source, destination, ...place });
  return isSame(fourth, destination) ? seenAs(third, { source, destination, ...place }) : null;
}

function seenAs(translated: Endpoint, flow: Flow): Flow | null {
  return INNER.test(translated.ip) ? null : { ...flow, translated };
}

/** `A:p/N:q -> B:r`, where A is seen as N, and `A:p/N:q <- B:r`, where A answers for N; `0.0.0.0` is no translation. */
export function slashedPair(text: string, ends: readonly Endpoint[]): Flow | null {
  const [inner, outer, other, fourth] = ends;
  if (inner === undefined || outer === undefined || other === undefined || fourth !== undefined) return null;
  if (text.slice(inner.end, outer.start) !== "/" || ends.some(({ port }) => port === null)) return null;
  const [between, place] = [text.slice(outer.end, other.start), { start: inner.start, end: other.end }];
  const isNobody = isUnspecified(outer.ip);
  const isTranslated = !isNobody && INNER.test(inner.ip) && !INNER.test(outer.ip);
  if (!isNobody && !isTranslated) return null;
  if (TO.test(between))
    return { source: inner, destination: other, ...(isNobody ? {} : { translated: outer }), ...place };
  if (!FROM.test(between)) return null;
  return isNobody
    ? { source: other, destination: inner, ...place }
    : { source: other, destination: outer, answering: inner, ...place };
}

/** `orig A:p B:q reply B:q N:r`: what is asked, and what is answered, which tells how either end was translated. */
export function repliedFlow(text: string, ends: readonly Endpoint[]): Flow | null {
  const [source, destination, from, to, fifth] = ends;
  if (source === undefined || destination === undefined || from === undefined) return null;
  if (to === undefined || fifth !== undefined || ends.some(({ port }) => port === null)) return null;
  if (!REPLY.test(text.slice(destination.end, from.start))) return null;
  if (![text.slice(source.end, destination.start), text.slice(from.end, to.start)].every(isBeside))
    return null;
  const [isSource, isDestination] = [isSame(to, source), isSame(from, destination)];
  if (!isSource && !isDestination) return null;
  return {
    source,
    destination,
    ...(isSource ? {} : { translated: to }),
    ...(isDestination ? {} : { answering: from }),
    start: source.start,
    end: to.end,
  };
}

function isBeside(between: string): boolean {
  return between === " " || SESSION.test(between);
}

/** Whether two ends are the same address and port. */
export function isSame(left: Endpoint, right: Endpoint): boolean {
  return left.ip === right.ip && left.port === right.port;
}

/** Of two ends the second alone has a port of the system's. */
export function isAsked({ port: other }: Endpoint, { port }: Endpoint): boolean {
  return port !== null && other !== null && port < FIRST_USER_PORT && other >= FIRST_USER_PORT;
}
