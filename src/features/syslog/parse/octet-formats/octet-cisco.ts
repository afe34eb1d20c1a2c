import { textOf } from "../../event/byte-range";
import { MARKS } from "../fast/marks";
import { marksIn } from "../fast/octet-marks";
import {
  CARRIER,
  FIREPOWER_PROGRAM,
  FIREWALLS,
  IOS,
  MAX_ORIGIN_LENGTH,
  readMnemonic,
} from "../formats/cisco";
import { COUNTED_IDS, FLOW_IDS, IOS_TEMPLATES } from "../formats/cisco-ios";
import { isPrintable } from "../octets/octet-range";
import { indexIn, isAt } from "../octets/octet-search";
import { ASA_TEMPLATES, FIREPOWER_KEYS, FOREIGN_IDS, REASONS, TRANSLATIONS } from "../formats/cisco-asa";
import type { AskedLine, Line } from "../line";
import { BLANK, COLON, COMMA, decimalIn, isDigit, PERCENT, QUOTE } from "../values/characters";
import { fieldText } from "../values/field-text";
import type { Template } from "../values/templates";
import type { Body } from "../fast/body-tests";
import { fillFromOctets } from "../octets/octet-fields";
import { applyTemplateIn } from "../octets/octet-templates";
import { hasBothEnds, octetTexts, textIn, wordIn } from "../octets/octet-texts";
import { keyHash, OctetValues } from "../octets/octet-values";

/** What a message's name says. */
type Plan = {
  parser: string;
  msgid: string | null;
  severity: number;
  /** The forms of its sentence; absent: it is Firepower's, of keys. */
  templates: readonly Template[] | null;
  isTranslation: boolean;
  /** It ends with a count of packets. */
  isCounted: boolean;
  reason: string | null;
};

const FIREPOWER_IDS = "4300";
const MAX_PLANS = 4096;
const MAX_NAME_LENGTH = 40;
const MAX_COUNT_DIGITS = 15;
const MAX_KEY_LENGTH = 40;
/** By name; false: no message of Cisco has it, null: those that have it are not read here. */
const plans = new Map<string, Plan | false | null>();
const values = new OctetValues({ ...FIREPOWER_KEYS, source: ["SrcIP"] }, ["source"]);

/**
 * As `parseCisco`, of messages whose form is known, of Firepower's keys, and of IOS's messages that name no address.
 */
export function readCiscoOctets(body: Body, asked: AskedLine): boolean | null {
  const { line, start } = body;
  const { message } = asked;
  if (message.app === FIREPOWER_PROGRAM && line[start] !== PERCENT) {
    if (!isPrintable(line, start, line.length)) return null;
    readKeys(line, start);
    if (values.extra.source.rank === Infinity) return null;
    return takeKeys(line, asked, "cisco-ftd");
  }
  if (message.app !== null && message.app.charCodeAt(0) === PERCENT)
    return readText(body, start, planOf(message.app), asked);
  const name = nameStart(line, start);
  if (name === -1) return false;
  let end = name;
  while (end < line.length && line[end] !== BLANK && line[end] !== COLON) end++;
  if (end - name > MAX_NAME_LENGTH) return null;
  let text = line[end] === COLON ? end + 1 : end;
  while (line[text] === BLANK) text++;
  return readText(body, text, planOf(wordIn(line, { start: name, end })), asked);
}

/** As `mnemonicStart`. */
function nameStart(line: Uint8Array, start: number): number {
  const limit = Math.min(line.length, start + MAX_ORIGIN_LENGTH + 1);
  for (let offset = start; offset < limit; offset++) {
    if (line[offset] !== PERCENT) continue;
    const before = line[offset - 1] ?? 0;
    return offset === start || before <= BLANK || before === COLON ? offset : -1;
  }
  return -1;
}

// oxlint-disable-next-line max-params -- it runs for every line
function readText(
  { line, start }: Body,
  text: number,
  plan: Plan | false | null,
  asked: AskedLine,
): boolean | null {
  if (plan === null || plan === false) return plan;
  if (!isPrintable(line, start, line.length)) return null;
  const { templates } = plan;
  const { message } = asked;
  if (templates === null) {
    readKeys(line, text);
    takeName(plan, asked);
    return takeKeys(line, asked, plan.parser);
  }
  for (const template of templates) {
    if (!applyTemplateIn(template, line, text, message)) continue;
    takeName(plan, asked);
    message.reason ??= plan.reason;
    if (plan.isTranslation) takeTranslated(line, message);
    if (plan.isCounted) message.packets ??= packetCount(line, text);
    // Of a sentence with one end the other may be told by its form.
    if (plan.parser === IOS && !hasBothEnds(message)) asked.text = textOf(line, start, line.length);
    return true;
  }
  if (plan.parser !== IOS || (marksIn(line, text) & MARKS.address) !== 0) return null;
  takeName(plan, asked);
  return true;
}

/** The number of `, 3 packets`, or null. */
function packetCount(line: Uint8Array, start: number): number | null {
  for (let comma = indexIn(line, ", ", start); comma !== -1; comma = indexIn(line, ", ", comma + 1)) {
    const first = comma + 2;
    let end = first;
    while (isDigit(line[end] ?? 0)) end++;
    const isCount = end > first && end - first <= MAX_COUNT_DIGITS && isAt(line, end, " packet");
    if (isCount) return decimalIn(line, first, end);
  }
  return null;
}

function takeName({ parser, msgid, severity }: Plan, { message }: Line): void {
  message.parser = parser;
  message.vendor = "cisco";
  message.msgid ??= msgid;
  message.severity ??= severity;
}

/** A translation's second end is what the first became. */
function takeTranslated(line: Uint8Array, message: Line["message"]): void {
  const ip = textIn(line, octetTexts.dstIp, message.dstIp);
  if (ip === null) return;
  message.natSrcIp = ip;
  message.natSrcPort = message.dstPort;
}

function planOf(name: string): Plan | false | null {
  let plan = plans.get(name);
  if (plan === undefined) {
    plan = makePlan(name);
    if (plans.size >= MAX_PLANS) plans.clear();
    plans.set(name, plan);
  }
  return plan;
}

function makePlan(name: string): Plan | false | null {
  const mnemonic = readMnemonic(name, 1);
  if (mnemonic === null) return false;
  const { id, severity, facility } = mnemonic;
  const firewall = FIREWALLS.get(facility);
  const parser = firewall ?? IOS;
  const templates = firewall === undefined ? iosTemplates(id) : asaTemplates(id);
  if (templates === undefined) return null;
  const isTranslation = firewall !== undefined && TRANSLATIONS.has(id);
  const isCounted = firewall === undefined && id.includes(COUNTED_IDS);
  const reason = firewall === undefined ? null : (REASONS.get(id) ?? null);
  return { parser, severity, msgid: fieldText(id), templates, isTranslation, isCounted, reason };
}

function asaTemplates(id: string): readonly Template[] | null | undefined {
  if (FOREIGN_IDS.has(id)) return undefined;
  return id.startsWith(FIREPOWER_IDS) ? null : ASA_TEMPLATES.get(id);
}

function iosTemplates(id: string): readonly Template[] | undefined {
  return id.startsWith(FLOW_IDS) || id === CARRIER ? undefined : (IOS_TEMPLATES.get(id) ?? []);
}

function takeKeys(line: Uint8Array, { message }: Line, parser: string): true {
  message.parser = parser;
  message.vendor = "cisco";
  for (const range of values.ranges) {
    // A text may be in quotes.
    if (range.end - range.start < 2 || line[range.start] !== QUOTE || line[range.end - 1] !== QUOTE) continue;
    range.start++;
    range.end--;
  }
  fillFromOctets(line, values.fields, message);
  return true;
}

/** As `readColonPairs`. */
function readKeys(line: Uint8Array, from: number): void {
  values.clear();
  let slot = -1;
  let valueStart = from;
  let start = from;
  let colon = -1;
  for (let offset = from; offset <= line.length; offset++) {
    const code = line[offset];
    if (code === COLON && colon === -1 && line[offset + 1] === BLANK) colon = offset;
    const isEnd = offset === line.length || (code === COMMA && line[offset + 1] === BLANK);
    if (!isEnd) continue;
    if (colon !== -1) {
      if (slot !== -1) values.put(slot, valueStart, start - 2);
      slot =
        colon - start > MAX_KEY_LENGTH ? -1 : values.slotOf(line, start, colon, keyHash(line, start, colon));
      valueStart = colon + 2;
    }
    start = offset + 2;
    colon = -1;
    offset++;
  }
  if (slot !== -1) values.put(slot, valueStart, line.length);
}
