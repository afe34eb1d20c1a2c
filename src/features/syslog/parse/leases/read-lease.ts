import { isSame, textOf } from "../../event/byte-range";
import { EXTRACTED } from "../extract/extract";
import { FILTERLOG_ORIGIN } from "../formats/filterlog";
import type { ParsedLine } from "../parsed-line";
import { readDhcpdLease } from "./dhcpd";
import { readDnsmasqLease } from "./dnsmasq";
import { readFortinetLease } from "./fortinet";
import { readKeaLease } from "./kea";
import type { LeaseLine } from "./lease-line";
import { readMikroTikLease } from "./mikrotik";
import { mayBeWindowsLease, readWindowsLease, WINDOWS_HEAD_LENGTH } from "./windows";

const LETTER_A = 0x61;
const DIGIT_1 = 0x31;
const DIGIT_2 = 0x32;
const ASSIGNED = "assigned ";
const KEA = "kea";
const LETTER_D = 0x64;
const LETTER_K = 0x6b;

/**
 * What a parsed line says of a lease; null where it says nothing, which for nearly all is told by a few characters, and
 * without a text being made of them.
 */
export function readLease(line: ParsedLine): LeaseLine | null {
  const { app, parser, vendor } = line.fields;
  // Of these, which are most lines, nothing is looked at.
  if (parser === FILTERLOG_ORIGIN.parser) return null;
  const initial = app === null ? 0 : app.charCodeAt(0);
  const read = initial === LETTER_D || initial === LETTER_K ? readerOf(app) : null;
  if (read !== null) return readMessage(line, read);
  const first = firstCharacter(line);
  const isNumbered = first === DIGIT_1 || first === DIGIT_2;
  if (isNumbered && mayBeWindowsLease(headOf(line))) return readMessage(line, readWindowsLease);
  if (vendor !== null) return readOfVendor(line);
  // RouterOS names no program in its BSD form.
  const mayBeRouter = app === null && (parser === "generic" || parser === EXTRACTED);
  return mayBeRouter && hasAssigned(line) ? readMessage(line, readMikroTikLease) : null;
}

function readMessage(line: ParsedLine, read: (text: string) => LeaseLine | null): LeaseLine | null {
  const text = line.read(line.texts.message);
  return text === null ? null : read(text);
}

function firstCharacter({ bytes, texts: { message } }: ParsedLine): number {
  return (message.start < message.end ? bytes[message.start] : message.text?.charCodeAt(0)) ?? 0;
}

/** As much of the message as tells whether it is of Windows. */
function headOf({ bytes, texts: { message } }: ParsedLine): string {
  const { start, end, text } = message;
  return start < end
    ? textOf(bytes, start, Math.min(end, start + WINDOWS_HEAD_LENGTH))
    : (text ?? "").slice(0, WINDOWS_HEAD_LENGTH);
}

function hasAssigned({ bytes, texts: { message } }: ParsedLine): boolean {
  if (message.start === message.end) return message.text?.includes(ASSIGNED) === true;
  const last = message.end - ASSIGNED.length;
  for (let start = message.start; start <= last; start++) {
    if (bytes[start] === LETTER_A && isSame(ASSIGNED, bytes, start, start + ASSIGNED.length)) return true;
  }
  return false;
}

function readerOf(app: string | null): ((text: string) => LeaseLine | null) | null {
  switch (app) {
    case "dhcpd":
      return readDhcpdLease;
    case "dnsmasq-dhcp":
      return readDnsmasqLease;
    default:
      // The files of the forensic log come under a name that whoever sends them has chosen.
      return app?.startsWith(KEA) === true ? readKeaLease : null;
  }
}

function readOfVendor(line: ParsedLine): LeaseLine | null {
  const { parser } = line.fields;
  const { srcIp } = line.texts;
  // Of traffic, which is nearly all, the parser has found the source.
  if (parser === "fortinet")
    return srcIp.start === srcIp.end && srcIp.text === null ? readMessage(line, readFortinetLease) : null;
  return parser === "mikrotik" && hasAssigned(line) ? readMessage(line, readMikroTikLease) : null;
}
