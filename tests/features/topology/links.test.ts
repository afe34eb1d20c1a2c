import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { RelationshipRead } from "../../../src/features/topology/links/models";
import { createAuditReader } from "../../support/audit";
import { createTestService } from "../../support/app";
import { givenDevice, statusesOf } from "./given";

const service = await createTestService();
/** A second process on the same database. */
const replica = await createTestService({ database: service.database });
const token = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
const auditOf = await createAuditReader(service);
afterAll(async () => {
  await replica.close();
  await service.close();
});

const PATH = "/api/v1/topology/relationships";
const UNKNOWN = 987_654_321;

const create = (body: unknown) => service.call(`POST ${PATH}`, { token, body });
const change = (id: number, body: unknown, headers = {}) =>
  service.call(`PATCH ${PATH}/${id}`, { token, body, headers });
const remove = (id: number, query = "", headers = {}) =>
  service.call(`DELETE ${PATH}/${id}${query}`, { token, headers });
const read = (id: number) => service.call(`GET ${PATH}/${id}`, { token });
const list = async (query = "") =>
  z.array(RelationshipRead).parse((await service.call(`GET ${PATH}${query}`, { token })).body);

const twoDevices = async () => {
  const [source, target] = [await givenDevice(service), await givenDevice(service)];
  return { source_device_id: source, target_device_id: target };
};

const reversed = ({ source_device_id: a, target_device_id: b }: Awaited<ReturnType<typeof twoDevices>>) => ({
  source_device_id: b,
  target_device_id: a,
});

async function givenLink(fields: object = {}): Promise<RelationshipRead> {
  const answer = await create({ ...(await twoDevices()), ...fields });
  expect(answer.status).toBe(201);
  return RelationshipRead.parse(answer.body);
}

const DOUBLE = {
  status: 409,
  body: { detail: "A relationship of this type between these interfaces already exists" },
};

describe("POST /topology/relationships", () => {
  test("links two devices with defaults", async () => {
    const ends = await twoDevices();
    expect(await create(ends)).toMatchObject({
      status: 201,
      body: {
        ...ends,
        relationship_type: "link",
        allow_outbound: true,
        allow_inbound: true,
        notes: null,
        link_speed_mbps: null,
        source_interface: null,
        target_interface: null,
      },
    });
  });

  test("keeps every field", async () => {
    const fields = {
      ...(await twoDevices()),
      source_interface: "Gi0/1",
      target_interface: "eth0",
      relationship_type: "fibre",
      allow_outbound: false,
      allow_inbound: true,
      notes: "__visual_endpoints__:device%3A1|group%3Aa\nsecond line",
      link_speed_mbps: 10_000,
    };
    expect((await create(fields)).body).toMatchObject(fields);
  });

  test("refuses a link of a device to itself", async () => {
    const device = await givenDevice(service);
    expect(await create({ source_device_id: device, target_device_id: device })).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ["body", "target_device_id"],
            msg: "Value error, Relationship must connect two different devices",
          },
        ],
      },
    });
  });

  test("refuses a device that does not exist", async () => {
    const device = await givenDevice(service);
    for (const ends of [
      { source_device_id: device, target_device_id: UNKNOWN },
      { source_device_id: UNKNOWN, target_device_id: device },
    ]) {
      expect(await create(ends)).toMatchObject({
        status: 400,
        body: { detail: "Device relationship is invalid" },
      });
    }
  });

  test.each([
    ["source_device_id", { source_device_id: "one" }],
    ["target_device_id", { target_device_id: null }],
    ["source_interface", { source_interface: "x".repeat(121) }],
    ["target_interface", { target_interface: "x".repeat(121) }],
    ["relationship_type", { relationship_type: " " }],
    ["relationship_type", { relationship_type: "x".repeat(81) }],
    ["allow_outbound", { allow_outbound: "maybe" }],
    ["allow_inbound", { allow_inbound: null }],
    ["notes", { notes: "x".repeat(2001) }],
    ["link_speed_mbps", { link_speed_mbps: 0 }],
    ["link_speed_mbps", { link_speed_mbps: 1_000_001 }],
  ])("refuses a wrong %s: %j", async (field, wrong) => {
    const refused = { status: 422, body: { detail: [{ loc: ["body", field] }] } };
    expect(await create({ source_device_id: 1, target_device_id: 2, ...wrong })).toMatchObject(refused);
    expect(await change((await givenLink()).id, wrong)).toMatchObject(refused);
  });

  test("needs both ends", async () => {
    expect((await create({})).body).toMatchObject({
      detail: [
        { loc: ["body", "source_device_id"], type: "missing" },
        { loc: ["body", "target_device_id"], type: "missing" },
      ],
    });
  });
});

describe("A-B and B-A are one link", () => {
  test("the same link again is a conflict, in either direction", async () => {
    const ends = await twoDevices();
    expect((await create(ends)).status).toBe(201);
    expect(await create(ends)).toMatchObject(DOUBLE);
    expect(await create(reversed(ends))).toMatchObject(DOUBLE);
  });

  test("the interfaces go with their ends when it is turned round", async () => {
    const ends = await twoDevices();
    expect((await create({ ...ends, source_interface: "a1", target_interface: "b1" })).status).toBe(201);
    const turned = { ...reversed(ends), source_interface: "B1", target_interface: "a1" };
    expect(await create(turned)).toMatchObject(DOUBLE);
    const swapped = { ...reversed(ends), source_interface: "a1", target_interface: "b1" };
    expect((await create(swapped)).status).toBe(201);
  });

  test("parallel links differ in an interface or in the type", async () => {
    const ends = await twoDevices();
    const parallel = [
      {},
      { relationship_type: "vpn" },
      { source_interface: "a1" },
      { source_interface: "a2" },
      { target_interface: "b1" },
    ];
    for (const fields of parallel) expect((await create({ ...ends, ...fields })).status).toBe(201);
    for (const fields of parallel) expect(await create({ ...ends, ...fields })).toMatchObject(DOUBLE);
  });

  test("a change cannot make a link the same as another one", async () => {
    const ends = await twoDevices();
    await create(ends);
    const { id } = RelationshipRead.parse((await create({ ...ends, relationship_type: "vpn" })).body);
    expect(await change(id, { relationship_type: "Link" })).toMatchObject(DOUBLE);
  });

  test("of fifty requests at once over two processes, in both directions, one makes the link", async () => {
    const ends = await twoDevices();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const body = index % 2 === 0 ? ends : reversed(ends);
        return (index % 4 < 2 ? service : replica).call(`POST ${PATH}`, { token, body });
      }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) expect(answer).toMatchObject(DOUBLE);
    expect(await list(`?device_id=${ends.source_device_id}`)).toHaveLength(1);
  });
});

describe("GET /topology/relationships", () => {
  test("lists all links by id, or those of one device at either end, to any user", async () => {
    const ends = await twoDevices();
    const first = await givenLink(ends);
    const second = await givenLink({ ...reversed(ends), relationship_type: "vpn" });
    await givenLink();
    const viewer = await service.tokenOf(await service.givenUser());
    const answer = await service.call(`GET ${PATH}`, { token: viewer });
    const ids = z
      .array(RelationshipRead)
      .parse(answer.body)
      .map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((left, right) => left - right));
    const own = await list(`?device_id=${ends.source_device_id}`);
    expect(own.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  test.each(["one", "1.5", ""])("refuses the device id %p", async (text) => {
    const answer = await service.call(`GET ${PATH}?device_id=${text}`, { token });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["query", "device_id"] }] } });
  });
});

describe("PATCH /topology/relationships/{relationship_id}", () => {
  test("changes what is given, the ends too, and keeps the rest", async () => {
    const { id, source_device_id: source } = await givenLink({ notes: "kept", link_speed_mbps: 100 });
    const target = await givenDevice(service);
    expect(await change(id, { target_device_id: target, link_speed_mbps: null })).toMatchObject({
      status: 200,
      body: { source_device_id: source, target_device_id: target, notes: "kept", link_speed_mbps: null },
    });
  });

  test("refuses an unknown link, one device at both ends and an unknown device", async () => {
    const { id, source_device_id: source } = await givenLink();
    expect(await change(UNKNOWN, {})).toMatchObject({
      status: 404,
      body: { detail: "Relationship not found" },
    });
    expect(await change(id, { target_device_id: source })).toMatchObject({
      status: 400,
      body: { detail: "Relationship is invalid" },
    });
    expect(await change(id, { target_device_id: UNKNOWN })).toMatchObject({
      status: 400,
      body: { detail: "Device relationship is invalid" },
    });
  });

  test("fault 58: of two changes of what was read, one is done and one is 412", async () => {
    const { id } = await givenLink();
    const headers = { "If-Match": (await read(id)).headers.get("ETag") ?? "" };
    const answers = await Promise.all([
      change(id, { notes: "one" }, headers),
      replica.call(`PATCH ${PATH}/${id}`, { token, body: { notes: "two" }, headers }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 412]);
  });
});

describe("DELETE /topology/relationships/{relationship_id}", () => {
  test("removes a link; a dry run only says which", async () => {
    const { id, source_device_id: source, target_device_id: target } = await givenLink();
    expect(await remove(id, "?dry_run=true")).toMatchObject({
      status: 200,
      body: { would_delete: { relationships: { count: 1, names: [`${source}->${target}`] } } },
    });
    expect((await remove(id)).status).toBe(204);
    expect(await remove(id)).toMatchObject({ status: 404, body: { detail: "Relationship not found" } });
    expect((await read(id)).status).toBe(404);
  });
});

test("the links of a device go with it", async () => {
  const { id, source_device_id: source } = await givenLink();
  await service.call(`DELETE /api/v1/topology/devices/${source}`, { token });
  expect((await read(id)).status).toBe(404);
});

test("each change leaves an audit row with before and after", async () => {
  const { id, source_device_id: source, target_device_id: target } = await givenLink({ notes: "first" });
  await change(id, { notes: "second" });
  await remove(id);
  expect(await auditOf(`relationship:${id}`)).toMatchObject([
    { action: "topology.relationship_deleted", before: { id, notes: "second" } },
    {
      action: "topology.relationship_updated",
      before: { notes: "first" },
      after: { notes: "second" },
      detail: `${source}->${target}`,
    },
    { action: "topology.relationship_created", after: { id, notes: "first" } },
  ]);
});
