import { KNOWN_IF_NAME } from "../ends/interface-names";

/** An end with its port, which is no part of a path or a word. */
const END = String.raw`(?:(?:^|[^\w./:])(?:\d{1,3}\.){3}\d{1,3}|\])[:/#]\d{1,5}`;
const ARROW = "(?:-{1,2}>|=>|>|→)";
/** `192.0.2.1:50122@eth0 -> 203.0.113.5:443@wan`: by which interface an end is reached, behind its port. */
const MARKED = new RegExp(
  String.raw`(?<=${END})[@%/](?:${KNOWN_IF_NAME}|(?<=@)(wan|lan|dmz|inside|outside))(?![\w@.-])`,
  "gi",
);
/** `192.0.2.1:50122 via eth0 -> 203.0.113.5:443 via eth1`. */
const SPOKEN = new RegExp(
  String.raw`(${END}) (?:via|on|dev) ${KNOWN_IF_NAME}( ${ARROW} ?[\d.:a-f[\]#/]{7,56}) (?:via|on|dev) ${KNOWN_IF_NAME}(?![\w@.-])`,
  "i",
);

/** Ends behind which their interfaces stand with these in brackets, as others write them. */
export function withPlacedEnds(text: string): string {
  const hasArrow = text.includes(">") || text.includes("→");
  const mayBeMarked = text.includes("@") || text.includes("%") || (hasArrow && text.includes("/"));
  const marked = mayBeMarked ? text.replaceAll(MARKED, " ($1$2)") : text;
  const isSpoken = hasArrow && (text.includes(" via ") || text.includes(" on ") || text.includes(" dev "));
  return isSpoken ? marked.replace(SPOKEN, "$1 ($2)$3 ($4)") : marked;
}
