import { expect, test } from "bun:test";
import { readCsv } from "../../../../src/web/pages/device-import/csv";
import {
  filledRows,
  guessMapping,
  mapColumn,
  mappingFault,
  samplesOf,
  toImportCsv,
} from "../../../../src/web/pages/device-import/mapping";

test("headings in any case and with any joint are understood, strange ones are left out", () => {
  expect(guessMapping(["Name", "IP-Address", "mac_address", "Location", "Asset no"])).toEqual([
    "hostname",
    "ip_address",
    "mac_address",
    "site",
    null,
  ]);
});

test("a column of names beside one of host names is no host name, in whichever order they stand", () => {
  expect(guessMapping(["Name", "Hostname", "IP"])).toEqual(["display_name", "hostname", "ip_address"]);
  expect(guessMapping(["FQDN", "Name"])).toEqual(["hostname", "display_name"]);
  expect(guessMapping(["Device name", "Name"])).toEqual(["display_name", "hostname"]);
});

test("of our own export every column fills its field, but for its times", () => {
  const header =
    "id,hostname,ip_address,mac_address,vendor,device_type,status,icon,color,vlan_id,subnet,topology_group,tags,notes,created_at,updated_at," +
    "display_name,os,lifecycle,expected_status,monitoring_paused,site,additional_addresses,interfaces,custom_attributes";
  const names = header.split(",");
  const guessed = guessMapping(names).map(String);
  expect(guessed).toEqual(names.map((name) => (name.endsWith("_at") ? "null" : name)));
});

test("a field is filled by one column only", () => {
  expect(guessMapping(["ip", "address"])).toEqual(["ip_address", null]);
  expect(mapColumn(["ip_address", null], 1, "ip_address")).toEqual([null, "ip_address"]);
});

test("without a column that names a device the mapping is not enough", () => {
  expect(mappingFault(["site", null])).toContain("Choose at least one column");
  expect(mappingFault(["mac_address"])).toBeNull();
});

test("the service gets only what is mapped, under its names, every row where it was", async () => {
  const table = await readCsv('Name;Asset no;IP\nsw-1;17;192.0.2.1\n\n"sw;2";18;192.0.2.2;surplus\n');
  const csv = toImportCsv(table, ["hostname", null, "ip_address"]);
  expect(await readCsv(csv)).toEqual({
    header: ["hostname", "ip_address"],
    records: [
      ["sw-1", "192.0.2.1"],
      ["", ""],
      ["sw;2", "192.0.2.2", "surplus"],
    ],
  });
  expect(filledRows(table)).toBe(2);
});

test("samples are different values, three at most", async () => {
  const table = await readCsv("site\nBerlin\nBerlin\n\nHamburg\nMunich\nZurich");
  expect(samplesOf(table, 0)).toEqual(["Berlin", "Hamburg", "Munich"]);
});
