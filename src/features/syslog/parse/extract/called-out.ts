import { Hinted } from "../values/hinted";
import type { Endpoint } from "./endpoints";
import type { Flow } from "./flow";
import { destinationFlow } from "./flow-parts";

/** The function that a program connects by, in front of what it says: `s_connect: connected A:p`, `connect_blocking: connecting A:p`. */
const CALLED_OUT = new Hinted(
  /(?<![\w.-])(?:(?:s|do|tcp|udp|sock|socket|net|ssl|tls|bio|try|start|open|async|remote|upstream|backend|outbound|outgoing)_connect|connect_(?:blocking|nonblocking|remote|upstream|backend|server|host|socket|tcp|once))(?:\(\))?: (?:connect(?:ed|ing)?|reconnect(?:ed|ing)|trying)(?: to)?:? ["'([]?(?=\d{1,3}\.|[\da-f]{0,4}:)/i,
  "_connect|connect_",
);

/** Whom a program called, told by the name of the function that connects; null where its port is not told. */
export function calledOut(text: string, end: Endpoint): Flow | null {
  if (end.port === null || end.isPrefix || end.isLoose) return null;
  const match = CALLED_OUT.exec(text);
  return match !== null && match.index + match[0].length === end.start ? destinationFlow(end) : null;
}
