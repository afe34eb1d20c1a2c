import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { DeviceRead } from "../../../../src/features/topology/devices/models";
import { DeviceBulkImportResult } from "../../../../src/features/topology/import/models";
import { createTestService, uniqueName } from "../../../support/app";

/** CSV upload and the inventory export, whose file may be uploaded again. */
const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const sendAs = (contentType: string, text: string | Uint8Array<ArrayBuffer>, query = "?mode=upsert") =>
  service.call(`POST /api/v1/topology/devices/import${query}`, {
    token,
    text,
    headers: { "Content-Type": contentType },
  });

const send = (text: string, query = "?mode=upsert", on = { service, token }) =>
  on.service.call(`POST /api/v1/topology/devices/import${query}`, {
    token: on.token,
    text,
    headers: { "Content-Type": "text/csv; charset=utf-8" },
  });

async function imported(text: string, query = "?mode=upsert", on = { service, token }) {
  const answer = await send(text, query, on);
  if (answer.status !== 200) throw new Error(answer.text);
  return DeviceBulkImportResult.parse(answer.body);
}

async function devicesOf(search: string) {
  const path = `GET /api/v1/topology/devices?search=${encodeURIComponent(search)}`;
  return z.array(DeviceRead).parse((await service.call(path, { token })).body);
}

test("a byte order mark, semicolons, CRLF, quotes and line breaks in cells are read", async () => {
  const text = '\ufeffIP Address;Host;Notes;Tags\r\n10.8.0.1;sw1;"one; ""two""\r\nthree";core, edge\r\n';
  expect(await imported(text)).toMatchObject({ created: 1, failed: 0 });
  expect(await devicesOf("10.8.0.1")).toMatchObject([
    { hostname: "sw1", notes: 'one; "two"\r\nthree', tags: ["core", "edge"] },
  ]);
});

test.each(["\ufeffsep=;\r\n", "SEP=;\n", '"sep=;"\r\n', "sep=;;;\r\n"])(
  "a first line %j names the separator, and is no row",
  async (line) => {
    const name = uniqueName("named");
    const { created, rows } = await imported(`${line}hostname;notes\n\n${name};one, two, three, four\n`);
    expect(created).toBe(1);
    expect(rows.map(({ row }) => row)).toEqual([3]);
    expect(await devicesOf(name)).toMatchObject([{ hostname: name, notes: "one, two, three, four" }]);
  },
);

test.each([
  [",", "\n"],
  ["\t", "\r"],
])("%j and line end %j are read too", async (separator, end) => {
  const name = uniqueName("plain");
  const text = [["hostname", "type"].join(separator), [name, "switch"].join(separator)].join(end);
  expect(await imported(text)).toMatchObject({ created: 1 });
  expect(await devicesOf(name)).toMatchObject([{ device_type: "switch" }]);
});

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

describe("a file is read in its own encoding", () => {
  test.each([
    ["UTF-16 with a byte order mark, as spreadsheets call Unicode text", utf16],
    ["UTF-16 the other way round", (text: string) => utf16(text).swap16()],
    ["what is not UTF-8, as western Windows writes it", (text: string) => Buffer.from(text, "latin1")],
  ])("%s", async (_what, encode) => {
    const name = uniqueName("encoded");
    const octets = new Uint8Array(encode(`hostname,notes\n${name},caf\xe9\n`));
    expect(await sendAs("text/csv", octets)).toMatchObject({ status: 200, body: { created: 1 } });
    expect(await devicesOf(name)).toMatchObject([{ notes: "caf\xe9" }]);
  });

  test("in the charset that its content type names", async () => {
    const name = uniqueName("encoded");
    const octets = new Uint8Array(Buffer.from(`hostname,notes\n${name},5 \xa4\n`, "latin1"));
    expect((await sendAs('text/csv; charset="ISO-8859-15"', octets)).status).toBe(200);
    expect(await devicesOf(name)).toMatchObject([{ notes: "5 €" }]);
  });

  test("octets that are no text in the charset that is named are 422, a charset that nobody knows is 415", async () => {
    const octets = new Uint8Array(Buffer.from("hostname\ncaf\xe9\n", "latin1"));
    expect(await sendAs("text/csv; charset=UTF-8", octets)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body"], msg: "Value error, The file is not utf-8 text" }] },
    });
    expect(await sendAs("text/csv; charset=klingon", octets)).toMatchObject({
      status: 415,
      body: { detail: "Unsupported charset: klingon" },
    });
  });
});

test("every alias names its field, in any case", async () => {
  const aliases = {
    ip_address: ["ip", "IP Address", "ipaddress", "ip_address"],
    hostname: ["host", "Name", "hostname"],
    display_name: ["Display Name", "displayname", "display_name", "label", "friendly name"],
    mac_address: ["mac", "MAC Address", "macaddress", "mac_address"],
    vendor: ["vendor", "manufacturer", "make"],
    device_type: ["type", "Device Type", "devicetype", "device_type"],
    vlan_id: ["vlan", "VLAN ID", "vlanid", "vlan_id"],
    notes: ["notes", "note", "description"],
    tags: ["tags", "tag", "labels"],
    topology_group: ["group", "topology group", "topology_group", "vlan group", "vlan_group"],
  };
  const values: Record<string, string> = {
    ip_address: "not an address",
    mac_address: "not a MAC address",
    vendor: "v".repeat(121),
    hostname: "h".repeat(256),
    display_name: "d".repeat(256),
    device_type: "t".repeat(81),
    vlan_id: "v".repeat(33),
    notes: "n".repeat(4001),
    tags: "t".repeat(41),
    topology_group: "g".repeat(121),
  };
  for (const [field, names] of Object.entries(aliases)) {
    for (const name of names) {
      const result = await imported(`${name}\n${values[field]}\n`, "?mode=upsert&dry_run=true");
      expect({ name, errors: result.rows[0]?.errors }).toMatchObject({ name, errors: [{ field }] });
    }
  }
});

test("`site` is a site where a mode is given, and a group without", async () => {
  const name = uniqueName("place");
  await service.database.sql`INSERT INTO sites (name) VALUES (${name})`;
  await imported(`ip,site\n10.8.1.1,${name}\n`);
  await imported(`ip,site\n10.8.1.2,${name}\n`, "");
  const [site] = await service.database.sql`SELECT id::int FROM sites WHERE name = ${name}`;
  expect(await devicesOf("10.8.1.1")).toMatchObject([{ site_id: site?.id, topology_group_id: null }]);
  expect(await devicesOf("10.8.1.2")).toMatchObject([{ site_id: null, topology_group: name }]);
});

describe("what is wrong is told with the row of the file, its header being row 1", () => {
  test("every bad cell of every row at once, blank lines counted, and nothing is written", async () => {
    const text =
      "hostname,ip,color,site\nbad-rows,x,y,\n\nbad-rows-2,10.8.2.1,,\nbad-rows-3,z,,\nbad-rows-4,,,nowhere\n";
    expect(await send(text)).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ["body", 2, "ip_address"] },
          { loc: ["body", 2, "color"] },
          { loc: ["body", 5, "ip_address"] },
          { loc: ["body", 6, "site"] },
        ],
      },
    });
    expect(await devicesOf("bad-rows")).toEqual([]);
    expect(
      (await imported(text, "?mode=upsert&on_error=row")).rows.map(({ row, action }) => [row, action]),
    ).toEqual([
      [2, "failed"],
      [4, "created"],
      [5, "failed"],
      [6, "failed"],
    ]);
  });

  test("unknown and doubled columns are errors, not silence", async () => {
    expect(await send("hostname,rack,ip,IP Address,shelf\nsw1,1,10.8.2.2,10.8.2.3,2\n")).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ["body", 1, "rack"], msg: "Value error, Unknown column 'rack'" },
          {
            loc: ["body", 1, "IP Address"],
            msg: "Value error, Column 'IP Address' means the same as another one",
          },
          { loc: ["body", 1, "shelf"] },
        ],
      },
    });
  });

  test("a row with more cells than the header", async () => {
    const { rows } = await imported("hostname\nlong,row\n", "?mode=upsert&dry_run=true");
    expect(rows).toMatchObject([
      { row: 2, errors: [{ msg: "Value error, The row has 2 cells, the header 1" }] },
    ]);
  });

  test("NUL is a fault of its cell, and loses no other row", async () => {
    const name = uniqueName("beside-nul");
    const { rows } = await imported(`hostname,notes\nnul,a\0b\n${name},\n`, "?mode=upsert&on_error=row");
    expect(rows).toMatchObject([
      {
        row: 2,
        action: "failed",
        errors: [{ field: "notes", msg: "Value error, text must not contain NUL" }],
      },
      { row: 3, action: "created" },
    ]);
    expect(await send("hostname\nn\0l\n")).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", 2, "hostname"], type: "value_error" }] },
    });
  });

  test("a cell of JSON that is none, or says what no device has", async () => {
    const text =
      'hostname,interfaces,custom_attributes\nj1,[,\nj2,{},"[]"\nj3,"[{""name"":""a"",""mac_address"":""z""}]","{""a"":1,""a"":2}"\n';
    const { rows } = await imported(text, "?mode=upsert&dry_run=true");
    expect(rows.map(({ errors }) => errors.map(({ field }) => field).sort())).toEqual([
      ["interfaces"],
      ["custom_attributes", "interfaces"],
      ["custom_attributes", "interfaces"],
    ]);
  });

  test("a quote that is not closed", async () => {
    const answer = await send('hostname\n"open\n');
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", 1], type: "value_error" }] },
    });
  });

  // Millions of empty cells took 2 GB, and as a header over a minute.
  test.each([
    ["a header of a million cells", ",".repeat(1_000_000), "a row has more than 200000 separators"],
    ["a row of them", `hostname\n${",".repeat(1_000_000)}`, "a row has more than 200000 separators"],
    [
      "six million cells in all",
      `hostname\n${`${",".repeat(60)}\n`.repeat(100_000)}`,
      "the file has more than 5000000 separators",
    ],
  ])("%s", async (_, text, msg) => {
    expect(await send(text)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", 1], msg: `Value error, ${msg}` }] },
    });
  });

  test("an empty file, and one of another kind", async () => {
    expect(await send("")).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body"], type: "missing" }] },
    });
    const path = "POST /api/v1/topology/devices/import";
    const headers = { "Content-Type": "application/vnd.ms-excel" };
    expect(await service.call(path, { token, text: "PK", headers })).toMatchObject({ status: 415 });
  });
});

const AWKWARD = [
  {
    hostname: "=cmd|'/c calc'!a0",
    ip_address: "10.7.0.1",
    notes: "+1\r\n-1",
    vendor: "@SUM",
    tags: ["=a", "b c"],
  },
  { hostname: "'=quoted", ip_address: "10.7.0.2", notes: "'plain", mac_address: "00:00:5e:00:53:07" },
  { ip_address: "10.7.0.3", subnet: "10.7.0.0/24", vlan_id: "7", notes: 'quo"te, comma; semicolon\ttab' },
  { hostname: "shared-1", ip_address: "10.7.0.4", mac_address: "02:00:5e:00:53:01" },
  { hostname: "shared-2", ip_address: "10.7.0.4", mac_address: "02:00:5e:00:53:02" },
  {
    hostname: "grouped",
    ip_address: "2001:db8::7",
    topology_group: "=group",
    color: "#A1b2C3",
    icon: "router",
  },
  { display_name: "only a name", tags: ["one, two"] },
  {
    hostname: "wired",
    custom_attributes: { rack: "=A4", units: 2, spare: false },
    interfaces: [
      {
        name: "ge-0/0/1",
        mac_address: "02:00:5e:00:53:09",
        description: 'a "b", c',
        ip_addresses: ["10.7.1.1"],
      },
      { name: "ge-0/0/2", ip_addresses: ["2001:db8::9", "10.7.1.2"] },
    ],
    additional_addresses: ["10.7.1.3"],
  },
  {
    hostname: "terminal",
    notes: "\u001b[2J\u0007 \u009b31m \u202egnp.exe \u2066 \\u001b as text\r\nand a line",
    custom_attributes: { title: "\u001b]0;pwned\u0007" },
  },
  { notes: "known by nothing" },
  { notes: "known by nothing" },
];

/** What would drive the terminal that shows a file; line ends and tabs are text. */
const DRIVING = /[^\P{Cc}\t\r\n]|[\u202a-\u202e\u2066-\u2069]/u;

describe("export, then import", () => {
  test.each([
    ["csv", "text/csv; charset=utf-8"],
    ["json", "application/json"],
  ])("%s: changes nothing, and makes the same devices elsewhere", async (format, type) => {
    const own = await createTestService();
    const other = await createTestService();
    const [on, elsewhere] = await Promise.all(
      [own, other].map(async (to) => ({ service: to, token: await to.tokenOf(await to.givenAdmin()) })),
    );
    if (on === undefined || elsewhere === undefined) throw new Error("two services were made");
    for (const body of AWKWARD)
      expect((await own.call("POST /api/v1/topology/devices", { token: on.token, body })).status).toBe(201);
    await own.database.sql`UPDATE topology_groups SET display_name = 'Shown'`;
    const exportOf = async (from: typeof on) =>
      from.service.call(`GET /api/v1/exports/inventory?format=${format}&columns=all`, { token: from.token });
    const exported = await exportOf(on);
    expect(exported.headers.get("Content-Type")).toBe(type);
    if (format === "csv") expect(exported.text).not.toMatch(DRIVING);
    const headers = { "Content-Type": type };
    const path = "POST /api/v1/topology/devices/import?mode=upsert";
    const before = await own.database.sql`SELECT * FROM devices ORDER BY id`;
    const again = await own.call(path, { token: on.token, text: exported.text, headers });
    expect(again.body).toMatchObject({ created: 0, updated: 0, failed: 0, unchanged: AWKWARD.length });
    expect([...(await own.database.sql`SELECT * FROM devices ORDER BY id`)]).toEqual([...before]);
    expect((await exportOf(on)).text).toBe(exported.text);

    const portable = format === "csv" ? exported.text : withoutIds(exported.text);
    const moved = await other.call(path, { token: elsewhere.token, text: portable, headers });
    expect(moved.body).toMatchObject({ created: AWKWARD.length, failed: 0 });
    const columns =
      "hostname, ip_address, mac_address, vendor, notes, color, icon, subnet, vlan_id, display_name, custom_attributes";
    const interfaces = `(SELECT jsonb_agg(jsonb_build_array(i.name, i.mac_address, i.description, a.ip_address)
      ORDER BY i.name, a.address) FROM device_addresses a LEFT JOIN device_interfaces i ON i.id = a.interface_id
      WHERE a.device_id = devices.id)`;
    const read = (from: typeof on) =>
      from.service.database.sql.unsafe(
        `SELECT ${columns}, ${interfaces} AS interfaces FROM devices ORDER BY address, mac_address, hostname, display_name, notes`,
      );
    expect([...(await read(elsewhere))]).toEqual([...(await read(on))]);
  });

  test("devices that share their only key are told apart by the id that the export has written", async () => {
    const mac = "02:00:5e:00:53:0a";
    await imported(`hostname,mac\ntwin,${mac}\n`);
    await service.call("POST /api/v1/topology/devices", { token, body: { mac_address: mac, notes: "bare" } });
    const { text } = await service.call("GET /api/v1/exports/inventory", { token });
    const [header, ...lines] = text.split("\r\n");
    const twins = [header, ...lines.filter((line) => line.includes(mac))].join("\r\n");
    const { rows } = await imported(twins);
    expect(rows.map(({ action, matched_by }) => [action, matched_by])).toContainEqual(["unchanged", "id"]);
    expect(rows.map(({ action }) => action)).toEqual(["unchanged", "unchanged"]);
    const unknown = await imported(`id,mac\n987654,${mac}\nnone,${mac}\n`, "?mode=upsert&on_error=row");
    expect(unknown).toMatchObject({ failed: 2, updated: 0, created: 0 });
  });

  test("a file of another machine may name what it likes as the group: only what is shown without one is none", async () => {
    await imported("ip,group\n10.6.0.1,10.6.0.0/24\n10.6.0.2,Ungrouped\n");
    expect(await devicesOf("10.6.0.1")).toMatchObject([{ topology_group_id: null }]);
    expect(await devicesOf("10.6.0.2")).toMatchObject([{ topology_group: "Ungrouped" }]);
    expect((await devicesOf("10.6.0.2"))[0]?.topology_group_id).toBePositive();
  });
});

/** Group ids mean nothing elsewhere. */
function withoutIds(json: string): string {
  const list = z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(json));
  return JSON.stringify({ devices: list.map((device) => ({ ...device, topology_group_id: undefined })) });
}

describe("GET /exports/inventory", () => {
  test("has its columns, its file name, CRLF, and is recorded", async () => {
    const answer = await service.call("GET /api/v1/exports/inventory", { token });
    const [header] = answer.text.split("\r\n");
    expect(header).toBe(
      "id,hostname,ip_address,mac_address,vendor,device_type,status,icon,color,vlan_id,subnet,topology_group,tags,notes,created_at,updated_at",
    );
    expect(answer.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="netatlas-device-inventory-\d{8}-\d{6}\.csv"$/,
    );
    const [row] = await service.database.sql`
      SELECT detail FROM audit_log WHERE action = 'export.inventory' ORDER BY id DESC LIMIT 1`;
    expect(row).toEqual({ detail: "format=csv" });
  });

  test.each([
    ["format", "xlsx"],
    ["columns", "few"],
  ])("%s=%s is refused", async (name, value) => {
    const answer = await service.call(`GET /api/v1/exports/inventory?${name}=${value}`, { token });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["query", name] }] } });
  });
});
