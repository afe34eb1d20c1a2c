import type { Line, ParsedMessage } from "../../line";
import { readDateAndTime, readVendorTime } from "../../header/vendor-time";
import { partedToken, setAction, setActionMeaning, verdictOf } from "../../values/action";
import {
  countNumber,
  fieldText,
  MAX_INTERFACE_LENGTH,
  MAX_RULE_LENGTH,
  portNumber,
} from "../../values/field-text";
import { setTranslation, sum } from "../../values/fields";
import { FIRST_USER_PORT } from "../../values/port-ranges";
import { vendorName } from "../../values/vendor-name";
import { wholeEndpoint } from "../ends/endpoints";
import type { NamedField } from "../names/known-names";
import { directionIn, type End, endsOf, isNetworkActivity, said } from "./named-ends";
import { foreignVerdict, NOT_ALLOWED } from "../beside/beside-verdicts";
import { type NamedValues, userPort } from "./named-values";
import { FILTERED, OPENED, VERDICT_RULE } from "../names/verdict-values";
import { CARRIER, INNER } from "../flows/spoken-translation";
import { serviceIn, transportName, transportOfLetter } from "../ends/transport";

/** An action is a word or two, not a sentence. */
const MAX_ACTION_TEXT = 32;

/** Of the sentence that an action ends. */
const STOP = /(?<=[a-z])\.$/i;
const PATH = /[/@#]/;
/** `web/allow-api`: a rule within a space of names. */
const SPACED = /^[a-z][\w-]{0,40}\/[a-z][\w-]{0,60}$/i;

/** `udp:192.0.2.1:5060`, `IPV4/UDP/192.0.2.1/5060`. */
const ADDRESSED = /^(?:(?:ipv?[46]|inet6?)[/:])?(tcp|udp|sctp)[46]?[:/]/i;
const VERDICT_TAIL =
  /^(?!.*(?:^|[_-])(?:not?|non|un)[_-])[a-z\d]{1,12}[_-](accept|allow|permit|pass|deny|drop|block|reject)$/i;
/** Of OCSF's `action_id` and `disposition_id` those that mean the same in both. */
const OCSF_ACTIONS = new Map([
  ["1", "allowed"],
  ["2", "blocked"],
]);
const NUMBERED = /^(?:\d{1,3}(?: ?[-:/] ?| ?\()([a-z]{3,12})\)?|([a-z]{3,12}) ?[([]\d{1,3}[)\]])$/i;
/** `deny Pkt count 2: Byte count 94`: a column of its own where the others are parted by commas. */
const COUNTS_BEHIND = /^([A-Za-z]{4,10}) (?:pkts?|packets?|bytes?|hits?)[ _:-].*$/i;
const ACCEPTED = /^(?:accept(?:ed)?|connection[ ._-]accepted)$/i;
const FORWARDED = /^(?:forward(?:ed)?|fwd)$/i;
const NAME_WITHIN = /^(?:name|id)=["']?([^"']+)/i;
/** `1:2001219 ET SCAN …`: what a signature is called stands behind its number. */
const SIGNATURE = /^(\d{1,5}:\d{2,10}(?::\d{1,5})?) [A-Za-z]/;
const NUMBER = /^\d{1,4}$/;
/** `Policy "web access"`: the rule is what the quotes hold. */
const NOUN = /^(?:(?:access|firewall|security) )?(?:policy|rule|acl|filter|list) ["']([^"']{1,80})["']?$/i;
/** `rbac_access_denied`, `denied_by_policy`. */
const REFUSING_REASON =
  /(?<![a-z])(?:(?:access|policy|rule|acl|traffic|packet|connection|firewall)[ _-]|(?=[a-z]{6,8}[ _-]by[ _-]))(denied|blocked|dropped|rejected)(?![a-z])/i;
const NEGATED = /(?<![a-z])(?:not?|non|never|un|if|when)(?![a-z])/i;
/** What proxies and resolvers do with what was asked for, which is no verdict. */
const HANDLED = /^(?:proxied|redirected|monitored|isolated|bypassed|sinkholed|inspected|decrypted)$/i;
/** `Deny Connection`, `blocked request`. */
const JUDGED_CALL =
  /^(allow(?:ed)?|permit(?:ted)?|den(?:y|ied)|block(?:ed)?|drop(?:ped)?|reject(?:ed)?)[ _-](?:connection|request|traffic|access|packet)s?$/i;
const CAMEL_HEAD = /^[a-z]{4,10}(?=[A-Z_])/;

/**
 * Fills what is null in the message from the values of known names. Gives false, and fills nothing, where they do not
 * name
 * an end of traffic beyond doubt: by a name that only traffic has, or both ends, or an address and its port.
 */
export function takeNamed(values: NamedValues, line: Line): boolean {
  const { message } = line;
  const { source, destination } = endsOf(values);
  if (!areProven(source, destination) && !isSeenSubscriber(values, source)) return false;
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
  // Of a source alone a clear name tells the port that was asked for.
  if (message.dstIp !== null || !values.isWeak("dstPort"))
    message.dstPort ??= portNumber(values.text("dstPort").trim()) || null;
  const { ruleId } = message;
  takeRest(values, line);
  // In a sentence, what stands behind `ACL:` may be a path or a person.
  const isOfFlow = message.srcPort !== null && message.dstPort !== null && SPACED.test(message.ruleId ?? "");
  if (ruleId === null && PATH.test(message.ruleId ?? "") && !isOfFlow) message.ruleId = null;
}

/**
 * The port that a name has for the address that the form tells to have called another: `Device IP=A, Device Port=p`.
 */
export function takeOwnPort(values: NamedValues, message: ParsedMessage): void {
  if (message.srcPort !== null || message.srcIp === null || message.dstPort === null) return;
  const port = userPort(values.text("userPort"));
  if (port === null || port < FIRST_USER_PORT || port === message.dstPort) return;
  if (wholeEndpoint(values.text("userIp"))?.ip === message.srcIp) message.srcPort = port;
}

function takeRest(values: NamedValues, line: Line): void {
  const { message } = line;
  // HTTP or an Ethernet type is no protocol of ports, where the line names that, too.
  if (message.protocol === null || transportName(message.protocol) !== message.protocol)
    message.protocol = protocolOf(values) ?? transportName(message.protocol ?? "") ?? message.protocol;
  const isOfPorts = message.srcPort !== null || message.dstPort !== null;
  if (isOfPorts)
    message.protocol = transportOfLetter(message.protocol ?? values.text("protocol")) ?? message.protocol;
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

function areProven(source: End, destination: End): boolean {
  const isStrong = (end: End) => end.ip !== null && !end.isWeak;
  return isStrong(source) || isStrong(destination) || (source.ip !== null && destination.ip !== null);
}

/**
 * A carrier's subscriber beside the public address that he is seen by, `sub=100.64.3.7 ext=198.51.100.30`, and any
 * private
 * one where it is told what was done with what he asked for.
 */
function isSeenSubscriber(values: NamedValues, { ip }: End): boolean {
  if (ip === null || !(CARRIER.test(ip) || (INNER.test(ip) && isJudged(values)))) return false;
  const seen = wholeEndpoint(values.text("natSrcIp") || values.text("outerIp"));
  return seen !== null && !INNER.test(seen.ip);
}

/** Whether a word tells what was done with traffic. */
function isJudged(values: NamedValues): boolean {
  const words = [said(values, "action"), said(values, "outcome")];
  return words.some((word) => isVerdict(word) || HANDLED.test(word));
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
  // A number, or a word that judges nothing, says less than one beside it that does.
  takeSaidAction(values, message);
  if (message.action === null && message.srcIp !== null && message.dstIp !== null)
    setAction(message, values.text("farOutcome"));
  const reason = message.action === null && !NEGATED.test(message.reason ?? "") ? message.reason : null;
  if (reason !== null) setAction(message, REFUSING_REASON.exec(reason)?.[1] ?? "");
}

function takeSaidAction(values: NamedValues, message: ParsedMessage): void {
  const told = said(values, "outcome").replace(COUNTS_BEHIND, "$1");
  // Of whoever came a server accepts the connection.
  const outcome = message.dstIp === null && ACCEPTED.test(told) ? "" : told;
  const isFlow = message.dstIp !== null || NUMBER.test(message.action ?? "");
  const mayBeOther = message.verdict === "other" && isFlow && isVerdict(outcome);
  if (message.action !== null && !mayBeOther) return;
  const action = said(values, "action").replace(STOP, "");
  if (isVerdict(action)) setAction(message, action);
  else if (isVerdict(outcome)) setAction(message, outcome);
  else if (isVerdict(partedToken(outcome))) setActionMeaning(message, outcome, partedToken(outcome));
  else if (takeTrafficWord([action, outcome], message)) return;
  else if (action === "" && isNetworkActivity(values) && OCSF_ACTIONS.has(values.text("actionId")))
    setActionMeaning(message, values.text("actionId"), OCSF_ACTIONS.get(values.text("actionId")) ?? "");
  else if (action === "" && VERDICT_RULE.test(message.ruleId ?? "")) setAction(message, message.ruleId ?? "");
  else if (action.length <= MAX_ACTION_TEXT) setActionMeaning(message, action, verdictIn(action));
}

/** What says that packets went on, or did not, where a line is of nothing but packets; gives whether it is. */
export function takeTrafficWord(words: readonly string[], message: ParsedMessage): boolean {
  const { srcPort, dstPort, protocol, interfaceOut } = message;
  if (srcPort === null || dstPort === null || !(protocol === "tcp" || protocol === "udp")) return false;
  const isBetween = interfaceOut !== null && message.interface !== interfaceOut;
  const hasWay = message.direction === "in" || message.direction === "out";
  const forwarded = isBetween || hasWay ? words.find((word) => FORWARDED.test(word)) : undefined;
  // A firewall opens by a rule what it lets through.
  const isRuled = isBetween && message.ruleId !== null && message.srcIp !== null && message.dstIp !== null;
  const opened = isRuled ? words.find((word) => OPENED.test(word)) : undefined;
  const filtered = words.find((word) => FILTERED.test(word));
  const word = forwarded ?? opened ?? filtered;
  if (word !== undefined) setActionMeaning(message, word, word === filtered ? "deny" : "allow");
  return word !== undefined;
}

/**
 * The rule by a name that says more than rules: by what traffic was filtered that a verdict stands beside.
 */
export function takeWeakRule(values: NamedValues, message: ParsedMessage): void {
  const { ruleId, srcIp, dstIp, verdict } = message;
  if (ruleId !== null || srcIp === null || dstIp === null || verdict === null || verdict === "other") return;
  const isName = values.isWeak("ruleId") && !VERDICT_RULE.test(values.text("ruleId"));
  if (isName) message.ruleId = fieldText(said(values, "ruleId"), MAX_RULE_LENGTH);
}

/** `allowed` of `allowedOnNoRuleMatch`, `drop` of `NF_DROP`; the word itself where it begins otherwise. */
function verdictIn(word: string): string {
  if (NOT_ALLOWED.test(word)) return "deny";
  const numbered = numberedWord(word);
  if (numbered !== undefined && isVerdict(numbered)) return numbered;
  const judged = JUDGED_CALL.exec(word)?.[1] ?? "";
  if (isVerdict(judged)) return judged;
  const head = CAMEL_HEAD.exec(word)?.[0] ?? "";
  if (isVerdict(head)) return head;
  return VERDICT_TAIL.exec(word)?.[1]?.toLowerCase() ?? foreignVerdict(word)?.meaning ?? word;
}

/** The word of a value that has its number, too: `2(drop)`, `1: deny`, `drop (2)`. */
export function numberedWord(text: string): string | undefined {
  const match = NUMBERED.exec(text);
  return match?.[1] ?? match?.[2];
}

function isVerdict(word: string): boolean {
  return word !== "" && verdictOf(word.toLowerCase()) !== "other";
}

function takePlaces(values: NamedValues, message: ParsedMessage): void {
  const outgoing = fieldText(said(values, "interfaceOut"), MAX_INTERFACE_LENGTH);
  message.interfaceOut ??= outgoing;
  message.interface ??= fieldText(said(values, "interface"), MAX_INTERFACE_LENGTH) ?? message.interfaceOut;
  if (message.direction !== "in" && message.direction !== "out")
    message.direction = directionIn(values) ?? message.direction;
  if (!values.isWeak("ruleId"))
    message.ruleId = whole(message.ruleId, fieldText(ruleText(values).replace(NOUN, "$1"), MAX_RULE_LENGTH));
  message.reason = whole(message.reason, fieldText(said(values, "reason")));
  setTranslationOf(values, message);
}

/** What the rule is called: `rule hit: name=web-in`. */
function ruleText(values: NamedValues): string {
  const text = said(values, "ruleId");
  return NAME_WITHIN.exec(text)?.[1] ?? SIGNATURE.exec(text)?.[1] ?? text;
}

/** A parser that parts pairs by blanks took the first word of several: `rule_name=SQL Injection, action=…`. */
function whole(known: string | null, named: string | null): string | null {
  if (known === null) return named;
  return named !== null && named.startsWith(`${known} `) ? named : known;
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
  const isOuter = values.text("natSrcPort") !== "" || CARRIER.test(message.srcIp ?? "");
  const outer = isOuter ? values.text("outerIp") : "";
  const source = wholeEndpoint(values.text("natSrcIp") || outer);
  const destination = wholeEndpoint(values.text("natDstIp"));
  setTranslation(message, {
    srcIp: source?.ip ?? "",
    srcPort: values.text("natSrcPort") || String(source?.port ?? ""),
    dstIp: destination?.ip ?? "",
    dstPort: values.text("natDstPort") || String(destination?.port ?? ""),
  });
}

function takeCounts(values: NamedValues, message: ParsedMessage): void {
  const count = (field: NamedField) => countNumber(values.text(field));
  message.bytes ??= count("bytes") ?? sum(count("bytesSent"), count("bytesReceived"));
  message.packets ??= count("packets") ?? sum(count("packetsSent"), count("packetsReceived"));
}

/** Fills the host, the vendor and the event's time, where the line has none, from what names tell. */
export function takeOrigin(values: NamedValues, line: Line): void {
  const { message } = line;
  message.sourceHost ??= fieldText(said(values, "sourceHost"));
  message.vendor ??= vendorName(said(values, "vendor"));
  takeTime(values, line);
}

function takeTime(values: NamedValues, line: Line): void {
  const { message } = line;
  const time = values.text("time");
  message.eventTimeMicros ??=
    readVendorTime(time, line) ??
    readDateAndTime(values.text("date"), time, { zone: "", line }) ??
    readVendorTime(values.text("date"), line);
}
