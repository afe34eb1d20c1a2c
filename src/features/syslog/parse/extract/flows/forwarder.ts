import { Hinted } from "../../values/hinted";
import { isClientPort } from "../../values/port-ranges";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";

/** What a program does with whatever comes to a socket of its own. */
const FORWARDS = new Hinted(
  /(?<![a-z])(?:prox(?:ying|ies)|forwarding|redirecting|tunnell?ing|publishing|exposing|listen(?:ing|s)?(?: on)?|listener|port[- ]?forward) (?:(?:from|local|port|tcp|udp|http|traffic|address|socket)[: ]{1,2}){0,2}["'([]?$/i,
  "roxying|roxies|orward|edirecting|unnel|ublishing|xposing|isten",
);
const MAX_BEFORE = 40;
const ONWARDS =
  /^["')\]]? ?(?:->|=>|-->|→|,? ?(?:and )?(?:forward(?:ing|ed|s)? |prox(?:ying|ied|ies) |redirect(?:ing|ed|s)? |relay(?:ing|ed|s)? )?to) (?:(?:remote|target|backend|upstream|host|server) )?["'([]?$/i;

/**
 * `Proxying 127.0.0.1:8080 -> B:q`, `listening on A:8080, forwarding to B:q`: whom a program hands on what comes to its
 * own socket,
 * where that has no client's port.
 */
export function forwarderFlow(text: string, ends: readonly Endpoint[]): Flow | null {
  const [own, target, third] = ends;
  if (own === undefined || target === undefined || third !== undefined) return null;
  if (own.port === null || target.port === null || isClientPort(own.port)) return null;
  if (!ONWARDS.test(text.slice(own.end, target.start))) return null;
  return FORWARDS.test(text.slice(Math.max(0, own.start - MAX_BEFORE), own.start))
    ? destinationFlow(target)
    : null;
}
