import { portNumber } from "../../values/field-text";
import { rowEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { transportName } from "../ends/transport";

const END = String.raw`(?:[^\s@]{1,64}@)?([\w.:-]{1,253})\.(\d{1,5})`;
const COUNTS = String.raw`(?:\d{1,15}(?:, \d{1,15})? -> )?`;
/**
 * What a SOCKS server did, by which of its rules, for which client, who came to which of its ends, and from which of
 * these it
 * went to whom: `pass(1): tcp/connect [: bob@A.p B.q -> C.r D.s`, with the octets between them where it is over.
 */
const SOCKS = new RegExp(
  String.raw`(?:^|: )(?:pass|block)\((\d{1,6})\): (tcp|udp)\/[a-z]{3,16} [[\]]: ${COUNTS}${END} ${END}(?: -> ${COUNTS}${END} ${END})?(?=[\s:,]|$)`,
);

/** The client of a SOCKS server and whom it called, else the server's own end. */
export function socksRow(text: string): Flow | null {
  const match = text.includes("): tcp/") || text.includes("): udp/") ? SOCKS.exec(text) : null;
  if (match === null) return null;
  const [row, rule = "", protocol = "", client = "", clientPort, own = "", ownPort, , , called, calledPort] =
    match;
  const place = {
    start: text.indexOf(" ", match.index + row.indexOf("): ") + 3) + 1,
    end: match.index + row.length,
  };
  const source = rowEndpoint(client, clientPort, place);
  const destination = rowEndpoint(called ?? own, calledPort ?? ownPort, place);
  if (source === null) return null;
  const askedPort = portNumber(calledPort ?? ownPort ?? "") || null;
  return { source, destination, ...place, askedPort, protocol: transportName(protocol), rule };
}
