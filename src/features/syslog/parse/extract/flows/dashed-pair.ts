import { rowEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";

const ADDRESS = String.raw`((?:\d{1,3}\.){3}\d{1,3})`;
/**
 * A connection by which way it was made, its own end and its peer's without ports: `outgoing-7 A-B, closing
 * connection`,
 * `incoming session A-B lost`. Without a way two addresses and a dash are a range.
 */
const DASHED = new RegExp(
  String.raw`\b(?:(outgoing|outbound)|incoming|inbound)(?:[-_ #](?:\d{1,9}|connection|session|peer|neighbou?r)){1,2}:? ${ADDRESS}-${ADDRESS}(?![\w-]|\.\d)`,
  "i",
);
const WAY = /going|coming|bound/;
const RANGE = /(?<![a-z])(?:ranges?|pools?|subnets?|networks?|from)(?![a-z])/i;

/** The ends of a connection whose way is told in front of both, this host's first; null where a text has none. */
export function dashedPair(text: string): Flow | null {
  const match = WAY.test(text) ? DASHED.exec(text) : null;
  if (match === null || RANGE.test(text)) return null;
  const [row, out, own, other] = match;
  const start = match.index + row.search(/[\d.]{7,15}-/);
  const place = { start, end: match.index + row.length };
  const [near, far] = [rowEndpoint(own, "", place), rowEndpoint(other, "", place)];
  if (near === null || far === null || near.ip === far.ip) return null;
  return out === undefined
    ? { source: far, destination: near, ...place }
    : { source: near, destination: far, ...place };
}
