import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { SiteRead } from "../../../src/features/topology/sites/models";
import { createAuditReader } from "../../support/audit";
import { createTestService, uniqueName } from "../../support/app";
import { givenDevice, statusesOf, storedDevice } from "./given";

const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
const auditOf = await createAuditReader(service);
afterAll(service.close);

const PATH = "/api/v1/topology/sites";

const create = (body: unknown) => service.call(`POST ${PATH}`, { token, body });
const change = (id: number, body: unknown, headers = {}) =>
  service.call(`PATCH ${PATH}/${id}`, { token, body, headers });
const remove = (id: number, query = "", headers = {}) =>
  service.call(`DELETE ${PATH}/${id}${query}`, { token, headers });
const read = (id: number) => service.call(`GET ${PATH}/${id}`, { token });

async function givenSite(fields: object = {}): Promise<SiteRead> {
  const answer = await create({ name: uniqueName("site"), ...fields });
  expect(answer.status).toBe(201);
  return SiteRead.parse(answer.body);
}

async function givenSubnet(siteId: number): Promise<number> {
  const cidr = `10.200.${siteId % 256}.0/24`;
  const body = { name: uniqueName("subnet"), cidr, site_id: siteId };
  const answer = await service.call("POST /api/v1/ipam/subnets", { token, body });
  return z.looseObject({ id: z.int() }).parse(answer.body).id;
}

describe("GET /topology/sites", () => {
  test("lists all sites by name, room2 before room10, to any user", async () => {
    await create({ name: "order room10" });
    await create({ name: "Order room2" });
    const viewer = await service.tokenOf(await service.givenUser());
    const { body } = await service.call(`GET ${PATH}`, { token: viewer });
    const names = z
      .array(SiteRead)
      .parse(body)
      .map(({ name }) => name);
    expect(names.filter((name) => /order/i.test(name))).toEqual(["Order room2", "order room10"]);
  });
});

describe("POST /topology/sites", () => {
  test("gives every field as stored: trimmed, blank as null", async () => {
    const site = {
      name: " Every field ",
      display_name: " Headquarters ",
      description: "  ",
      address: " Some Street 1 ",
      color: "#000000",
    };
    expect(await create(site)).toMatchObject({
      status: 201,
      body: {
        name: "Every field",
        display_name: "Headquarters",
        description: null,
        address: "Some Street 1",
        color: "#000000",
        parent_id: null,
      },
    });
  });

  test("refuses a name that a site has, with one winner of twenty at once", async () => {
    const name = uniqueName("wanted");
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toMatchObject({ status: 409, body: { detail: "Site name already exists" } });
  });

  test.each([
    ["name", {}],
    ["name", { name: "" }],
    ["name", { name: "x".repeat(121) }],
    ["display_name", { display_name: "x".repeat(121) }],
    ["description", { description: "x".repeat(2001) }],
    ["address", { address: "x".repeat(256) }],
    ["color", { color: "#12345" }],
    ["parent_id", { parent_id: true }],
  ])("refuses a wrong %s: %j", async (field, wrong) => {
    const valid = field === "name" ? {} : { name: uniqueName("site") };
    const refused = { status: 422, body: { detail: [{ loc: ["body", field] }] } };
    expect(await create({ ...valid, ...wrong })).toMatchObject(refused);
    if (field === "name") return;
    const { id } = await givenSite();
    expect(await change(id, wrong)).toMatchObject(refused);
  });

  test("says that a blank name is required", async () => {
    expect((await create({ name: " " })).body).toMatchObject({
      detail: [{ msg: "Value error, Site name is required", type: "value_error" }],
    });
  });
});

describe("PATCH /topology/sites/{site_id}", () => {
  test("changes what is given, clears what is null and keeps the rest", async () => {
    const { id } = await givenSite({ address: "Street 1", description: "old" });
    expect(await change(id, { description: null, color: "#abcdef" })).toMatchObject({
      status: 200,
      body: { address: "Street 1", description: null, color: "#abcdef" },
    });
  });

  test("refuses an unknown site and a name that another one has", async () => {
    const [one, other] = [await givenSite(), await givenSite()];
    expect(await change(one.id, { name: other.name })).toMatchObject({
      status: 409,
      body: { detail: "Site name already exists" },
    });
    expect(await change(987_654_321, {})).toMatchObject({ status: 404, body: { detail: "Site not found" } });
  });

  test("fault 58: of two changes of what was read, one is done and one is 412", async () => {
    const { id } = await givenSite();
    const headers = { "If-Match": (await read(id)).headers.get("ETag") ?? "" };
    const answers = await Promise.all([
      change(id, { description: "one" }, headers),
      change(id, { description: "two" }, headers),
    ]);
    expect(statusesOf(answers)).toEqual([200, 412]);
  });
});

describe("locations: sites in sites", () => {
  test("a site lies in another one, never in itself or in one of its own", async () => {
    const building = await givenSite();
    const room = await givenSite({ parent_id: building.id });
    expect((await read(room.id)).body).toMatchObject({ parent_id: building.id });
    for (const parent of [building, room]) {
      expect(await change(building.id, { parent_id: parent.id })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ["body", "parent_id"], msg: "A site cannot lie inside itself" }] },
      });
    }
    expect(await create({ name: uniqueName("site"), parent_id: 987_654_321 })).toMatchObject({
      status: 404,
      body: { detail: "Parent site not found" },
    });
  });
});

describe("DELETE /topology/sites/{site_id}", () => {
  test("takes devices, subnets, groups and locations out of it", async () => {
    const site = await givenSite();
    const room = await givenSite({ parent_id: site.id });
    const device = await givenDevice(service, { siteId: site.id });
    const subnet = await givenSubnet(site.id);
    const group = await service.call("POST /api/v1/topology/groups", {
      token,
      body: { name: uniqueName("group"), site_id: site.id },
    });
    expect((await remove(site.id)).status).toBe(204);
    expect(await storedDevice(service, device)).toMatchObject({ site_id: null });
    expect((await read(room.id)).body).toMatchObject({ parent_id: null });
    const { sql } = service.database;
    expect(await sql`SELECT site_id FROM subnets WHERE id = ${subnet}`).toMatchObject([{ site_id: null }]);
    const groupId = z.looseObject({ id: z.int() }).parse(group.body).id;
    const { body } = await service.call(`GET /api/v1/topology/groups/${groupId}`, { token });
    expect(body).toMatchObject({ site_id: null });
    expect(await remove(site.id)).toMatchObject({ status: 404, body: { detail: "Site not found" } });
  });

  test("says in a dry run what it touches, and removes nothing", async () => {
    const site = await givenSite();
    await givenDevice(service, { displayName: "router", siteId: site.id });
    await givenSubnet(site.id);
    expect(await remove(site.id, "?dry_run=true")).toMatchObject({
      status: 200,
      body: {
        would_delete: { sites: { count: 1, names: [site.name] } },
        would_unassign: { devices: { count: 1, names: ["router"] }, subnets: { count: 1 } },
      },
    });
    expect((await read(site.id)).status).toBe(200);
  });

  test("refuses what has changed since it was read", async () => {
    const { id } = await givenSite();
    const headers = { "If-Match": (await read(id)).headers.get("ETag") ?? "" };
    await change(id, { description: "changed" });
    expect((await remove(id, "", headers)).status).toBe(412);
  });
});

test("each change leaves an audit row with before and after", async () => {
  const { id, name } = await givenSite({ address: "first" });
  await change(id, { address: "second" });
  await remove(id);
  expect(await auditOf(`site:${name}`)).toMatchObject([
    { action: "topology.site_deleted", before: { id, address: "second" } },
    { action: "topology.site_updated", before: { address: "first" }, after: { address: "second" } },
    { action: "topology.site_created", after: { id, address: "first" } },
  ]);
});
