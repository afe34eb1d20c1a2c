import { isJsonObject, type JsonObject } from "../../values/json-values";
import { portNumber } from "../../values/field-text";
import { wholeEndpoint } from "../ends/endpoints";

/** Keys whose value is the key, in the same object, of whom began, or of whom was called. */
const OPENERS = [
  "initiator",
  "initiatedBy",
  "initiated_by",
  "originator",
  "opener",
  "openedBy",
  "opened_by",
  "startedBy",
  "started_by",
  "caller",
  "client",
  "source",
  "src",
  "from",
];
const RESPONDERS = ["responder", "callee", "target", "server", "destination", "dst", "to"];
const ADDRESSES = [
  "ip",
  "addr",
  "address",
  "a",
  "ipaddr",
  "ip_addr",
  "ip_address",
  "ipAddress",
  "ipv4",
  "ipv6",
];
/** What an end's parts are called so shortly that they say it of nothing else. */
export const SHORT_PARTS = new Map([
  ["a", "ip"],
  ["p", "port"],
  ["pt", "port"],
  ["prt", "port"],
]);
/** What has an address by another name may have a port by this alone. */
const PORT_SIDES = [
  ["Source", "Destination"],
  ["source", "destination"],
  ["Src", "Dst"],
  ["src", "dst"],
] as const;
const SIDE_ADDRESSES = ["IP", "Ip", "_ip", "Address", "IPAddress", "IpAddress", "_address", "_addr", "Addr"];
const MAX_SIDE = 32;
/** What a client calls that stands for several servers, and one of these. */
const CALLED = ["vip", "vserver", "virtual", "virtual_server", "virtualServer"];
const ANSWERING = [
  "srv",
  "rs",
  "rserver",
  "real",
  "real_server",
  "realServer",
  "backend",
  "node",
  "member",
  "pool_member",
  "poolMember",
];

/**
 * An object whose keys leave open whose they are, by names that tell it: `{"l":{"ip":A},"r":{"ip":B},"initiator":"l"}`,
 * and
 * `{"vip":V,"srv":R}` of whom a client called and who answers. Another object as it is.
 */
export function withSides(object: JsonObject): JsonObject {
  return withOpener(object) ?? withAnswering(object) ?? withPorts(object) ?? object;
}

/**
 * `{"Source":"54312","Destination":"443","SourceIP":A,"DestinationIP":B}`: numbers beside addresses of ends are their
 * ports.
 */
function withPorts(object: JsonObject): JsonObject | null {
  const sides = PORT_SIDES.find(([source]) => source in object);
  if (sides === undefined) return null;
  const [source, destination] = sides;
  const ports = [portOf(object[source]), portOf(object[destination])];
  const areEnds = [source, destination].every((side) =>
    SIDE_ADDRESSES.some((kind) => isEndpoint(object[side + kind])),
  );
  if (!areEnds || ports.includes(null)) return null;
  const { [source]: srcPort, [destination]: dstPort, ...rest } = object;
  return { ...rest, srcPort, dstPort };
}

function portOf(value: unknown): number | null {
  return typeof value === "string" || typeof value === "number" ? portNumber(String(value)) : null;
}

function withOpener(object: JsonObject): JsonObject | null {
  const opener = namedEnd(object, OPENERS);
  const called = opener === undefined ? namedEnd(object, RESPONDERS) : undefined;
  const known = opener ?? called;
  if (known === undefined) return null;
  const [other, third] = Object.keys(object).filter((key) => key !== known && endOf(object[key]) !== null);
  if (other === undefined || third !== undefined) return null;
  const rest = Object.fromEntries(
    Object.entries(object).filter(([key, value]) => key !== known && key !== other && value !== known),
  );
  const [first, second] = [endOf(object[known]), endOf(object[other])];
  return { ...rest, src: opener === undefined ? second : first, dst: opener === undefined ? first : second };
}

/** The key that is the value of one of these, where an end stands there. */
function namedEnd(object: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const side = object[key];
    if (typeof side === "string" && side !== key && side.length <= MAX_SIDE && endOf(object[side]) !== null)
      return side;
  }
  return undefined;
}

/** An object that has an address, with the names of its parts; null for another value. */
function endOf(value: unknown): JsonObject | null {
  if (!isJsonObject(value) || !ADDRESSES.some((key) => isEndpoint(value[key]))) return null;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [SHORT_PARTS.get(key.toLowerCase()) ?? key, part]),
  );
}

function withAnswering(object: JsonObject): JsonObject | null {
  if (!CALLED.some((key) => isEndpoint(object[key]))) return null;
  const [answering, other] = ANSWERING.filter((key) => isEndpoint(object[key]));
  if (answering === undefined || other !== undefined || "dnat" in object) return null;
  const { [answering]: dnat, ...rest } = object;
  return { ...rest, dnat };
}

function isEndpoint(value: unknown): boolean {
  return typeof value === "string" && wholeEndpoint(value) !== null;
}
