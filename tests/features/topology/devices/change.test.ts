import { afterAll, describe, expect, test } from "bun:test";
import { DeviceRead, DeviceWritten } from "../../../../src/features/topology/devices/models";
import { createTestService, uniqueName } from "../../../support/app";
import { createAuditReader } from "../../../support/audit";
import { givenSite } from "../given";

/** One device read, changed, removed. */
const service = await createTestService();
const { sql } = service.database;
const token = await service.tokenOf(await service.givenAdmin());
const auditOf = await createAuditReader(service);
afterAll(service.close);

const path = "/api/v1/topology/devices";
const get = (id: number) => service.call(`GET ${path}/${id}`, { token });
const patch = (id: number, body: object, headers: Record<string, string> = {}) =>
  service.call(`PATCH ${path}/${id}`, { token, body, headers });
const remove = (id: number, query = "", headers: Record<string, string> = {}) =>
  service.call(`DELETE ${path}/${id}${query}`, { token, headers });

async function given(body: object = {}) {
  return DeviceWritten.parse((await service.call(`POST ${path}`, { token, body })).body);
}

const NOT_FOUND = { status: 404, body: { detail: "Device not found" } };

describe("GET /topology/devices/{device_id}", () => {
  test("gives the device as the list has it", async () => {
    const { warnings, ...device } = await given({
      hostname: "one",
      tags: ["t"],
      custom_attributes: { rack: "A4" },
    });
    expect(warnings).toEqual([]);
    expect(await get(device.id)).toMatchObject({ status: 200, body: device });
  });

  test("an unknown id is 404, one that is no number 422", async () => {
    expect(await get(999_999)).toMatchObject(NOT_FOUND);
    const answer = await service.call(`GET ${path}/first`, { token });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["path", "device_id"] }] } });
  });
});

describe("PATCH /topology/devices/{device_id}", () => {
  test("an absent field stays as it is, null clears", async () => {
    const { id } = await given({ hostname: "keep", notes: "n", os: "o", color: "#112233", tags: ["t"] });
    expect(await patch(id, { notes: null, color: null })).toMatchObject({
      status: 200,
      body: { hostname: "keep", notes: null, os: "o", color: null, tags: ["t"] },
    });
    expect(await patch(id, {})).toMatchObject({ status: 200, body: { hostname: "keep", os: "o" } });
  });

  test("every field can be changed", async () => {
    const { id } = await given();
    const site = await givenSite(service);
    const changes = {
      display_name: "Shown",
      hostname: "changed.example",
      ip_address: "192.0.2.40",
      mac_address: "00:00:5e:00:53:40",
      vendor: "Typed",
      os: "EOS",
      device_type: "switch",
      status: "warning",
      lifecycle: "retired",
      monitoring_paused: true,
      expected_status: "offline",
      icon: "switch",
      color: "#a1b2c3",
      vlan_id: "40",
      subnet: "192.0.2.0/24",
      site_id: site.id,
      tags: ["a"],
      notes: "n",
      custom_attributes: { rack: "A4", units: 2, spare: false },
      interfaces: [{ name: "e1", mac_address: null, description: "uplink", ip_addresses: ["192.0.2.41"] }],
      additional_addresses: ["2001:db8::40"],
    };
    const answer = await patch(id, changes);
    expect(answer.body).toMatchObject(changes);
    expect((await get(id)).body).toMatchObject(changes);
  });

  test("`name` is the display name where that is absent", async () => {
    const { id } = await given();
    expect((await patch(id, { name: "Core" })).body).toMatchObject({ display_name: "Core" });
    expect((await patch(id, { name: "Other", display_name: "Shown" })).body).toMatchObject({
      display_name: "Shown",
    });
  });

  test("a group is chosen by id or name; null clears id and name", async () => {
    const name = uniqueName("group");
    const { id } = await given({ ip_address: "192.0.2.50" });
    const { body } = await patch(id, { topology_group: name });
    expect(body).toMatchObject({ topology_group: name, topology_group_id: expect.any(Number) });
    expect((await patch(id, { hostname: "still-grouped" })).body).toMatchObject({ topology_group: name });
    expect((await patch(id, { topology_group_id: null })).body).toMatchObject({
      topology_group_id: null,
      topology_group: "192.0.2.0/24",
    });
  });

  test("custom attributes that are named change, null removes one, null for all removes all", async () => {
    const { id } = await given({ custom_attributes: { rack: "A4", units: 2 } });
    const attributesAfter = async (custom_attributes: unknown) =>
      DeviceWritten.parse((await patch(id, { custom_attributes })).body).custom_attributes;
    expect(await attributesAfter({ units: 3, owner: "net" })).toEqual({ rack: "A4", units: 3, owner: "net" });
    expect(await attributesAfter({ rack: null })).toEqual({ units: 3, owner: "net" });
    expect(await attributesAfter(null)).toEqual({});
  });

  test("an interface keeps its id by its name, whatever its case; those that are not listed go", async () => {
    const { id, interfaces } = await given({ interfaces: [{ name: "Gi0/1" }, { name: "Gi0/2" }] });
    const wanted = [{ name: "gi0/1", ip_addresses: ["192.0.2.60", "192.0.2.60"] }, { name: "Gi0/10" }];
    const after = DeviceWritten.parse((await patch(id, { interfaces: wanted })).body);
    expect(after.interfaces.map(({ name }) => name)).toEqual(["gi0/1", "Gi0/10"]);
    expect(after.interfaces[0]).toMatchObject({ id: interfaces[0]?.id, ip_addresses: ["192.0.2.60"] });
  });

  test.each([
    [
      "without a group",
      { ip_address: "192.0.2.81", interfaces: [{ name: "e0", ip_addresses: ["192.0.2.82"] }] },
    ],
    ["whose group was taken from it", { ip_address: "192.0.2.83", topology_group: "taken away" }],
  ])(
    "a device %s may be sent back as it was read: no group is made of what is shown",
    async (_what, fields) => {
      const { id } = await given(fields);
      const shown = DeviceWritten.parse((await patch(id, {})).body);
      const groups = () => service.database.sql`SELECT id FROM topology_groups`;
      const before = await groups();
      const answer = await patch(id, { ...shown, topology_group_id: null, notes: "edited" });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          topology_group_id: null,
          topology_group: "192.0.2.0/24",
          notes: "edited",
          interfaces: shown.interfaces,
        },
      });
      expect(await groups()).toHaveLength(before.length);
    },
  );

  test("is recorded with the address, and the fields before and after", async () => {
    const { id } = await given({ hostname: "audited", ip_address: "192.0.2.79", notes: "old" });
    await patch(id, { notes: "new" });
    const [row] = await auditOf(`device:${id}`, "topology.device_updated");
    expect(row).toMatchObject({ detail: "192.0.2.79", before: { notes: "old" }, after: { notes: "new" } });
    expect(Object.keys(Object(row?.after)).sort()).toEqual(["notes", "updated_at"]);
  });

  test.each([
    ["topology_group_id", "Group not found"],
    ["site_id", "Site not found"],
    ["snmp_profile_id", "SNMP profile not found"],
  ])("%s of nothing is 404 `%s`, and changes nothing", async (field, detail) => {
    const { id } = await given({ notes: "kept" });
    expect(await patch(id, { [field]: 999_999, notes: "lost" })).toMatchObject({
      status: 404,
      body: { detail },
    });
    expect((await get(id)).body).toMatchObject({ notes: "kept" });
  });

  test("an unknown device is 404", async () => {
    expect(await patch(999_999, {})).toMatchObject(NOT_FOUND);
  });

  const refused: [field: string, value: unknown, loc?: (string | number)[]][] = [
    ["name", 5],
    ["display_name", "n".repeat(256)],
    ["hostname", "no blanks here"],
    ["hostname", "-edge"],
    ["hostname", "a..b"],
    ["hostname", "l".repeat(64)],
    ["hostname", Array.from({ length: 64 }, () => "abc").join(".")],
    ["ip_address", "192.0.2.256"],
    ["mac_address", "02:00"],
    ["vendor", "v".repeat(121)],
    ["os", "o".repeat(256)],
    ["device_type", "t".repeat(81)],
    ["status", "up"],
    ["status", null],
    ["lifecycle", "gone"],
    ["monitoring_paused", "perhaps"],
    ["expected_status", "up"],
    ["icon", "i".repeat(41)],
    ["icon", "a b"],
    ["color", "red"],
    ["vlan_id", "v".repeat(33)],
    ["subnet", "lan"],
    ["topology_group_id", "first"],
    ["topology_group", "g".repeat(121)],
    ["site_id", {}],
    ["snmp_profile_id", "public"],
    ["tags", null],
    ["tags", ["t".repeat(41)]],
    ["notes", "n".repeat(4001)],
    ["custom_attributes", "rack"],
    ["custom_attributes", { rack: ["A4"] }, ["rack"]],
    ["custom_attributes", { "": "x" }],
    ["custom_attributes", Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`a${index}`, 1]))],
    ["interfaces", "e1"],
    ["interfaces", [{ mac_address: null }], [0, "name"]],
    ["interfaces", [{ name: " " }], [0, "name"]],
    ["interfaces", [{ name: "e1" }, { name: "E1" }], [1, "name"]],
    ["interfaces", [{ name: "e1", mac_address: "x" }], [0, "mac_address"]],
    ["interfaces", [{ name: "e1", description: "d".repeat(256) }], [0, "description"]],
    ["interfaces", [{ name: "e1", ip_addresses: ["x"] }], [0, "ip_addresses", 0]],
    ["additional_addresses", ["10.0.0.1", "x"], [1]],
  ];
  test.each(
    refused.map(
      ([field, value, loc = []]) => [field, JSON.stringify(value).slice(0, 40), { value, loc }] as const,
    ),
  )("%s %s is refused at the field", async (field, _, { value, loc }) => {
    const { id } = await given();
    const answer = await patch(id, { [field]: value });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field, ...loc] }] } });
  });
});

describe("an address that another device has", () => {
  test("is a warning, or 409 where the caller wants it to be unique", async () => {
    const first = await given({ interfaces: [{ name: "e1", ip_addresses: ["192.0.2.70"] }] });
    const second = await given();
    const text = `IP address 192.0.2.70 is in use by device ${first.id}`;
    const query = "?unique_address=true";
    const body = { ip_address: "192.0.2.70" };
    const conflict = { status: 409, body: { detail: text } };
    expect(await service.call(`POST ${path}${query}`, { token, body })).toMatchObject(conflict);
    expect(await service.call(`PATCH ${path}/${second.id}${query}`, { token, body })).toMatchObject(conflict);
    expect((await patch(second.id, body)).body).toMatchObject({ warnings: [text] });
    expect((await patch(second.id, { notes: "no new address" })).body).toMatchObject({ warnings: [] });
  });

  test("of ten who want it for themselves at once one gets it", async () => {
    const body = { ip_address: "192.0.2.71" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.call(`POST ${path}?unique_address=true`, { token, body })),
    );
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      201,
      ...Array<number>(9).fill(409),
    ]);
  });
});

describe("If-Match", () => {
  test("fault 58: of two concurrent edits of the same state one is done, the other is 412", async () => {
    const { id } = await given({ notes: "read by both" });
    const etag = (await get(id)).headers.get("ETag") ?? "";
    const answers = await Promise.all(
      ["first", "second"].map((notes) => patch(id, { notes }, { "If-Match": etag })),
    );
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 412]);
    expect(answers.find(({ status }) => status === 412)?.body).toEqual({
      detail: "The object has changed since it was read",
    });
  });

  test("the tag of a write's answer is that of the next read", async () => {
    const created = await service.call(`POST ${path}`, { token, body: { ip_address: "192.0.2.80" } });
    const { id } = DeviceRead.parse(created.body);
    expect((await get(id)).headers.get("ETag")).toBe(created.headers.get("ETag"));
    const changed = await patch(id, { notes: "x" }, { "If-Match": created.headers.get("ETag") ?? "" });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("ETag")).not.toBe(created.headers.get("ETag"));
    expect((await get(id)).headers.get("ETag")).toBe(changed.headers.get("ETag"));
  });

  test("what is observed of a device, and a favourite, is no change of it", async () => {
    const { id } = await given();
    const before = (await get(id)).headers.get("ETag") ?? "";
    await sql`UPDATE devices SET monitor_status = 'online', last_monitored_at = now() WHERE id = ${id}`;
    await service.call(`PATCH ${path}/${id}/favourite`, { token });
    // It is another copy, but the same device.
    expect((await get(id)).headers.get("ETag")).not.toBe(before);
    expect((await patch(id, { notes: "x" }, { "If-Match": before })).status).toBe(200);
  });

  test.each([["*"], ['"another", "tag"'], ["no tag at all"]])("%s", async (header) => {
    const { id } = await given();
    expect((await patch(id, { notes: "x" }, { "If-Match": header })).status).toBe(header === "*" ? 200 : 412);
  });

  test("keeps a device that has changed from being removed", async () => {
    const { id } = await given();
    const etag = (await get(id)).headers.get("ETag") ?? "";
    await patch(id, { notes: "changed" });
    expect(await remove(id, "", { "If-Match": etag })).toMatchObject({ status: 412 });
    expect(await remove(id, "", { "If-Match": (await get(id)).headers.get("ETag") ?? "" })).toMatchObject({
      status: 204,
    });
  });
});

describe("DELETE /topology/devices/{device_id}", () => {
  test("removes the device with its links, interfaces and places on the map", async () => {
    const { id } = await given({
      hostname: "going",
      interfaces: [{ name: "e1", ip_addresses: ["192.0.2.90"] }],
    });
    const { id: other } = await given();
    const link = { source_device_id: id, target_device_id: other };
    await service.call("POST /api/v1/topology/relationships", { token, body: link });
    const positions = { [`device-${id}`]: { x: 1, y: 2 }, [`device-${other}`]: { x: 3, y: 4 } };
    await service.call("POST /api/v1/topology/layouts", { token, body: { name: "map", positions } });
    const preview = await remove(id, "?dry_run=true");
    expect(preview).toMatchObject({
      status: 200,
      body: {
        would_delete: {
          devices: { count: 1, names: ["going"] },
          relationships: { count: 1 },
          interfaces: { count: 1, names: ["e1"] },
          layout_positions: { count: 1, names: ["map"] },
        },
      },
    });
    expect((await get(id)).status).toBe(200);
    expect(await remove(id)).toMatchObject({ status: 204, text: "" });
    expect(await get(id)).toMatchObject(NOT_FOUND);
    const left = await sql`
      SELECT (SELECT count(*) FROM relationships)::int AS links, (SELECT positions FROM topology_layouts) AS positions`;
    expect([...left]).toEqual([{ links: 0, positions: { [`device-${other}`]: { x: 3, y: 4 } } }]);
    const [row] = await auditOf(`device:${id}`, "topology.device_deleted");
    expect(row).toMatchObject({ before: { hostname: "going" } });
  });

  test("an unknown device is 404, in a dry run too", async () => {
    expect(await remove(999_999)).toMatchObject(NOT_FOUND);
    expect(await remove(999_999, "?dry_run=true")).toMatchObject(NOT_FOUND);
    expect(await remove(1, "?dry_run=perhaps")).toMatchObject({
      body: { detail: [{ loc: ["query", "dry_run"] }] },
    });
  });
});
