import { Hinted } from "../../values/hinted";

const WAY_HINT = new Hinted(/bound|coming|going|gress/i, "bound|coming|going|gress");
const WAY_WORD = /(?<![\w-])(inbound|outbound|incoming|outgoing|ingress|egress)(?![\w-])/gi;
/** `IN: BLOCK`. */
const WAY_LABEL = /(?<![\w-])(IN|OUT): (?=[A-Z])|(?:ed|t|y|k|p): (In|Out) (?=TCP|UDP|ICMP)|^@(in|out) (?=\d)/;
/** As a word before it says: `port 1/1/1, direction in`. */
const SPOKEN_WAY = /(?<![\w-])(?:direction|dir) (in|out)(?=[,;.)\]]|\s*$)/i;
/** By which way a connection came, behind its peer: `[A:p INC]`, `[A:p 42f4e9e3 OUT]`. */
const PEER_WAY = new Hinted(
  /\[\[?[\da-f.:]{3,45}\]?:\d{1,5}(?: [\da-f-]{8,36})? (?:(OUT(?:GOING|BOUND)?)|INC?|INCOMING|INBOUND)\] /,
  " in| out",
);
/** Between a rule and a length or a protocol, as the packet logs of hypervisors have it: `DROP 1003 IN 60 TCP`. */
export const WAY_MARK = /(\d{1,12}) (IN|OUT) (?:\d{1,5} (?=[A-Z])|(?=(?:TCP|UDP|ICMP|ICMPv6|PROTO) ))/;

/** From where to where, by which side of a firewall is whose: `out2in`, `wan-to-lan`, `external_to_internal`. */
const SIDES =
  /^(?:from[ _-])?(?:(out|outside|outer|ext|external|wan|internet|untrust|untrusted|public)|in|inside|inner|int|internal|lan|trust|trusted|local|private)[ _-]?(?:2|to|->|=>|>)[ _-]?(?:(out|outside|outer|ext|external|wan|internet|untrust|untrusted|public)|in|inside|inner|int|internal|lan|dmz|trust|trusted|local|private)$/i;
/** A logical port of OVN is a machine's, and what goes to it comes in. */
const LOGICAL_PORT = /^(from|to)-lport$/;
/**
 * A word for a way within others: `TRAFFIC_DIRECTION_INGRESS`, `InboundConnectionBlocked`, `Outbound (to internet)`.
 */
const WAY_WITHIN =
  /(?:(?<![A-Za-z])|(?<=[a-z])(?=[IOE]))(?:([Ii](?:nbound|ncoming|ngress)|INBOUND|INCOMING|INGRESS)|[Oo]ut(?:bound|going)|[Ee]gress|OUTBOUND|OUTGOING|EGRESS)(?![a-z])/g;
const MAX_WAY_TEXT = 48;

/** The way that a value tells by the sides of a firewall, or by one word for a way among others. */
export function wayIn(text: string): "in" | "out" | null {
  if (text.length < 5 || text.length > MAX_WAY_TEXT) return null;
  const sides = SIDES.exec(text);
  if (sides !== null)
    return (sides[1] === undefined) === (sides[2] === undefined)
      ? null
      : sides[2] === undefined
        ? "in"
        : "out";
  const port = LOGICAL_PORT.exec(text)?.[1];
  if (port !== undefined) return port === "to" ? "in" : "out";
  const ways = new Set([...text.matchAll(WAY_WITHIN)].map(([, incoming]) => incoming !== undefined));
  return ways.size === 1 ? (ways.has(true) ? "in" : "out") : null;
}

/** The way that the words of a text tell, where they tell one alone. */
export function directionOf(text: string): string | null {
  const words = WAY_HINT.test(text) ? text.matchAll(WAY_WORD) : [];
  const ways = new Set([...words].map(([, word = ""]) => word.toLowerCase().startsWith("in")));
  if (ways.size > 0) return ways.size > 1 ? null : ways.has(true) ? "in" : "out";
  if (text.includes("] ") && PEER_WAY.test(text))
    return PEER_WAY.exec(text)?.[1] === undefined ? "in" : "out";
  const label = text.includes(": ") || text.startsWith("@") ? WAY_LABEL.exec(text) : null;
  const word = label?.[1] ?? label?.[2] ?? label?.[3];
  const spoken = text.includes("dir") ? (SPOKEN_WAY.exec(text)?.[1] ?? word) : word;
  return (
    spoken?.toLowerCase() ?? (hasWayMark(text) ? (WAY_MARK.exec(text)?.[2]?.toLowerCase() ?? null) : null)
  );
}

/** Whether a text may have `WAY_MARK`. */
export function hasWayMark(text: string): boolean {
  return text.includes(" IN ") || text.includes(" OUT ");
}
