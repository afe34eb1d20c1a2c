import type { Flow } from "../ends/flow";

const MAX_AROUND = 64;
/**
 * What this host called is lost or let go of, which no rule decided: `dropping connection to A`, `Connection to A
 * dropped`.
 */
const LETS_GO =
  /(?<![a-z])(?:dropp(?:ed|ing)|discard(?:ed|ing)) (?:(?:the|our|an?|idle|stale|old|dead|tcp|udp|tls|ssl|https?) ){0,2}(?:connection|session|link|tunnel|channel)s? (?:to|with) (?:(?:the )?[\w.-]{1,24} ){0,2}["'([<]{0,2}$/i;
const CALL_BEFORE =
  /(?<![a-z])(?:connection|session|link|tunnel|channel)s? (?:to|with) (?:(?:the )?[\w.-]{1,24} ){0,2}["'([<]{0,2}$/i;
const LOST_BEHIND =
  /^["')\]>]{0,2} (?:(?:was|is|has been|got|has) )?(?:unexpectedly )?dropped(?=[.,;:!(]|\s*$| (?:after|unexpectedly|while|during|and |due to (?:timeout|inactivity|an? error))| \()/i;
const RULED =
  /(?<![a-z])(?:polic(?:y|ies)|rules?|acls?|access[- ]lists?|firewall|filter(?:ed)?|fw|blocked|denied)(?![a-z])/i;

/** Whether a text says that a connection of this host, which alone is told, was dropped, and of no rule. */
export function isDroppedCall(text: string, { source, destination }: Flow): boolean {
  if (source !== null || destination === null) return false;
  const { start, end } = destination;
  const before = text.slice(Math.max(0, start - MAX_AROUND), start);
  const isLost = CALL_BEFORE.test(before) && LOST_BEHIND.test(text.slice(end, end + MAX_AROUND));
  return (isLost || LETS_GO.test(before)) && !RULED.test(text);
}
