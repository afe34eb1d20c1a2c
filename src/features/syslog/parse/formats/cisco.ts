import { COLON, isDigit, PERCENT, skipBlanks, wordEnd } from "../characters";
import { fieldText } from "../field-text";
import type { Line } from "../line";
import { readAsaText } from "./cisco-asa";
import { readIosText } from "./cisco-ios";

const MAX_MNEMONIC_LENGTH = 80;
/** Facilities of the firewalls, whose messages have a number; all others are of IOS, IOS XE, NX-OS and the like. */
const FIREWALLS = new Map([
  ["ASA", "cisco-asa"],
  ["FTD", "cisco-ftd"],
  ["NGIPS", "cisco-ftd"],
  ["FWSM", "cisco-fwsm"],
  ["PIX", "cisco-pix"],
]);

type Mnemonic = { facility: string; severity: number; id: string };

/**
 * Cisco's `%FACILITY-severity-MNEMONIC: text`, wherever the header's parser left it: as the tag, or in front of the text. The
 * severity counts where the line has no priority.
 * https://www.cisco.com/c/en/us/td/docs/security/asa/syslog/asa-syslog.html
 */
export function parseCisco(body: string, line: Line): boolean {
  const { message } = line;
  if (message.app !== null && message.app.charCodeAt(0) === PERCENT) {
    return readText(body, readMnemonic(message.app, 1), line);
  }
  const start = mnemonicStart(body);
  if (start === -1) return false;
  const end = Math.min(wordEnd(body, start), colonFrom(body, start));
  const textStart = skipBlanks(body, body.charCodeAt(end) === COLON ? end + 1 : end);
  return readText(body.slice(textStart), readMnemonic(body.slice(start, end), 1), line);
}

/** The offset of the percent sign, before which a colon may stand, or -1. */
function mnemonicStart(body: string): number {
  const start = body.charCodeAt(0) === COLON ? skipBlanks(body, 1) : 0;
  return body.charCodeAt(start) === PERCENT ? start : -1;
}

function colonFrom(body: string, start: number): number {
  const colon = body.indexOf(":", start);
  return colon === -1 ? body.length : colon;
}

/** `ASA-session-3-106102`: the facility may have a class behind it. */
function readMnemonic(text: string, start: number): Mnemonic | null {
  if (text.length > MAX_MNEMONIC_LENGTH) return null;
  const last = text.lastIndexOf("-");
  const before = text.lastIndexOf("-", last - 1);
  if (before <= start || last - before !== 2 || last + 1 === text.length) return null;
  const digit = text.charCodeAt(before + 1);
  if (!isDigit(digit) || digit > 0x37) return null;
  const dash = text.indexOf("-", start);
  return { facility: text.slice(start, dash), severity: digit - 0x30, id: text.slice(last + 1) };
}

function readText(text: string, mnemonic: Mnemonic | null, { message }: Line): boolean {
  if (mnemonic === null) return false;
  const { facility, id } = mnemonic;
  const firewall = FIREWALLS.get(facility);
  message.parser = firewall ?? "cisco-ios";
  message.vendor = "cisco";
  message.msgid ??= fieldText(id);
  message.severity ??= mnemonic.severity;
  if (firewall === undefined) readIosText(id, text, message);
  else readAsaText(id, text, message);
  return true;
}
