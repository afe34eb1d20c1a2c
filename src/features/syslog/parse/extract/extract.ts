import { isJsonObject, type JsonObject } from "../values/json-values";
import { MAX_SEARCH_LENGTH } from "../values/phrases";
import { OWN_VENDORS } from "../formats/named-pairs";
import { REFUSALS } from "../formats/servers";
import type { Line, ParsedMessage } from "../line";
import { hasAddresses } from "./ends/addresses";
import { namedRule, takeBeforeObject, takeBeside, takeBesideNames } from "./beside/beside-flow";
import { placeOfSentence, takeLeasePlace } from "./beside/beside-places";
import {
  MAX_HEAD,
  takeLabel,
  takeRefusal,
  takeFilteringEvent,
  takeSecondWord,
  takeSentenceVerdict,
  takeVerdict,
} from "./beside/beside-verdicts";
import { carriedSentence, takeCarriedUrl, withTabs } from "./pairs/carried-sentence";
import { areEnds, areEndsWhole, isComplete } from "./completeness";
import { withCalledEnd } from "./pairs/called-pairs";
import { takeCalledUrl, takeCalledUrlOf } from "./named/called-urls";
import { isHan, takeHanRule, takeHanVerdict, withPlainNames } from "./named/chinese-names";
import { targetOfName } from "./names/field-names";
import type { NamedField } from "./names/known-names";
import { findFlow } from "./find-flow";
import type { Flow } from "./ends/flow";
import { takeObjectHead } from "./heads/object-head";
import { takeHead } from "./heads/program-heads";
import { withoutMultiaddresses } from "./ends/multiaddress";
import { withoutAny } from "./ends/flow-parts";
import { isListEntry } from "./named/named-ends";
import { NamedValues, WITH_TIME } from "./named/named-values";
import { withClosePorts, withPlainPairs } from "./pairs/plain-pairs";
import {
  takeAnswer,
  takeCause,
  takeDenial,
  takeLeaseReason,
  takeLoginReason,
  takeMailReason,
  takeReason,
  takeServed,
} from "./beside/server-answers";
import { takeDownReason } from "./beside/neighbour-down";
import { takeLastCause, takeObjectCause } from "./beside/last-cause";
import { takeTrailingVerdict } from "./beside/message-verdict";
import { readKnownRow } from "./rows/known-rows";
import { takeLetterPairs } from "./named/letter-pairs";
import { mendPairs } from "./named/mended-pairs";
import { objectIn } from "./names/object-values";
import {
  enclosedLine,
  namedPort,
  ownReason,
  sentencesOf,
  takeObjectReason,
  takeObjectVerdict,
  takeTextTime,
  tellsCall,
  tellsFromWhere,
  tellsWhereTo,
  textsIn,
} from "./named/object-sentences";
import { readRuledPacket } from "./beside/printed-actions";
import { takeOwnName } from "./heads/own-name";
import { behindName, behindTime, printedContent, takeLogProgram } from "./heads/own-program";
import { completeServer } from "./beside/server-sentence";
import { takeSinkholed } from "./beside/sinkhole";
import { takeLeadingTime, takeStartTime } from "./heads/start-time";
import {
  takeBesideForm,
  takeNamed,
  takeOwnPort,
  takeOrigin,
  takeTrafficWord,
  takeWeakRule,
} from "./named/take-named";
import { takeSpokenTranslation } from "./beside/take-translation";
import { withAlertEnds } from "./pairs/trap-text";

/** The `parser` of a line that no format is known of, and whose names or form say what its fields are. */
export const EXTRACTED = "extracted";

/** Takes one address from sentences that it does not know: the other end may be told by the form. */
const SENTENCE_PARSERS = new Set(["server", "cisco-ios", "access-log"]);
/** Of servers that say what they refused, and why. */
const ANSWERING_PARSERS = new Set(["named", "exim", "dovecot", "vsftpd"]);
/** Of vendors whose sentences are more than those that are known. */
const SPEAKING_PARSERS = new Set(["juniper", "mikrotik"]);
/** Carriers of pairs whose vendors do not all keep to its names. */
const CARRIERS = new Set(["cef", "leef"]);
const END_FIELDS = new Set<NamedField>(["srcIp", "dstIp", "srcPort", "dstPort"]);
/** What is told by a pair within a text of an object. */
const PAIR_OF_ADDRESS = /(?:^|[ ,;])[a-z_.-]{2,24}=["']?[\d[]/i;
/** A program's name may be a letter. */
const MIN_KEY_LENGTH = 2;
/** Names are looked for this far; a longer text is a payload. */
const MAX_NAMED_LENGTH = 8192;
/** As rsyslog writes it. */
const ESCAPED_TAB = "#011";
const CONNECTION = "Connection from ";
const MAIL_CONNECTION = "CONNECT from ";
/** What a client asked for is no sentence of the server. */
const QUOTED = /"(?<!\b(?:rule|policy|acl|list)[ :=]{1,2}")[^"]*"/gi;
/** The names that a statement has are those of a table; the name of a signature, `SELECT...FROM`, has none. */
const STATEMENT = /\b(?:SELECT|UPDATE|INSERT|DELETE)\b(?!\.\.\.).{1,200}\b(?:FROM|SET|INTO|WHERE)\b/i;

/** Where a line of pairs may tell a translation that its parser does not know. */
const NAT_HINT = /nat|xlat|trans|pub/i;

/** Of a line whose names tell the ends. */
const NO_FLOW: Flow = { source: null, destination: null, start: 0, end: 0 };

/** One for all lines, as a thread looks at one at a time. */
const values = new NamedValues();

/**
 * Reads by names and forms that many devices share what no format has read: the fields of a line that nothing
 * recognised (`isKnown` false), which then has the parser `extracted`, and what parsers that know no vendor left empty.
 * What is set stays, but for a protocol that has no ports. Gives whether the line is recognised now. Time is linear; of
 * a line without an address it is one look at each character.
 */
export function extractFields(body: string, line: Line, isKnown: boolean): boolean {
  if (isKnown) {
    complete(body, line);
    takeLeadingTime(body, line);
    if (line.message.parser === "cisco-ios") takeDownReason(body, line.message);
  } else if (!readUnknown(body, line)) {
    return false;
  }
  if (line.message.parser === EXTRACTED) takeDownReason(body, line.message);
  takeLastCause(body, line.message);
  return true;
}

function readUnknown(body: string, line: Line): boolean {
  const content = printedContent(
    body.includes(ESCAPED_TAB) ? body.replaceAll(ESCAPED_TAB, "\t") : body,
    line,
  );
  takeOwnName(content, line.message);
  if (readStructuredData(line)) {
    if (line.message.action === null) takeVerdict(content.slice(0, MAX_HEAD), line.message);
    return true;
  }
  if (!hasAddresses(content, 1, MAX_NAMED_LENGTH)) return readRuledPacket(content, line.message);
  takeHead(body, content, line.message);
  if (content.includes("DHCP")) takeLeasePlace(content, line.message);
  if (readKnownRow(content, line)) {
    line.message.parser = EXTRACTED;
    return true;
  }
  const isForeign = isHan(content);
  const named = isForeign
    ? withPlainNames(content.slice(0, MAX_NAMED_LENGTH))
    : withAlertEnds(withoutMultiaddresses(content));
  if (!readFields(withFirstKey(named, line.message), line) && !takeSinkholed(content, line.message)) {
    takeDownReason(content, line.message);
    return false;
  }
  if (isForeign) {
    takeHanRule(content, line.message);
    takeHanVerdict(content, line.message);
  }
  line.message.parser = EXTRACTED;
  return true;
}

/** As `extractFields`, of what an object says that no vendor's format is: the parser for JSON has its own keys only. */
export function extractFromObject(object: JsonObject, line: Line): void {
  const { message } = line;
  takeObjectHead(object, message);
  if (WITH_TIME.test(message.ruleId ?? "")) message.ruleId = null;
  const isWhole = isComplete(message) && message.ruleId !== null && message.reason !== null;
  if (isWhole) return;
  // Whoever is nobody's end has a time and a reason all the same.
  if (!readObject(object, line)) {
    takeOrigin(values, line);
    message.reason ??= ownReason(object);
  }
  takeObjectCause(object, message);
  if (message.eventTimeMicros === null) takeTextTime(object, line);
}

/** What the parameters of RFC 5424 say, which stand before the sentence. */
function readStructuredData(line: Line): boolean {
  const { structuredData } = line.message;
  if (structuredData === null || !hasAddresses(structuredData, 1, MAX_NAMED_LENGTH)) return false;
  const elements: unknown = JSON.parse(structuredData);
  if (!isJsonObject(elements) || !readObject(elements, line)) return false;
  line.message.parser = EXTRACTED;
  return true;
}

/** `src_addr: 192.0.2.1` behind a header looks like a program's name; it is the first of the names. */
function withFirstKey(content: string, message: ParsedMessage): string {
  const { app, procid } = message;
  const mayBeKey = app !== null && app.length >= MIN_KEY_LENGTH && procid === null;
  const field = mayBeKey ? targetOfName(app)?.field : undefined;
  if (field === undefined || !END_FIELDS.has(field)) return content;
  message.app = null;
  return `${app}: ${content}`;
}

function complete(body: string, line: Line): void {
  const { message } = line;
  const { parser, vendor, srcIp, dstIp } = message;
  if (parser === "key-value" && !OWN_VENDORS.has(vendor ?? "")) {
    const content = behindTime(body, line);
    takeOwnName(content, message);
    takeLogProgram(content, message);
    takeSecondWord(body, message);
    mendPairs(body, message);
    const mayBeTranslated = message.natSrcIp === null && message.natDstIp === null && NAT_HINT.test(content);
    const isWhole =
      isComplete(message) && message.interface !== null && message.ruleId !== null && !mayBeTranslated;
    if (!isWhole && hasAddresses(content, 1, MAX_NAMED_LENGTH)) readFields(content, line);
    if (message.verdict === "other" && message.actionRaw !== null)
      takeTrafficWord([message.actionRaw], message);
  } else if (SPEAKING_PARSERS.has(parser) && srcIp === null && dstIp === null) {
    if (hasAddresses(body, 1, MAX_SEARCH_LENGTH)) readFields(body, line);
  } else if (parser === "cisco-ios" && srcIp === null && dstIp === null) {
    const text = behindName(body, message);
    if (hasAddresses(text, 1, MAX_SEARCH_LENGTH)) readFields(text, line);
  } else if (ANSWERING_PARSERS.has(parser)) {
    takeAnswer(body, message);
  } else if (parser === "apache-error") {
    if (body.includes("denied")) takeDenial(body, message);
    else if (srcIp === null && hasAddresses(body, 1, MAX_SEARCH_LENGTH))
      readFields(behindTime(body, line), line);
  } else if (parser === "dhcpd") {
    takeLeaseReason(body, message);
  } else if (parser === "postfix" && message.action !== null) {
    takeMailReason(body, message);
  } else if (parser === "watchguard") {
    if (message.action === null) takeReason(body, message);
  } else if (parser === "login" || (parser === "proftpd" && body.includes("onnection"))) {
    takeRefusal(body, message);
    if (parser === "login") takeLoginReason(body, message);
  } else if (SENTENCE_PARSERS.has(parser)) {
    if (parser === "server") completeServer(body, message);
    if (parser === "access-log") {
      takeServed(body, message);
      if (message.eventTimeMicros === null) takeStartTime(body, line);
    }
    if (message.sourceHost === null && takeOwnName(body, message)) takeStartTime(body, line);
    const mayHaveOther = srcIp !== null && dstIp === null && hasAddresses(body, 2, MAX_SEARCH_LENGTH);
    if (mayHaveOther) readOther(body, line);
    if (parser === "server") message.interface ??= placeOfSentence(body.slice(0, MAX_SEARCH_LENGTH));
  } else if (isSsh(parser) && REFUSALS.some((words) => body.startsWith(words))) {
    takeRefusal(body, message);
    takeReason(body, message);
    if (dstIp === null && hasAddresses(body, 2, MAX_SEARCH_LENGTH)) readFlow(body, line);
  } else if (body.startsWith(CONNECTION) || body.startsWith(MAIL_CONNECTION)) {
    // OpenSSH and Postfix name the end that was connected to there, and nowhere else.
    if (dstIp === null && hasAddresses(body, 2, MAX_SEARCH_LENGTH)) readFlow(body, line);
  } else if (parser === "sshd" && message.app === null) {
    // So is called whatever names `address port 22` without a program.
    const content = behindTime(body, line);
    if (message.action === null) takeRefusal(content, message);
    const wanted = body.includes(" on port ") ? 1 : 2;
    if (hasAddresses(content, wanted, MAX_SEARCH_LENGTH)) readFlow(content, line);
  } else if (CARRIERS.has(parser) && srcIp === null && dstIp === null) {
    if (!readNames(withTabs(body), line) && !takeCarriedUrl(body, message)) readCarried(body, line);
  } else if (parser === "leef" && dstIp === null && body.includes("onnect")) {
    // Whom this host could not reach for the source that a key tells.
    readCarried(body, line);
  }
}

function isSsh(parser: string): boolean {
  return parser === "sshd" || parser === "sshd-session";
}

/** What the sentence of a carrier of pairs says, where no pair tells an end. */
function readCarried(body: string, line: Line): void {
  const said = carriedSentence(body);
  if (hasAddresses(said, 1, MAX_SEARCH_LENGTH)) readFlow(said, line);
}

/** The other end of a sentence whose parser took one. */
function readOther(body: string, line: Line): void {
  const isIos = line.message.parser === "cisco-ios";
  const mayHaveNames = isIos || body.includes("=");
  const isNamed = mayHaveNames && readNames(body, line);
  if (!isNamed) readFlow(body.includes('"') ? body.replaceAll(QUOTED, "") : body, line, mayHaveNames);
  if (mayHaveNames) takeWeakRule(values, line.message);
  if (isIos && line.message.dstIp !== null) takeLabel(body, line.message);
}

function readFields(body: string, line: Line): boolean {
  const object = objectIn(body);
  if (object !== null && readObject(object, line)) {
    takeBeforeObject(body, line.message);
    return true;
  }
  takeSpokenTranslation(body, line.message);
  const isNamed = readNames(body, line);
  const isWhole = isNamed && areEndsWhole(line.message);
  if (isWhole && !(isComplete(line.message) && line.message.interface !== null))
    takeBeside(body.slice(0, MAX_SEARCH_LENGTH), NO_FLOW, line.message);
  const hasFlow = isWhole || (!isListEntry(values) && readFlow(body, line, !isNamed));
  if (isNamed && !hasFlow) takeBesideNames(body, line.message);
  if (isNamed && !hasFlow && areEnds(line.message))
    takeBeside(body.slice(0, MAX_SEARCH_LENGTH), NO_FLOW, line.message);
  if (isNamed) takeLetterPairs(body, line.message);
  if (isNamed) takeLabel(body, line.message);
  if (isNamed) takeSentenceVerdict(body, line.message);
  if (isNamed) takeTrailingVerdict(body, line.message);
  if (isNamed) takeCause(body, line.message);
  if (isNamed) line.message.ruleId ??= namedRule(body);
  if (isNamed) takeFilteringEvent(body, line.message);
  if (isNamed && hasFlow) takeOwnPort(values, line.message);
  takeWeakRule(values, line.message);
  return takeCalledUrl(body, line.message) || isNamed || hasFlow;
}

function readNames(body: string, line: Line): boolean {
  values.clear();
  const head = body.slice(0, MAX_NAMED_LENGTH);
  values.readPairs(withPlainPairs(head));
  return !values.isEmpty && !STATEMENT.test(head) && takeNamed(values, line);
}

function readObject(object: JsonObject, line: Line): boolean {
  values.clear();
  values.readObject(withCalledEnd(object));
  const isNamed = !values.isEmpty && takeNamed(values, line);
  if (isNamed && line.message.action === null) takeObjectVerdict(object, line.message);
  if (isNamed) takeObjectReason(object, line.message);
  if (isNamed) takeEnclosed(object, line.message);
  if (isNamed && line.message.dstIp === null && line.message.srcIp !== null) readOtherOf(object, line);
  if (isNamed) takeWeakRule(values, line.message);
  return takeCalledUrlOf(object, line.message) || isNamed || readSentence(object, line);
}

/**
 * The flow of a sentence, and what is said beside it, by names first where it `hasNames`; ends that the line has
 * otherwise must be the same.
 */
function readFlow(whole: string, line: Line, hasNames = false): boolean {
  const { message } = line;
  const text = withClosePorts(whole.slice(0, MAX_SEARCH_LENGTH));
  const found = findFlow(text, message.app ?? "");
  if (found === null) return false;
  const flow = withoutAny(found);
  const { source, destination } = flow;
  const isOther = (known: string | null, found: string | undefined) =>
    known !== null && found !== undefined && known !== found;
  if (isOther(message.srcIp, source?.ip) || isOther(message.dstIp, destination?.ip)) return false;
  // Whom the names tell to be called did not begin, and whom the form tells to be called is no source by his name alone.
  if (destination === null && source?.ip === message.dstIp) return false;
  if (source === null && destination?.ip === message.srcIp && destination.port === message.srcPort)
    message.srcIp = message.srcPort = null;
  if (source !== null) {
    message.srcIp = source.ip;
    message.srcPort ??= source.port;
  }
  if (destination !== null) {
    message.dstIp = destination.ip;
    message.dstPort ??= destination.port;
  }
  message.dstPort ??= flow.askedPort ?? null;
  if (hasNames) takeBesideForm(values, line);
  takeBeside(text, flow, message);
  return true;
}

/** What a line that an object encloses tells beside the ends that both tell. */
function takeEnclosed(object: JsonObject, message: ParsedMessage): void {
  if (message.action !== null && message.protocol !== null) return;
  const text = enclosedLine(object, message);
  const flow = text === null ? null : findFlow(text);
  if (text === null || flow?.source?.ip !== message.srcIp || flow?.destination?.ip !== message.dstIp) return;
  message.srcPort ??= flow?.source?.port ?? null;
  message.dstPort ??= flow?.destination?.port ?? null;
  if (flow !== null) takeBeside(text, flow, message);
}

function readSentence(object: JsonObject, line: Line): boolean {
  for (const text of sentencesOf(object)) if (readFlowOf(text, line, 1)) return true;
  const texts = textsIn(object);
  if (texts.some((text) => readFlowOf(text, line, PAIR_OF_ADDRESS.test(text) || tellsCall(text) ? 1 : 2)))
    return true;
  const from = texts.find(tellsFromWhere);
  if (from === undefined || !hasAddresses(from, 1, MAX_SEARCH_LENGTH)) return false;
  values.readPairs(withPlainPairs(from));
  return takeNamed(values, line);
}

/**
 * The other end and what is said of both in the sentence of an object whose names tell one, or the port alone of a
 * name.
 */
function readOtherOf(object: JsonObject, line: Line): void {
  for (const text of sentencesOf(object)) {
    if (typeof text !== "string") continue;
    const wanted = tellsWhereTo(text) ? 1 : 2;
    if (hasAddresses(text, wanted, MAX_SEARCH_LENGTH) && readFlow(text, line)) return;
  }
  line.message.dstPort ??= namedPort(object);
}

function readFlowOf(text: unknown, line: Line, wanted: number): boolean {
  if (typeof text !== "string" || !hasAddresses(text, wanted, MAX_SEARCH_LENGTH)) return false;
  if (text.includes("=")) {
    values.readPairs(withPlainPairs(text.slice(0, MAX_NAMED_LENGTH)));
    if (takeNamed(values, line)) {
      takeLabel(text, line.message);
      return true;
    }
  }
  return readFlow(text, line, true);
}
