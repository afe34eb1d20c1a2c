import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { topologyJobs } from "#features/topology";
import { deviceIdentities } from "#tables/topology";
import { createAuditReader } from "../../../support/audit";
import { uniqueName } from "../../../support/app";
import { givenMergeService } from "./given";
import { patient } from "../../../support/patience";
import { believedClock } from "../../../support/deletion-clock";

// The first MAC address waits for the registry of vendors to be read.
setDefaultTimeout(patient(20_000));

const { service, token, mergeInto, givenDevice, read, merge } = await givenMergeService();
const { db } = service.database;
const auditOf = await createAuditReader(service);
afterAll(service.close);

const API = "/api/v1";
const tagOf = async (id: number) => (await read(id)).headers.get("ETag") ?? "";

describe("fields", () => {
  test("what a person has filled in stays, what is empty is filled, and lists are united", async () => {
    const kept = await givenDevice({
      name: "Core",
      hostname: "core",
      ip_address: "10.1.0.1",
      mac_address: "00:00:5e:00:53:01",
      device_type: "discovered",
      tags: ["a", "b"],
      custom_attributes: { rack: "A1" },
      interfaces: [{ name: "eth0", ip_addresses: ["10.1.0.1"] }],
    });
    const gone = await givenDevice({
      name: "Other",
      ip_address: "10.1.0.2",
      mac_address: "00:00:5e:00:53:02",
      serial_number: "FOX123",
      os: "ExampleOS",
      device_type: "switch",
      notes: "in the attic",
      tags: ["b", "c"],
      custom_attributes: { rack: "B2", units: 2 },
      interfaces: [
        { name: "ETH0", mac_address: "00:00:5e:00:53:03", ip_addresses: ["10.1.0.3"] },
        { name: "eth1", ip_addresses: ["10.1.0.4"] },
      ],
      additional_addresses: ["10.1.0.1", "10.1.0.4", "10.1.0.5"],
    });
    const merged = await merge(kept, gone);
    expect(merged).toMatchObject({
      id: kept,
      display_name: "Core",
      hostname: "core",
      ip_address: "10.1.0.1",
      mac_address: "00:00:5e:00:53:01",
      serial_number: "FOX123",
      os: "ExampleOS",
      device_type: "switch",
      notes: "in the attic",
      tags: ["a", "b", "c"],
      custom_attributes: { rack: "A1", units: 2 },
      interfaces: [
        { name: "eth0", mac_address: "00:00:5e:00:53:03", ip_addresses: ["10.1.0.1", "10.1.0.3"] },
        { name: "eth1", ip_addresses: ["10.1.0.4"] },
      ],
      // The address that lost is not lost, and none is there twice.
      additional_addresses: ["10.1.0.2", "10.1.0.5"],
      merge: { removed_device: { id: gone, display_name: "Other" }, is_undoable: false },
    });
    const sides = Object.fromEntries(merged.merge.fields.map(({ field, kept: side }) => [field, side]));
    expect(sides).toMatchObject({ display_name: "this", os: "other", device_type: "other", tags: "both" });
    expect((await read(gone)).status).toBe(404);
    expect(await auditOf(`device:${kept}`, "topology.devices_merged")).toMatchObject([
      {
        detail: `other=device:${gone}`,
        before: { os: null, other_device: { id: gone, os: "ExampleOS" } },
        after: { os: "ExampleOS" },
      },
    ]);
    expect(await auditOf(`device:${gone}`, "topology.device_deleted")).toMatchObject([
      { detail: `merged into device:${kept}`, before: { id: gone, display_name: "Other" } },
    ]);
    // The MAC address that lost still tells the device.
    const { body } = await service.call(`GET ${API}/topology/devices/${kept}/identities`, { token });
    expect(body).toMatchObject([
      { kind: "mac_address", value: "00:00:5e:00:53:02", source: "merge", shared_with: [] },
    ]);
  });

  test("whose value stays can be chosen, also an empty one", async () => {
    const group = uniqueName("group");
    const kept = await givenDevice({ hostname: "one", ip_address: "10.1.1.1", notes: "old" });
    const gone = await givenDevice({ hostname: "two", ip_address: "10.1.1.2", topology_group: group });
    const merged = await merge(kept, gone, {
      hostname: "other",
      ip_address: "other",
      notes: "other",
      topology_group: "this",
    });
    expect(merged).toMatchObject({
      hostname: "two",
      ip_address: "10.1.1.2",
      notes: null,
      topology_group_id: null,
      additional_addresses: ["10.1.1.1"],
    });
  });
});

test("a key that was not seen for a year goes", async () => {
  const id = await givenDevice();
  const key = { deviceId: id, kind: "engine_id" as const, source: "scan" };
  const year = 365 * 86_400_000;
  await db.insert(deviceIdentities).values([
    { ...key, value: "80:00:02", lastSeenAt: new Date(Date.now() - year - 60_000) },
    { ...key, value: "80:00:03", lastSeenAt: new Date(Date.now() - year + 60_000) },
  ]);
  const job = topologyJobs({ db, deletions: await believedClock() }).find(
    ({ name }) => name === "topology.identity-retention",
  );
  await job?.run({ token: 1, signal: new AbortController().signal });
  const { body } = await service.call(`GET ${API}/topology/devices/${id}/identities`, { token });
  expect(body).toMatchObject([{ value: "80:00:03" }]);
});

describe("refusals", () => {
  test("of a device with itself, of one that is not there, of what is no field", async () => {
    const [kept, gone] = [await givenDevice(), await givenDevice()];
    expect(await mergeInto(kept, { other_device_id: kept })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "other_device_id"] }] },
    });
    expect(await mergeInto(987_654_321, { other_device_id: gone })).toMatchObject({
      status: 404,
      body: { detail: "Device not found" },
    });
    expect(await mergeInto(kept, { other_device_id: 987_654_321 })).toMatchObject({
      status: 404,
      body: { detail: "Other device not found" },
    });
    for (const fields of [{ tags: "other" }, { hostname: "both" }])
      expect(await mergeInto(kept, { other_device_id: gone, fields })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ["body", "fields", Object.keys(fields)[0]] }] },
      });
    expect((await read(gone)).status).toBe(200);
  });

  test("of one that has changed since it was read, of lists that are too long, of who may not write", async () => {
    const tags = Array.from({ length: 15 }, (_, index) => `t${index}`);
    const [kept, gone] = [
      await givenDevice({ tags }),
      await givenDevice({ tags: tags.map((tag) => `${tag}x`) }),
    ];
    const [etag, otherEtag] = [await tagOf(kept), await tagOf(gone)];
    for (const stale of [{ etag: '"old"' }, { other_etag: '"old"' }])
      expect((await mergeInto(kept, { other_device_id: gone, ...stale })).status).toBe(412);
    expect(await mergeInto(kept, { other_device_id: gone, etag, other_etag: otherEtag })).toMatchObject({
      status: 409,
      body: {
        detail: "Together the devices have 30 tags, and a device may have 20: remove some first",
      },
    });
    const viewer = await service.tokenOf(await service.givenUser());
    const answer = await service.call(`POST ${API}/topology/devices/${kept}/merge`, {
      token: viewer,
      body: { other_device_id: gone },
    });
    expect(answer.status).toBe(403);
    expect((await read(gone)).status).toBe(200);
  });
});
