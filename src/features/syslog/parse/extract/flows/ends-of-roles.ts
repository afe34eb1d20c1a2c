import { portNumber } from "../../values/field-text";
import { Hinted } from "../../values/hinted";
import { type Endpoint, findEndpoints, wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";

/** `IP Address of PPP Client: A`, `Port number of the server: p`: what is told of either, by what they are. */
const OF_ROLE = new Hinted(
  /(?<![\w-])(?:(ip(?: address)?|address)|port(?: number)?) of (?:the |a )?(?:[a-z\d-]{2,10} )?(client|source|initiator|caller|server|destination|target|responder)(?: (?:host|side|peer))?(?: is |(?: \([^()]{0,80}\))? ?[:=] ?)["'[]?([\da-f.:]{1,45})/gi,
  "ip of |address of |port of |number of ",
);
/** A line that tells more is a list. */
const MOST_TOLD = 8;
const CLIENT = /^(?:client|source|initiator|caller)$/i;

/**
 * `Local gateway: A, Remote gateway: B, …, Direction: inbound`: a tunnel's ends, and which way what it is told of goes.
 */
const OF_TUNNEL = new Hinted(
  /(?<![a-z])local (?:vpn |ike |tunnel )?(?:gateway|gw|endpoint)(?: ip| address)?[ :=]{1,3}([\da-f.:]{3,45}),? remote (?:vpn |ike |tunnel )?(?:gateway|gw|endpoint)(?: ip| address)?[ :=]{1,3}([\da-f.:]{3,45})(?=[,; ]).{1,320}?(?<![a-z])direction[ :=]{1,3}(in|out)bound/i,
  "local gateway|local gw|local endpoint|local vpn|local ike|local tunnel",
);

type Side = { end: Endpoint | null; port: number | null };

/** The ends of a sentence that tells of what each address and port is; null where no address is told so. */
export function endsOfRoles(text: string): Flow | null {
  return endsOfTunnel(text) ?? endsByRole(text);
}

function endsOfTunnel(text: string): Flow | null {
  const match = OF_TUNNEL.exec(text);
  const [local, remote] = [wholeEndpoint(match?.[1] ?? ""), wholeEndpoint(match?.[2] ?? "")];
  if (match === null || local === null || remote === null) return null;
  const [source, destination] = match[3]?.toLowerCase() === "in" ? [remote, local] : [local, remote];
  return { source, destination, start: match.index, end: match.index + match[0].length };
}

function endsByRole(text: string): Flow | null {
  const found = OF_ROLE.all(text);
  if (found.length > MOST_TOLD) return null;
  const [first] = found;
  const last = found.at(-1);
  if (first === undefined || last === undefined) return null;
  const client: Side = { end: null, port: null };
  const server: Side = { end: null, port: null };
  for (const [, address, role = "", value = ""] of found) {
    const side = CLIENT.test(role) ? client : server;
    if (address === undefined) side.port ??= portNumber(value);
    else side.end ??= findEndpoints(value)[0] ?? null;
  }
  // Of an address alone the line may tell another thing.
  if (client.end === null || (client.port === null && server.end === null)) return null;
  return {
    source: withPort(client.end, client.port),
    destination: server.end === null ? null : withPort(server.end, server.port),
    start: first.index,
    end: last.index + last[0].length,
    askedPort: server.end === null ? server.port : null,
  };
}

function withPort(end: Endpoint, port: number | null): Endpoint {
  return { ...end, port: end.port ?? (port || null) };
}
