import { setAction } from "./action";
import { BLANK, isDigit, QUOTE, skipBlanks } from "./characters";
import {
  countNumber,
  directionWord,
  fieldText,
  MAX_INTERFACE_LENGTH,
  MAX_RULE_LENGTH,
  portNumber,
} from "./field-text";
import { setTranslation } from "./fields";
import { canonicalAddress } from "./ip-address";
import type { ParsedMessage } from "../line";
import { protocolName } from "./protocol";

/**
 * What a template can take out of a sentence. `host` ends have no port: what stands behind the slash is an ICMP number.
 */
const FIELDS = [
  "src",
  "dst",
  "srcHost",
  "dstHost",
  "natSrc",
  "natDst",
  "protocol",
  "action",
  "direction",
  "in",
  "out",
  "rule",
  "bytes",
  "packets",
  "reason",
  "skip",
] as const;
export type TemplateField = (typeof FIELDS)[number];

type Step = { literal: string; isOptional: boolean; field: TemplateField | null };

/** A sentence's form, ready for use. */
export type Template = readonly Step[];

/** Ports that Cisco names in the sentences about logins. */
export const SERVICE_PORTS = new Map([
  ["ssh", 22],
  ["telnet", 23],
  ["http", 80],
  ["https", 443],
]);

export const OPENS = 1;
export const CLOSES = 2;
/** By character: whether it may stand before a word that it is no part of, and behind one. */
export const WRAPPINGS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return (`"'([<`.includes(character) ? OPENS : 0) | (`"')]>,;:.`.includes(character) ? CLOSES : 0);
});

/** The end of a flow as Cisco prints it. */
export type End = { ip: string | null; port: string; interface: string };

/**
 * Makes a template of a form such as `Built <direction> <protocol> connection for <src>[ (<natSrc>)] to <dst>`. Text
 * outside of angles is looked for from where the field before it ended, so words between do not matter; a part in
 * square brackets holds one field and counts only where it stands directly there.
 * @throws on an unknown field: our bug, seen at start.
 */
export function compileTemplate(form: string): Template {
  return [...form.matchAll(/(\[?)([^<[\]]*)<(\w+)>(?:[^<[\]]*\])?|(\[?)([^<[\]]+)$/g)].map((match) => {
    const [, open = "", literal = "", name, , tail] = match;
    const field = FIELDS.find((candidate) => candidate === name) ?? null;
    if (name !== undefined && field === null)
      throw new Error(`our bug: no field ${name} in the template ${form}`);
    return { literal: tail ?? literal, isOptional: open !== "", field };
  });
}

/**
 * Reads a text by a template into the message. Gives false, with the message untouched, where a part that is not
 * optional does not occur.
 */
export function applyTemplate(template: Template, text: string, message: ParsedMessage): boolean {
  const found: { field: TemplateField; start: number; end: number }[] = [];
  let offset = 0;
  for (const { literal, isOptional, field } of template) {
    if (isOptional && !text.startsWith(literal, offset)) continue;
    const at = text.indexOf(literal, offset);
    if (at === -1) return false;
    offset = at + literal.length;
    if (field === null) continue;
    offset = skipBlanks(text, offset);
    const end = field === "reason" ? text.length : fieldEnd(text, offset, field);
    if (end === offset) return false;
    found.push({ field, start: offset, end });
    offset = end;
  }
  let natSrc: End | null = null;
  let natDst: End | null = null;
  for (const { field, start, end } of found) {
    const word = text.slice(start, end);
    if (field === "natSrc") natSrc = readEnd(word);
    else if (field === "natDst") natDst = readEnd(word);
    else takeField(message, field, word);
  }
  if (natSrc !== null || natDst !== null) {
    setTranslation(message, {
      srcIp: natSrc?.ip ?? "",
      srcPort: natSrc?.port ?? "",
      dstIp: natDst?.ip ?? "",
      dstPort: natDst?.port ?? "",
    });
  }
  message.interface ??= message.interfaceOut;
  return true;
}

/** Between two ends. */
export const ARROW = "->";

/** A field is a word; a rule's name in quotes may have blanks. */
function fieldEnd(text: string, start: number, field: TemplateField): number {
  if (field === "rule" && text.charCodeAt(start) === QUOTE) {
    const quote = text.indexOf('"', start + 1);
    if (quote !== -1) return quote + 1;
  }
  let end = start;
  while (end < text.length && text.charCodeAt(end) > BLANK) end++;
  // An arrow may stand directly behind an interface.
  return field === "in" && end - ARROW.length > start && text.startsWith(ARROW, end - ARROW.length)
    ? end - ARROW.length
    : end;
}

function takeField(message: ParsedMessage, field: TemplateField, word: string): void {
  switch (field) {
    case "src":
    case "srcHost": {
      const end = readEnd(word);
      message.srcIp = end.ip;
      if (field === "src") message.srcPort = portNumber(end.port);
      message.interface = fieldText(end.interface, MAX_INTERFACE_LENGTH) ?? message.interface;
      break;
    }
    case "dst":
    case "dstHost": {
      const end = readEnd(word);
      message.dstIp = end.ip;
      if (field === "dst") message.dstPort = portNumber(end.port) ?? SERVICE_PORTS.get(end.port) ?? null;
      message.interfaceOut = fieldText(end.interface, MAX_INTERFACE_LENGTH) ?? message.interfaceOut;
      break;
    }
    case "protocol":
      message.protocol = protocolName(plainWord(word));
      break;
    case "action":
      setAction(message, plainWord(word).replace(/^est-/, ""));
      break;
    case "direction":
      message.direction = directionWord(plainWord(word));
      break;
    case "in":
      message.interface = fieldText(plainWord(word), MAX_INTERFACE_LENGTH);
      break;
    case "out":
      message.interfaceOut = fieldText(plainWord(word), MAX_INTERFACE_LENGTH);
      break;
    case "rule":
      message.ruleId = fieldText(plainWord(word), MAX_RULE_LENGTH);
      break;
    case "bytes":
      message.bytes = added(message.bytes, word);
      break;
    case "packets":
      message.packets = added(message.packets, word);
      break;
    case "reason":
      message.reason = fieldText(word);
      break;
    default:
      break;
  }
}

/** The sum of what the sentence says of both ways. */
function added(sum: number | null, word: string): number | null {
  const count = countNumber(plainWord(word));
  return count === null ? sum : (sum ?? 0) + count;
}

/** Without the quotes, brackets and punctuation around it. */
function plainWord(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && (WRAPPINGS[word.charCodeAt(start)] ?? 0) & OPENS) start++;
  while (end > start && (WRAPPINGS[word.charCodeAt(end - 1)] ?? 0) & CLOSES) end--;
  return start === 0 && end === word.length ? word : word.slice(start, end);
}

/**
 * `interface:address/port`, `interface/address(port)`, `address:port`, `address/port(user)`, `user@address` or an
 * address alone. A name in the place of the address gives no address, but its port and interface.
 */
export function readEnd(word: string): End {
  const plain = plainWord(word.startsWith("(") ? word.slice(1) : word);
  const at = plain.indexOf("@");
  const text = at === -1 ? plain : plain.slice(at + 1);
  const open = text.indexOf("(");
  const bare = open === -1 ? text : text.slice(0, open);
  const slash = bare.lastIndexOf("/");
  if (slash === -1) {
    const port = open === -1 ? "" : digitsAt(text, open + 1);
    return { ...readHost(bare), ...(port === "" ? {} : { port }) };
  }
  const behind = bare.slice(slash + 1);
  const ip = canonicalAddress(behind);
  if (ip !== null) return { ip, port: digitsAt(text, open + 1), interface: bare.slice(0, slash) };
  const host = readHost(bare.slice(0, slash));
  return host.port === "" ? { ...host, port: behind } : host;
}

/** `address`, `interface:address` or `address:port`. */
function readHost(text: string): End {
  const ip = canonicalAddress(text);
  if (ip !== null) return { ip, port: "", interface: "" };
  const colon = text.indexOf(":");
  if (colon === -1) return { ip: null, port: "", interface: "" };
  const before = canonicalAddress(text.slice(0, colon));
  if (before !== null) return { ip: before, port: digitsAt(text, colon + 1), interface: "" };
  const rest = text.slice(colon + 1);
  const behind = canonicalAddress(rest);
  if (behind !== null) return { ip: behind, port: "", interface: text.slice(0, colon) };
  const second = rest.indexOf(":");
  const inner = second === -1 ? null : canonicalAddress(rest.slice(0, second));
  const port = inner === null ? "" : digitsAt(rest, second + 1);
  return { ip: inner, port, interface: text.slice(0, colon) };
}

function digitsAt(text: string, start: number): string {
  let end = start;
  while (isDigit(text.charCodeAt(end))) end++;
  return text.slice(start, end);
}
