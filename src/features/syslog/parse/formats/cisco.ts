import { BLANK, COLON, isDigit, PERCENT, skipBlanks, wordEnd } from "../values/characters";
import { fieldText } from "../values/field-text";
import type { Line } from "../line";
import { readAsaText, readFirepowerKeys } from "./cisco-asa";
import { readIosText } from "./cisco-ios";

/** The parser of all messages but the firewalls'. */
export const IOS = "cisco-ios";
const MAX_MNEMONIC_LENGTH = 80;
/** How far into a text the message's name is looked for. */
export const MAX_ORIGIN_LENGTH = 64;
/** Firepower before version 6.3 has its program's name where the message's name stands now. */
export const FIREPOWER_PROGRAM = "SFIMS";
/** IOS XE's `PLATFORM` carries the forwarding plane's messages with their own name: `… TS:0001 %FW-6-DROP_PKT: …`. */
export const CARRIER = "PLATFORM";
/** Facilities of the firewalls, whose messages have a number; all others are of IOS, IOS XE, NX-OS and the like. */
export const FIREWALLS: ReadonlyMap<string, string> = new Map([
  ["ASA", "cisco-asa"],
  ["FTD", "cisco-ftd"],
  ["NGIPS", "cisco-ftd"],
  ["FWSM", "cisco-fwsm"],
  ["PIX", "cisco-pix"],
]);

export type Mnemonic = { facility: string; severity: number; id: string };

/**
 * Cisco's `%FACILITY-severity-MNEMONIC: text`, wherever the header's parser left it: as the tag, or in front of the
 * text. The severity counts where the line has no priority.
 * https://www.cisco.com/c/en/us/td/docs/security/asa/syslog/asa-syslog.html
 */
export function parseCisco(body: string, line: Line): boolean {
  const { message } = line;
  if (message.app !== null && message.app.charCodeAt(0) === PERCENT) {
    return readText(body, readMnemonic(message.app, 1), line);
  }
  const isNamed = body.charCodeAt(0) === PERCENT;
  if (message.app === FIREPOWER_PROGRAM && !isNamed && body.includes("SrcIP: ")) {
    recognise(message, "cisco-ftd");
    readFirepowerKeys(body, message);
    return true;
  }
  return readNamed(body, line);
}

/** A text with the message's name in front. */
function readNamed(body: string, line: Line): boolean {
  const start = mnemonicStart(body);
  if (start === -1) return false;
  const end = Math.min(wordEnd(body, start), colonFrom(body, start));
  const textStart = skipBlanks(body, body.charCodeAt(end) === COLON ? end + 1 : end);
  return readText(body.slice(textStart), readMnemonic(body.slice(start, end), 1), line);
}

/** The offset of the percent sign, before which a relay's or a process's name may stand, or -1. */
function mnemonicStart(body: string): number {
  const start = body.indexOf("%");
  if (start === -1 || start > MAX_ORIGIN_LENGTH) return -1;
  return start === 0 || body.charCodeAt(start - 1) <= BLANK || body.charCodeAt(start - 1) === COLON
    ? start
    : -1;
}

function colonFrom(body: string, start: number): number {
  const colon = body.indexOf(":", start);
  return colon === -1 ? body.length : colon;
}

/** `ASA-session-3-106102`, from `start` on: the facility may have a class behind it. */
export function readMnemonic(text: string, start: number): Mnemonic | null {
  if (text.length > MAX_MNEMONIC_LENGTH) return null;
  const last = text.lastIndexOf("-");
  const before = text.lastIndexOf("-", last - 1);
  if (before <= start || last - before !== 2 || last + 1 === text.length) return null;
  const digit = text.charCodeAt(before + 1);
  if (!isDigit(digit) || digit > 0x37) return null;
  const dash = text.indexOf("-", start);
  return { facility: text.slice(start, dash), severity: digit - 0x30, id: text.slice(last + 1) };
}

function recognise(message: Line["message"], parser: string): void {
  message.parser = parser;
  message.vendor = "cisco";
}

function readText(text: string, mnemonic: Mnemonic | null, line: Line): boolean {
  if (mnemonic === null) return false;
  const { facility, id } = mnemonic;
  const { message } = line;
  const inner = id === CARRIER && !text.includes(CARRIER) ? text.indexOf(" %") : -1;
  if (inner !== -1 && readNamed(text.slice(inner + 1), line)) return true;
  const firewall = FIREWALLS.get(facility);
  recognise(message, firewall ?? IOS);
  message.msgid ??= fieldText(id);
  message.severity ??= mnemonic.severity;
  if (firewall === undefined) readIosText(id, text, message);
  else readAsaText(id, text, message);
  return true;
}
