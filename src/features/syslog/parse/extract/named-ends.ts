import { directionWord, portNumber } from "../values/field-text";
import {
  END_OF_SERVICE_PORTS,
  FIRST_USER_PORT,
  isClientOf,
  isClientPort,
  isServicePort,
} from "../values/port-ranges";
import { wholeEndpoint } from "./endpoints";
import type { NamedField } from "./known-names";
import { type NamedValues, userPort } from "./named-values";
import { serviceIn } from "./transport";

/** Words for nothing. */
const NOTHING = new Set(["-", "--", "n/a", "na", "none", "null", "(null)", "unknown", "undefined", "any"]);
const LOGIN = /log[io]n|logged|auth|sign[ _-]?(?:in|on)/i;

/** One end as the names tell it. */
export type End = { ip: string | null; port: number | null; isWeak: boolean };

const NO_END: End = { ip: null, port: null, isWeak: false };

/** The two ends that the values of known names tell, of which each may be missing. */
export function endsOf(values: NamedValues): { source: End; destination: End } {
  const direction = directionOf(values.text("direction"));
  const end = (ip: NamedField, port: NamedField): End => endOf(values, ip, port);
  const hasUser = said(values, "user") !== "" || LOGIN.test(said(values, "action"));
  const called = end("srcIp", "srcPort");
  // `remote` or `client` of somebody is an address of a person.
  let source = { ...called, isWeak: called.isWeak && !hasUser };
  const target = end("dstIp", "dstPort");
  let destination = { ...target, isWeak: target.isWeak && !hasUser };
  const peer = end("remoteIp", "remotePort");
  const remote = { ...peer, isWeak: peer.isWeak && !hasUser };
  const local = end("localIp", "localPort");
  if (source.ip === null && destination.ip === null) {
    // Which side is the source of two that are called local and remote the direction tells, else their ports.
    if (values.isCalling && local.ip === null) destination = remote;
    else if (direction === "out" || isClientOf(local.port, remote.port))
      [source, destination] = [local, remote];
    else if (direction === "in" || local.ip === null || isClientOf(remote.port, local.port) || hasUser)
      [source, destination] = [remote, local];
  } else if (source.ip === null && remote.ip !== destination.ip) {
    if (local.ip === null || hasUser || isClientOf(remote.port, local.port)) source = remote;
  }
  if (source.port === null && source.ip !== null && source.ip === remote.ip)
    source = { ...source, port: remote.port };
  const sip = end("sip", "sip");
  if (source.ip === null && destination.ip !== null)
    source = {
      ...source,
      ip: sip.ip,
      port: sip.ip === null ? null : portNumber(values.text("srcPort").trim()),
    };
  else if (destination.ip === null && source.ip !== null && sip.ip !== null)
    [source, destination] = served(values, source, { ...destination, ip: sip.ip });
  // `sip` beside its port alone is the source.
  if (source.ip === null && destination.ip === null && sip.ip !== null && values.text("srcPort") !== "")
    source = { ...sip, port: portNumber(values.text("srcPort").trim()) || null };
  // So is its port alone, which no client has.
  const serverPort = portNumber(values.text("sport").trim());
  if (
    destination.ip === null &&
    destination.port === null &&
    serverPort !== null &&
    serverPort < FIRST_USER_PORT &&
    source.port === serverPort
  )
    [source, destination] = served(values, source, destination);
  // The host beside a client is the server.
  if (source.ip !== null && destination.ip === null && values.text("hostPort") !== "")
    destination = end("hostIp", "hostPort");
  if (source.ip === null && destination.ip === null)
    [source, destination] = userEnds(values, { local, none: destination, hasUser });
  else if (source.ip === null) source = clientIn(values) ?? source;
  if (destination.ip === null) source = withClientPort(values, source);
  else if (destination.port === null)
    destination = { ...destination, port: (servedPort(values) ?? servicePort(values)) || null };
  return { source, destination };
}

/** An address that nothing but a client's port tells to be one; null where none is. */
function clientIn(values: NamedValues): End | null {
  const named = endOf(values, "userIp", "userPort");
  return named.ip !== null && isClientPort(named.port) ? { ...named, isWeak: false } : null;
}

/** The address beside a user's name is where he comes from, and so is one with a client's port. */
function userEnds(
  values: NamedValues,
  { local, none, hasUser }: { local: End; none: End; hasUser: boolean },
): [source: End, destination: End] {
  const user = endOf(values, "userIp", "userPort");
  const named = { ...user, port: user.port ?? portNumber(values.text("srcPort").trim()), isWeak: false };
  if (!hasUser && local.ip === null && !isClientPort(named.port)) return [NO_END, none];
  return [named, named.port !== null && local.port !== null ? local : none];
}

/** `c-ip` and `s-ip`: the port that is called `s-port` is the server's. */
function served(values: NamedValues, source: End, destination: End): [source: End, destination: End] {
  const port = portNumber(values.text("sport").trim());
  if (port === null || destination.port !== null) return [source, destination];
  return [source.port === port ? { ...source, port: null } : source, { ...destination, port: port || null }];
}

/** The port beside a lone address is its own, where it is none of a service. */
function withClientPort(values: NamedValues, source: End): End {
  const port = source.ip === null || source.port !== null ? null : userPort(values.text("userPort"));
  return port !== null && port >= END_OF_SERVICE_PORTS ? { ...source, port, isWeak: false } : source;
}

/** The port beside two addresses is that of the service. */
function servicePort(values: NamedValues): number | null {
  const port = userPort(values.text("userPort"));
  return isServicePort(port) ? port : null;
}

function endOf(values: NamedValues, ipField: NamedField, portField: NamedField): End {
  const address = wholeEndpoint(values.text(ipField));
  const named = portNumber(values.text(portField).trim());
  // Protocols without ports are logged with 0.
  const port = (named ?? address?.port ?? null) || null;
  return { ip: address?.ip ?? null, port, isWeak: values.isWeak(ipField) && port === null };
}

/** The port that was asked for, where the line tells it by the service or the protocol's name only. */
function servedPort(values: NamedValues): number | null {
  const text = values.text("dstPort").trim();
  return portNumber(text) ?? (serviceIn(text) ?? serviceIn(values.text("protocol")))?.port ?? null;
}

/** `in` or `out`; another word says something else than the direction. */
export function directionOf(text: string): string | null {
  const word = directionWord(text);
  return word === "in" || word === "out" ? word : null;
}

/** The text of a field without blanks around it, empty where a word for nothing stands there. */
export function said(values: NamedValues, field: NamedField): string {
  const text = values.text(field).trim();
  return NOTHING.has(text.toLowerCase()) ? "" : text;
}
