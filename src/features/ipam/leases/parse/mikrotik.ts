import {
  createLeaseCollector,
  isInForce,
  linesOf,
  shown,
  type LeaseCollector,
  type LeaseFile,
  type LeaseList,
} from "./lease";
import { parseDuration } from "./lease-time";
import { isMikrotikTable, rowsOfTable } from "./mikrotik-table";

type Entry = { line: number; text: string; isExport: boolean };

const SECTION = /^\/ip[ /]dhcp-server[ /]lease\b/;
const RECORD = /^\s*\d+\s+(?:[A-Z]+\s+)*(?:;;;|[\w-]+=|$)/;

/**
 * Reads RouterOS: `/ip dhcp-server lease print detail` or `print terse`, whose expiry counts from now, the table of a
 * mere `print`, which has none, and the `add` lines of `/ip dhcp-server lease export`, which are static leases and never
 * expire.
 */
export function parseMikrotik(file: LeaseFile): LeaseList {
  const leases = createLeaseCollector();
  if (isMikrotikTable(file.text)) addTable(leases, file);
  else for (const entry of entriesOf(file.text)) addEntry(leases, entry, file);
  return leases.result();
}

function addTable(leases: LeaseCollector, file: LeaseFile): void {
  for (const { line, text, row } of rowsOfTable(file.text)) {
    if (row === undefined) leases.refuse(line, `${shown(text)} is no row of the table`);
    else addLease(leases, { ...row, line, isExport: false }, file);
  }
}

/** Puts together what goes over several lines. Other sections of an export are left out. */
function* entriesOf(text: string): Generator<Entry> {
  let entry: Entry | undefined;
  let isContinued = false;
  let isInSection = true;
  for (const { line, text: content } of linesOf(text)) {
    const part = content.replace(/\\$/, "");
    if (entry !== undefined && isContinued) entry.text += part.trimStart();
    else if (content.startsWith("/")) {
      if (entry !== undefined) yield entry;
      isInSection = SECTION.test(content);
      const isOneLine = isInSection && /\sadd\s/.test(content);
      entry = isOneLine ? { line, text: part, isExport: true } : undefined;
    } else if (isInSection && (/^\s*add\s/.test(content) || RECORD.test(content))) {
      if (entry !== undefined) yield entry;
      entry = { line, text: part, isExport: /^\s*add\s/.test(content) };
    } else if (entry !== undefined && !entry.isExport) entry.text += ` ${part}`;
    isContinued = content.endsWith("\\");
  }
  if (entry !== undefined) yield entry;
}

const PROPERTY = /(?<![\w.-])([A-Za-z][\w.-]*)=("(?:[^"\\]|\\[^])*"|[^\s"]*)/g;

function propertiesOf(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(PROPERTY)].map(([, name = "", value = ""]) => [
      name,
      value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\([^])/g, "$1") : value,
    ]),
  );
}

function addEntry(leases: LeaseCollector, { line, text, isExport }: Entry, file: LeaseFile): void {
  const properties = propertiesOf(text);
  const isDisabled = properties.get("disabled") === "yes" || (!isExport && /^\s*\d+\s+[A-WYZ]*X/.test(text));
  addLease(leases, { line, properties, isDisabled, isExport }, file);
}

type Given = {
  line: number;
  properties: ReadonlyMap<string, string>;
  isDisabled: boolean;
  isExport: boolean;
};

function addLease(leases: LeaseCollector, given: Given, file: LeaseFile): void {
  const { line, properties, isDisabled, isExport } = given;
  const valueOf = (...names: string[]) => names.map((name) => properties.get(name)).find(Boolean) ?? "";
  const remaining = valueOf("expires-after");
  const seconds = remaining === "" || remaining === "never" ? null : parseDuration(remaining);
  if (seconds === undefined) {
    leases.refuse(line, `expires-after ${shown(remaining)} is no duration`);
    return;
  }
  const expiresAt = seconds === null ? null : file.now + seconds * 1000;
  const isActive = !isDisabled && (isExport || valueOf("status") === "bound");
  leases.add(line, {
    address: valueOf("active-address", "address"),
    hardwareAddress: valueOf("active-mac-address", "mac-address") || null,
    clientId: valueOf("active-client-id", "client-id").toLowerCase() || null,
    hostname: valueOf("host-name") || null,
    expiresAt,
    isActive: isInForce({ isActive, expiresAt }, file),
  });
}
