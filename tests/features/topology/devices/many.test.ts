import { afterAll, describe, expect, test } from "bun:test";
import pino from "pino";
import { z } from "zod";
import { openReachability } from "#platform/echo/reachability";
import { DevicesOfAddresses } from "../../../../src/features/topology/devices/of-addresses";
import { DeviceRead } from "../../../../src/features/topology/devices/models";
import { createTestService, uniqueName } from "../../../support/app";
import { createAuditReader } from "../../../support/audit";
import { waitFor } from "../../../support/wait-for";
import { givenDevice, givenDevices, givenSite } from "../given";

/** What is done with many devices at once: bulk-update, bulk-delete, live-status, favourites. */
const service = await createTestService();
const { sql } = service.database;
const token = await service.tokenOf(await service.givenAdmin());
const auditOf = await createAuditReader(service);
afterAll(service.close);

const post = (what: string, body: object) =>
  service.call(`POST /api/v1/topology/devices/${what}`, { token, body });

async function read(id: number) {
  return DeviceRead.parse((await service.call(`GET /api/v1/topology/devices/${id}`, { token })).body);
}

describe("POST /topology/devices/by-address", () => {
  const given = async (body: object) =>
    DeviceRead.parse((await service.call("POST /api/v1/topology/devices", { token, body })).body).id;
  const ask = async (ip_addresses: string[]) => (await post("by-address", { ip_addresses })).body;

  test("names the devices of addresses: main, further and of interfaces, in whatever form they are asked", async () => {
    const fields = {
      display_name: "core",
      ip_address: "198.51.100.1",
      additional_addresses: ["2001:db8::51"],
      interfaces: [{ name: "ge-0/0/1", ip_addresses: ["198.51.100.2"] }],
    };
    const id = await given(fields);
    const asked = ["198.51.100.2", "2001:0DB8:0::0051", "203.0.113.250", "198.51.100.1", "198.51.100.1"];
    const { devices } = DevicesOfAddresses.parse(await ask(asked));
    expect(devices.toSorted((a, b) => a.ip_address.localeCompare(b.ip_address))).toEqual(
      ["198.51.100.1", "198.51.100.2", "2001:db8::51"].map((ip_address) => ({
        ip_address,
        id,
        name: "core",
      })),
    );
  });

  test("of two devices with one address it is the older, and of no address none", async () => {
    const ip_address = "198.51.100.59";
    const older = await given({ ip_address, display_name: "older" });
    await given({ ip_address, display_name: "newer", mac_address: "00:00:5e:00:53:77" });
    expect(await ask([ip_address])).toMatchObject({ devices: [{ id: older }] });
    expect(await ask([])).toEqual({ devices: [] });
  });

  test("takes addresses alone, and 2,500 at most", async () => {
    expect(await post("by-address", { ip_addresses: ["host.example"] })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "ip_addresses", 0] }] },
    });
    const many = Array.from({ length: 2501 }, (_, index) => `10.9.${index >> 8}.${index % 256}`);
    expect((await post("by-address", { ip_addresses: many })).status).toBe(422);
    expect(await ask(many.slice(1))).toEqual({ devices: [] });
  });
});

describe("POST /topology/devices/bulk-update", () => {
  const update = (body: object) => post("bulk-update", body);

  test("ids that do not exist are skipped and named, repeats count once", async () => {
    const [first = 0, second = 0] = await givenDevices(service, {}, {});
    const name = uniqueName("group");
    const device_ids = [first, second, 999_998, first, 999_999, 999_998];
    expect(await update({ device_ids, topology_group: ` ${name} ` })).toMatchObject({
      status: 200,
      body: { updated: 2, unknown_device_ids: [999_998, 999_999] },
    });
    expect([await read(first), await read(second)]).toMatchObject([
      { topology_group: name },
      { topology_group: name },
    ]);
  });

  test("only `site_id`: the group is untouched; only `device_ids`, or a null group: it is cleared", async () => {
    const site = await givenSite(service);
    const id = await givenDevice(service);
    const group = async () => (await read(id)).topology_group_id;
    const setGroup = () => update({ device_ids: [id], topology_group: "bulk" });
    await setGroup();
    await update({ device_ids: [id], site_id: site.id });
    expect(await read(id)).toMatchObject({ site_id: site.id, topology_group: "bulk" });
    await update({ device_ids: [id] });
    expect(await group()).toBeNull();
    await setGroup();
    await update({ device_ids: [id], topology_group_id: null });
    expect(await group()).toBeNull();
    await update({ device_ids: [id], site_id: null });
    expect(await read(id)).toMatchObject({ site_id: null });
  });

  test("other fields change where they are sent, are cleared by null, and leave the group alone", async () => {
    const id = await givenDevice(service, { vendor: "old", os: "old", notes: "kept" });
    await update({ device_ids: [id], topology_group: "stays" });
    const sent = {
      device_type: "switch",
      vendor: null,
      status: "online",
      lifecycle: "planned",
      icon: "switch",
    };
    await update({ device_ids: [id], ...sent });
    expect(await read(id)).toMatchObject({ ...sent, os: "old", notes: "kept", topology_group: "stays" });
  });

  test("tags are added and removed, not replaced", async () => {
    const [first = 0, second = 0] = await givenDevices(service, { tags: ["a", "b"] }, { tags: ["c"] });
    await update({ device_ids: [first, second], add_tags: ["c", "d"], remove_tags: ["b"] });
    expect([(await read(first)).tags, (await read(second)).tags]).toEqual([
      ["a", "c", "d"],
      ["c", "d"],
    ]);
  });

  test("fault 58: sent again with its Idempotency-Key it says the same, and changes nothing", async () => {
    const id = await givenDevice(service);
    const headers = { "Idempotency-Key": uniqueName("bulk-update") };
    const again = () =>
      service.call("POST /api/v1/topology/devices/bulk-update", {
        token,
        body: { device_ids: [id], status: "warning" },
        headers,
      });
    expect(await again()).toMatchObject({ status: 200, body: { updated: 1 } });
    await service.call(`PATCH /api/v1/topology/devices/${id}`, { token, body: { status: "online" } });
    expect(await again()).toMatchObject({ status: 200, body: { updated: 1 } });
    expect((await read(id)).status).toBe("online");
  });

  test("is recorded with what changed of each device", async () => {
    const [first = 0, second = 0] = await givenDevices(service, { os: "a" }, { os: "b" }, {});
    await update({ device_ids: [first, second], os: "c" });
    const [row] = await auditOf("count:2", "topology.devices_bulk_updated");
    expect(row).toMatchObject({
      before: { [first]: { os: "a" }, [second]: { os: "b" } },
      after: { [first]: { os: "c" }, [second]: { os: "c" } },
    });
  });

  test.each([
    [{ device_ids: [999_999] }, "No matching devices found"],
    [{ topology_group_id: 999_999 }, "Group not found"],
    [{ site_id: 999_999 }, "Site not found"],
    [{ snmp_profile_id: 999_999 }, "SNMP profile not found"],
  ])("%j is 404 `%s`", async (fields, detail) => {
    const id = await givenDevice(service);
    expect(await update({ device_ids: [id], ...fields })).toMatchObject({ status: 404, body: { detail } });
  });

  test.each(
    [
      ["device_ids", []],
      ["device_ids", Array.from({ length: 201 }, (_, index) => index)],
      ["device_ids", null],
      ["topology_group_id", "first"],
      ["topology_group", "g".repeat(121)],
      ["site_id", 1.5],
      ["device_type", "t".repeat(81)],
      ["vendor", "v".repeat(121)],
      ["os", "o".repeat(256)],
      ["status", null],
      ["lifecycle", "gone"],
      ["expected_status", "up"],
      ["monitoring_paused", "perhaps"],
      ["icon", "a b"],
      ["color", "red"],
      ["vlan_id", 7],
      ["subnet", "lan"],
      ["snmp_profile_id", "x"],
      ["add_tags", ["t".repeat(41)]],
      ["remove_tags", "t"],
    ].map(
      ([field, value]) =>
        [`${String(field)} ${JSON.stringify(value).slice(0, 40)}`, String(field), value] as const,
    ),
  )("%s is refused at the field", async (_, field, value) => {
    const answer = await update({ device_ids: [1], [field]: value });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field] }] } });
  });
});

describe("POST /topology/devices/bulk-delete", () => {
  test("a dry run tells what would go; then they are gone, each with its own audit row", async () => {
    const ids = await givenDevices(service, { displayName: "Gone 1" }, { displayName: "Gone 2" });
    expect(await post("bulk-delete?dry_run=true", { device_ids: ids })).toMatchObject({
      body: { deleted: 0, preview: { would_delete: { devices: { count: 2, names: ["Gone 1", "Gone 2"] } } } },
    });
    expect(await post("bulk-delete", { device_ids: [...ids, 999_999] })).toMatchObject({
      status: 200,
      body: { deleted: 2, preview: null },
    });
    expect((await sql`SELECT 1 FROM devices WHERE id = ANY(${`{${ids.join(",")}}`}::bigint[])`).count).toBe(
      0,
    );
    for (const id of ids) expect(await auditOf(`device:${id}`, "topology.device_deleted")).toHaveLength(1);
    expect(await post("bulk-delete", { device_ids: ids })).toMatchObject({
      status: 404,
      body: { detail: "No matching devices found" },
    });
  });

  test.each([[[]], [["first"]], [Array.from({ length: 201 }, (_, index) => index)]])(
    "%p is refused",
    async (device_ids) => {
      const answer = await post("bulk-delete", { device_ids });
      const [issue] = z
        .object({ detail: z.array(z.object({ loc: z.array(z.unknown()) })) })
        .parse(answer.body).detail;
      expect([answer.status, issue?.loc.slice(0, 2)]).toEqual([422, ["body", "device_ids"]]);
    },
  );
});

describe("favourites", () => {
  test("are toggled and listed per user, also by a Viewer", async () => {
    const id = await givenDevice(service);
    const viewer = await service.tokenOf(await service.givenUser({ role: "Viewer" }));
    const toggle = () => service.call(`PATCH /api/v1/topology/devices/${id}/favourite`, { token: viewer });
    const list = async (as: string) =>
      (await service.call("GET /api/v1/topology/devices/favourites", { token: as })).body;
    expect(await toggle()).toMatchObject({ status: 200, body: { id, is_favourite: true } });
    expect([await list(viewer), await list(token)]).toEqual([[id], []]);
    expect(await toggle()).toMatchObject({ body: { is_favourite: false } });
    expect(await list(viewer)).toEqual([]);
    const unknown = await service.call("PATCH /api/v1/topology/devices/999999/favourite", { token });
    expect(unknown).toMatchObject({ status: 404, body: { detail: "Device not found" } });
  });
});

describe("POST /topology/devices/live-status", () => {
  const Statuses = z.object({
    statuses: z.array(
      z.object({
        device_id: z.int(),
        status: z.string(),
        latency_ms: z.number().nullable(),
        error: z.string().nullable(),
      }),
    ),
  });

  test("a device without address is offline, one with an address is asked; nothing is stored", async () => {
    const [asked = 0, nowhere = 0] = await givenDevices(
      service,
      { ipAddress: "127.0.0.1" },
      { ipAddress: null },
    );
    const { body } = await post("live-status", { device_ids: [asked, nowhere, 999_999] });
    const { statuses } = Statuses.parse(body);
    expect(statuses.map(({ device_id }) => device_id)).toEqual([asked, nowhere]);
    expect(statuses[1]).toMatchObject({
      status: "offline",
      latency_ms: null,
      error: "Device has no IP address",
    });
    // Where nobody here may send an echo, it depends on the ports that are open, and the answer says so.
    expect(statuses[0]?.error ?? "by echo").toMatch(/^by echo$|^icmp unavailable, tcp/);
    if (statuses[0]?.error === null) expect(statuses[0]?.status).toBe("online");
    expect(statuses[0]?.latency_ms === null).toBe(statuses[0]?.status === "offline");
    const [row] = await sql`SELECT status, monitor_status FROM devices WHERE id = ${asked}`;
    expect(row).toEqual({ status: "unknown", monitor_status: null });
  });

  test("devices of both families are asked, each by its own address, and answers come by id", async () => {
    const addresses = ["::1", "127.0.0.3", null, "127.0.0.2"];
    const ids = await givenDevices(service, ...addresses.map((ipAddress) => ({ ipAddress })));
    const { body } = await post("live-status", { device_ids: ids.toReversed() });
    const { statuses } = Statuses.parse(body);
    expect(statuses.map(({ device_id }) => device_id)).toEqual(ids);
    expect(statuses[2]).toMatchObject({ status: "offline", error: "Device has no IP address" });
    for (const { status, error } of [statuses[0], statuses[1], statuses[3]].flatMap((found) => found ?? []))
      if (error === null) expect(status).toBe("online");
  });

  test("where nobody here may send an echo, TCP stands in, and the answer says so", async () => {
    const log = pino({ level: "silent" });
    const reachability = await openReachability({ log, kinds: [], path: "/absent" });
    const own = await createTestService({ reachability });
    const admin = await own.tokenOf(await own.givenAdmin());
    const ids = await givenDevices(own, { ipAddress: "127.0.0.1" });
    const answer = await own.call("POST /api/v1/topology/devices/live-status", {
      token: admin,
      body: { device_ids: ids },
    });
    const [status] = Statuses.parse(answer.body).statuses;
    const note =
      status?.status === "online"
        ? /^icmp unavailable, tcp:(?:22|80|443|53) reachable$/
        : /^icmp unavailable, tcp ports 22, 80, 443, 53 not reachable$/;
    expect(status?.error).toMatch(note);
    expect(await own.call("GET /api/v1/system/reachability", { token: admin })).toMatchObject({
      body: { method: "tcp", improvement: expect.any(String) },
    });
    await own.close();
  });

  test("link-local and metadata addresses are never asked, public ones where the settings allow it", async () => {
    const ids = await givenDevices(
      service,
      ...["169.254.10.1", "fe80::1", "169.254.169.254", "fd00:ec2::254", "198.51.100.9"].map((ipAddress) => ({
        ipAddress,
      })),
    );
    const errors = async () =>
      Statuses.parse((await post("live-status", { device_ids: ids })).body).statuses.map(
        ({ error }) => error,
      );
    const never = "Link-local, metadata and multicast addresses cannot be targets";
    const blocked =
      "Public active network targets are blocked. Set ACTIVE_NETWORK_PUBLIC_TARGETS_ENABLED=true to allow them.";
    expect(await errors()).toEqual([never, never, never, never, blocked]);
    const allow = (isAllowed: boolean) =>
      service.call("PUT /api/v1/admin/settings", {
        token,
        body: { active_network_public_targets_enabled: isAllowed },
      });
    await allow(true);
    const allowed = await errors();
    expect(allowed.slice(0, 4)).toEqual([never, never, never, never]);
    expect(allowed[4]).not.toBe(blocked);
    await allow(false);
  });

  test("is refused to who may not use active tools", async () => {
    const analyst = await service.tokenOf(await service.givenUser({ role: "Viewer" }));
    const answer = await service.call("POST /api/v1/topology/devices/live-status", {
      token: analyst,
      body: { device_ids: [] },
    });
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: "Active scanning is not permitted for your role" },
    });
  });

  test("a user has so many calls a window, of all sessions and keys together; refused ones do not count", async () => {
    const own = await createTestService({
      settings: { TOOL_RATE_LIMIT_MAX_CALLS: "3", TOOL_RATE_LIMIT_WINDOW_SECONDS: "2" },
    });
    const user = await own.givenUser({ role: "NetworkAdmin" });
    const [session, { key }] = [await own.tokenOf(user), await own.apiKeyOf(user)];
    const ask = async (credentials: { token?: string; key?: string }) =>
      own.call("POST /api/v1/topology/devices/live-status", { ...credentials, body: { device_ids: [1] } });
    const answers = await Promise.all(
      [{ token: session }, { key }, { key }, { token: session }, { key }].map(ask),
    );
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200, 200, 200, 429, 429,
    ]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toEqual({ detail: "Tool rate limit exceeded; retry in 2 seconds" });
    expect(Number(refused?.headers.get("Retry-After"))).toBeWithin(1, 3);
    expect((await ask({ token: await own.tokenOf(await own.givenAdmin()) })).status).toBe(200);
    await waitFor("the window to slide on", async () => (await ask({ key })).status === 200);
    await own.close();
  });

  test("without ids the first 64 devices are asked", async () => {
    await givenDevices(service, ...Array.from({ length: 70 }, () => ({ ipAddress: null })));
    await sql`UPDATE devices SET ip_address = NULL`;
    expect(Statuses.parse((await post("live-status", {})).body).statuses).toHaveLength(64);
  });

  test("65 to 128 ids are 400, more are 422", async () => {
    const ids = (length: number) => ({ device_ids: Array.from({ length }, (_, index) => index + 1) });
    const detail = "Live status checks are limited to 64 devices per request";
    expect(await post("live-status", ids(65))).toMatchObject({ status: 400, body: { detail } });
    expect(await post("live-status", ids(128))).toMatchObject({ status: 400 });
    expect(await post("live-status", ids(129))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "device_ids"], type: "too_long" }] },
    });
  });

  test.each([0, 6, "soon"])("timeout_seconds %p is refused", async (timeout_seconds) => {
    const answer = await post("live-status", { timeout_seconds });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", "timeout_seconds"] }] } });
  });
});
