import { expect, test } from "bun:test";
import { unpack } from "#platform/packed";
import { readImport, type NeutralRow } from "../../../src/features/imports/read/read-import";
import { formOf } from "./given";

/** A dump as mysqldump writes it; tables and columns are phpIPAM's, shortened. */
const DUMP = `-- MySQL dump 10.19
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS \`subnets\`;
CREATE TABLE \`subnets\` (
  \`id\` int(11) unsigned NOT NULL AUTO_INCREMENT,
  \`subnet\` varchar(255) DEFAULT NULL,
  \`mask\` varchar(3) DEFAULT NULL,
  \`sectionId\` int(11) unsigned DEFAULT NULL,
  \`description\` text DEFAULT 'a, b',
  \`vlanId\` int(11) unsigned DEFAULT NULL,
  \`isFolder\` tinyint(1) NOT NULL DEFAULT 0,
  \`location\` int(11) unsigned DEFAULT NULL,
  \`custom_Owner\` varchar(20) DEFAULT NULL,
  PRIMARY KEY (\`id\`),
  KEY \`x\` (\`subnet\`,\`mask\`)
) ENGINE=InnoDB;
LOCK TABLES \`subnets\` WRITE;
INSERT INTO \`subnets\` VALUES (1,'3405803776','24',1,'Front \\'desk\\'; it''s (here)',3,0,4,'Ann'),(2,'42540766411282592856903984951653826560','64',1,NULL,NULL,0,NULL,NULL),
(3,'0','0',1,'A folder',NULL,1,NULL,NULL);
UNLOCK TABLES;
INSERT INTO \`ipaddresses\` (\`id\`, \`subnetId\`, \`ip_addr\`, \`hostname\`, \`mac\`, \`note\`, \`description\`, \`owner\`, \`switch\`) VALUES
(1, 1, '3405803786', 'printer', '00-00-5e-00-53-07', 'second\\nfloor', 'prints', 'Bob', 9),
(2, 1, '3405803787', NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO vlans (vlanId, domainId, name, number, description) VALUES (3, 1, 'Desks', 30, NULL);
INSERT INTO \`locations\` (\`id\`, \`name\`, \`address\`, \`lat\`) VALUES (4, 'Tower', '1 High Street', NULL);
INSERT INTO \`devices\` (\`id\`, \`hostname\`, \`ip_addr\`, \`type\`, \`description\`, \`sections\`) VALUES (9, 'sw-tower', '203.0.113.2', 1, 'on top', '1;2');
INSERT INTO \`deviceTypes\` (\`tid\`, \`tname\`) VALUES (1, 'Switch');
INSERT INTO \`users\` (\`id\`, \`username\`, \`password\`) VALUES (1, 'admin', 'secret'), (2, 'ann', 'secret');
`;

async function read(name: string, content: string) {
  const { text, headers } = await formOf([{ name, content }]);
  const { chunks, ...rest } = await readImport({
    source: "phpipam",
    octets: text,
    contentType: headers["Content-Type"],
  });
  const rows = chunks.flatMap((chunk): NeutralRow[] => JSON.parse(unpack(chunk)));
  return { ...rest, rows: rows.sort((left, right) => left.place - right.place) };
}

test("a dump of phpIPAM becomes subnets, addresses, VLANs, sites and devices", async () => {
  const { rows, issues } = await read("phpipam.sql", DUMP);
  expect(issues).toEqual([]);
  const told: unknown = rows.map(({ kind, fields, reason }) => ({
    kind,
    ...(reason === undefined ? fields : { reason }),
  }));
  expect(told).toEqual([
    {
      kind: "subnet",
      cidr: "203.0.113.0/24",
      name: "Front 'desk'; it's (here)",
      vlan_id: "30",
      site: "Tower",
    },
    { kind: "subnet", cidr: "2001:db8::/64", name: "2001:db8::/64" },
    { kind: "subnet", reason: expect.stringContaining("a folder is no subnet") },
    {
      kind: "reservation",
      ip_address: "203.0.113.10",
      label: "printer",
      mac_address: "00-00-5e-00-53-07",
      notes: "prints\nsecond\nfloor",
    },
    { kind: "reservation", ip_address: "203.0.113.11", label: "203.0.113.11" },
    { kind: "group", name: "Desks", vlan_id: "30" },
    {
      kind: "device",
      hostname: "sw-tower",
      ip_address: "203.0.113.2",
      device_type: "Switch",
      notes: "on top",
    },
    { kind: "site", name: "Tower", address: "1 High Street" },
  ]);
});

test("an address whose MAC address is none is taken without it, which is counted", async () => {
  const dump =
    "INSERT INTO ipaddresses (id, ip_addr, hostname, mac) VALUES (1, '3405803786', 'printer', 'unknown');";
  const { rows, leftOut } = await read("phpipam.sql", dump);
  expect(rows.map(({ fields }) => fields)).toEqual([{ ip_address: "203.0.113.10", label: "printer" }]);
  expect(leftOut).toEqual([{ table: "addresses", column: "mac", rows: 1 }]);
});

test("what a dump holds beside is counted, and nothing of it is kept", async () => {
  const read1 = await read("phpipam.sql", DUMP);
  expect(read1.leftOut).toContainEqual({ table: "users", column: null, rows: 2 });
  expect(read1.leftOut).toContainEqual({ table: "subnets", column: "custom_owner", rows: 1 });
  expect(read1.leftOut).toContainEqual({ table: "addresses", column: "owner", rows: 1 });
  expect(read1.leftOut).toContainEqual({ table: "addresses", column: "device.hostname", rows: 1 });
  expect(JSON.stringify(read1)).not.toContain("secret");
});

const INSERTS = {
  subnets: (...rows: string[]) =>
    `INSERT INTO subnets (id, subnet, mask, description, sectionId, vrfId, vlanId, location, isFolder, nameserverId) VALUES ${rows.join(",")};`,
  addresses: (...rows: string[]) =>
    `INSERT INTO ipaddresses (id, subnetId, ip_addr, is_gateway, hostname, description, note, state) VALUES ${rows.join(",")};`,
};

test("a subnet has the gateway that is marked among its addresses, and its name servers one by one", async () => {
  const dump = [
    INSERTS.subnets("(1,'3405803776','24','Desks',1,0,0,0,0,2)", "(2,'3405804032','24','Lab',1,0,0,0,0,0)"),
    INSERTS.addresses(
      "(1,1,'3405803777',1,NULL,'Gateway',NULL,2)",
      "(2,2,'3405803778',1,NULL,'moved',NULL,2)",
    ),
    "INSERT INTO nameservers (id, name, namesrv1) VALUES (2, 'ours', '192.0.2.53;2001:db8::53');",
  ].join("\n");
  const { rows, leftOut } = await read("phpipam.sql", dump);
  expect(rows.filter(({ kind }) => kind === "subnet").map(({ fields }) => fields)).toEqual([
    {
      cidr: "203.0.113.0/24",
      name: "Desks",
      gateway: "203.0.113.1",
      dns_servers: "192.0.2.53, 2001:db8::53",
    },
    { cidr: "203.0.114.0/24", name: "Lab" },
  ]);
  expect(leftOut).toContainEqual({ table: "subnets", column: "gateway", rows: 1 });
});

test("what an address is beside being used stands in its notes, with all that is said of it", async () => {
  const dump = INSERTS.addresses(
    "(1,1,'3405803777',0,'srv','a server','in rack 4',3)",
    "(2,1,'3405803778',0,NULL,'DHCP range',NULL,4)",
    "(3,1,'3405803779',0,NULL,'spare one',NULL,7)",
    "(4,1,'3405803780',0,'used',NULL,NULL,2)",
  );
  const { rows } = await read("phpipam.sql", `${dump}INSERT INTO ipTags (id, type) VALUES (7, 'Spare');`);
  expect(rows.map(({ fields: { label, notes } }) => [label, notes])).toEqual([
    ["srv", "a server\nin rack 4\nTag: Reserved"],
    ["DHCP range", "Tag: DHCP"],
    ["spare one", "Tag: Spare"],
    ["used", undefined],
  ]);
});

test("a long description is the name as far as there is room, and whole beside it", async () => {
  const long = `${"a".repeat(119)}\u{1F600}b`;
  const { rows } = await read("phpipam.sql", INSERTS.subnets(`(1,'3405803776','24','${long}',0,0,0,0,0,0)`));
  expect(rows.map(({ fields: { name, description } }) => [name, description])).toEqual([
    ["a".repeat(119), long],
  ]);
});

test("a number that nothing has is no name, one that is too large no address, and what has no place is told", async () => {
  const dump = [
    INSERTS.subnets(
      "(1,'3405803776','24','two\\nlines',1,3,99,99,0,99)",
      "(2,'999999999999999999999999999999999999999','64','wide',1,0,0,0,0,0)",
      "(3,'0','','A folder',1,0,0,0,1,0)",
    ),
    "INSERT INTO vrf (vrfId, name) VALUES (3, 'blue'); INSERT INTO sections (id, name) VALUES (1, 'Customers');",
    "INSERT INTO devices (id, hostname, ip_addr, type, sections, snmp_community) VALUES (1, 'sw', NULL, 42, '1', 'secret');",
    "INSERT INTO vlans (vlanId, name, number) VALUES (1, '', 77);",
  ].join("\n");
  const { rows, leftOut, ...rest } = await read("phpipam.sql", dump);
  const told: unknown = rows.map(({ fields }) => fields);
  expect(told).toEqual([
    { cidr: "203.0.113.0/24", name: "two lines", description: "two\nlines" },
    { cidr: "999999999999999999999999999999999999999/64", name: "wide" },
    { name: "A folder" },
    { vlan_id: "77", name: "VLAN 77" },
    { hostname: "sw" },
  ]);
  expect(leftOut).toEqual([
    { table: "subnets", column: "vrf", rows: 1 },
    { table: "subnets", column: "section", rows: 2 },
    { table: "devices", column: "snmp_community", rows: 1 },
  ]);
  expect(JSON.stringify([rows, rest])).not.toContain("secret");
});

test.each([
  [
    "20261129_phpipam_devices_export.csv",
    "id,hostname,ip_addr,type,description,sections,rack_start\n1,sw-1,203.0.113.2,Switch,on top,1;2,40\n",
    {
      hostname: "sw-1",
      ip_address: "203.0.113.2",
      device_type: "Switch",
      notes: "on top",
      "custom_attributes.position": "40",
    },
  ],
  [
    "devs.csv",
    "hostname,ip_addr,type,description\nsw-1,203.0.113.2,Switch,on top\n",
    { hostname: "sw-1", ip_address: "203.0.113.2", device_type: "Switch", notes: "on top" },
  ],
  [
    "20261129_phpipam_ip_address_export.csv",
    "Section,IP Address,Hostname,Description,VRF,Subnet,MAC,Owner,Device,Note,Tag,Gateway\nMain,203.0.113.9,srv,a server,default,203.0.113.0/24,,,,,DHCP,Yes\n",
    { ip_address: "203.0.113.9", label: "srv", notes: "a server\nTag: DHCP\nGateway" },
  ],
  [
    "20261129_phpipam_subnets_export.csv",
    "Section,Subnet,Description,VLAN,VLAN Domain,VRF,Master Subnet\nMain,203.0.113.0/24,Attic,NA,,,/\n",
    { cidr: "203.0.113.0/24", name: "Attic" },
  ],
  [
    "20261129_phpipam_VLAN_export.csv",
    "Name,Number,Domain\nDesks,30,default\n",
    { name: "Desks", vlan_id: "30" },
  ],
])("%s, as phpIPAM calls and writes it, becomes what it is", async (name, csv, fields) => {
  const { rows, issues } = await read(name, csv);
  expect(issues).toEqual([]);
  expect(rows.map((row) => row.fields)).toEqual([fields]);
});

test("a folder in an export as CSV is none of the subnets", async () => {
  const csv = "Section,Subnet,Description\nMain,Offices (folder),Offices\n";
  const { rows } = await read("20261129_phpipam_subnets_export.csv", csv);
  expect(rows.map(({ reason }) => reason)).toEqual([expect.stringContaining("a folder is no subnet")]);
});

test("its exports as CSV are read, with network and mask apart", async () => {
  const csv = "Section,Subnet,Mask,Description,VLAN\nMain,203.0.113.0,/25,Attic,40\n";
  const { rows } = await read("subnets.csv", csv);
  expect(rows.map(({ fields }) => fields)).toEqual([
    { cidr: "203.0.113.0/25", name: "Attic", vlan_id: "40" },
  ]);
});

test("a row with NUL in a text is refused by itself", async () => {
  const dump = "INSERT INTO vlans (vlanId, name, number) VALUES (1, 'a\\0b', 1), (2, 'c', 2);";
  const { rows } = await read("phpipam.sql", dump);
  expect(rows.map(({ fault }) => fault)).toEqual(["name: text must not contain NUL", undefined]);
});

test.each([
  ["INSERT INTO `subnets` (`subnet`) VALUES ('1", "line 1: a text has no end"],
  ["\nINSERT INTO `subnets` (`subnet`) VALUES (1", "line 2: a row has no end"],
  ["INSERT INTO `subnets` (`subnet`) VALUES (,)", "line 1: a value is missing"],
  ["INSERT INTO `subnets` SELECT 1", "line 1: an INSERT has no VALUES"],
  ["INSERT INTO `oc_files` VALUES /* no end", "line 1: a comment has no end"],
  [`INSERT INTO subnets (${"a".repeat(200)}) VALUES (1)`, "line 1: a column has a name of more than 128"],
  [
    "\nINSERT INTO subnets VALUES (1, 2);",
    "line 2: nothing says which columns subnets has: its CREATE TABLE",
  ],
  ["SELECT 1;", "nothing of phpIPAM is in the file; known are locations"],
  ["INSERT INTO `oc_files` VALUES (1);", "nothing of phpIPAM is in the file, which has oc_files; known are"],
])("the dump %j is refused by its line", async (dump, reason) => {
  const { issues, rows } = await read("phpipam.sql", dump);
  expect(rows).toEqual([]);
  expect(issues[0]?.msg).toStartWith(`Value error, ${reason}`);
});

test("comments may stand within statements", async () => {
  const dump = [
    "SET @x = 1 /* it's; */; -- don't; INSERT",
    "CREATE TABLE vlans ( # it's one",
    "`vlanId` int, /* ) */ `name` text, -- a `quote",
    "`number` int DEFAULT 5--3);",
    "INSERT INTO vlans VALUES (1, /* ' */ 'Desks', -- )",
    "30);",
  ].join("\n");
  const { rows, issues } = await read("phpipam.sql", dump);
  expect(issues).toEqual([]);
  expect(rows.map(({ fields }) => fields)).toEqual([{ name: "Desks", vlan_id: "30" }]);
});

test.each([
  ["brackets", `CREATE TABLE x ${"(".repeat(1_000_000)}`],
  ["open comments", "/*a".repeat(1_000_000)],
  ["open comments in a statement", `SET x ${"/*a".repeat(1_000_000)}`],
  ["parts of a name", `INSERT INTO ${"a.".repeat(1_000_000)}`],
])("a dump of a million %s ends soon", async (_, dump) => {
  const started = performance.now();
  const { issues } = await read("phpipam.sql", dump);
  expect(issues).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(10_000);
});
