import { EXIM_DELIVERY } from "../../formats/servers";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";

const PEER = " H=";
const PEER_BEFORE = / H=[\w.-]{1,255} (?:\([^()]{0,64}\) )?\[$/;
const OWN_BEFORE = / I=\[$/;
const MAX_BEFORE = 336;

/**
 * `Blocked SPAM, [A] [B] <sender> -> <recipient>`: what a filter decided of a mail from A, which B may have given to A.
 */
const FILTERED =
  /(?<![\w-])(?:Blocked|Passed) [A-Z][A-Z-]{2,24}(?: \([^()]{1,80}\))?(?: \{[\w,]{1,120}\})?, (?:[A-Z]{3,12} ){0,2}\[(?=[\da-f.:]{3,45}\])/;
const SENDER_BEHIND = /^\](?::\d{1,5})?(?: \[[\da-f.:]{3,45}\])? <[^<>]{0,255}> -> </;

/**
 * `mx.example.org[A] 1795254343-0a1b2c-Ab 1795254343 1795254344 RECV …`: a gateway's mail by its peer, its id, its
 * times, and what was done.
 */
const PASSED = /^(?:[\w.-]{1,255})?\[(?=[^\]]{3,45}\] 1\d{9}-[\w-]{8,64} 1\d{9} 1\d{9} (?:RECV|SCAN) )/;

/** Who brought a mail to a gateway that received or looked at it. */
export function passedMail(text: string, ends: readonly Endpoint[]): Flow | null {
  const at = PASSED.exec(text)?.[0].length;
  const source = at === undefined ? undefined : ends.find(({ start }) => start === at);
  return source === undefined ? null : { source, destination: null, start: source.start, end: source.end };
}

/** From whom came a mail that a filter passed or did not. */
export function filteredMail(text: string, ends: readonly Endpoint[]): Flow | null {
  const filtered = text.includes("> -> <") ? FILTERED.exec(text) : null;
  if (filtered === null) return null;
  const at = filtered.index + filtered[0].length;
  const source = ends.find(({ start }) => start === at);
  if (source === undefined || !SENDER_BEHIND.test(text.slice(at + text.slice(at).indexOf("]")))) return null;
  return { source, destination: null, start: source.start, end: source.end };
}

/** Exim's `1abcde-000abc-AB => a@example.com R=r T=t H=mx.example.com [B]:25`: whom a mail server gave a message to. */
export function deliveredFlow(text: string, ends: readonly Endpoint[]): Flow | null {
  if (!text.includes(PEER) || !EXIM_DELIVERY.test(text)) return null;
  const behind = (form: RegExp) =>
    ends.find(({ start }) => form.test(text.slice(Math.max(0, start - MAX_BEFORE), start))) ?? null;
  const destination = behind(PEER_BEFORE);
  if (destination === null) return null;
  return { source: behind(OWN_BEFORE), destination, start: destination.start, end: destination.end };
}
