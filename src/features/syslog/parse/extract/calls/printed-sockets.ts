import { Hinted } from "../../values/hinted";
import { portNumber } from "../../values/field-text";
import { FIRST_USER_PORT, isClientPort } from "../../values/port-ranges";
import { type Endpoint, rowEndpoint, wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";

const ADDRESS = String.raw`(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]{0,4}:[\da-f:.]{2,40})`;
/** What Go says of a socket that failed, its own end first: `read tcp A:p->B:q: i/o timeout`. */
const OPERATION = new Hinted(
  /\b(?:read|write|readfrom|sendto|sendfile|splice|close|set|raw-read|raw-write) (tcp|udp)[46]? (\[[\da-f:.]{2,45}(?:%\w{1,16})?\]:\d{1,5}|(?:\d{1,3}\.){3}\d{1,3}:\d{1,5})->(\[[\da-f:.]{2,45}(?:%\w{1,16})?\]:\d{1,5}|(?:\d{1,3}\.){3}\d{1,3}:\d{1,5})(?!\d)/,
  "tcp|udp",
);
/** Python's: `laddr=('A', p), raddr=('B', q)`. */
const PAIRS = new RegExp(
  String.raw`\bladdr=\(['"](${ADDRESS})['"], (\d{1,5})(?:, \d{1,10}){0,2}\), raddr=\(['"](${ADDRESS})['"], (\d{1,5})`,
  "i",
);
/** Java's, whose own end has no address: `Socket[addr=name/A,port=p,localport=q]`. */
const JAVA = new RegExp(
  String.raw`\bSocket\[(?:[A-Za-z]{2,24}: )?(?:addr|address|remote)=(?:[\w.-]{0,253}/)?(${ADDRESS}), ?port=(\d{1,5}), ?local-?port=(\d{1,5})\]`,
  "i",
);
/** An own port, and whose bytes came to it: `[5038 < A]`, `[a1b2: 5000 <- A]`. */
const ARRIVED = new RegExp(
  String.raw`\[(?:[\w.-]{1,48}: )?(\d{1,5}) ?(?:<|<-|<=|←) ?(${ADDRESS})(?::(\d{1,5}))?\]`,
  "i",
);
const ARRIVES = /\d ?(?:<|←)/;

/**
 * The flow of a socket that a language's runtime printed, of which one end is this host's and the other its peer's: the
 * ports
 * tell who began. Null where the text has none, or the ports do not tell.
 */
export function printedSocket(text: string): Flow | null {
  return operationFlow(text) ?? pairFlow(text) ?? javaFlow(text) ?? arrivedFlow(text);
}

/** What a file descriptor is used for says nothing of who began, but where one port alone is a client's. */
function operationFlow(text: string): Flow | null {
  const match = OPERATION.exec(text);
  const [local, remote] = [wholeEndpoint(match?.[2] ?? ""), wholeEndpoint(match?.[3] ?? "")];
  if (match === null || local === null || remote === null) return null;
  const place = placeOf(match);
  const isServed = isClientPort(remote.port) && !isClientPort(local.port);
  const [source, destination] = isServed ? [remote, local] : [local, remote];
  return { source, destination, protocol: match[1] ?? null, ...place };
}

function pairFlow(text: string): Flow | null {
  const match = text.includes("laddr=") ? PAIRS.exec(text) : null;
  if (match === null) return null;
  const [, address, port, other, otherPort] = match;
  const place = placeOf(match);
  const [local, remote] = [rowEndpoint(address, port, place), rowEndpoint(other, otherPort, place)];
  if (local === null || remote === null) return null;
  const first = whoBegan(local.port, remote.port);
  if (first === null) return null;
  return first === "local"
    ? { source: local, destination: remote, ...place }
    : { source: remote, destination: local, ...place };
}

function javaFlow(text: string): Flow | null {
  const match = text.includes("Socket[") ? JAVA.exec(text) : null;
  if (match === null) return null;
  const [, address, port, own = ""] = match;
  const place = placeOf(match);
  const peer = rowEndpoint(address, port, place);
  const local = portNumber(own);
  const first = peer === null ? null : whoBegan(local, peer.port);
  if (peer === null || first === null) return null;
  return first === "local"
    ? destinationFlow(peer)
    : { source: peer, destination: null, ...place, askedPort: local };
}

/** Whose bytes a server prints, in front of them. */
function arrivedFlow(text: string): Flow | null {
  const hasArrow = text.includes("<") || text.includes("←");
  const match = hasArrow && ARRIVES.test(text) ? ARRIVED.exec(text) : null;
  if (match === null) return null;
  const [, own = "", address, port] = match;
  const place = placeOf(match);
  const source = rowEndpoint(address, port, place);
  return source === null ? null : { source, destination: null, ...place, askedPort: portNumber(own) };
}

function placeOf({ index, 0: whole }: RegExpExecArray): Pick<Endpoint, "start" | "end"> {
  return { start: index, end: index + whole.length };
}

/** Which of the ends of a socket began, by their ports; null where these do not tell. */
function whoBegan(local: number | null, remote: number | null): "local" | "remote" | null {
  if (local === null || remote === null) return null;
  for (const isClient of [isClientPort, isUserPort])
    if (isClient(local) !== isClient(remote)) return isClient(local) ? "local" : "remote";
  return null;
}

function isUserPort(port: number): boolean {
  return port >= FIRST_USER_PORT;
}
