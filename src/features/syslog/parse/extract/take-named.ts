import type { Line, ParsedMessage } from "../line";
import { readDateAndTime, readVendorTime } from "../header/vendor-time";
import { setAction, setActionMeaning, verdictOf } from "../values/action";
import {
  countNumber,
  directionWord,
  fieldText,
  MAX_INTERFACE_LENGTH,
  MAX_RULE_LENGTH,
  portNumber,
} from "../values/field-text";
import { setTranslation, sum } from "../values/fields";
import { vendorName } from "../values/vendor-name";
import { wholeEndpoint } from "./endpoints";
import type { NamedField } from "./known-names";
import { type NamedValues, userPort, VERDICT_RULE } from "./named-values";
import {
  END_OF_SERVICE_PORTS,
  FIRST_USER_PORT,
  isClientOf,
  isClientPort,
  isServicePort,
} from "../values/port-ranges";
import { serviceIn, transportName } from "./transport";

/** Words for nothing. */
const NOTHING = new Set(["-", "--", "n/a", "na", "none", "null", "(null)", "unknown", "undefined", "any"]);
/** An action is a word or two, not a sentence. */
const MAX_ACTION_TEXT = 32;

const PATH = /[/@#]/;

/** `udp:192.0.2.1:5060`, `IPV4/UDP/192.0.2.1/5060`. */
const ADDRESSED = /^(?:ipv[46]\/)?(tcp|udp)[46]?[:/]/i;
const LOGIN = /log[io]n|logged|auth|sign[ _-]?(?:in|on)/i;
const VERDICT_TAIL =
  /^(?!.*(?:^|[_-])(?:not?|non|un)[_-])[a-z\d]{1,12}[_-](accept|allow|permit|pass|deny|drop|block|reject)$/i;
const CAMEL_HEAD = /^[a-z]{4,10}(?=[A-Z_])/;

/** One end as the names tell it. */
type End = { ip: string | null; port: number | null; isWeak: boolean };

const NO_END: End = { ip: null, port: null, isWeak: false };

/**
 * Fills what is null in the message from the values of known names. Gives false, and fills nothing, where they do not name
 * an end of traffic beyond doubt: by a name that only traffic has, or both ends, or an address and its port.
 */
export function takeNamed(values: NamedValues, line: Line): boolean {
  const { message } = line;
  const { source, destination } = endsOf(values);
  if (!areProven(source, destination)) return false;
  // A sentence's only address may be the other end's.
  if (
    message.dstIp === null &&
    source.ip !== null &&
    message.srcIp === destination.ip &&
    destination.ip !== null
  )
    message.srcIp = null;
  const isSource = takeEnd(message, source, ["srcIp", "srcPort"]);
  const isDestination = takeEnd(message, destination, ["dstIp", "dstPort"]);
  // Ends that the line has otherwise are others than those of the names.
  if (!isSource && !isDestination) return false;
  // A server tells of itself the port only.
  if (isSource && destination.ip === null && message.dstIp === null) message.dstPort ??= destination.port;
  takeRest(values, line);
  return true;
}

/** As `takeNamed`, of all but the addresses, where the line tells these by its form. */
export function takeBesideForm(values: NamedValues, line: Line): void {
  const { message } = line;
  if (message.srcIp !== null) message.srcPort ??= portNumber(values.text("srcPort").trim()) || null;
  if (message.dstIp !== null) message.dstPort ??= portNumber(values.text("dstPort").trim()) || null;
  const { ruleId } = message;
  takeRest(values, line);
  // In a sentence, what stands behind `ACL:` may be a path or a person.
  if (ruleId === null && PATH.test(message.ruleId ?? "")) message.ruleId = null;
}

function takeRest(values: NamedValues, line: Line): void {
  const { message } = line;
  // HTTP or an Ethernet type is no protocol of ports, where the line names that, too.
  if (message.protocol === null || transportName(message.protocol) !== message.protocol)
    message.protocol = protocolOf(values) ?? message.protocol;
  takePlaces(values, message);
  takeAction(values, message);
  takeCounts(values, message);
  takeOrigin(values, line);
}

/** As it is called, or beside the port of a service. */
function protocolOf(values: NamedValues): string | null {
  const named = values.text("protocol");
  const service = serviceIn(named) ?? serviceIn(values.text("dstPort").trim());
  return (
    service?.protocol ?? transportName(named) ?? transportName(ADDRESSED.exec(addressed(values))?.[1] ?? "")
  );
}

/** An end that may have its protocol before it. */
function addressed(values: NamedValues): string {
  return values.text("srcIp") || values.text("remoteIp") || values.text("dstIp");
}

/** The port that was asked for, where the line tells it by the service or the protocol's name only. */
function servedPort(values: NamedValues): number | null {
  const text = values.text("dstPort").trim();
  return portNumber(text) ?? (serviceIn(text) ?? serviceIn(values.text("protocol")))?.port ?? null;
}

function endsOf(values: NamedValues): { source: End; destination: End } {
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

function areProven(source: End, destination: End): boolean {
  const isStrong = (end: End) => end.ip !== null && !end.isWeak;
  return isStrong(source) || isStrong(destination) || (source.ip !== null && destination.ip !== null);
}

/** False where the message has another end there. */
function takeEnd(
  message: ParsedMessage,
  { ip, port }: End,
  [ipField, portField]: ["srcIp", "srcPort"] | ["dstIp", "dstPort"],
): boolean {
  if (ip === null || (message[ipField] !== null && message[ipField] !== ip)) return false;
  const isTaken = message[ipField] === null;
  message[ipField] = ip;
  // A parser that took no address cannot know whose the port is.
  message[portField] = isTaken ? (port ?? message[portField]) : (message[portField] ?? port);
  return true;
}

function takeAction(values: NamedValues, message: ParsedMessage): void {
  if (message.action !== null) return;
  const action = said(values, "action");
  const outcome = said(values, "outcome");
  if (isVerdict(action)) setAction(message, action);
  else if (isVerdict(outcome)) setAction(message, outcome);
  else if (action === "" && VERDICT_RULE.test(message.ruleId ?? "")) setAction(message, message.ruleId ?? "");
  else if (action.length <= MAX_ACTION_TEXT) setActionMeaning(message, action, verdictIn(action));
}

/** `allowed` of `allowedOnNoRuleMatch`, `drop` of `NF_DROP`; the word itself where it begins otherwise. */
function verdictIn(word: string): string {
  const head = CAMEL_HEAD.exec(word)?.[0] ?? "";
  return isVerdict(head) ? head : (VERDICT_TAIL.exec(word)?.[1]?.toLowerCase() ?? word);
}

function isVerdict(word: string): boolean {
  return word !== "" && verdictOf(word.toLowerCase()) !== "other";
}

function takePlaces(values: NamedValues, message: ParsedMessage): void {
  const outgoing = fieldText(said(values, "interfaceOut"), MAX_INTERFACE_LENGTH);
  message.interfaceOut ??= outgoing;
  message.interface ??= fieldText(said(values, "interface"), MAX_INTERFACE_LENGTH) ?? message.interfaceOut;
  message.direction ??= directionOf(values.text("direction"));
  message.ruleId ??= fieldText(said(values, "ruleId"), MAX_RULE_LENGTH);
  message.reason ??= fieldText(said(values, "reason"));
  setTranslationOf(values, message);
}

function setTranslationOf(values: NamedValues, message: ParsedMessage): void {
  if (message.natSrcIp !== null || message.natDstIp !== null) {
    // Where a parser has read the addresses alone.
    if (message.natSrcIp !== null)
      message.natSrcPort ??= portNumber(values.text("natSrcPort").trim()) || null;
    if (message.natDstIp !== null)
      message.natDstPort ??= portNumber(values.text("natDstPort").trim()) || null;
    return;
  }
  const source = wholeEndpoint(values.text("natSrcIp"));
  const destination = wholeEndpoint(values.text("natDstIp"));
  setTranslation(message, {
    srcIp: source?.ip ?? "",
    srcPort: values.text("natSrcPort") || String(source?.port ?? ""),
    dstIp: destination?.ip ?? "",
    dstPort: values.text("natDstPort") || String(destination?.port ?? ""),
  });
}

/** `in` or `out`; another word says something else than the direction. */
function directionOf(text: string): string | null {
  const word = directionWord(text);
  return word === "in" || word === "out" ? word : null;
}

function takeCounts(values: NamedValues, message: ParsedMessage): void {
  const count = (field: NamedField) => countNumber(values.text(field));
  message.bytes ??= count("bytes") ?? sum(count("bytesSent"), count("bytesReceived"));
  message.packets ??= count("packets") ?? sum(count("packetsSent"), count("packetsReceived"));
}

function takeOrigin(values: NamedValues, line: Line): void {
  const { message } = line;
  message.sourceHost ??= fieldText(said(values, "sourceHost"));
  message.vendor ??= vendorName(said(values, "vendor"));
  const time = values.text("time");
  message.eventTimeMicros ??=
    readVendorTime(time, line) ??
    readDateAndTime(values.text("date"), time, { zone: "", line }) ??
    readVendorTime(values.text("date"), line);
}

function said(values: NamedValues, field: NamedField): string {
  const text = values.text(field).trim();
  return NOTHING.has(text.toLowerCase()) ? "" : text;
}
