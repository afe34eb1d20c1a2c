import { expect, test } from "bun:test";
import { unpack } from "#platform/packed";
import { readImport, type NeutralRow } from "../../../src/features/imports/read/read-import";
import { formOf } from "./given";

async function read(source: string, name: string, content: string) {
  const { text, headers } = await formOf([{ name, content }]);
  const { chunks, issues, leftOut } = await readImport({
    source,
    octets: text,
    contentType: headers["Content-Type"],
  });
  const rows = chunks.flatMap((chunk): NeutralRow[] => JSON.parse(unpack(chunk)));
  return { issues, leftOut, fields: rows.map((row): unknown => row.fields) };
}

test("devices of LibreNMS, by name or by address", async () => {
  const devices = [
    {
      device_id: 7,
      hostname: "core.example.net",
      sysName: "core",
      ip: "192.0.2.7",
      os: "junos",
      version: "22.4",
      hardware: "EX4300",
      serial: "AB12",
      type: "network",
      location: "Tower",
      community: "hidden",
      disabled: 0,
      features: "stack",
    },
    { device_id: 8, hostname: "192.0.2.8", sysName: "edge", os: "ios", disabled: 1 },
  ];
  const { fields, leftOut } = await read(
    "librenms",
    "devices.json",
    JSON.stringify({ status: "ok", devices, count: 2 }),
  );
  expect(fields).toEqual([
    {
      hostname: "core.example.net",
      ip_address: "192.0.2.7",
      os: "junos 22.4",
      serial_number: "AB12",
      device_type: "network",
      site: "Tower",
      "custom_attributes.hardware": "EX4300",
    },
    { hostname: "edge", ip_address: "192.0.2.8", os: "ios", monitoring_paused: "true" },
  ]);
  expect(leftOut).toEqual([{ table: "devices", column: "features", rows: 1 }]);
});

test("hosts of Nagios, whose address may be a name", async () => {
  const csv =
    'host_name,alias,address,hostgroups,check_command\nweb1,Web one,192.0.2.9,"web,prod",check\nweb2,,web2.example.net,,check\n';
  const { fields, leftOut } = await read("nagios", "hosts.csv", csv);
  expect(fields).toEqual([
    { hostname: "web1", display_name: "Web one", ip_address: "192.0.2.9", tags: ["web", "prod"] },
    { hostname: "web2.example.net", display_name: "web2" },
  ]);
  expect(leftOut).toEqual([{ table: "hosts", column: "check_command", rows: 2 }]);
});

test("hosts of Zabbix, as CSV and as its API gives them", async () => {
  const expected = [
    { hostname: "db1", display_name: "Database", ip_address: "192.0.2.10", tags: ["Linux", "DB"] },
  ];
  const csv = 'Host;Name;IP;Groups\ndb1;Database;192.0.2.10;"Linux, DB"\n';
  expect((await read("zabbix", "hosts.csv", csv)).fields).toEqual(expected);
  const hosts = [
    {
      hostid: "1",
      host: "db1",
      name: "Database",
      interfaces: [{ ip: "192.0.2.10", dns: "" }],
      groups: [
        { groupid: "2", name: "Linux" },
        { groupid: "3", name: "DB" },
      ],
    },
  ];
  expect((await read("zabbix", "hosts.json", JSON.stringify(hosts))).fields).toEqual(expected);
});
