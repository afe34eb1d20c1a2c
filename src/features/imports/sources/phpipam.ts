import ipaddr from "ipaddr.js";
import type { Fields } from "../kinds";
import type { DumpedRow, PackedRows } from "../read/packed-rows";
import { readSqlDump } from "../read/sql-tables";
import { MAX_ROWS, unreadTable, type Cell, type ImportFile, type Table, type TableRow } from "../read/table";
import { readTextFile, textOfFile } from "../read/text-files";
import { textOf, withFields, type Refined, type Source } from "./source";

const MAX_NAME = 120;
const LAST_IPV4 = 0xff_ff_ff_ffn;

/** phpIPAM keeps addresses as decimal numbers, of both families in one column. */
function toAddress(text: string): string {
  if (!/^\d{1,39}$/.test(text)) return text;
  const value = BigInt(text);
  const length = value <= LAST_IPV4 ? 4 : 16;
  const octets = Array.from({ length }, (_, place) =>
    Number((value >> BigInt(8 * (length - 1 - place))) & 0xffn),
  );
  return ipaddr.fromByteArray(octets).toString();
}

/** The tables of a dump that become something, and those that they name things of. */
const TAKEN = ["subnets", "ipaddresses", "vlans", "devices", "locations"];
const NAMED = ["devicetypes", "nameservers"];

/** The tables of a dump, with what their rows name by its number. */
function readDump(text: string): Table[] {
  const { tables, others } = readSqlDump(text, { wanted: [...TAKEN, ...NAMED], most: MAX_ROWS });
  const namesOf = (table: string, key: string, name: string) => namesIn(tables.get(table), key, name);
  const joined: readonly [string, string, ReadonlyMap<string, string>][] = [
    ["vlanid", "vlan.number", namesOf("vlans", "vlanid", "number")],
    ["location", "location.name", namesOf("locations", "id", "name")],
    ["switch", "device.hostname", namesOf("devices", "id", "hostname")],
    ["type", "type.name", namesOf("devicetypes", "tid", "tname")],
    ["nameserverid", "nameservers", namesOf("nameservers", "id", "namesrv1")],
  ];
  const cellsOf = (row: DumpedRow): Map<string, Cell> => {
    const cells = new Map<string, Cell>(row);
    for (const [column, name, names] of joined) {
      const named = names.get(row.get(column) ?? "");
      if (named !== undefined && named !== "") cells.set(name, named);
    }
    for (const column of ["subnet", "ip_addr"]) {
      const number = row.get(column);
      if (number !== undefined) cells.set(column, toAddress(number));
    }
    return cells;
  };
  const taken = TAKEN.flatMap((name): Table[] => {
    const rows = tables.get(name);
    if (rows === undefined) return [];
    return [
      {
        name,
        columns: columnsOf(rows),
        rows: readRows(rows, cellsOf),
      },
    ];
  });
  return [...taken, ...[...others].map(([name, count]) => unreadTable(name, count))];
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
  if (!/\.sql$/i.test(file.name)) return readTextFile(file);
  return readDump(textOfFile(file));
}

function refineSubnet(fields: Fields, { cells }: { cells: ReadonlyMap<string, Cell> }): Refined {
  if (cells.get("isfolder") === "1") return { reason: "a folder is no subnet" };
  const mask = cells.get("mask");
  const cidr = textOf(fields, "cidr");
  const whole =
    cidr === undefined || cidr.includes("/") || mask === undefined
      ? cidr
      : `${cidr}/${String(mask).replace("/", "")}`;
  const name = (textOf(fields, "name") ?? whole)?.slice(0, MAX_NAME);
  return { fields: withFields(fields, { cidr: whole, name, vlan_id: positive(textOf(fields, "vlan_id")) }) };
}

/** `0` is none. */
function positive(text: string | undefined): string | undefined {
  return text === "0" ? undefined : text;
}

function refineAddress(fields: Fields): Refined {
  const address = textOf(fields, "ip_address");
  return { fields: withFields(fields, { label: (textOf(fields, "label") ?? address)?.slice(0, MAX_NAME) }) };
}

const SILENT =
  /^(id|sectionid|section|vrfid|mastersubnetid|allowrequests|vlanid|showname|permissions|pingsubnet|discoversubnet|resolvedns|dnsrecursive|dnsrecords|nameserverid|scanagent|customer_id|isfolder|isfull|state|threshold|location|editdate|lastscan|lastdiscovery|subnetid|subnet|mask|is_gateway|lastseen|excludeping|ptrignore|ptr|firewalladdressobject|domainid|domain|type|sections|switch|device|rack|rack_start|rack_size|lat|long|hostname|ip_addr|snmp_.*)$/;

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
      names: /^vlans$/,
      needs: [["number"], ["name"]],
      fields: { name: ["name"], vlan_id: ["number"], description: ["description"] },
      silent: SILENT,
    },
    {
      name: "addresses",
      kind: "reservation",
      names: /^ipaddresses$/,
      needs: [["ip_addr", "ip_address"]],
      fields: {
        ip_address: ["ip_addr", "ip_address"],
        label: ["hostname", "dns_name", "description"],
        mac_address: ["mac", "mac_address"],
        notes: ["note", "description"],
      },
      silent: new RegExp(SILENT.source.replace("|hostname", "").replace("|device|", "|")),
      refine: refineAddress,
    },
    {
      name: "subnets",
      kind: "subnet",
      names: /^subnets$/,
      needs: [["subnet"]],
      fields: {
        cidr: ["subnet"],
        name: ["description"],
        vlan_id: ["vlan.number", "vlan"],
        site: ["location.name", "location"],
        dns_servers: ["nameservers"],
        is_pool: ["ispool"],
      },
      silent: SILENT,
      refine: refineSubnet,
    },
    {
      name: "devices",
      kind: "device",
      names: /^devices$/,
      needs: [["hostname"], ["ip_addr", "ip_address"], ["type", "device_type", "sections"]],
      fields: {
        hostname: ["hostname"],
        ip_address: ["ip_addr", "ip_address"],
        device_type: ["type.name", "device_type"],
        site: ["location.name"],
        notes: ["description"],
      },
      silent: SILENT,
    },
  ],
};
