import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { DeviceRead } from "../../../../src/features/topology/devices/models";
import { DeviceBulkImportResult } from "../../../../src/features/topology/import/models";
import { createTestService, uniqueName } from "../../../support/app";
import { waitFor } from "../../../support/wait-for";

/** `POST /topology/devices/import` as older clients use it, and with modes. */
const service = await createTestService();
const { sql } = service.database;
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const path = "POST /api/v1/topology/devices/import";
const send = (devices: unknown, query = "") => service.call(path + query, { token, body: { devices } });

async function given(devices: object[], query = "") {
  const answer = await send(devices, query);
  expect(answer.status).toBe(200);
  return DeviceBulkImportResult.parse(answer.body);
}

let count = 0;
/** An address that no other test of this file has. */
function nextAddress(): string {
  count += 1;
  return `10.9.${count >> 8}.${count & 0xff}`;
}

async function find(search: string) {
  const { body } = await service.call(`GET /api/v1/topology/devices?search=${encodeURIComponent(search)}`, {
    token,
  });
  return z.array(DeviceRead).parse(body);
}

describe("without a mode, as older clients do it", () => {
  test("a new device keeps all fields, its group is made, its site is kept", async () => {
    const [site] = await sql`INSERT INTO sites (name) VALUES (${uniqueName("site")}) RETURNING id::int`;
    const ip_address = nextAddress();
    const topology_group = uniqueName("group");
    const entry = {
      ip_address,
      hostname: "new1",
      os: "EOS",
      tags: ["a", "b"],
      notes: "n",
      site_id: site?.id,
    };
    expect(await given([{ ...entry, topology_group }])).toMatchObject({ created: 1, updated: 0, errors: [] });
    expect(await find(ip_address)).toMatchObject([{ ...entry, topology_group }]);
  });

  test("of a known address only filled host name, display name, MAC, vendor and type replace what is there", async () => {
    const ip_address = nextAddress();
    await given([
      { ip_address, hostname: "old", vendor: "Typed", notes: "kept", os: "kept", status: "online" },
    ]);
    const second = { ip_address, hostname: "new", vendor: "", notes: "lost", os: "lost", status: "offline" };
    expect(await given([{ ...second, device_type: "switch" }])).toMatchObject({ created: 0, updated: 1 });
    expect(await find(ip_address)).toMatchObject([
      {
        hostname: "new",
        vendor: "Typed",
        notes: "kept",
        os: "kept",
        status: "online",
        device_type: "switch",
      },
    ]);
  });

  test("an address twice in one request is one device", async () => {
    const ip_address = nextAddress();
    const result = await given([
      { ip_address, notes: "of the first", display_name: "once" },
      { ip_address, hostname: "twice" },
    ]);
    expect(result).toMatchObject({ created: 1, updated: 1 });
    const [device] = await find(ip_address);
    expect(device).toMatchObject({ hostname: "twice", display_name: "once", notes: "of the first" });
    expect(result.rows.map(({ device_id }) => device_id)).toEqual(Array(2).fill(device?.id));
  });

  test("a row that fails is named by its address; the others go on", async () => {
    const [good, bad] = [nextAddress(), nextAddress()];
    const result = await given([{ ip_address: bad, site_id: 999_999 }, { ip_address: good }]);
    expect(result).toMatchObject({ created: 1, errors: [`${bad}: Site not found`], failed: 1 });
    expect(await find(bad)).toEqual([]);
    expect(await find(good)).toHaveLength(1);
  });

  test("an unknown group id is ignored, the group's name is kept and made", async () => {
    const ip_address = nextAddress();
    const topology_group = uniqueName("by-name");
    expect(await given([{ ip_address, topology_group_id: 999_999, topology_group }])).toMatchObject({
      created: 1,
      errors: [],
    });
    expect(await find(ip_address)).toMatchObject([{ topology_group }]);
  });

  test("fault 58: of 500 with one invalid entry none is written, and the answer points at it", async () => {
    const before = await sql`SELECT count(*)::int FROM devices`;
    const devices = Array.from({ length: 500 }, () => ({ ip_address: nextAddress() }));
    const answer = await send(devices.with(321, { ip_address: "300.1.1.1" }));
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "devices", 321, "ip_address"], type: "value_error" }] },
    });
    expect([...(await sql`SELECT count(*)::int FROM devices`)]).toEqual([...before]);
  });

  test("every error of every entry is in one answer", async () => {
    const answer = await send([
      { ip_address: "x", color: "y" },
      { hostname: "fine" },
      { tags: ["t", 5], interfaces: [{ name: "e1", mac_address: "z" }] },
    ]);
    expect(answer.body).toMatchObject({
      detail: [
        { loc: ["body", "devices", 0, "ip_address"] },
        { loc: ["body", "devices", 0, "color"] },
        { loc: ["body", "devices", 2, "tags", 1] },
        { loc: ["body", "devices", 2, "interfaces", 0, "mac_address"] },
      ],
    });
  });

  test.each([
    [{}, ["body", "devices"], "missing"],
    [{ devices: "sw1" }, ["body", "devices"], "list_type"],
    [{ devices: [7] }, ["body", "devices", 0], "dict_type"],
  ])("%j is refused", async (body, loc, type) => {
    const answer = await service.call(path, { token, body });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc, type }] } });
  });

  test("is recorded with what changed", async () => {
    const ip_address = nextAddress();
    await given([{ ip_address, hostname: "before" }]);
    const { rows } = await given([{ ip_address, hostname: "after" }, { ip_address: nextAddress() }]);
    const [row] = await sql`
      SELECT target, detail, before, after FROM audit_log
      WHERE action = 'topology.devices_bulk_imported' ORDER BY id DESC LIMIT 1`;
    const id = rows[0]?.device_id ?? 0;
    expect(row).toEqual({
      target: "count:2",
      detail: "created=1 updated=1 errors=0",
      before: { updated: { [id]: { hostname: "before" } } },
      after: { created: [rows[1]?.device_id], updated: { [id]: { hostname: "after" } } },
    });
  });
});

describe("on_error=row", () => {
  test("one bad row never loses the good ones", async () => {
    const [first, last] = [nextAddress(), nextAddress()];
    const rows = [{ ip_address: first }, { ip_address: "x", status: "up" }, { ip_address: last }];
    const result = await given(rows, "?on_error=row");
    expect(result).toMatchObject({ created: 2, failed: 1 });
    expect(result.rows[1]).toMatchObject({
      row: 1,
      action: "failed",
      errors: [{ field: "ip_address" }, { field: "status" }],
    });
    expect([await find(first), await find(last)]).toMatchObject([[{}], [{}]]);
  });
});

describe("modes", () => {
  test("create: a known device is an error; update: an unknown one is; skip leaves it alone; upsert does either", async () => {
    const [known, fresh] = [nextAddress(), nextAddress()];
    await given([{ ip_address: known, notes: "first" }]);
    const rows = [
      { ip_address: known, notes: "second" },
      { ip_address: fresh, notes: "new" },
    ];
    const verdicts = async (mode: string) =>
      (await given(rows, `?mode=${mode}&dry_run=true`)).rows.map(({ action }) => action);
    expect(await verdicts("create")).toEqual(["failed", "created"]);
    expect(await verdicts("update")).toEqual(["updated", "failed"]);
    expect(await verdicts("skip")).toEqual(["skipped", "created"]);
    expect(await verdicts("upsert")).toEqual(["updated", "created"]);
    expect(await find(known)).toMatchObject([{ notes: "first" }]);
    expect(await find(fresh)).toEqual([]);
  });

  test("with a mode, a row that fails stops all of them unless on_error is row", async () => {
    const [known, fresh] = [nextAddress(), nextAddress()];
    await given([{ ip_address: known }]);
    const rows = [{ ip_address: known }, { ip_address: fresh }];
    expect(await send(rows, "?mode=create")).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "devices", 0, "ip_address"], type: "value_error" }] },
    });
    expect(await find(fresh)).toEqual([]);
    expect(await given(rows, "?mode=create&on_error=row")).toMatchObject({ created: 1, failed: 1 });
  });

  test("a device is known by its MAC address first: a new IP address is a move", async () => {
    const [old, moved] = [nextAddress(), nextAddress()];
    await given([{ ip_address: old, mac_address: "00:00:5e:00:53:01", hostname: "mover" }]);
    const result = await given([{ ip_address: moved, mac_address: "0000.5E00.5301" }], "?mode=upsert");
    expect(result.rows).toMatchObject([{ action: "updated", matched_by: "mac_address" }]);
    expect(await find("mover")).toMatchObject([{ ip_address: moved }]);
  });

  test("without addresses it is known by its name, in any case", async () => {
    const hostname = uniqueName("named");
    await given([{ hostname }]);
    const result = await given([{ hostname: hostname.toUpperCase(), notes: "found" }], "?mode=update");
    expect(result.rows).toMatchObject([{ action: "updated", matched_by: "name" }]);
  });

  test("several devices of one address are told apart by their names; without one the row fails", async () => {
    const ip_address = nextAddress();
    await given([{ hostname: "ha-1" }, { hostname: "ha-2" }], "?mode=create");
    await sql`UPDATE devices SET ip_address = ${ip_address} WHERE hostname IN ('ha-1', 'ha-2')`;
    const rows = [{ ip_address, hostname: "ha-2", notes: "this one" }, { ip_address }];
    const result = await given(rows, "?mode=upsert&on_error=row");
    expect(result.rows.map(({ action }) => action)).toEqual(["updated", "failed"]);
    expect(result.errors[0]).toContain("Several devices match");
    expect(await find("ha-2")).toMatchObject([{ notes: "this one" }]);
  });

  test("an absent field stays, null clears", async () => {
    const ip_address = nextAddress();
    await given([{ ip_address, notes: "n", os: "o" }]);
    await given([{ ip_address, notes: null }], "?mode=upsert");
    expect(await find(ip_address)).toMatchObject([{ notes: null, os: "o" }]);
  });

  test("a group or site that is not there fails its row", async () => {
    const faults = [{ topology_group_id: 999_999 }, { site: "nowhere" }, { snmp_profile_id: 1 }];
    const rows = faults.map((fault) => ({ hostname: uniqueName("fault"), ...fault }));
    const result = await given(rows, "?mode=create&dry_run=true");
    expect(result.rows.map(({ errors }) => errors)).toEqual([
      [{ field: "topology_group_id", msg: "Group not found" }],
      [{ field: "site", msg: "Site not found" }],
      [{ field: "snmp_profile_id", msg: "SNMP profile not found" }],
    ]);
  });

  test("two rows of one device are a mistake", async () => {
    const ip_address = nextAddress();
    const result = await given([{ ip_address }, { ip_address }], "?mode=upsert&dry_run=true");
    expect(result.rows[1]?.errors).toEqual([{ field: "", msg: "Same device as row 0" }]);
  });

  describe("two rows of one address", () => {
    const verdictsOf = async (rows: object[], query = "?mode=upsert&dry_run=true&on_error=row") =>
      (await given(rows, query)).rows.map(({ action, errors }) => errors[0]?.msg ?? action);
    const [first, second] = ["00:00:5e:00:53:41", "00:00:5e:00:53:42"];

    test.each([
      [{ mac_address: first }, { mac_address: second }],
      [{ mac_address: first }, {}],
      [{}, { mac_address: first }],
    ])("are a mistake, whatever tells the devices apart otherwise: %j, %j", async (one, other) => {
      const ip_address = nextAddress();
      const rows = [
        { ip_address, hostname: uniqueName("a"), ...one },
        { ip_address, hostname: uniqueName("b"), ...other },
      ];
      const [verdict, refusal] = await verdictsOf(rows);
      expect([verdict, refusal]).toEqual([
        "created",
        expect.stringMatching(/^Same (address|device) as row 0$/),
      ]);
      expect(await send(rows, "?mode=upsert")).toMatchObject({
        status: 422,
        body: { detail: [{ loc: expect.arrayContaining(["body", "devices", 1]) }] },
      });
    });

    test("are one where the first is of a device that stays as it is", async () => {
      const known = { ip_address: nextAddress(), hostname: uniqueName("known"), mac_address: first };
      await given([known]);
      const intruder = { ...known, hostname: uniqueName("intruder"), mac_address: second };
      expect(await verdictsOf([known, intruder])).toEqual(["unchanged", "Same address as row 0"]);
    });

    test("are one where the first is skipped and its device has it, and none where it would have moved there", async () => {
      const mac_address = "00:00:5e:00:53:43";
      const known = { ip_address: nextAddress(), hostname: uniqueName("known"), mac_address };
      await given([known]);
      const moved = { ...known, ip_address: nextAddress() };
      const verdicts = (row: object, ip_address: string) =>
        verdictsOf(
          [row, { ip_address, hostname: uniqueName("another"), mac_address: second }],
          "?mode=skip&dry_run=true&on_error=row",
        );
      expect(await verdicts(known, known.ip_address)).toEqual(["skipped", "Same address as row 0"]);
      expect(await verdicts(moved, moved.ip_address)).toEqual(["skipped", "created"]);
    });

    test("are none where both devices have it already", async () => {
      const ip_address = nextAddress();
      const pair = [first, second].map((mac_address) => ({
        mac_address,
        ip_address,
        hostname: uniqueName("pair"),
      }));
      for (const body of pair) await service.call("POST /api/v1/topology/devices", { token, body });
      expect(await verdictsOf(pair)).toEqual(["unchanged", "unchanged"]);
    });
  });

  test("a row that says neither a name nor an address adds no device, and is named", async () => {
    const rows = [{ hostname: uniqueName("named") }, { notes: "whose?" }, {}];
    const result = await given(rows, "?mode=upsert&on_error=row");
    expect(result).toMatchObject({ created: 1, failed: 2 });
    expect(result.errors).toEqual([
      "row 1: A new device needs a name or an address",
      "row 2: A new device needs a name or an address",
    ]);
  });

  test.each(["", "?mode=upsert"])(
    "two devices of one address that an export tells apart stay two, and the export again changes nothing %j",
    async (query) => {
      const ip_address = nextAddress();
      const exported = [
        { id: 910_001, ip_address, hostname: uniqueName("ha-a") },
        { id: 910_002, ip_address, hostname: uniqueName("ha-b") },
      ];
      const [first, second] = exported;
      const twice = await given([...exported, { ...second, notes: "again" }], `${query || "?"}&dry_run=true`);
      expect(twice.rows.map(({ action }) => action)).toEqual([
        "created",
        "created",
        query === "" ? "unchanged" : "failed",
      ]);
      expect(await given(exported, query)).toMatchObject({ created: 2, updated: 0, failed: 0 });
      const stored = await find(ip_address);
      expect(stored.map(({ hostname }) => hostname)).toEqual([first?.hostname ?? "", second?.hostname ?? ""]);
      const again = stored.map(({ id, hostname }) => ({ id, ip_address, hostname }));
      expect(await given(again, query)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
      expect(await given(again.toReversed(), query)).toMatchObject({ updated: 0, unchanged: 2 });
    },
  );

  test("the same file by two clients at once makes every device once", async () => {
    const rows = Array.from({ length: 40 }, () => ({ ip_address: nextAddress() }));
    const results = await Promise.all([given(rows, "?mode=upsert"), given(rows, "?mode=upsert")]);
    const counts = results.map(({ created, unchanged }) => ({ created, unchanged }));
    expect(counts.toSorted((left, right) => left.created - right.created)).toEqual([
      { created: 0, unchanged: 40 },
      { created: 40, unchanged: 0 },
    ]);
  });
});

test("a device that is deleted while an import waits for it is made anew", async () => {
  const ip_address = nextAddress();
  await given([{ ip_address }]);
  const deleting = await sql.reserve();
  await deleting`BEGIN`;
  await deleting`DELETE FROM devices WHERE ip_address = ${ip_address}`;
  const importing = given([{ ip_address }], "?mode=upsert");
  await waitFor("the import to wait for the device", async () => {
    const waiting = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%for update%'`;
    return waiting.length > 0;
  });
  await deleting`COMMIT`;
  deleting.release();
  const { rows } = await importing;
  expect(rows).toMatchObject([{ action: "created", matched_by: null }]);
  expect(await find(ip_address)).toMatchObject([{ id: rows[0]?.device_id, ip_address }]);
});

test("a dry run leaves no trace", async () => {
  const hash = () =>
    sql`SELECT md5(string_agg(t::text, '' ORDER BY t.id)) AS devices,
      (SELECT count(*) FROM topology_groups)::int AS groups, (SELECT count(*) FROM audit_log)::int AS audit
      FROM devices t`;
  await given([{ ip_address: nextAddress() }]);
  const before = await hash();
  const rows = [{ ip_address: nextAddress(), topology_group: uniqueName("unmade") }, { ip_address: "x" }];
  const result = await given(rows, "?dry_run=true&mode=upsert");
  expect(result).toMatchObject({ dry_run: true, created: 1, failed: 1 });
  expect([...(await hash())]).toEqual([...before]);
});

test.each([
  ["mode", "replace", "literal_error"],
  ["on_error", "ignore", "literal_error"],
  ["dry_run", "perhaps", "bool_parsing"],
  ["import_id", "7", "string_pattern_mismatch"],
])("query %s=%s is refused with 422 %s", async (name, value, type) => {
  const answer = await send([], `?${name}=${value}`);
  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["query", name], type }] } });
});

test("fault 58: sent again with its Idempotency-Key an import gives the same verdicts, and makes nothing twice", async () => {
  const headers = { "Idempotency-Key": uniqueName("import") };
  const body = { devices: [{ hostname: "imported-once" }] };
  const again = () =>
    service.call("POST /api/v1/topology/devices/import?mode=create", { token, body, headers });
  const first = await again();
  const second = await again();
  expect(first).toMatchObject({ status: 200, body: { created: 1 } });
  expect(second).toMatchObject({ status: 200, body: first.body });
  expect(second.headers.get("Idempotent-Replayed")).toBe("true");
});
