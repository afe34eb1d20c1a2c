import type { ByteRange } from "../../event/byte-range";
import type { Body } from "../fast/body-tests";
import { beginsWith } from "../fast/body-tests";
import { MARKS } from "../fast/marks";
import { BLOCKING_EVENT, KINDS, MERAKI_KEYS, MESSAGE, PATTERN, PATTERN_ACTIONS } from "../formats/meraki";
import type { AskedLine, ParsedMessage } from "../line";
import { splitPort } from "../octets/octet-ends";
import { fillFromOctets } from "../octets/octet-fields";
import { readPairOctets } from "../octets/octet-pairs";
import { isThere, setRange } from "../octets/octet-range";
import { indexIn, wordEnd } from "../octets/octet-search";
import { fieldIn, octetTexts, portIn, wordIn } from "../octets/octet-texts";
import { OctetValues } from "../octets/octet-values";
import { epochIn } from "../octets/octet-vendor-time";
import { setAction, setActionMeaning } from "../values/action";
import { isDigit } from "../values/characters";
import { fieldText, MAX_FIELD_LENGTH, MAX_RULE_LENGTH } from "../values/field-text";

/** Before the time, where a sender has the version of RFC 5424 and no more of it. */
const VERSION = "1 ";
const MIN_TIME_LENGTH = 10;
const MAX_TIME_LENGTH = 20;
/** What events say of a tunnel's ends. */
const EVENTS = "events";
const TUNNEL_ENDS = ["Peer ", "Server ", "connected from "];

const values = new OctetValues(MERAKI_KEYS, ["natPort", "peer", "type", "text"]);
/** The port behind the colon of an end's address. */
const ports = { source: { start: 0, end: 0 }, destination: { start: 0, end: 0 } };
const word = { start: 0, end: 0 };

/** As `parseMeraki`, of lines whose ends are addresses of version 4, but for events of tunnels. */
export function readMerakiOctets(body: Body, asked: AskedLine): boolean | null {
  const { line, start, marks } = body;
  const first = beginsWith(body, VERSION) ? start + VERSION.length : start;
  if (!isDigit(line[first] ?? 0)) return false;
  const timeEnd = wordEnd(line, first);
  if (timeEnd - first < MIN_TIME_LENGTH || timeEnd - first > MAX_TIME_LENGTH) return false;
  const nameEnd = wordEnd(line, timeEnd + 1);
  const kindEnd = wordEnd(line, nameEnd + 1);
  const kind = wordIn(line, { start: nameEnd + 1, end: kindEnd });
  if (!KINDS.has(kind)) return false;
  const micros = epochIn(line, { start: first, end: timeEnd });
  if (micros === null) return false;
  values.clear();
  if ((marks & MARKS.tab) !== 0 || !readPairOctets(line, kindEnd, values)) return null;
  const { fields, extra } = values;
  const { srcIp, dstIp } = fields;
  if (!splitPort(line, srcIp, ports.source) || !splitPort(line, dstIp, ports.destination)) return null;
  const hasPort = isThere(ports.source) || isThere(ports.destination);
  // What is translated is told before the port behind an address is.
  if (hasPort && (isThere(fields.natSrcIp) || isThere(fields.natDstIp))) return null;
  const isEvent = kind === EVENTS;
  if (isEvent && (isThere(extra.peer) || TUNNEL_ENDS.some((text) => indexIn(line, text, start) !== -1)))
    return null;

  const { message } = asked;
  message.parser = "meraki";
  message.vendor = "meraki";
  message.eventTimeMicros = micros;
  setRange(word, timeEnd + 1, nameEnd);
  message.sourceHost = fieldText(wordIn(line, word)) ?? message.sourceHost;
  message.app ??= kind;
  fillFromOctets(line, fields, message);
  message.srcPort ??= portIn(line, ports.source);
  message.dstPort ??= portIn(line, ports.destination);
  if (message.action === null) takeVerdict(line, kindEnd, message);
  takeNatPort(portIn(line, extra.natPort), message);
  if (kind.endsWith(EVENTS)) takeReason(line, extra.type, message);
  const at = indexIn(line, MESSAGE, start);
  if (at === -1) return true;
  setRange(word, at + MESSAGE.length, line.length);
  takeReason(line, word, message);
  return true;
}

/** As `readVerdict` of `parseMeraki`. */
function takeVerdict(line: Uint8Array, kindEnd: number, message: ParsedMessage): void {
  setRange(word, kindEnd + 1, wordEnd(line, kindEnd + 1));
  const first = wordIn(line, word);
  if (first === "allow" || first === "deny") {
    setAction(message, first);
    return;
  }
  if (first.endsWith(BLOCKING_EVENT)) {
    setActionMeaning(message, first, "block");
    return;
  }
  const at = indexIn(line, PATTERN, kindEnd);
  if (at === -1) return;
  const pattern = at + PATTERN.length;
  const end = wordEnd(line, pattern);
  setRange(word, pattern, end);
  const action = PATTERN_ACTIONS.get(wordIn(line, word));
  if (action !== undefined) setAction(message, action);
  if (message.ruleId !== null || isThere(octetTexts.ruleId)) return;
  setRange(word, action === undefined ? pattern : end, line.length);
  message.ruleId = fieldIn(line, word, MAX_RULE_LENGTH, octetTexts.ruleId);
}

/** One key for the port of whichever end was translated. */
function takeNatPort(port: number | null, message: ParsedMessage): void {
  if (message.natSrcIp !== null) message.natSrcPort = port;
  else if (message.natDstIp !== null) message.natDstPort = port;
}

/** The text, where there is no reason yet. */
function takeReason(line: Uint8Array, text: ByteRange, message: ParsedMessage): void {
  if (message.reason !== null || isThere(octetTexts.reason)) return;
  message.reason = fieldIn(line, text, MAX_FIELD_LENGTH, octetTexts.reason);
}
