import { EXIM_DELIVERY } from "../formats/servers";
import type { Endpoint } from "./endpoints";
import type { Flow } from "./flow";

const PEER = " H=";
const PEER_BEFORE = / H=[\w.-]{1,255} (?:\([^()]{0,64}\) )?\[$/;
const OWN_BEFORE = / I=\[$/;
const MAX_BEFORE = 336;

/** Exim's `1abcde-000abc-AB => a@example.com R=r T=t H=mx.example.com [B]:25`: whom a mail server gave a message to. */
export function deliveredFlow(text: string, ends: readonly Endpoint[]): Flow | null {
  if (!text.includes(PEER) || !EXIM_DELIVERY.test(text)) return null;
  const behind = (form: RegExp) =>
    ends.find(({ start }) => form.test(text.slice(Math.max(0, start - MAX_BEFORE), start))) ?? null;
  const destination = behind(PEER_BEFORE);
  if (destination === null) return null;
  return { source: behind(OWN_BEFORE), destination, start: destination.start, end: destination.end };
}
