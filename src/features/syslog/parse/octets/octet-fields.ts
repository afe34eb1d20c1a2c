import { NO_RANGE } from "./octet-range";
import type { ByteRange } from "../../event/byte-range";
import type { ParsedMessage } from "../line";
import { setAction } from "../values/action";
import { decimalIn } from "../values/characters";
import {
  countNumber,
  directionWord,
  fieldText,
  MAX_FIELD_LENGTH,
  MAX_INTERFACE_LENGTH,
  MAX_RULE_LENGTH,
} from "../values/field-text";
import { isNothing, MAX_NOTHING_LENGTH, sum, transport } from "../values/fields";
import { protocolName } from "../values/protocol";
import { addressIn, fieldIn, octetTexts, portIn, wordIn } from "./octet-texts";
import { takeTranslation } from "./octet-translation";
import type { FieldRanges } from "./octet-values";

/** Fifteen digits are below 2^53. */
const MAX_PLAIN_DIGITS = 15;

/** As `fillMessage`, of values that stand in a line of printable ASCII. */
export function fillFromOctets(line: Uint8Array, fields: FieldRanges, message: ParsedMessage): void {
  message.sourceHost ??= fieldText(wordIn(line, said(line, fields.sourceHost)));
  message.srcIp = addressIn(line, fields.srcIp, octetTexts.srcIp);
  message.dstIp = addressIn(line, fields.dstIp, octetTexts.dstIp);
  message.srcPort = portIn(line, fields.srcPort);
  message.dstPort = portIn(line, fields.dstPort);
  message.protocol = protocolName(transport(wordIn(line, said(line, fields.protocol))));
  setAction(message, wordIn(line, said(line, fields.action)));
  takePlaces(line, fields, message);
  message.reason = fieldIn(line, said(line, fields.reason), MAX_FIELD_LENGTH, octetTexts.reason);
  message.bytes =
    countIn(line, fields.bytes) ?? sum(countIn(line, fields.bytesSent), countIn(line, fields.bytesReceived));
  message.packets =
    countIn(line, fields.packets) ??
    sum(countIn(line, fields.packetsSent), countIn(line, fields.packetsReceived));
  takeTranslation(
    line,
    { ip: fields.natSrcIp, port: fields.natSrcPort },
    { ip: fields.natDstIp, port: fields.natDstPort },
    message,
  );
}

function takePlaces(line: Uint8Array, fields: FieldRanges, message: ParsedMessage): void {
  message.interfaceOut = fieldText(wordIn(line, said(line, fields.interfaceOut)), MAX_INTERFACE_LENGTH);
  const { interface: kept, ruleId, trackerId } = octetTexts;
  message.interface = fieldIn(line, said(line, fields.interface), MAX_INTERFACE_LENGTH, kept);
  if (kept.start === kept.end) message.interface ??= message.interfaceOut;
  message.direction = directionWord(wordIn(line, said(line, fields.direction)));
  message.ruleId = fieldIn(line, said(line, fields.ruleId), MAX_RULE_LENGTH, ruleId);
  message.trackerId = fieldIn(line, said(line, fields.trackerId), MAX_RULE_LENGTH, trackerId);
}

/** A value, or nothing where it is a word for that. */
function said(line: Uint8Array, value: ByteRange): ByteRange {
  const { start, end } = value;
  if (end - start > MAX_NOTHING_LENGTH || start === end || !mayBeNothing(line[start] ?? 0)) return value;
  return isNothing(wordIn(line, value)) ? NO_RANGE : value;
}

/** What words for nothing begin with. */
function mayBeNothing(code: number): boolean {
  return code === 0x2d || code === 0x28 || (code | 0x20) === 0x6e || (code | 0x20) === 0x75;
}

/** As `countNumber`. */
export function countIn(line: Uint8Array, range: ByteRange): number | null {
  const { start, end } = range;
  if (start === end) return null;
  if (end - start > MAX_PLAIN_DIGITS) return countNumber(wordIn(line, range));
  const value = decimalIn(line, start, end);
  return value < 0 ? null : value;
}
