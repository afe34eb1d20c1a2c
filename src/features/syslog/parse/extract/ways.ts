import { Hinted } from "../values/hinted";

const WAY_HINT = new Hinted(/bound|coming|going|gress/i, "bound|coming|going|gress");
const WAY_WORD = /(?<![\w-])(inbound|outbound|incoming|outgoing|ingress|egress)(?![\w-])/gi;
/** `IN: BLOCK`. */
const WAY_LABEL = /(?<![\w-])(IN|OUT): (?=[A-Z])|(?:ed|t|y|k|p): (In|Out) (?=TCP|UDP|ICMP)/;
/** Between a rule and a length, as the packet logs of hypervisors have it: `DROP 1003 IN 60 TCP`. */
export const WAY_MARK = /(\d{1,12}) (IN|OUT) \d{1,5} (?=[A-Z])/;

/** The way that the words of a text tell, where they tell one alone. */
export function directionOf(text: string): string | null {
  const words = WAY_HINT.test(text) ? text.matchAll(WAY_WORD) : [];
  const ways = new Set([...words].map(([, word = ""]) => word.toLowerCase().startsWith("in")));
  if (ways.size > 0) return ways.size > 1 ? null : ways.has(true) ? "in" : "out";
  const label = text.includes(": ") ? WAY_LABEL.exec(text) : null;
  const word = label?.[1] ?? label?.[2];
  return word?.toLowerCase() ?? (hasWayMark(text) ? (WAY_MARK.exec(text)?.[2]?.toLowerCase() ?? null) : null);
}

/** Whether a text may have `WAY_MARK`. */
export function hasWayMark(text: string): boolean {
  return text.includes(" IN ") || text.includes(" OUT ");
}
