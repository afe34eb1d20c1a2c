import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { Hinted } from "../../values/hinted";
import { KNOWN_IF_NAME } from "../ends/interface-names";

/** Two interfaces, of which one may be missing. */
export type Places = { incoming: string | undefined; outgoing: string | undefined };

/** `in-interface gi1/0/1`, `ingress interface: port3`, `src_if=wan1`. */
const LABEL = (ways: string) =>
  new RegExp(
    String.raw`(?<![a-z\d])(?:${ways})[ _-]?(?:interface|iface|intf|ifc|nic|if|port)(?:[ _-]?name)?(?:(?: ?[=:] ?["'[]?)([a-z][\w.:/-]{1,31})| ["'[]?(?:is )?([a-z][a-z_-]{0,20}\d[\w.:/-]{0,20}|\d{1,2}(?:/\d{1,3}){1,3}(?![\w./])|(?:wan|lan|dmz|inside|outside|trust|untrust)(?![\w-])))`,
    "i",
  );
const LABELLED_IN = LABEL("i(?=if)|in|input|ingress|inbound|incoming|arrival|rcv|recv|rx");
const LABELLED_OUT = LABEL("o(?=if)|out|output|egress|outbound|outgoing|tx");
const MAY_BE_LABELLED = /[io]if|(?:in|gress|bound|ing|al|r?cv|rx|put|tx)[ _-]?(?:i|nic|port)/i;
/** The nouns of a label. */
const NOUN = new Hinted(/if|int[ef]|nic|port/i, "if|inte|intf|nic|port");
/** `intf PKT0_V4`, `ifc ethernet0/1`: a name with a number; `dev wan0`. */
const SHORT_LABEL = new RegExp(
  String.raw`(?<![\w-])(?:(?:intf|ifc|iface|nic|netif|phy)[ =:]{1,2}["'[]?([a-z][a-z_-]{0,15}\d[\w./:-]{0,20})|on (?:ifc|iface|intf) (\d{1,6})(?![\w./])|\(zone [^,()]{1,32}, int(?:erface)? ([\w./:-]{2,32})\)|(?:dev|recv|rx|int)[ =:]{1,2}${KNOWN_IF_NAME.replace("(?:", "(?:if|")})`,
  "i",
);
/** `ifc lan5 A to ifc wan1 B`. */
const SHORT_PAIR =
  /(?<![\w-])(?:intf|ifc|iface|nic)[ =:]["'[]?([a-z][a-z_-]{0,15}\d[\w./:-]{0,20}).{1,64}?(?: to|->|=>|→) ?(?:intf|ifc|iface|nic)[ =:]["'[]?([a-z][a-z_-]{0,15}\d[\w./:-]{0,20})/i;
const SHORT_HINT = new Hinted(
  /intf|ifc|iface|nic|netif|phy|(?:dev|recv|rx|int)[ =:]/i,
  "intf|ifc|iface|nic|netif|phy|dev|recv|rx|int",
);
const NAMED_PLACE = String.raw`(?:the )?(?:interface |port )?(?:${KNOWN_IF_NAME}|(WAN|LAN|DMZ|OPT|outside|inside)(?![\w/-]))`;
/** Where a packet came in, as people say it. */
const ENTERED = new RegExp(
  String.raw`(?<![\w-])(?:(?:enter(?:ed|ing|s)?|arriv(?:ed|ing|es)|received|incoming|came in|coming in|seen) (?:on|via|at|through|by)|(?:via|on|at|through) ingress) ${NAMED_PLACE}`,
  "i",
);
const ENTERED_HINT = new Hinted(
  /(?:(?:enter|arriv)\w{0,3}|received|incoming|came in|coming in|seen) (?:on|via|at|thr|by)|ingress /i,
  "enter|arriv|received|incoming|came in|coming in|seen|ingress",
);
/** A name that nothing else tells to be one of an interface: `entered through s1p1`. */
const ENTERED_NAME =
  /(?<![\w-])enter(?:ed|ing|s)? (?:on|via|through) (?:the )?(?:interface |port )?(?!(?:vty|tty|host|server|srv|node|pc|ws|vm|web|db|app|slot|unit|rule|line|mode|state|phase|stage|level|step|proxy|gateway|site|zone|tcp|udp|ipv?)\W?\d)([a-z][a-z_-]{0,15}\d[\w./:-]{0,20})/i;
/** Where it went out. */
const LEFT = new RegExp(
  String.raw`(?<![\w-])(?:(?:leav(?:es|ing)|left|exit(?:ed|ing|s)?|outgoing|sent out|going out|goes out|forwarded out) (?:on|via|at|through|by)|(?:via|on|at|through) egress|next[- ]?hop [\da-f.:]{3,39},? (?:via|dev|on|over)|(?:routed|forwarded|sent) via) ${NAMED_PLACE}`,
  "i",
);
const LEFT_HINT = new Hinted(
  /leaving|leaves|left|exit|outgoing|out (?:on|via|at|thr|by)|egress |next[- ]?hop |(?:routed|forwarded|sent) via/i,
  "leaving|leaves|left|exit|outgoing|out |egress|next hop|next-hop|nexthop|routed via|forwarded via|sent via",
);
/** `wan1->lan1`, `[wan1 -> lan1]`, `from wan1 to lan1`. */
const FROM_TO = new RegExp(
  String.raw`(?<![\w.:/-])${KNOWN_IF_NAME.replace("{0,20}", "{0,20}?")}(?: ?(?:->|=>|-->|→|>) ?| to )${KNOWN_IF_NAME}(?![\w./:])`,
  "i",
);
const ARROW = /\d(?: ?(?:-?->|=>|→|>) ?| to )[a-z]/i;
/** Beside an end: `A:p (wan1)`, `wan1 A:p`, and a column. */
const BEHIND = new RegExp(
  String.raw`^(?: \((?:tcp|udp)\))?(?: (?:in|of) (?:the )?zone [\w-]{1,24})? ?[([{](?:(?:port|interface|iface|intf|ifc|if|dev|via|on) )?${KNOWN_IF_NAME}[)\]}]`,
  "i",
);
const BEFORE = new RegExp(String.raw`(?:^|[\s([])(?:${KNOWN_IF_NAME}|(inside|outside))[ ]["'([]?$`, "i");
const COLUMN_BEFORE = new RegExp(
  String.raw`(?:^|[,;|\t] ?)"?${KNOWN_IF_NAME}"?[,;|\t] ?(?:"?(?:tcp|udp|icmp|6|17|1)"?[,;|\t] ?)?"?$`,
  "i",
);
/** `A(p) -> B(q), eth0, 3 packets`. */
const PART_BEHIND = new RegExp(String.raw`^, ${KNOWN_IF_NAME}(?=[,;]|$)`, "i");
const MAX_BESIDE = 64;

/** The interfaces that a label or a word of the way names, or that stand in a pair. */
export function labelledPlaces(text: string): Places | null {
  const mayBe = NOUN.test(text) && MAY_BE_LABELLED.test(text);
  const incoming = mayBe ? nameIn(LABELLED_IN, text) : undefined;
  const outgoing = mayBe ? nameIn(LABELLED_OUT, text) : undefined;
  if (incoming !== undefined || outgoing !== undefined) return { incoming, outgoing };
  const mayLead = text.includes(">") || text.includes(" to ") || text.includes("→");
  const pair = mayLead && ARROW.test(text) ? FROM_TO.exec(text) : null;
  if (pair !== null) return { incoming: pair[1], outgoing: pair[2] };
  return wordedPlaces(text);
}

/** The interfaces that a short label or what the packet did tells. */
function wordedPlaces(text: string): Places | null {
  const short = SHORT_HINT.test(text) ? SHORT_LABEL.exec(text) : null;
  const both = short === null ? null : SHORT_PAIR.exec(text);
  if (both !== null) return { incoming: both[1], outgoing: both[2] };
  const left = LEFT_HINT.test(text) ? LEFT.exec(text) : null;
  const outgoing = left?.[1] ?? left?.[2];
  if (short !== null) {
    const incoming = short[1] ?? short[2] ?? short[3] ?? short[4];
    // `next-hop A dev eth0` names the way out.
    return { incoming: incoming === outgoing ? undefined : incoming, outgoing };
  }
  const entered = ENTERED_HINT.test(text) ? (ENTERED.exec(text) ?? ENTERED_NAME.exec(text)) : null;
  if (entered === null && left === null) return null;
  return { incoming: entered?.[1] ?? entered?.[2], outgoing };
}

/** The interfaces beside the two ends of a flow. */
export function placesAround(text: string, { source, destination, end }: Flow): Places | null {
  if (source === null || destination === null) return null;
  const [behindSource, behindDestination] = [nameBehind(text, source), nameBehind(text, destination)];
  if (behindSource !== undefined) return { incoming: behindSource, outgoing: behindDestination };
  const [beforeSource, beforeDestination] = [nameBefore(text, source), nameBefore(text, destination)];
  if (beforeSource !== undefined && beforeDestination !== undefined)
    return { incoming: beforeSource, outgoing: beforeDestination };
  const part = PART_BEHIND.exec(text.slice(end, end + MAX_BESIDE))?.[1];
  if (part !== undefined) return { incoming: part, outgoing: undefined };
  const column = columnBefore(text, { source });
  return column === undefined ? null : { incoming: column, outgoing: undefined };
}

/** The interface in the column before that of the source. */
export function columnBefore(text: string, { source }: Pick<Flow, "source">): string | undefined {
  return source === null ? undefined : COLUMN_BEFORE.exec(headOf(text, source))?.[1];
}

function nameIn(label: RegExp, text: string): string | undefined {
  const match = label.exec(text);
  return match?.[1] ?? match?.[2];
}

function nameBehind(text: string, { end }: Endpoint): string | undefined {
  return BEHIND.exec(text.slice(end, end + MAX_BESIDE))?.[1];
}

function nameBefore(text: string, end: Endpoint): string | undefined {
  const match = BEFORE.exec(headOf(text, end));
  return match?.[1] ?? match?.[2];
}

function headOf(text: string, { start }: Endpoint): string {
  return text.slice(Math.max(0, start - MAX_BESIDE), start);
}
