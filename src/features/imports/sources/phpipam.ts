import ipaddr from "ipaddr.js";
import { canonicalMacAddress } from "#platform/mac-address";
import { gatewayFault } from "#platform/network-gateway";
import { cut } from "../cut";
import type { Fields } from "../kinds";
import type { DumpedRow, PackedRows } from "../read/packed-rows";
import { readSqlDump } from "../read/sql-tables";
import { MAX_ROWS, unreadTable, type Cell, type ImportFile, type Table, type TableRow } from "../read/table";
import { readTextFile, textOfFile } from "../read/text-files";
import { textOf, withFields, type Refined, type Source } from "./source";

const MAX_NAME = 120;
const LAST_IPV4 = 0xff_ff_ff_ffn;
const LAST_IPV6 = (1n << 128n) - 1n;

/** phpIPAM keeps addresses as decimal numbers, of both families in one column. What is none stays as it is. */
function toAddress(text: string): string {
  if (!/^\d{1,39}$/.test(text)) return text;
  const value = BigInt(text);
  if (value > LAST_IPV6) return text;
  const length = value <= LAST_IPV4 ? 4 : 16;
  const octets = Array.from({ length }, (_, place) =>
    Number((value >> BigInt(8 * (length - 1 - place))) & 0xffn),
  );
  return ipaddr.fromByteArray(octets).toString();
}

/** The tables of a dump that become something, and those that they name things of. */
const TAKEN = ["subnets", "ipaddresses", "vlans", "devices", "locations"];
const NAMED = ["devicetypes", "nameservers", "iptags", "vrf", "sections", "racks"];

type Rows = ReadonlyMap<string, PackedRows>;
/** A column of numbers, the column that gets the names instead, and the names by number. */
type Joined = readonly [column: string, name: string, names: ReadonlyMap<string, string>];

/** The tables of a dump, with what their rows name by its number. */
function readDump(text: string): Table[] {
  const { tables, others } = readSqlDump(text, { wanted: [...TAKEN, ...NAMED], most: MAX_ROWS });
  const joined = joinedIn(tables);
  const gateways = gatewaysIn(tables.get("ipaddresses"));
  const cellsOf = (table: string, row: DumpedRow): Map<string, Cell> => {
    const cells = new Map<string, Cell>(row);
    for (const [column, name, names] of joined) {
      // A number that nothing has is no name of anything.
      if (cells.delete(column)) setCell(cells, name, names.get(row.get(column) ?? ""));
    }
    for (const column of ["subnet", "ip_addr"]) setCell(cells, column, addressIn(row.get(column)));
    if (row.get("isfolder") === "1") cells.delete("subnet");
    if (table === "subnets") setCell(cells, "gateway", gateways.get(row.get("id") ?? ""));
    return table === "ipaddresses" ? withNotes(cells) : cells;
  };
  const taken = TAKEN.flatMap((name): Table[] => {
    const rows = tables.get(name);
    if (rows === undefined) return [];
    return [{ name, columns: columnsOf(rows), rows: readRows(rows, (row) => cellsOf(name, row)) }];
  });
  return [...taken, ...[...others].map(([name, count]) => unreadTable(name, count))];
}

function joinedIn(tables: Rows): readonly Joined[] {
  const namesOf = (table: string, key: string, name: string) => namesIn(tables.get(table), key, name);
  return [
    ["vlanid", "vlan.number", namesOf("vlans", "vlanid", "number")],
    ["location", "location.name", namesOf("locations", "id", "name")],
    ["switch", "device.hostname", namesOf("devices", "id", "hostname")],
    ["type", "type.name", namesOf("devicetypes", "tid", "tname")],
    ["nameserverid", "nameservers", namesOf("nameservers", "id", "namesrv1")],
    ["state", "tag", new Map([...TAGS, ...namesOf("iptags", "id", "type")])],
    ["vrfid", "vrf", namesOf("vrf", "vrfid", "name")],
    ["sectionid", "section", namesOf("sections", "id", "name")],
    ["rack", "rack.name", namesOf("racks", "id", "name")],
  ];
}

/** Those that every phpIPAM has, under these numbers. */
const TAGS = new Map([
  ["1", "Offline"],
  ["2", "Used"],
  ["3", "Reserved"],
  ["4", "DHCP"],
]);

/** The addresses that are marked as gateways, by the number of their subnet. */
function gatewaysIn(rows: PackedRows | undefined): ReadonlyMap<string, string> {
  const gateways = new Map<string, string>();
  for (const row of rows ?? []) {
    const address = row.get("is_gateway") === "1" ? addressIn(row.get("ip_addr")) : undefined;
    if (address !== undefined) gateways.set(row.get("subnetid") ?? "", address);
  }
  return gateways;
}

function addressIn(number: string | undefined): string | undefined {
  return number === undefined ? undefined : toAddress(number);
}

function setCell(cells: Map<string, Cell>, name: string, value: string | undefined): void {
  if (value !== undefined && value !== "") cells.set(name, value);
}

/** What is said of an address beside its name, as one text: its tag is there where it is not simply used. */
function withNotes(cells: Map<string, Cell>): Map<string, Cell> {
  const [description, note] = ["description", "note"].map((column) => cells.get(column));
  const tag = cells.get("tag") ?? cells.get("ip_state");
  const hasName = cells.has("hostname") || cells.has("dns_name");
  const parts = [
    hasName ? description : undefined,
    note,
    tag === undefined || tag === "Used" ? undefined : `Tag: ${String(tag)}`,
    cells.get("gateway") === "Yes" ? "Gateway" : undefined,
  ];
  const texts = new Set(parts.flatMap((part) => (part === undefined ? [] : [String(part)])));
  if (!cells.has("notes")) setCell(cells, "notes", [...texts].join("\n"));
  return cells;
}

function namesIn(rows: PackedRows | undefined, key: string, name: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const row of rows ?? []) names.set(row.get(key) ?? "", row.get(name) ?? "");
  return names;
}

/** Rows whose columns are looked at: those of the others are counted as they come. */
const LOOKED_AT = 100;

function columnsOf(rows: PackedRows): string[] {
  const columns = new Set<string>();
  let count = 0;
  for (const row of rows) {
    for (const column of row.keys()) columns.add(column);
    if (++count === LOOKED_AT) break;
  }
  return [...columns];
}

function* readRows(rows: PackedRows, cellsOf: (row: DumpedRow) => Map<string, Cell>): Generator<TableRow> {
  let row = 0;
  for (const one of rows) yield { row: row++, cells: cellsOf(one) };
}

function read(file: ImportFile): Table[] {
  if (/\.sql$/i.test(file.name)) return readDump(textOfFile(file));
  return readTextFile(file).map((table) =>
    isOfAddresses(table) ? { ...table, rows: noted(table.rows) } : table,
  );
}

function isOfAddresses({ columns }: Table): boolean {
  const isOfDevices = columns.includes("type") || columns.includes("sections");
  return !isOfDevices && (columns.includes("ip_address") || columns.includes("ip_addr"));
}

function* noted(rows: Iterable<TableRow>): Generator<TableRow> {
  for (const row of rows) yield { ...row, cells: withNotes(new Map(row.cells)) };
}

const FOLDER = "a folder is no subnet: those in it are taken by themselves";

function refineSubnet(fields: Fields, { cells }: { cells: ReadonlyMap<string, Cell> }): Refined {
  const cidr = textOf(fields, "cidr");
  if (cells.get("isfolder") === "1" || cidr?.endsWith(" (folder)") === true) return { reason: FOLDER };
  const mask = cells.get("mask");
  const whole =
    cidr === undefined || cidr.includes("/") || mask === undefined
      ? cidr
      : `${cidr}/${String(mask).replace("/", "")}`;
  const said = textOf(fields, "name");
  const name = said === undefined ? whole : onOneLine(said);
  const gateway = textOf(fields, "gateway");
  const isOutside = gateway !== undefined && gatewayFault({ cidr: whole ?? "", gateway }) !== null;
  const given = withFields(fields, {
    cidr: whole,
    name,
    description: said === name ? undefined : said,
    vlan_id: positive(textOf(fields, "vlan_id")),
    gateway: isOutside ? undefined : gateway,
    dns_servers: textOf(fields, "dns_servers")
      ?.split(/[;,\s]+/)
      .filter(Boolean)
      .join(", "),
  });
  return { fields: given, left: isOutside ? ["gateway"] : [] };
}

function onOneLine(text: string): string {
  return cut(text.replaceAll(/\s+/g, " ").trim(), MAX_NAME);
}

/** `0` is none, and `NA` in its exports. */
function positive(text: string | undefined): string | undefined {
  return text === "0" || text === "NA" ? undefined : text;
}

function refineVlan(fields: Fields): Refined {
  const number = textOf(fields, "vlan_id");
  const name = textOf(fields, "name") ?? (number === undefined ? undefined : `VLAN ${number}`);
  return { fields: withFields(fields, { name }) };
}

function refineAddress(fields: Fields): Refined {
  const label = textOf(fields, "label") ?? textOf(fields, "ip_address");
  const mac = textOf(fields, "mac_address");
  const isMac = mac !== undefined && canonicalMacAddress(mac) !== undefined;
  const given = withFields(fields, {
    label: label === undefined ? undefined : onOneLine(label),
    mac_address: isMac ? mac : undefined,
  });
  return { fields: given, left: mac === undefined || isMac ? [] : ["mac_address"] };
}

/** Columns that say nothing here in any table: numbers of its database, permissions, what it is to do by itself. */
const NOTHING_SAID = `
  id sectionid vrfid vlan_domain master_subnet requests host_check discover mastersubnetid
  allowrequests vlanid showname permissions pingsubnet discoversubnet resolvedns dnsrecursive
  dnsrecords nameserverid scanagent customer_id isfolder isfull state threshold location editdate
  lastscan lastdiscovery subnetid subnet mask is_gateway lastseen excludeping ptrignore ptr
  firewalladdressobject domainid domain type tag sections switch rack rack_size lat long ip_addr
`;

/** Of SNMP all but what it asks with, which is secret. */
const ABOUT_SNMP = "snmp_(?!community|v3_(auth|priv)_pass).*";

function silence(more: string): RegExp {
  const names = `${NOTHING_SAID} ${more}`.trim().split(/\s+/);
  return new RegExp(`^(${[...names, ABOUT_SNMP].join("|")})$`);
}

const SILENT = silence("device hostname");

/** A name is taken, and the device that it belongs to is missed; `withNotes` has put the others into one text besides. */
const SILENT_OF_ADDRESSES = silence("description note gateway ip_state");

/** A table, or the file of its export: `20261129_phpipam_devices_export.csv`. */
function exported(table: string): RegExp {
  return new RegExp(`^(\\d+_phpipam_)?(${table})(_export)?$`);
}

/** phpIPAM (github.com/phpipam/phpipam, `db/SCHEMA.sql` and its import and export of subnets, addresses, VLANs). */
export const PHPIPAM: Source = {
  name: "phpipam",
  title: "phpIPAM",
  about:
    "The SQL dump of its database (`mysqldump phpipam > phpipam.sql`), or its exports of subnets, addresses, VLANs and devices, saved as " +
    "CSV.",
  endings: [".sql", ".csv"],
  read,
  tables: [
    {
      name: "locations",
      kind: "site",
      names: /^locations$/,
      needs: [["lat", "lng", "long"], ["name"]],
      fields: { name: ["name"], description: ["description"], address: ["address"] },
      silent: SILENT,
    },
    {
      name: "vlans",
      kind: "group",
      names: exported("vlans?"),
      needs: [["number"], ["name"]],
      fields: { name: ["name"], vlan_id: ["number"], description: ["description"] },
      silent: SILENT,
      refine: refineVlan,
    },
    // Before the addresses, which need less.
    {
      name: "devices",
      kind: "device",
      names: exported("devices"),
      needs: [["hostname"], ["ip_addr", "ip_address"], ["type", "device_type", "sections"]],
      fields: {
        hostname: ["hostname"],
        ip_address: ["ip_addr", "ip_address"],
        device_type: ["type.name", "type", "device_type"],
        site: ["location.name"],
        notes: ["description"],
        "custom_attributes.rack": ["rack.name"],
        "custom_attributes.position": ["rack_start"],
      },
      silent: SILENT,
    },
    {
      name: "addresses",
      kind: "reservation",
      names: exported("ipaddresses|ip_address"),
      needs: [["ip_addr", "ip_address"]],
      fields: {
        ip_address: ["ip_addr", "ip_address"],
        label: ["hostname", "dns_name", "description"],
        mac_address: ["mac", "mac_address"],
        notes: ["notes", "note"],
      },
      silent: SILENT_OF_ADDRESSES,
      refine: refineAddress,
    },
    {
      name: "subnets",
      kind: "subnet",
      names: exported("subnets"),
      needs: [["subnet"]],
      fields: {
        cidr: ["subnet"],
        name: ["description"],
        vlan_id: ["vlan.number", "vlan"],
        site: ["location.name", "location"],
        gateway: ["gateway"],
        dns_servers: ["nameservers"],
        is_pool: ["ispool"],
      },
      silent: SILENT,
      refine: refineSubnet,
    },
  ],
};
