import { printCsv } from "../../format/print-csv";
import type { Model } from "../../api/client";
import type { Device } from "../../api/inventory";
import { formatMac } from "../../format/address";
import { harmlessCell } from "../../format/harmless-cell";
import { deviceName } from "../../format/device";
import type { CsvTable } from "./csv";
import { TARGETS, type Mapping, type Target } from "./mapping";

export type ImportResult = Model<"DeviceBulkImportResult">;
type RowResult = ImportResult["rows"][number];
export type Action = RowResult["action"];

export type Verdict = {
  /** In the file; its header is row 1. */
  row: number;
  action: Action;
  name: string;
  deviceId: number | null;
  /** What is wrong, or what changes. */
  text: string;
  /** What would be done all the same, and should be known before. */
  warning: string;
  /** The site that the row names and that is not there. */
  missingSite: string | undefined;
};

/** What needs a look comes first. */
export const ACTIONS: readonly Action[] = ["failed", "created", "updated", "skipped", "unchanged"];

type Source = {
  table: CsvTable;
  mapping: Mapping;
  devices: ReadonlyMap<number, Device>;
  siteNames: ReadonlyMap<number, string>;
  /** In which DHCP range an address lies, in words; undefined: in none. */
  dhcpRangeOf: (address: string) => string | undefined;
};

/**
 * What the service says to each row, with what the row says and what changes; errors first, then in the order of the
 * file.
 */
export function toVerdicts(rows: readonly RowResult[], source: Source): Verdict[] {
  return rows
    .map((row) => toVerdict(row, source))
    .sort((one, other) => ACTIONS.indexOf(one.action) - ACTIONS.indexOf(other.action) || one.row - other.row);
}

function toVerdict(result: RowResult, source: Source): Verdict {
  const { row, action, device_id: deviceId, errors } = result;
  const cells = cellsOf(source.table.records[row - 2] ?? [], source.mapping);
  const device = deviceId === null ? undefined : source.devices.get(deviceId);
  const name =
    cells.get("display_name") ?? cells.get("hostname") ?? cells.get("ip_address") ?? cells.get("mac_address");
  return {
    row,
    action,
    deviceId,
    name: name ?? (device === undefined ? "–" : deviceName(device)),
    missingSite: errors.some(({ field, msg }) => field === "site" && SITE_MISSING.test(msg))
      ? cells.get("site")
      : undefined,
    warning: isWritten(action) ? warningText(cells, source) : "",
    text:
      action === "failed"
        ? errors.map((error) => faultText(error, cells)).join("; ")
        : action === "updated" && device !== undefined
          ? changesText(cells, device, source.siteNames)
          : "",
  };
}

function cellsOf(record: readonly string[], mapping: Mapping): Map<Target, string> {
  const cells = new Map<Target, string>();
  for (const [index, target] of mapping.entries()) {
    const cell = record[index]?.trim() ?? "";
    if (target !== null && cell !== "") cells.set(target, cell);
  }
  return cells;
}

const LABELS = new Map<string, string>(TARGETS.map(({ id, label }) => [id, label]));

/** Longer values are cut. */
const MAX_SHOWN = 60;

const SITE_MISSING = /^(?:Value error, )?Site not found/;

/** What the service says in general, in the words of a form that it takes. */
const WANTED: readonly [RegExp, string][] = [
  [/IPv4 or IPv6 network/, "is no network, such as 192.0.2.0/24"],
  [/IPv4 or IPv6 address/, "is no address, such as 192.0.2.10 or 2001:db8::10"],
  [/^Invalid MAC address/, "is no MAC address, such as 00:1b:44:11:3a:b7"],
  [/^Invalid hostname/, "is no host name: letters, digits and hyphens, in parts that dots separate"],
  [/match pattern '\^#\[0-9A-Fa-f\]/, "is no colour, such as #1a5fb4"],
  [/^Site not found/, "is the name of no site; a site has to be there before"],
];

/** Names the field, what stands in it, and which form is wanted. */
function faultText({ field, msg }: RowResult["errors"][number], cells: ReadonlyMap<Target, string>): string {
  const text = msg.replace(/^Value error, /, "");
  const [first = ""] = field.split(".");
  const label = LABELS.get(first) ?? first;
  const target = TARGETS.find(({ id }) => id === first)?.id;
  const value = target === undefined ? undefined : cells.get(target);
  if (value === undefined) return label === "" ? text : `${label}: ${text}`;
  const wanted = WANTED.find(([pattern]) => pattern.test(text))?.[1];
  const shown = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN - 1)}…` : value;
  return wanted === undefined ? `${label}: “${shown}”: ${text}` : `${label}: “${shown}” ${wanted}`;
}

function isWritten(action: Action): boolean {
  return action === "created" || action === "updated";
}

function warningText(cells: ReadonlyMap<Target, string>, { dhcpRangeOf }: Source): string {
  const addresses = [cells.get("ip_address"), ...(cells.get("additional_addresses") ?? "").split(",")];
  return addresses
    .flatMap((address) => {
      const range = dhcpRangeOf(address?.trim() ?? "");
      return range === undefined
        ? []
        : `${address?.trim()} is in the DHCP range ${range}: a lease may get it, too`;
    })
    .join("; ");
}

function changesText(
  cells: ReadonlyMap<Target, string>,
  device: Device,
  siteNames: ReadonlyMap<number, string>,
): string {
  return [...cells]
    .flatMap(([target, cell]) => {
      const old = presentValue(device, target, siteNames);
      // An id only tells devices apart.
      return target === "id" || comparable(target, old) === comparable(target, cell)
        ? []
        : `${LABELS.get(target) ?? target}: ${old || "–"} → ${cell}`;
    })
    .join("; ");
}

function presentValue(device: Device, target: Target, siteNames: ReadonlyMap<number, string>): string {
  if (target === "site") return siteNames.get(device.site_id ?? 0) ?? "";
  if (target === "interfaces") return jsonText(device.interfaces.map(({ id: _id, ...rest }) => rest));
  if (target === "custom_attributes") return jsonText(device.custom_attributes);
  const value = device[target];
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

/** As the export writes it. */
function jsonText(value: object): string {
  return Object.keys(value).length === 0 ? "" : JSON.stringify(value);
}

/** The service brings these to one form, so that they are the same however they are written. */
function comparable(target: Target, text: string): string {
  if (target === "mac_address") return formatMac(text);
  if (target === "tags" || target === "additional_addresses")
    return text
      .split(",")
      .map((part) => part.trim())
      .sort()
      .join();
  return target === "notes" || target === "display_name" ? text : text.toLowerCase();
}

/** The sites that rows name and that are not there, each once, in the order of the rows. */
export function missingSites(verdicts: readonly Verdict[]): string[] {
  return [...new Set(verdicts.flatMap(({ missingSite: site }) => site ?? []))];
}

/** The verdicts as a file, to be worked off in a spreadsheet. */
export function verdictsCsv(verdicts: readonly Verdict[], words: Readonly<Record<Action, string>>): string {
  return printCsv([
    ["row", "verdict", "device", "details"],
    ...verdicts.map(({ row, action, name, text, warning }) => [
      String(row),
      words[action],
      harmlessCell(name),
      harmlessCell([text, warning].filter(Boolean).join("; ")),
    ]),
  ]);
}
