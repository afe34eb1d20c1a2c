import { restoreCell } from "#platform/control-characters";
import { restoreFormula } from "#platform/formula-guard";
import { readCsvRows } from "./csv-rows";
import { createLeaseCollector, shown, type LeaseCollector, type LeaseFile, type LeaseList } from "./lease";
import { readJsonRows } from "./json";

/** The fields of a lease in an export of this service. */
type Row = { line: number; cell: (name: string) => string };

/** Of all leases of an export these are named, and of no other format. */
export const OWN_FIELDS = ["ip_address", "client_id", "expires_at", "is_active", "imported_at"] as const;

/** Reads the CSV file of `GET /exports/leases`. Each lease keeps its source, and is active as it was. */
export function parseOwnCsv({ text }: LeaseFile): LeaseList {
  const leases = createLeaseCollector();
  const read = readCsvRows(text, { isQuoted: true });
  if ("error" in read) leases.refuse(read.error.line, read.error.message);
  else
    for (const { line, cell } of read.rows)
      addRow(leases, { line, cell: (name) => restoreCell(restoreFormula(cell(name))) });
  return leases.result();
}

/** Reads the JSON file of `GET /exports/leases`, or the list itself. */
export function parseOwnJson(file: LeaseFile): LeaseList {
  return readJsonRows(file, addRow);
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;
const LONGEST_SOURCE = 120;

function addRow(leases: LeaseCollector, { line, cell }: Row): void {
  const end = cell("expires_at");
  const expiresAt = end === "" ? null : MOMENT.test(end) ? Date.parse(end) : NaN;
  const active = cell("is_active");
  const source = cell("source");
  if (Number.isNaN(expiresAt)) leases.refuse(line, `The end ${shown(end)} is no time of an export`);
  else if (active !== "true" && active !== "false")
    leases.refuse(line, `is_active is ${shown(active)}, and neither true nor false`);
  else if (source.length > LONGEST_SOURCE)
    leases.refuse(line, `The name of the source is longer than ${LONGEST_SOURCE} characters`);
  else
    leases.add(line, {
      address: cell("ip_address"),
      hardwareAddress: cell("mac_address") || null,
      clientId: cell("client_id") || null,
      hostname: cell("hostname") || null,
      expiresAt,
      isActive: active === "true",
      source: source || null,
    });
}
