import type { Endpoint } from "./endpoints";
import type { Flow } from "./flow";
import { ANSWER_BEFORE } from "./single-source";
import { eventWeight, roleAt } from "./role-words";

/** What words and event together must weigh. */
const MIN_WEIGHT = 4;
const MIN_CLIENT_PORT = 1024;
/** What a web server logs of a request, behind or before the address of its client. */
export const REQUEST = /"(?:GET|POST|PUT|HEAD|DELETE|PATCH|OPTIONS|CONNECT) /;
/** A row of columns, and what stands before one of them. */
const ROW = /(?:[^,]*,){5}/;
const COLUMN_BEFORE = /(?:^|,)["' ]?$/;
/** `A: what it did`. */
const SUBJECT = /^[\])]?: [A-Za-z]/;
const CALL =
  /(?:^|[^a-z])(?:connect(?:s|ed|ing|ion)?|sessions?|tunnel|requests?|quer(?:y|ies)|dial(?:ing)?|tls|ssl|login|relay(?:ed|ing)?|forward(?:ed|ing)?|send(?:ing)?|sent|deliver(?:ed|y|ing)?)(?: (?:attempt|established|failed|refused|opened|closed|request|outbound|outgoing|from|[a-z]{2,12}))?(?: to|:| to (?:server|host|upstream|backend|relay|peer|remote|address|ip)) ?(?:[\w.-]{1,64})?["'([</]{0,2}$/i;
const MAX_BEFORE = 96;

/**
 * The end of a line in which nothing else is told than by the words around it: who did something, where the line is of
 * a login, a request, an attack and its like; or whom this host called.
 */
export function loneEnd(text: string, ends: readonly Endpoint[]): Flow | null {
  const whole = ends.map((end) => withoutColumn(text, end)).filter((end) => !end.isPrefix && !end.isLoose);
  const event = whole.length === 0 ? 0 : eventWeight(text);
  return event <= 0 ? null : (calledTarget(text, whole) ?? doer(text, whole, event));
}

/** The number behind a comma is a column of its own, not the port. */
function withoutColumn(text: string, end: Endpoint): Endpoint {
  const comma = end.isLoose ? text.slice(end.start, end.end).lastIndexOf(",") : -1;
  return comma === -1 ? end : { ...end, port: null, isLoose: false, end: end.start + comma };
}

function doer(text: string, ends: readonly Endpoint[], event: number): Flow | null {
  const isOne = new Set(ends.map(({ ip }) => ip)).size === 1;
  const isRequest = REQUEST.test(text);
  let best: { end: Endpoint; weight: number } | null = null;
  for (const [index, end] of ends.entries()) {
    const role = roleAt(text, end.start, end.end);
    const before = text.slice(Math.max(0, end.start - MAX_BEFORE), end.start);
    if (role.isTarget || role.isSetting || ANSWER_BEFORE.test(before)) continue;
    const port = end.port !== null && end.port >= MIN_CLIENT_PORT ? 1 : 0;
    const request = isRequest && index === 0 ? 3 : 0;
    const column = isOne && ROW.test(text) && COLUMN_BEFORE.test(before) ? 3 : 0;
    const subject = SUBJECT.test(text.slice(end.end, end.end + 4)) ? 2 : 0;
    const others = column + subject + port + request;
    const weight = role.source + (isOne ? event : event - 1) + others;
    if (weight >= MIN_WEIGHT && weight > (best?.weight ?? 0)) best = { end, weight };
  }
  if (best === null) return null;
  const { end } = best;
  return { source: end, destination: null, start: end.start, end: end.end };
}

/** `connect to host[A]:25`, `TCP connection to A:80 failed`. */
function calledTarget(text: string, ends: readonly Endpoint[]): Flow | null {
  const [destination] = ends;
  if (ends.length !== 1 || destination === undefined) return null;
  const before = text.slice(Math.max(0, destination.start - MAX_BEFORE), destination.start);
  if (!CALL.test(before)) return null;
  return { source: null, destination, start: destination.start, end: destination.end };
}
