import { setRange } from "./octet-range";
import { type ByteRange, textOf } from "../../event/byte-range";
import type { ParsedMessage } from "../line";
import { setAction } from "../values/action";
import { BLANK, QUOTE } from "../values/characters";
import {
  directionWord,
  fieldText,
  MAX_FIELD_LENGTH,
  MAX_INTERFACE_LENGTH,
  MAX_RULE_LENGTH,
  portNumber,
} from "../values/field-text";
import { protocolName } from "../values/protocol";
import { ARROW, SERVICE_PORTS, type Template, type TemplateField } from "../values/templates";
import { emptyEnd, forgetEnd, type OctetEnd, readEndIn, unwrap } from "./octet-ends";
import { countIn } from "./octet-fields";
import { indexIn, isAt } from "./octet-search";
import { fieldIn, octetTexts, portIn, textIn, wordIn } from "./octet-texts";
import { takeTranslation } from "./octet-translation";
import { setTranslation } from "../values/fields";

const MAX_FIELDS = 16;
const ESTABLISHED = "est-";

type Found = ByteRange & { field: TemplateField };
const found: readonly Found[] = Array.from({ length: MAX_FIELDS }, (): Found => ({
  field: "skip",
  start: 0,
  end: 0,
}));
const end = emptyEnd();
const natSource = emptyEnd();
const natDestination = emptyEnd();

/** As `applyTemplate`, of the printable ASCII that a line ends with. */
// oxlint-disable-next-line max-params -- it runs for every line
export function applyTemplateIn(
  template: Template,
  line: Uint8Array,
  start: number,
  message: ParsedMessage,
): boolean {
  const count = findFields(template, line, start);
  if (count === -1) return false;
  forgetEnd(natSource);
  forgetEnd(natDestination);
  for (let index = 0; index < count; index++) {
    const word = found[index];
    if (word !== undefined) takeField(line, word, message);
  }
  takeTranslated(line, message);
  if (octetTexts.interface.start === octetTexts.interface.end) message.interface ??= message.interfaceOut;
  return true;
}

/** Notes the words, and gives how many; -1 where a part that is not optional does not occur. */
function findFields(template: Template, line: Uint8Array, start: number): number {
  let count = 0;
  let offset = start;
  for (const { literal, isOptional, field } of template) {
    if (isOptional && !isAt(line, offset, literal)) continue;
    const at = indexIn(line, literal, offset);
    if (at === -1) return -1;
    offset = at + literal.length;
    if (field === null) continue;
    while (line[offset] === BLANK) offset++;
    const wordEnd = field === "reason" ? line.length : fieldEnd(line, offset, field);
    const word = found[count];
    if (wordEnd === offset || word === undefined) return -1;
    word.field = field;
    word.start = offset;
    word.end = wordEnd;
    count++;
    offset = wordEnd;
  }
  return count;
}

function fieldEnd(line: Uint8Array, start: number, field: TemplateField): number {
  if (field === "rule" && line[start] === QUOTE) {
    const quote = indexIn(line, '"', start + 1);
    if (quote !== -1) return quote + 1;
  }
  let offset = start;
  while (offset < line.length && line[offset] !== BLANK) offset++;
  const arrow = offset - ARROW.length;
  return field === "in" && arrow > start && isAt(line, arrow, ARROW) ? arrow : offset;
}

function takeField(line: Uint8Array, word: Found, message: ParsedMessage): void {
  switch (word.field) {
    case "src":
    case "srcHost":
      readEndIn(line, word, end);
      message.srcIp = takeAddress(octetTexts.srcIp);
      if (word.field === "src") message.srcPort = portOf(line, end);
      takeInterface(line, message);
      break;
    case "dst":
    case "dstHost":
      readEndIn(line, word, end);
      message.dstIp = takeAddress(octetTexts.dstIp);
      if (word.field === "dst")
        message.dstPort = portOf(line, end) ?? SERVICE_PORTS.get(end.portText) ?? null;
      message.interfaceOut = fieldText(interfaceOf(line, end), MAX_INTERFACE_LENGTH) ?? message.interfaceOut;
      break;
    case "natSrc":
      readEndIn(line, word, natSource);
      break;
    case "natDst":
      readEndIn(line, word, natDestination);
      break;
    default:
      takeWord(line, word, message);
  }
}

function takeWord(line: Uint8Array, word: Found, message: ParsedMessage): void {
  if (word.field === "reason") {
    message.reason = fieldIn(line, word, MAX_FIELD_LENGTH, octetTexts.reason);
    return;
  }
  unwrap(line, word);
  switch (word.field) {
    case "protocol":
      message.protocol = protocolName(wordIn(line, word));
      break;
    case "action":
      if (isAt(line, word.start, ESTABLISHED))
        word.start = Math.min(word.start + ESTABLISHED.length, word.end);
      setAction(message, wordIn(line, word));
      break;
    case "direction":
      message.direction = directionWord(wordIn(line, word));
      break;
    case "in":
      message.interface = fieldIn(line, word, MAX_INTERFACE_LENGTH, octetTexts.interface);
      break;
    case "out":
      message.interfaceOut = fieldText(wordIn(line, word), MAX_INTERFACE_LENGTH);
      break;
    case "rule":
      message.ruleId = fieldIn(line, word, MAX_RULE_LENGTH, octetTexts.ruleId);
      break;
    case "bytes":
      message.bytes = added(message.bytes, countIn(line, word));
      break;
    case "packets":
      message.packets = added(message.packets, countIn(line, word));
      break;
    default:
      break;
  }
}

function added(sum: number | null, count: number | null): number | null {
  return count === null ? sum : (sum ?? 0) + count;
}

function takeAddress(kept: ByteRange): string | null {
  setRange(kept, end.ip.start, end.ip.end);
  return end.ipText;
}

/** The interface of an end, where it names one. */
function takeInterface(line: Uint8Array, message: ParsedMessage): void {
  const { interface: kept } = octetTexts;
  const before = { ...kept };
  const text =
    end.interfaceText === ""
      ? fieldIn(line, end.interface, MAX_INTERFACE_LENGTH, kept)
      : fieldText(end.interfaceText, MAX_INTERFACE_LENGTH);
  if (end.interfaceText !== "") setRange(kept, 0, 0);
  if (text !== null) message.interface = text;
  else if (kept.start === kept.end) setRange(kept, before.start, before.end);
  else message.interface = null;
}

function interfaceOf(line: Uint8Array, { interface: name, interfaceText }: OctetEnd): string {
  return interfaceText === "" ? wordIn(line, name) : interfaceText;
}

function portOf(line: Uint8Array, { port, portText }: OctetEnd): number | null {
  return portText === "" ? portIn(line, port) : portNumber(portText);
}

function takeTranslated(line: Uint8Array, message: ParsedMessage): void {
  if (
    natSource.ipText === null &&
    natDestination.ipText === null &&
    natSource.portText === "" &&
    natDestination.portText === ""
  ) {
    takeTranslation(line, natSource, natDestination, message);
    return;
  }
  const own = {
    ...message,
    srcIp: textIn(line, octetTexts.srcIp, message.srcIp),
    dstIp: textIn(line, octetTexts.dstIp, message.dstIp),
  };
  setTranslation(own, {
    srcIp: addressOf(line, natSource),
    srcPort: portTextOf(line, natSource),
    dstIp: addressOf(line, natDestination),
    dstPort: portTextOf(line, natDestination),
  });
  message.natSrcIp = own.natSrcIp;
  message.natSrcPort = own.natSrcPort;
  message.natDstIp = own.natDstIp;
  message.natDstPort = own.natDstPort;
}

function addressOf(line: Uint8Array, { ip, ipText }: OctetEnd): string {
  return ipText ?? textOf(line, ip.start, ip.end);
}

function portTextOf(line: Uint8Array, { port, portText }: OctetEnd): string {
  return portText === "" ? textOf(line, port.start, port.end) : portText;
}
