import { readCsvRows, type CsvRow } from "./csv-rows";
import { hardwareAddressOfDuid } from "./duid";
import {
  createLeaseCollector,
  isInForce,
  shown,
  type LeaseCollector,
  type LeaseFile,
  type LeaseList,
} from "./lease";
import { fromEpochSeconds } from "./lease-time";

/** Kea's lease states: 0 is assigned; declined, expired-reclaimed, released and registered are not. */
export const KEA_ASSIGNED = "0";
/** A valid lifetime of all ones is infinite (RFC 2131 3.3, RFC 8415 7.7). */
export const KEA_INFINITE = 0xffff_ffff;

/** Lease types of DHCPv6: 2 is a delegated prefix. */
const PREFIX_DELEGATION = "2";

/**
 * Reads the lease files of Kea's memfile backend, DHCPv4 and DHCPv6 (kea-leases4.csv, kea-leases6.csv). They are
 * journals: the last row of an address counts, and one with a valid lifetime of 0 removes it.
 */
export function parseKeaCsv(file: LeaseFile): LeaseList {
  const leases = createLeaseCollector();
  const read = readCsvRows(file.text, { isQuoted: false });
  if ("error" in read) leases.refuse(read.error.line, read.error.message);
  else for (const row of read.rows) addRow(leases, row, file);
  return leases.result();
}

function addRow(leases: LeaseCollector, { line, cell }: CsvRow, file: LeaseFile): void {
  if (cell("lease_type") === PREFIX_DELEGATION) {
    leases.skip();
    return;
  }
  const [address, lifetime] = [cell("address"), Number(cell("valid_lifetime") || "NaN")];
  if (lifetime === 0) {
    leases.remove(line, address);
    return;
  }
  const expiresAt = lifetime === KEA_INFINITE ? null : fromEpochSeconds(cell("expire"));
  if (Number.isNaN(lifetime) || expiresAt === undefined) {
    leases.refuse(line, `The lease of ${shown(address)} has no valid lifetime and expiry`);
    return;
  }
  const duid = cell("duid");
  const isActive = (cell("state") || KEA_ASSIGNED) === KEA_ASSIGNED;
  leases.add(line, {
    address,
    hardwareAddress: cell("hwaddr") || hardwareAddressOfDuid(duid),
    clientId: (duid || cell("client_id")).toLowerCase() || null,
    // Kea writes a comma in a value as its character code.
    hostname: cell("hostname").replaceAll("&#x2c", ",").replace(/\.$/, "") || null,
    expiresAt,
    isActive: isInForce({ isActive, expiresAt }, file),
  });
}
