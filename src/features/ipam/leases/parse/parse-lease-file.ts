import { headerLineOf } from "./csv-rows";
import { parseDnsmasq } from "./dnsmasq";
import { parseIscDhcpd } from "./isc-dhcpd";
import { parseKeaJson, parseOpnsenseJson } from "./json";
import { parseKeaCsv } from "./kea-csv";
import type { LeaseFile, LeaseFormat, LeaseList } from "./lease";
import { parseMikrotik } from "./mikrotik";
import { isMikrotikTable } from "./mikrotik-table";
import { OWN_FIELDS, parseOwnCsv, parseOwnJson } from "./own-export";
import { parseWindowsCsv, parseWindowsNetsh } from "./windows";

const PARSERS: Readonly<Record<LeaseFormat, (file: LeaseFile) => LeaseList>> = {
  "isc-dhcpd": parseIscDhcpd,
  dnsmasq: parseDnsmasq,
  "kea-csv": parseKeaCsv,
  "kea-json": parseKeaJson,
  "windows-csv": parseWindowsCsv,
  "windows-netsh": parseWindowsNetsh,
  mikrotik: parseMikrotik,
  "opnsense-json": parseOpnsenseJson,
  "netatlas-csv": parseOwnCsv,
  "netatlas-json": parseOwnJson,
};

/** A file in the format that was named, else in the one that it looks like; undefined where it looks like none. */
export function parseLeaseFile(
  file: LeaseFile,
  wanted: LeaseFormat | undefined,
): (LeaseList & { format: LeaseFormat }) | undefined {
  const format = wanted ?? detectLeaseFormat(file.text);
  return format === undefined ? undefined : { format, ...PARSERS[format](file) };
}

/** What dhcpd writes beside IPv4 leases, also while there are none. */
const ISC_STATEMENT = /^(?:ia-(?:na|ta|pd) |authoring-byte-order |server-duid ")/m;

/** How far a file is looked at. */
const LOOKED_AT = 65_536;

/** The format that a file looks like; undefined where it looks like none. */
export function detectLeaseFormat(text: string): LeaseFormat | undefined {
  const start = text.slice(0, LOOKED_AT).replace(/^\uFEFF/, "");
  const content = start.trimStart();
  // A terminal's prompt, [admin@router] >, is no list.
  const isJson = /^(?:\{|\[\s*[[\]{])/.test(content);
  if (isJson && OWN_FIELDS.every((name) => content.includes(`"${name}":`))) return "netatlas-json";
  if (isJson) return /"(?:valid-lft|ip-address|result)"\s*:/.test(content) ? "kea-json" : "opnsense-json";
  const columns = new Set(
    headerLineOf(start)
      .toLowerCase()
      .split(/[,;\t]/)
      .map((name) => name.trim().replaceAll('"', "")),
  );
  if (OWN_FIELDS.every((name) => columns.has(name))) return "netatlas-csv";
  if (columns.has("address") && columns.has("valid_lifetime")) return "kea-csv";
  if (columns.has("ipaddress") && columns.size > 1) return "windows-csv";
  if (/^[ \t]*\d+\.\d+\.\d+\.\d+[ \t]*-[ \t]*\d+\.\d+\.\d+\.\d+\s*-/m.test(start)) return "windows-netsh";
  if (/^\/ip[ /]dhcp-server[ /]lease/m.test(start) || /^[ \t]*\d+[ \t].*?\baddress=/m.test(start))
    return "mikrotik";
  if (/^Flags: .*DYNAMIC|^Flags: X - disabled/im.test(start) || isMikrotikTable(start)) return "mikrotik";
  if (content.startsWith("lease ") || text.includes("binding state") || ISC_STATEMENT.test(start))
    return "isc-dhcpd";
  const [first = ""] = content.split("\n", 1);
  const isDnsmasq = /^duid\s/.test(first) || (/^\d/.test(first) && first.trim().split(/\s+/).length >= 4);
  return isDnsmasq ? "dnsmasq" : undefined;
}
