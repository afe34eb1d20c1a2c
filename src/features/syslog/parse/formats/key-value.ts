import { setAction } from "../values/action";
import {
  APOSTROPHE,
  BLANK,
  CLOSE_BRACKET,
  COMMA,
  isKeyCharacter,
  letterCode,
  OPEN_BRACKET,
  QUOTE,
  SEMICOLON,
} from "../values/characters";
import { fieldText, MAX_INTERFACE_LENGTH, portNumber } from "../values/field-text";
import { canonicalAddress } from "../values/ip-address";
import type { Line, ParsedMessage } from "../line";
import { protocolName } from "../values/protocol";
import { readLogPrefix, readRemainingAction } from "./log-prefix";

/** The longest key that is read; a longer one is skipped without a look. */
export const MAX_KEY_LENGTH = 6;
const FIELDS = ["SRC", "DST", "SPT", "DPT", "PROTO", "ACTION", "IN", "OUT", "DESCR"] as const;
export type KeyField = (typeof FIELDS)[number];
/** A body without one of these is not recognised; a description alone proves nothing. */
export const NETFILTER_KEYS = FIELDS.filter((field) => field !== "DESCR");
/** By `letterCode` of the key. */
export const FIELDS_BY_KEY: ReadonlyMap<number, KeyField> = new Map(
  FIELDS.map((field) => [letterCode(field, 0, field.length), field]),
);

const COUNT = /^\d+$/;

/** What the keys say; undefined: the key does not stand there. Of a key that repeats the first counts. */
export type KeyValues = { [field in KeyField]?: string };

/**
 * key=value text as Linux's netfilter LOG target prints it (UFW, OpenWrt, UniFi, banIP and others), keys in any case,
 * values in quotes or not. Recognised by one of `SRC DST SPT DPT PROTO ACTION IN OUT`.
 */
export function parseKeyValue(body: string, line: Line): boolean {
  const firstEquals = body.indexOf("=");
  if (firstEquals === -1) return false;
  const values: KeyValues = {};
  const firstKey = readValues(body, firstEquals, values);
  if (firstKey === -1) return false;

  const { message } = line;
  takeKeyValues(
    values,
    { prefix: body.slice(0, firstKey), hasWay: body.startsWith("IN=", firstKey) },
    message,
  );
  if (message.action === null) readRemainingAction(body, firstKey, message);
  return true;
}

/**
 * Takes what the keys say, and what stands before the first of them, its `prefix`; `hasWay`: that is `IN=`. The rest of
 * the body may still say the action, where it is null then.
 */
export function takeKeyValues(
  values: KeyValues,
  { prefix, hasWay }: { prefix: string; hasWay: boolean },
  message: ParsedMessage,
): void {
  message.parser = "key-value";
  message.srcIp = canonicalAddress(values.SRC ?? "");
  message.dstIp = canonicalAddress(values.DST ?? "");
  message.srcPort = portNumber(values.SPT ?? "");
  message.dstPort = portNumber(values.DPT ?? "");
  message.protocol = protocolName(values.PROTO ?? "");
  const ingress = interfaceName(values.IN ?? "");
  message.interfaceOut = interfaceName(values.OUT ?? "");
  message.interface = ingress ?? message.interfaceOut;
  if (ingress !== null) message.direction = "in";
  else if (message.interfaceOut !== null) message.direction = "out";
  message.reason = fieldText(values.DESCR ?? "");
  if (values.OUT !== undefined && hasWay) message.vendor = "netfilter";
  readLogPrefix(prefix, message);
  setAction(message, values.ACTION ?? "");
}

/** CEF counts by `in` and `out` what went either way. */
function interfaceName(text: string): string | null {
  return COUNT.test(text) ? null : fieldText(text, MAX_INTERFACE_LENGTH);
}

/** As `parseKeyValue`, for the kernel's lines, which no vendor's format is. */
export function parseKernelKeyValue(body: string, line: Line): boolean {
  return line.message.app === "kernel" && parseKeyValue(body, line);
}

/** Collects the known keys into `values` and gives the offset of the first, or -1 where there is none. */
function readValues(body: string, firstEquals: number, values: KeyValues): number {
  let firstKey = -1;
  let equals = firstEquals;
  while (equals !== -1) {
    const keyStart = findKeyStart(body, equals);
    const value = valueBounds(body, equals + 1);
    const field = keyStart === -1 ? undefined : FIELDS_BY_KEY.get(letterCode(body, keyStart, equals));
    if (field !== undefined) {
      // An ICMP error quotes the packet that caused it in brackets; its addresses are not this packet's.
      if (body.charCodeAt(keyStart - 1) === OPEN_BRACKET && values[field] !== undefined) break;
      values[field] ??= body.slice(value.start, value.end);
      if (firstKey === -1 && field !== "DESCR") firstKey = keyStart;
    }
    equals = body.indexOf("=", value.next);
  }
  return firstKey;
}

/** The start of the key before an equals sign, or -1 where it is empty or longer than any that is read. */
function findKeyStart(body: string, equals: number): number {
  const limit = equals - MAX_KEY_LENGTH;
  let start = equals;
  while (start > 0 && isKeyCharacter(body.charCodeAt(start - 1))) {
    start--;
    if (start < limit) return -1;
  }
  return start === equals ? -1 : start;
}

/** The value at `start`, without its quotes, and where to look for the next key. */
function valueBounds(body: string, start: number): { start: number; end: number; next: number } {
  const quote = body.charCodeAt(start);
  if (quote === QUOTE || quote === APOSTROPHE) {
    const end = body.indexOf(quote === QUOTE ? '"' : "'", start + 1);
    if (end !== -1) return { start: start + 1, end, next: end + 1 };
    return { start: start + 1, end: valueEnd(body, start + 1), next: start + 1 };
  }
  const end = valueEnd(body, start);
  return { start, end, next: end };
}

function valueEnd(body: string, start: number): number {
  let offset = start;
  for (; offset < body.length; offset++) {
    const code = body.charCodeAt(offset);
    if (code <= BLANK || code === COMMA || code === SEMICOLON || code === CLOSE_BRACKET) break;
  }
  return offset;
}
