import { EXTRACTED } from "../extract/extract";
import { FILTERLOG_ORIGIN } from "../formats/filterlog";
import type { ParsedLine } from "../parsed-line";
import { readDhcpdLease } from "./dhcpd";
import { readDnsmasqLease } from "./dnsmasq";
import { readFortinetLease } from "./fortinet";
import { readKeaLease } from "./kea";
import type { LeaseLine } from "./lease-line";
import { readMikroTikLease } from "./mikrotik";
import { mayBeWindowsLease, readWindowsLease } from "./windows";

const ASSIGNED = "assigned ";
const KEA = "kea";
const LETTER_D = 0x64;
const LETTER_K = 0x6b;

/**
 * What a parsed line says of a lease; null where it says nothing, which for nearly all is told by a few characters.
 */
export function readLease(line: ParsedLine): LeaseLine | null {
  const { app, parser, vendor } = line.fields;
  // Of these, which are most lines, no text is made for it.
  if (parser === FILTERLOG_ORIGIN.parser) return null;
  const text = line.read(line.texts.message);
  if (text === null) return null;
  const initial = app === null ? 0 : app.charCodeAt(0);
  if (initial === LETTER_D || initial === LETTER_K) {
    const read = readerOf(app);
    if (read !== null) return read(text);
  }
  if (mayBeWindowsLease(text)) return readWindowsLease(text);
  if (vendor !== null) return readOfVendor(line, text);
  // RouterOS names no program in its BSD form.
  const mayBeRouter = app === null && (parser === "generic" || parser === EXTRACTED);
  return mayBeRouter && text.includes(ASSIGNED) ? readMikroTikLease(text) : null;
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

function readOfVendor(line: ParsedLine, text: string): LeaseLine | null {
  const { parser } = line.fields;
  // Of traffic, which is nearly all, the parser has found the source.
  if (parser === "fortinet") return line.read(line.texts.srcIp) === null ? readFortinetLease(text) : null;
  return parser === "mikrotik" && text.includes(ASSIGNED) ? readMikroTikLease(text) : null;
}
