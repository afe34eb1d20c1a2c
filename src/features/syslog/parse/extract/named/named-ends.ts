import { directionWord, portNumber } from "../../values/field-text";
import {
  END_OF_SERVICE_PORTS,
  FIRST_CLIENT_PORT,
  FIRST_USER_PORT,
  isClientOf,
  isClientPort,
  isServicePort,
} from "../../values/port-ranges";
import { wholeEndpoint } from "../ends/endpoints";
import type { NamedField } from "../names/known-names";
import { type NamedValues, userPort } from "./named-values";
import { serviceIn } from "../ends/transport";
import { wayIn } from "../ends/ways";

/** Words for nothing. */
const NOTHING = new Set(["-", "--", "n/a", "na", "none", "null", "(null)", "unknown", "undefined", "any"]);
const OCSF_TRAFFIC = /^40(?:0[1-9]|1[0-4])$/;
const OCSF_WAYS = new Map([
  ["1", "in"],
  ["2", "out"],
]);
const LOGIN = /log[io]n|logged|auth|sign[ _-]?(?:in|on)/i;

/** `Deny Connection`, `request_blocked`: what was done with what somebody asked for. */
const JUDGED_CALL =
  /^(?:(?:allow|permit|den[yi]|block|drop|reject|refuse)(?:p?ed|d)?[ _-]?(?:connection|request|traffic|access)s?|(?:connection|request|traffic|access)s?[ _-]?(?:allowed|permitted|denied|blocked|dropped|rejected|refused))$/i;
/** What is done with an entry of a list. */
const CHANGE =
  /^(?:add|del(?:ete)?|remov|modif|edit|creat|updat|chang|grant|revok|insert|clear|set)(?:ed?|d|ing|y|ied|t)?$/i;
/** Of a whole URL. */
const ABSOLUTE = /^[a-z]{3,6}:\/\/[^/]/i;

/** One end as the names tell it. */
export type End = { ip: string | null; port: number | null; isWeak: boolean };
type Ends = readonly [source: End, destination: End];

const NO_END: End = { ip: null, port: null, isWeak: false };

/** The two ends that the values of known names tell, of which each may be missing. */
export function endsOf(values: NamedValues): { source: End; destination: End } {
  const hasUser = said(values, "user") !== "" || values.isLogin || LOGIN.test(said(values, "action"));
  // `remote` or `client` of somebody is an address of a person.
  const end = (ip: NamedField, port: NamedField): End => {
    const named = endOf(values, ip, port);
    return { ...named, isWeak: named.isWeak && !hasUser };
  };
  const called: Ends = [end("srcIp", "srcPort"), end("dstIp", "dstPort")];
  const remote = besideHost(values, end("remoteIp", "remotePort"));
  const local = withHost(values, endOf(values, "localIp", "localPort"), { remote, called });
  const sided = withSides(values, called, { remote, local, hasUser });
  let [source, destination] = withServerPort(values, withSip(values, sided));
  // The host beside a client is the server.
  if (source.ip !== null && destination.ip === null && values.text("hostPort") !== "")
    destination = endOf(values, "hostIp", "hostPort");
  if (source.ip === null && destination.ip === null && (hasUser || values.isComing))
    source = tunnelled(values, source);
  if (source.ip === null && destination.ip === null)
    [source, destination] = userEnds(values, {
      local,
      none: destination,
      hasUser: hasUser || isDeed(values),
    });
  else if (source.ip === null)
    source = clientIn(values) ?? (hasUser || isDeed(values) ? userBeside(values, destination) : source);
  if (destination.ip === null) {
    source = withClientPort(values, source);
    destination = withLocalPort(values, destination, { source, remote });
  } else if (destination.port === null)
    destination = { ...destination, port: (servedPort(values) ?? servicePort(values)) || null };
  return { source, destination };
}

/** Whether somebody did what is told, or was kept from it. */
function isDeed(values: NamedValues): boolean {
  if (values.text("userIp") === "") return false;
  return values.isDeed || JUDGED_CALL.test(said(values, "action"));
}

/** The address that nothing tells whose it is, beside the host's own and a direction, is the other end's. */
function besideHost(values: NamedValues, remote: End): End {
  if (remote.ip !== null || values.text("hostIp") === "") return remote;
  const [host, other] = [endOf(values, "hostIp", "hostPort"), endOf(values, "userIp", "userPort")];
  const way = directionIn(values);
  if (host.ip === null || other.ip === null || host.ip === other.ip || way === null) return remote;
  // Of what comes in the port may be the host's.
  return { ...other, port: way === "out" ? other.port : null, isWeak: false };
}

/** The host that a line is of is its own end, where a direction tells which of it and another one began. */
function withHost(values: NamedValues, local: End, { remote, called }: { remote: End; called: Ends }): End {
  const isOpen = local.ip === null && remote.ip !== null && called.every(({ ip }) => ip === null);
  const host = isOpen ? endOf(values, "hostIp", "hostPort") : NO_END;
  if (host.ip === null || host.ip === remote.ip || directionIn(values) === null) return local;
  return { ...host, port: (host.port ?? portOf(values, "localPort")) || null };
}

/** What else is said of the ends of a line: on which side each is, and whether somebody is named. */
type Sides = { remote: End; local: End; hasUser: boolean };

/** What is missing, from the ends that are called local and remote. */
function withSides(values: NamedValues, called: Ends, sides: Sides): Ends {
  const [source, destination] = sourceSide(values, called, sides);
  const { ip, port } = sides.remote;
  const isRemote = source.port === null && source.ip !== null && source.ip === ip;
  return [isRemote ? { ...source, port } : source, destination];
}

/** Which side is the source the direction tells, else the ports. */
function sourceSide(values: NamedValues, called: Ends, { remote, local, hasUser }: Sides): Ends {
  const [source, destination] = called;
  const hasCome = local.ip === null || hasUser || isBehindServices(remote.port, local.port);
  // Beside how a subscriber is seen from outside stands whom he called.
  const isTranslated = values.text("natSrcIp") !== "" && source.ip !== null && destination.ip === null;
  if (isTranslated && remote.ip !== null && remote.ip !== source.ip && local.ip === null)
    return [source, remote];
  if (isOtherEnd(source, local) && destination.ip === null && remote.ip === null) return [source, local];
  if (source.ip === null && destination.ip === null) {
    // A port that was asked for is all that is called by its end then.
    if (remote.ip === null && local.ip === null) return called;
    const direction = directionIn(values);
    if (values.isCalling && local.ip === null) return [source, remote];
    if (values.isCalling !== values.isAnswering && local.ip !== null)
      return values.isCalling ? [local, remote] : [remote, local];
    if (direction === "out" || (direction !== "in" && isClientOf(local.port, remote.port)))
      return [local, remote];
    return direction === "in" || hasCome ? [remote, local] : called;
  }
  return source.ip === null && remote.ip !== destination.ip && hasCome ? [remote, destination] : called;
}

/** Whether who is called remote has a port behind those of services, and who is here has one of these. */
function isBehindServices(remote: number | null, local: number | null): boolean {
  return remote !== null && remote >= END_OF_SERVICE_PORTS && isServicePort(local);
}

/** Who is here and has a port of his own is the other end of whoever has one, too. */
function isOtherEnd(source: End, local: End): boolean {
  const havePorts = source.port !== null && local.port !== null;
  return havePorts && source.ip !== null && local.ip !== null && source.ip !== local.ip;
}

/**
 * `sip` is the source beside a destination or beside the source's port alone, and the server beside a client; of a
 * proxy
 * that names whom it asked, too, it is its own.
 */
function withSip(values: NamedValues, ends: Ends): Ends {
  const [source, destination] = ends;
  const sip = endOf(values, "sip", "sip");
  const port = portOf(values, "srcPort") || null;
  if (source.ip === null && destination.ip !== null)
    return [{ ...source, ip: sip.ip, port: sip.ip === null ? null : port }, destination];
  if (sip.ip === null || destination.ip !== null) return ends;
  const remote = source.ip === null ? NO_END : endOf(values, "remoteIp", "remotePort");
  if (remote.ip !== null && remote.ip !== source.ip && remote.ip !== sip.ip)
    return [source, { ...remote, port: destination.port ?? remote.port }];
  if (source.ip !== null) return served(values, source, { ...destination, ip: sip.ip });
  return values.text("srcPort") === "" ? ends : [{ ...sip, port: port || null }, destination];
}

/** The server may be told by its port alone, which no client has. */
function withServerPort(values: NamedValues, ends: Ends): Ends {
  const [source, destination] = ends;
  const port = portOf(values, "sport");
  const isServers = port !== null && port < FIRST_USER_PORT && source.port === port;
  // Beside a server, what is called otherwise is the client's.
  const isOther = port !== null && source.port !== null && source.port !== port;
  if (isOther && destination.ip !== null && destination.port === null)
    return [source, { ...destination, port: port || null }];
  const isUnknown = destination.ip === null && destination.port === null;
  return isServers && isUnknown ? served(values, source, destination) : ends;
}

/** `c-ip` and `s-ip`: the port that is called `s-port` is the server's. */
function served(values: NamedValues, source: End, destination: End): Ends {
  const port = portOf(values, "sport");
  if (port === null || destination.port !== null) return [source, destination];
  return [source.port === port ? { ...source, port: null } : source, { ...destination, port: port || null }];
}

/** Who came by a VPN is seen as one address, and has another within it: `public_ip=… tunnel_ip=…`. */
function tunnelled(values: NamedValues, none: End): End {
  if (values.text("tunnelIp") === "" || none.port !== null) return none;
  const seen = endOf(values, "natSrcIp", "natSrcPort");
  return seen.ip === null ? none : { ...seen, isWeak: false };
}

/** An address that nothing but a client's port tells to be one; null where none is. */
function clientIn(values: NamedValues): End | null {
  const named = endOf(values, "userIp", "userPort");
  return named.ip !== null && isClientPort(named.port) ? { ...named, isWeak: false } : null;
}

/** The address that nothing else than a user beside it tells whose it is, where the other end is named. */
function userBeside(values: NamedValues, destination: End): End {
  const user = endOf(values, "userIp", "userPort");
  const isOther = user.ip !== null && !destination.isWeak && user.ip !== destination.ip;
  return isOther ? { ...user, isWeak: false } : NO_END;
}

/** A port of the system's services. */
function askedPort(port: number | null): number | null {
  return port !== null && port > 0 && port < FIRST_USER_PORT ? port : null;
}

/** The address beside a user's name is where he comes from, and so is one with a client's port. */
function userEnds(
  values: NamedValues,
  { local, none, hasUser }: { local: End; none: End; hasUser: boolean },
): Ends {
  const user = endOf(values, "userIp", "userPort");
  // An agent tells what was asked for from its own machine.
  const computer = ABSOLUTE.test(values.text("url")) ? wholeEndpoint(values.text("computerIp")) : null;
  if (computer !== null && user.ip === null) return [{ ip: computer.ip, port: null, isWeak: false }, none];
  // Nobody calls from a port of services: it was asked for.
  const asked = askedPort(user.port);
  if (isListEntry(values)) return [NO_END, none];
  const own = asked === null ? user.port : null;
  const named = { ...user, port: own ?? portOf(values, "srcPort"), isWeak: false };
  // Whom a mail that came in was taken from.
  const isFrom = values.text("sender").includes("@") && directionIn(values) === "in";
  const hasSender = isFrom || (values.text("helo") !== "" && directionIn(values) !== "out");
  if (!hasUser && !hasSender && local.ip === null && !isClientPort(named.port)) return [NO_END, none];
  if (named.port !== null && local.port !== null) return [named, local];
  return [named, asked === null ? none : { ...none, port: asked }];
}

/** Whether an address and the port of a service are what somebody put into a list, or took out of it. */
export function isListEntry(values: NamedValues): boolean {
  const { ip, port } = endOf(values, "userIp", "userPort");
  return ip !== null && askedPort(port) !== null && CHANGE.test(said(values, "action"));
}

/** The port beside a lone address is its own, where it is none of a service. */
function withClientPort(values: NamedValues, source: End): End {
  const port = source.ip === null || source.port !== null ? null : userPort(values.text("userPort"));
  return port !== null && port >= END_OF_SERVICE_PORTS ? { ...source, port, isWeak: false } : source;
}

/** Of this host alone the port may be told, which somebody asked for: none that a client has. */
function withLocalPort(
  values: NamedValues,
  destination: End,
  { source, remote }: { source: End; remote: End },
): End {
  const isAlone = source.ip !== null && (remote.ip === null || remote.ip === source.ip);
  const port = isAlone && destination.port === null ? portOf(values, "localPort") : null;
  const isAsked = port !== null && port > 0 && port < FIRST_CLIENT_PORT && port !== source.port;
  return isAsked && directionIn(values) !== "out" ? { ...destination, port } : destination;
}

/** The port beside two addresses is that of the service. */
function servicePort(values: NamedValues): number | null {
  const port = userPort(values.text("userPort"));
  return isServicePort(port) ? port : null;
}

function endOf(values: NamedValues, ipField: NamedField, portField: NamedField): End {
  const address = wholeEndpoint(values.text(ipField));
  const named = portOf(values, portField);
  // Protocols without ports are logged with 0.
  const port = (named ?? address?.port ?? null) || null;
  return { ip: address?.ip ?? null, port, isWeak: values.isWeak(ipField) && port === null };
}

function portOf(values: NamedValues, field: NamedField): number | null {
  return portNumber(values.text(field).trim());
}

/** The port that was asked for, where the line tells it by the service or the protocol's name only. */
function servedPort(values: NamedValues): number | null {
  const text = values.text("dstPort").trim();
  return portNumber(text) ?? (serviceIn(text) ?? serviceIn(values.text("protocol")))?.port ?? null;
}

/** The direction that the names tell, in a word or, where the name says how it is counted, by a number. */
export function directionIn(values: NamedValues): string | null {
  const way = values.text("way").trim();
  const numbered = isNetworkActivity(values) ? OCSF_WAYS.get(values.text("wayId")) : undefined;
  return (
    directionOf(values.text("direction")) ??
    wayIn(values.text("direction").trim()) ??
    (way === "0" ? "in" : way === "1" ? "out" : (directionOf(way) ?? wayIn(way))) ??
    numbered ??
    // What was done may tell of what: `InboundConnectionBlocked`.
    wayIn(values.text("action")) ??
    wayIn(values.text("outcome"))
  );
}

/**
 * Whether the names are those of OCSF for traffic (https://schema.ocsf.io, category 4), whose numbers are the same
 * everywhere.
 */
export function isNetworkActivity(values: NamedValues): boolean {
  return OCSF_TRAFFIC.test(values.text("classId"));
}

/** `in` or `out`; another word says something else than the direction. */
function directionOf(text: string): string | null {
  const word = directionWord(text);
  return word === "in" || word === "out" ? word : null;
}

/** The text of a field without blanks around it, empty where a word for nothing stands there. */
export function said(values: NamedValues, field: NamedField): string {
  const text = values.text(field).trim();
  return NOTHING.has(text.toLowerCase()) ? "" : text;
}
