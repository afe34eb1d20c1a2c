import { printCsv } from "../../format/print-csv";
import type { CsvTable } from "./csv";

/** What a column of the file may fill, under the name that the service knows, and headings that mean it. */
export const TARGETS = [
  {
    id: "display_name",
    label: "Name",
    headings: ["display name", "label", "friendly name", "device", "device name"],
    // Beside a column of host names it is what people say.
    laterHeadings: ["name"],
  },
  { id: "hostname", label: "Host name", headings: ["host", "name", "host name", "fqdn", "dns name"] },
  {
    id: "ip_address",
    label: "Address",
    headings: ["ip", "ip address", "ipaddress", "address", "ipv4", "ipv6"],
  },
  {
    id: "additional_addresses",
    label: "Further addresses",
    headings: ["additional addresses", "other addresses"],
  },
  { id: "mac_address", label: "MAC", headings: ["mac", "mac address", "macaddress", "hardware address"] },
  { id: "device_type", label: "Type", headings: ["type", "device type", "devicetype", "kind", "role"] },
  { id: "vendor", label: "Vendor", headings: ["vendor", "manufacturer", "make"] },
  { id: "os", label: "Operating system", headings: ["os", "operating system", "platform"] },
  { id: "serial_number", label: "Serial number", headings: ["serial number", "serial_number", "serial"] },
  { id: "status", label: "Status", headings: ["status", "state"] },
  { id: "lifecycle", label: "Lifecycle", headings: ["lifecycle"] },
  { id: "expected_status", label: "Expected status", headings: ["expected status"] },
  { id: "monitoring_paused", label: "Monitoring is paused", headings: ["monitoring paused"] },
  { id: "site", label: "Site", headings: ["site", "location", "building"] },
  { id: "topology_group", label: "Group", headings: ["group", "topology group", "vlan group"] },
  { id: "vlan_id", label: "VLAN", headings: ["vlan", "vlan id", "vlanid"] },
  { id: "subnet", label: "Subnet", headings: ["subnet", "network", "prefix", "cidr"] },
  { id: "tags", label: "Tags", headings: ["tags", "tag", "labels"] },
  { id: "notes", label: "Notes", headings: ["notes", "note", "description", "comment", "comments"] },
  { id: "interfaces", label: "Interfaces (JSON)", headings: [] },
  { id: "custom_attributes", label: "Custom attributes (JSON)", headings: [] },
  { id: "icon", label: "Icon", headings: ["icon"] },
  { id: "color", label: "Colour", headings: ["color", "colour"] },
  { id: "id", label: "Id in the export", headings: [] },
] as const;

export type Target = (typeof TARGETS)[number]["id"];

/** For each column of the file what it fills; null: left out. */
export type Mapping = readonly (Target | null)[];

type Fits = (target: (typeof TARGETS)[number], words: string) => boolean;

/** The surest first. */
const GUESSES: readonly Fits[] = [
  ({ id }, words) => id.replaceAll("_", " ") === words,
  ({ headings }, words) => headings.some((known) => known === words),
  (target, words) => "laterHeadings" in target && target.laterHeadings.some((known) => known === words),
];

/** What the headings seem to mean; each field is filled once, by the column that is surest of it, else the first. */
export function guessMapping(header: readonly string[]): Mapping {
  const mapping: (Target | null)[] = header.map(() => null);
  for (const fits of GUESSES) {
    for (const [column, heading] of header.entries()) {
      if (mapping[column] !== null) continue;
      const words = heading
        .trim()
        .toLowerCase()
        .replaceAll(/[_\s-]+/g, " ");
      mapping[column] = TARGETS.find((one) => !mapping.includes(one.id) && fits(one, words))?.id ?? null;
    }
  }
  return mapping;
}

/** The mapping with one column changed; a field that another column filled is taken from it. */
export function mapColumn(mapping: Mapping, column: number, target: Target | null): Mapping {
  return mapping.map((present, index) => {
    if (index === column) return target;
    return present === target ? null : present;
  });
}

/** What keeps the mapping from being used, or null. */
export function mappingFault(mapping: Mapping): string | null {
  const found = mapping.some((target) =>
    target === null ? false : ["display_name", "hostname", "ip_address", "mac_address"].includes(target),
  );
  return found
    ? null
    : "Choose at least one column for name, host name, address or MAC: a device is known by these.";
}

/** The file as the service takes it: only the columns that are mapped, under its names; every row where it was. */
export function toImportCsv({ header, records }: CsvTable, mapping: Mapping): string {
  const columns = mapping.flatMap((target, index) => (target === null ? [] : { target, index }));
  return printCsv([
    columns.map(({ target }) => target),
    ...records.map((record) => [
      ...columns.map(({ index }) => record[index] ?? ""),
      // Cells without a heading stay what they are: a fault of the row.
      ...record.slice(header.length),
    ]),
  ]);
}

/** A few different values of a column, to recognise it by. */
export function samplesOf({ records }: CsvTable, column: number): string[] {
  const samples = new Set<string>();
  for (const record of records) {
    const cell = record[column]?.trim() ?? "";
    if (cell !== "") samples.add(cell);
    if (samples.size === 3) break;
  }
  return [...samples];
}

/** Rows that say something: blank lines are none. */
export function filledRows({ records }: CsvTable): number {
  return records.filter((record) => record.some((cell) => cell.trim() !== "")).length;
}
