import { isPrintable, isThere } from "../octets/octet-range";
import { textOf } from "../../event/byte-range";
import {
  CEF_DIRECTIONS,
  CEF_KEYS,
  type CefExtra,
  CUSTOM_KEYS,
  CUSTOM_LABELS,
  HEADER_FIELDS,
  kindOfLabel,
  takeWay,
  NO_RULE,
  SERVED_VENDOR,
  takeCefAction,
} from "../formats/cef";
import type { AskedLine, Line, ParsedMessage } from "../line";
import { BACKSLASH, BAR, BLANK, isDigit } from "../values/characters";
import { setActionOfEvent } from "../values/action";
import { fieldText, MAX_FIELD_LENGTH, MAX_RULE_LENGTH } from "../values/field-text";
import { vendorName } from "../values/vendor-name";
import { beginsWith, type Body } from "../fast/body-tests";
import { readExtensionOctets } from "../octets/octet-extension";
import { fillFromOctets } from "../octets/octet-fields";
import { memoized } from "../octets/octet-memo";
import { fieldIn, hasEnd, octetTexts, wordIn } from "../octets/octet-texts";
import { keyHash, OctetValues, type ValueRange } from "../octets/octet-values";
import { vendorTimeIn } from "../octets/octet-vendor-time";

const MARK = "CEF:";
/** What a relay takes the mark for. */
const MARKED_PROGRAM = "CEF";
/** Places in the header. */
const VENDOR = 1;
const SIGNATURE = 4;
const NAME = 5;
/** What stands for no rule is as short. */
const MAX_NO_RULE = 8;

const values = new OctetValues<CefExtra>(CEF_KEYS, [
  "eventTime",
  "zone",
  "certificateName",
  "clientPort",
  "serverIp",
  "namedRule",
  "outcome",
  ...CUSTOM_KEYS,
  ...CUSTOM_LABELS.map(({ label }) => label),
]);
/** Of the certificate's name only whether it is there. */
const CERTIFICATE = Buffer.from("originsicname");
const unread = values.slotOf(CERTIFICATE, 0, CERTIFICATE.length, keyHash(CERTIFICATE, 0, CERTIFICATE.length));
/** Where the fields of the header begin; the entry behind the last is where the next would. */
const starts = new Int32Array(HEADER_FIELDS + 1);
/** Memo of names as they were met, and of what labels say. */
const vendors = new Map<string, string | null>();
const labelKinds = new Map<string, ReturnType<typeof kindOfLabel>>();

/** As `parseCef`, of lines whose values that are wanted have no escapes. */
export function readCefOctets(body: Body, asked: AskedLine): true | null {
  const { line, start } = body;
  let first = start;
  if (beginsWith(body, MARK)) {
    first += MARK.length;
    while (line[first] === BLANK) first++;
  }
  if (!isDigit(line[first] ?? 0) || line[first + 1] !== BAR || !readHeader(line, first)) return null;
  let extension = starts[HEADER_FIELDS] ?? 0;
  while (line[extension] === BLANK) extension++;
  values.clear();
  if (!isPrintable(line, start, extension) || !readExtensionOctets(line, extension, values, BLANK, unread))
    return null;
  const { fields, extra } = values;
  const { message } = asked;
  // The gateway's name in a certificate's counts before others.
  if (message.sourceHost === null && isThere(extra.certificateName)) return null;
  // Rows of bars begin so, too, where the mark is not there.
  const mayBeRow =
    isDigit(line[starts[VENDOR] ?? 0] ?? 0) || (message.app !== null && message.app !== MARKED_PROGRAM);
  if (first === start && mayBeRow) return null;
  const vendor = memoized(vendors, headerField(line, VENDOR), vendorName);
  if (vendor === SERVED_VENDOR) return null;
  message.parser = "cef";
  message.vendor = vendor;
  const signature = headerField(line, SIGNATURE);
  message.msgid ??= fieldText(signature);
  if (message.app === MARKED_PROGRAM) message.app = null;
  fillFromOctets(line, fields, message);
  message.direction = CEF_DIRECTIONS.get(message.direction ?? "") ?? message.direction;
  takeCefAction(message);
  if (message.action === null) {
    setActionOfEvent(message, wordIn(line, extra.outcome));
    setActionOfEvent(message, signature);
    setActionOfEvent(message, headerField(line, NAME));
  }
  const { ruleId } = octetTexts;
  const { namedRule } = extra;
  const labelled = takeLabelled(line, message);
  if (message.ruleId === null && ruleId.start === ruleId.end) {
    const rule = labelled ?? (isThere(namedRule) ? namedRule : null);
    if (rule !== null) message.ruleId = fieldIn(line, rule, MAX_RULE_LENGTH, ruleId);
  }
  message.eventTimeMicros = eventTime(line, asked) ?? message.eventTimeMicros;
  if (!hasEnd(message)) asked.text = textOf(line, start, line.length);
  return true;
}

/** Notes where the fields begin; false where there are fewer. */
function readHeader(line: Uint8Array, first: number): boolean {
  starts[0] = first;
  let count = 0;
  for (let offset = first; offset < line.length; offset++) {
    if (line[offset] !== BAR || line[offset - 1] === BACKSLASH) continue;
    starts[++count] = offset + 1;
    if (count === HEADER_FIELDS) return true;
  }
  return false;
}

function headerField(line: Uint8Array, place: number): string {
  return wordIn(line, { start: starts[place] ?? 0, end: (starts[place + 1] ?? 0) - 1 });
}

/**
 * Takes what custom values say of what was done and of why, where no other key does, and gives the one that names a rule, as
 * `customRule` of `parseCef` has it; null where there is none.
 */
function takeLabelled(line: Uint8Array, message: ParsedMessage): ValueRange | null {
  const { extra } = values;
  let rule: ValueRange | null = null;
  for (const { key, label } of CUSTOM_LABELS) {
    if (!isThere(extra[label]) || !isThere(extra[key])) continue;
    const kind = memoized(labelKinds, wordIn(line, extra[label]), kindOfLabel);
    if (kind === "" || (kind !== "action" && isNoRule(line, extra[key]))) continue;
    if (kind === "rule") rule ??= extra[key];
    else if (kind === "way") takeWay(message, wordIn(line, extra[key]));
    else if (kind === "action") setActionOfEvent(message, wordIn(line, extra[key]));
    else if (message.reason === null && !isThere(octetTexts.reason))
      message.reason = fieldIn(line, extra[key], MAX_FIELD_LENGTH, octetTexts.reason);
  }
  return rule ?? (message.vendor === "sonicwall" && isThere(extra.cs1) ? extra.cs1 : null);
}

function isNoRule(line: Uint8Array, { start, end }: ValueRange): boolean {
  return end - start <= MAX_NO_RULE && NO_RULE.test(wordIn(line, { start, end }));
}

function eventTime(line: Uint8Array, asked: Line): number | null {
  const { eventTime: time, zone } = values.extra;
  if (!isThere(time)) return null;
  const isUtc = isThere(zone) && wordIn(line, zone) === "UTC";
  return vendorTimeIn(line, time, isUtc ? { ...asked, timeZone: "UTC", headerOffsetSeconds: null } : asked);
}
