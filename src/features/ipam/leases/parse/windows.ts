import { readCsvRows, type CsvRow } from "./csv-rows";
import { hardwareAddressOfDuid } from "./duid";
import {
  createLeaseCollector,
  isInForce,
  linesOf,
  shown,
  type LeaseCollector,
  type LeaseFile,
  type LeaseList,
} from "./lease";
import { dateOrderOf, fromRegional, type DateOrder } from "./lease-time";

const ASSIGNED = new Set(["", "active", "activereservation"]);

/**
 * Reads what `Get-DhcpServerv4Lease` or `Get-DhcpServerv6Lease` give to `Export-Csv`. Times are in the server's region
 * and zone, of which the file says neither: see `dateOrderOf`, and the file's `utcOffsetMinutes`.
 */
export function parseWindowsCsv(file: LeaseFile): LeaseList {
  const leases = createLeaseCollector();
  const read = readCsvRows(file.text, { isQuoted: true });
  if ("error" in read) leases.refuse(read.error.line, read.error.message);
  else {
    const order = dateOrderOf(read.rows.map(({ cell }) => cell("LeaseExpiryTime")));
    for (const row of read.rows) addRow(leases, row, { ...file, order });
  }
  return leases.result();
}

type DatedFile = LeaseFile & { order: DateOrder };

function addRow(leases: LeaseCollector, { line, cell }: CsvRow, file: DatedFile): void {
  const expiry = cell("LeaseExpiryTime");
  const expiresAt = expiry === "" ? null : fromRegional(expiry, file);
  if (expiresAt === undefined) {
    leases.refuse(line, `LeaseExpiryTime ${shown(expiry)} is no time`);
    return;
  }
  const clientId = cell("ClientDuid") || cell("ClientId");
  const isActive = ASSIGNED.has(cell("AddressState").toLowerCase());
  leases.add(line, {
    address: cell("IPAddress"),
    hardwareAddress: hardwareAddressOfDuid(clientId) ?? clientId,
    clientId: clientId.replaceAll("-", ":").toLowerCase() || null,
    hostname: cell("HostName") || null,
    expiresAt,
    isActive: isInForce({ isActive, expiresAt }, file),
  });
}

/**
 * `192.0.2.10 - 255.255.255.0 - 00-11-22-33-44-55 - 1/31/2026 5:00:00 PM - D - host`; the name only with `show clients
 * 1`.
 */
const NETSH_LINE =
  /^\s*(\d+\.\d+\.\d+\.\d+)\s*-\s*\d+\.\d+\.\d+\.\d+\s*-\s*((?:[0-9a-f]{2}-)*[0-9a-f]{2})\s*-\s*(.*?)\s*-\s*([NDBURI])\b\s*-?\s*(.*)$/i;
/** Lines of a screen are short; the pattern takes its time with one that is not. */
const LONGEST_LINE = 500;
const BEGINS_WITH_ADDRESS = /^\s*\d+\.\d+\.\d+\.\d+\s*-/;

/**
 * Reads `netsh dhcp server scope … show clients`, with or without names. Lines that do not begin with an address are
 * prose.
 */
export function parseWindowsNetsh(file: LeaseFile): LeaseList {
  const leases = createLeaseCollector();
  const lines = [...linesOf(file.text)].filter(({ text }) => BEGINS_WITH_ADDRESS.test(text));
  const read = lines.map(({ line, text }) => ({
    line,
    text,
    match: text.length > LONGEST_LINE ? null : NETSH_LINE.exec(text),
  }));
  const order = dateOrderOf(read.map(({ match }) => match?.[3] ?? ""));
  for (const { line, text, match } of read) {
    const [, address = "", hardware = "", expiry = "", , hostname = ""] = match ?? [];
    const isInactive = /^inactive$/i.test(expiry);
    const isEndless = isInactive || /^never expires$/i.test(expiry);
    const expiresAt = isEndless ? null : fromRegional(expiry, { ...file, order });
    if (match === null || expiresAt === undefined) {
      leases.refuse(line, `${shown(text.trim())} is no lease`);
      continue;
    }
    leases.add(line, {
      address,
      hardwareAddress: hardware,
      clientId: hardware.replaceAll("-", ":").toLowerCase(),
      hostname,
      expiresAt,
      isActive: isInForce({ isActive: !isInactive, expiresAt }, file),
    });
  }
  return leases.result();
}
