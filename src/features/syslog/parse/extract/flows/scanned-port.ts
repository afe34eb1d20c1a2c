import { rowEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";

const ADDRESS = String.raw`\[?((?:\d{1,3}\.){3}\d{1,3}|[\da-f]{1,4}:[\da-f:]{2,36})(?![\w:]|\.\d)\]?`;
const STATE = "(?:open|closed|filtered|unfiltered|open\\|filtered)";
/** `Discovered open port 443/tcp on A`, `port 443/tcp is open on A`, `tcp port 443 on A is closed`. */
const SPOKEN = new RegExp(
  String.raw`(?<![\w-])(?:(?:discovered|found|detected|scanned):? (?:an? )?${STATE} (?:(tcp|udp|sctp) )?port:? (\d{1,5})(?:/(tcp|udp|sctp))?|(?:(tcp|udp|sctp) )?port (\d{1,5})(?:/(tcp|udp|sctp))?,? (?:is|was|seems|appears) ${STATE}) (?:on|at) (?:(?:host|target|ip) )?${ADDRESS}`,
  "i",
);
/** A list's row: `open tcp 443 A 1795258199`. */
const LISTED = new RegExp(String.raw`^(?:open|closed) (tcp|udp|sctp) (\d{1,5}) ${ADDRESS} 1\d{9}$`, "i");
/** A line that is made to be searched: `Host: A (web) Ports: 443/open/tcp//https///`. */
const PORT_LIST = new RegExp(
  String.raw`(?:^|\s)Host: ${ADDRESS} \([^()]{0,253}\)\s{1,4}Ports: (\d{1,5})/${STATE}/(tcp|udp|sctp)/[^,]{0,200}(,)?`,
  "i",
);
/** `Nmap scan report for www (A)`, `Scanning A [1000 ports]`. */
const REPORT = new RegExp(
  String.raw`(?:(?<![\w-])scan report (?:for|of) |(?:^|[:\]] )(?:(?:re)?scanning|initiating [\w ]{2,32} (?:scan|probe) (?:at|of|on|against)) )(?:(?:host|target|ip|address) )?(?:[\w.-]{1,128} \()?${ADDRESS}(?!/\d)`,
  "i",
);
const HINTS = ["port", "open ", "Port", "closed ", "can ", "canning "];

/** Whom a scanner found to have a port open, or closed; null where a text tells of none. */
export function scannedPort(text: string): Flow | null {
  if (!HINTS.some((hint) => text.includes(hint))) return null;
  const spoken = SPOKEN.exec(text);
  if (spoken !== null) {
    const [, first, port, second, third, other, fourth, address] = spoken;
    return flowOf(spoken, { address, port: port ?? other, protocol: first ?? second ?? third ?? fourth });
  }
  const listed = LISTED.exec(text);
  if (listed !== null) {
    const [, protocol, port, address] = listed;
    return flowOf(listed, { address, port, protocol });
  }
  const report = REPORT.exec(text);
  if (report !== null) return flowOf(report, { address: report[1] });
  const list = text.includes("Ports: ") ? PORT_LIST.exec(text) : null;
  if (list === null) return null;
  const [, address, port, protocol, more] = list;
  return flowOf(list, more === undefined ? { address, port, protocol } : { address });
}

type Found = { address: string | undefined; port?: string | undefined; protocol?: string | undefined };

function flowOf(match: RegExpExecArray, { address, port, protocol }: Found): Flow | null {
  const place = { start: match.index, end: match.index + match[0].length };
  const destination = rowEndpoint(address, port, place);
  if (destination === null) return null;
  return { source: null, destination, ...place, protocol: protocol?.toLowerCase() ?? null };
}
