import { afterAll, describe, expect, test } from "bun:test";
import {
  ExternalIpAddressPage,
  ExternalIpAssignmentOut,
  ExternalIpPoolOut,
} from "../../../../src/features/ipam/external/models";
import { createTestService, uniqueName } from "../../../support/app";
import { inTheSameMoment } from "../../../support/same-moment";
import { createIpamService } from "../ipam-service";

const EXTERNAL = "/api/v1/ipam/external";
const service = await createIpamService();
const { send } = service;
afterAll(service.close);

let networks = 0;
/** A public /16 that no other test has, without its last two octets. */
const newNetwork = () => {
  networks += 1;
  return `20.${networks}`;
};

const createPool = (body: object) => send(`POST ${EXTERNAL}/pools`, { name: uniqueName("pool"), ...body });
const createAssignment = (body: object) => send(`POST ${EXTERNAL}/assignments`, { label: "host", ...body });

async function givenPool(cidr: string, fields: object = {}): Promise<ExternalIpPoolOut> {
  const answer = await createPool({ cidr, ...fields });
  expect(answer.status).toBe(201);
  return ExternalIpPoolOut.parse(answer.body);
}

async function givenAssignment(
  poolId: number,
  ip: string,
  fields: object = {},
): Promise<ExternalIpAssignmentOut> {
  const answer = await createAssignment({ pool_id: poolId, ip_address: ip, ...fields });
  expect(answer.status).toBe(201);
  return ExternalIpAssignmentOut.parse(answer.body);
}

const refusal = (field: string, msg: string) => ({
  status: 422,
  body: { detail: [{ loc: ["body", field], msg, type: "value_error" }] },
});

describe("POST /ipam/external/pools", () => {
  test.each([
    ["N.0.9/28", "N.0.0/28", 14],
    ["N.0.0/31", "N.0.0/31", 2],
    ["N.0.0/16", "N.0.0/16", 65_534],
    ["N.0.7 - N.0.9", "N.0.7-N.0.9", 3],
    ["2a00:1450:NH::/112", "2a00:1450:NH::/112", 65_536],
  ])("%s has the usable addresses of its kind", async (cidr, canonical, total) => {
    const net = newNetwork();
    const filled = (text: string) => text.replaceAll("NH", net.slice(3)).replaceAll("N", net);
    expect(await givenPool(filled(cidr))).toMatchObject({
      cidr: filled(canonical),
      total,
      in_use: 0,
      reserved: 0,
      free: total,
      utilization: 0,
    });
  });

  test.each([
    "8.8.8.8",
    "8.8.8.8/32",
    "8.8.8.9-8.8.8.8",
    "8.8.8.1-2a00::1",
    "8.8.8.1-8.8.8.2-8.8.8.3",
    "x/24",
  ])("%s is no pool", async (cidr) => {
    expect(await createPool({ cidr })).toMatchObject(refusal("cidr", "Invalid external IP pool CIDR"));
  });

  test.each([
    "10.0.0.0/24",
    "192.0.2.0/24",
    "100.64.0.0/24",
    "9.255.255.0-10.0.0.3",
    "172.15.255.250-172.16.0.9",
    "fd00::/112",
    "2001:db8::/112",
    "::/112",
  ])("%s is not public", async (cidr) => {
    expect(await createPool({ cidr })).toMatchObject(
      refusal("cidr", "External IP pools must use publicly routable address space"),
    );
  });

  test.each(["20.0.0.0/15", "2a00::/111", "20.0.0.0-20.1.0.0"])("%s is too big", async (cidr) => {
    expect(await createPool({ cidr })).toMatchObject(
      refusal("cidr", "External pools are limited to 65,536 addresses"),
    );
  });

  test("an overlap is 409 and names the other; a name is given once", async () => {
    const net = newNetwork();
    const { name } = await givenPool(`${net}.0.0/24`);
    expect(await createPool({ cidr: `${net}.0.255-${net}.1.3` })).toMatchObject({
      status: 409,
      body: { detail: `External pool overlaps ${name} (${net}.0.0/24)` },
    });
    expect(await createPool({ name, cidr: `${net}.9.0/24` })).toMatchObject({
      status: 409,
      body: { detail: "External IP pool already exists" },
    });
    await givenPool(`${net}.1.0-${net}.1.3`);
  });

  test("of two that overlap and are added at the same moment on two replicas, one stands", async () => {
    const net = newNetwork();
    const replica = await createTestService({ database: service.database });
    const { adminToken: token } = service;
    const answers = await inTheSameMoment(service.database, 2, () =>
      Promise.all(
        [service, replica].map(({ call }, index) =>
          call(`POST ${EXTERNAL}/pools`, {
            token,
            body: { name: uniqueName("pool"), cidr: `${net}.0.${index}-${net}.0.9` },
          }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    await replica.close();
  });

  test.each([
    [{ name: undefined }, "name"],
    [{ name: " " }, "name"],
    [{ name: "x".repeat(121) }, "name"],
    [{ cidr: undefined }, "cidr"],
    [{ cidr: "1".repeat(129) }, "cidr"],
    [{ provider: "x".repeat(81) }, "provider"],
    [{ account: "x".repeat(121) }, "account"],
    [{ description: 7 }, "description"],
  ])("%j is 422", async (fields, field) => {
    const answer = await createPool({ cidr: "8.8.4.0/24", ...fields });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field] }] } });
  });
});

describe("PATCH and DELETE /ipam/external/pools/{pool_id}", () => {
  test("changes what is sent, keeps the rest, and is audited with before and after", async () => {
    const net = newNetwork();
    const pool = await givenPool(`${net}.0.0/24`, { provider: "one", description: "text" });
    const answer = await send(`PATCH ${EXTERNAL}/pools/${pool.id}`, {
      cidr: `${net}.0.0/25`,
      provider: null,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { cidr: `${net}.0.0/25`, provider: null, description: "text", total: 126 },
    });
    expect(await service.auditOf(`external_pool:${pool.id}`, "ipam.external_pool_updated")).toMatchObject([
      {
        before: { provider: "one", cidr: `${net}.0.0/24` },
        after: { provider: null, cidr: `${net}.0.0/25` },
      },
    ]);
  });

  test("is refused where it would leave an assignment outside, or take another's place", async () => {
    const net = newNetwork();
    const pool = await givenPool(`${net}.0.0/24`);
    const other = await givenPool(`${net}.1.0/24`);
    await givenAssignment(pool.id, `${net}.0.200`);
    expect(await send(`PATCH ${EXTERNAL}/pools/${pool.id}`, { cidr: `${net}.0.0/25` })).toMatchObject(
      refusal("cidr", "New CIDR would exclude existing assignments"),
    );
    expect(await send(`PATCH ${EXTERNAL}/pools/${pool.id}`, { cidr: `${net}.0.0/23` })).toMatchObject({
      status: 409,
      body: { detail: `External pool overlaps ${other.name} (${net}.1.0/24)` },
    });
    expect((await send(`PATCH ${EXTERNAL}/pools/${pool.id}`, { name: other.name })).status).toBe(409);
    expect((await send(`PATCH ${EXTERNAL}/pools/${pool.id}`, { cidr: "10.0.0.0/24" })).status).toBe(422);
  });

  test("an entity tag that is no longer true is 412; assignments do not change a pool's", async () => {
    const net = newNetwork();
    const pool = await givenPool(`${net}.0.0/24`);
    const path = `${EXTERNAL}/pools/${pool.id}`;
    const tag = (await send(`GET ${path}`)).headers.get("ETag") ?? "";
    await givenAssignment(pool.id, `${net}.0.1`);
    expect((await send(`PATCH ${path}`, { account: "new" }, { "If-Match": tag })).status).toBe(200);
    expect((await send(`PATCH ${path}`, { account: "newer" }, { "If-Match": tag })).status).toBe(412);
    expect((await send(`DELETE ${path}`, undefined, { "If-Match": tag })).status).toBe(412);
  });

  test("deleting says what goes, and takes the assignments along", async () => {
    const net = newNetwork();
    const pool = await givenPool(`${net}.0.0/24`);
    const { id } = await givenAssignment(pool.id, `${net}.0.1`);
    expect((await send(`DELETE ${EXTERNAL}/pools/${pool.id}?dry_run=true`)).body).toMatchObject({
      would_delete: {
        external_pools: { count: 1, names: [pool.name] },
        external_assignments: { count: 1, names: [`${net}.0.1`] },
      },
    });
    expect((await send(`DELETE ${EXTERNAL}/pools/${pool.id}`)).status).toBe(204);
    expect((await send(`GET ${EXTERNAL}/assignments/${id}`)).status).toBe(404);
    expect(await service.auditOf(`external_pool:${pool.id}`, "ipam.external_pool_deleted")).toMatchObject([
      {
        before: {
          name: pool.name,
          removed: { external_assignments: { count: 1, rows: [{ address: `${net}.0.1` }] } },
        },
      },
    ]);
  });
});

describe("assignments", () => {
  test("keep every field; provider and account are the pool's unless they are sent", async () => {
    const net = newNetwork();
    const pool = await givenPool(`${net}.0.0/24`, { provider: "carrier", account: "42" });
    const fields = { owner: "ops", service: "mail", tags: "a,b", notes: "text", status: "reserved" };
    const assignment = await givenAssignment(pool.id, ` ${net}.0.1 `, {
      ...fields,
      account: null,
      label: " mx ",
    });
    expect(assignment).toMatchObject({
      ...fields,
      pool_id: pool.id,
      ip_address: `${net}.0.1`,
      label: "mx",
      provider: "carrier",
      account: null,
    });
    expect((await send(`GET ${EXTERNAL}/assignments?pool_id=${pool.id}`)).body).toEqual([assignment]);
    expect(await service.auditOf(`external_assignment:${assignment.id}`)).toMatchObject([
      { action: "ipam.external_assignment_created", before: null, after: { label: "mx" } },
    ]);
  });

  test("come by address text", async () => {
    const net = newNetwork();
    const pool = await givenPool(`${net}.0.0/24`);
    for (const host of [10, 9, 100]) await givenAssignment(pool.id, `${net}.0.${host}`);
    const { body } = await send(`GET ${EXTERNAL}/assignments?pool_id=${pool.id}`);
    const addresses = ExternalIpAssignmentOut.array()
      .parse(body)
      .map(({ ip_address }) => ip_address);
    expect(addresses).toEqual([10, 100, 9].map((host) => `${net}.0.${host}`));
  });

  test("are refused with the words that clients know", async () => {
    const net = newNetwork();
    const pool = await givenPool(`${net}.0.0/24`);
    const at = (ip: unknown, poolId = pool.id) => createAssignment({ pool_id: poolId, ip_address: ip });
    expect(await at("host")).toMatchObject(refusal("ip_address", "Invalid external IP address"));
    expect(await at("10.0.0.1")).toMatchObject(
      refusal("ip_address", "External IP records must use publicly routable addresses"),
    );
    for (const ip of [`${net}.0.0`, `${net}.0.255`, `${net}.1.1`, "2a00::1"]) {
      expect(await at(ip)).toMatchObject(
        refusal("ip_address", "External IP address is not usable inside the selected pool"),
      );
    }
    expect(await at(`${net}.0.1`, 987_654_321)).toMatchObject({
      status: 404,
      body: { detail: "External IP pool not found" },
    });
    await givenAssignment(pool.id, `${net}.0.1`);
    expect(await at(`::ffff:${net}.0.1`)).toMatchObject({
      status: 409,
      body: { detail: "External IP address is already tracked" },
    });
  });

  test("can be moved to another pool and address, where they fit", async () => {
    const net = newNetwork();
    const [one, two] = [await givenPool(`${net}.0.0/24`), await givenPool(`${net}.1.0/24`)];
    const { id } = await givenAssignment(one.id, `${net}.0.1`, { notes: "kept" });
    const path = `${EXTERNAL}/assignments/${id}`;
    expect(await send(`PATCH ${path}`, { pool_id: two.id })).toMatchObject(
      refusal("ip_address", "External IP address is not usable inside the selected pool"),
    );
    expect(await send(`PATCH ${path}`, { pool_id: two.id, ip_address: `${net}.1.7` })).toMatchObject({
      status: 200,
      body: { pool_id: two.id, ip_address: `${net}.1.7`, notes: "kept" },
    });
    await givenAssignment(two.id, `${net}.1.8`);
    expect((await send(`PATCH ${path}`, { ip_address: `${net}.1.8` })).status).toBe(409);
    const tag = (await send(`GET ${path}`)).headers.get("ETag") ?? "";
    expect((await send(`PATCH ${path}`, { label: "new" }, { "If-Match": tag })).status).toBe(200);
    expect((await send(`DELETE ${path}`, undefined, { "If-Match": tag })).status).toBe(412);
    expect((await send(`DELETE ${path}?dry_run=true`)).body).toMatchObject({
      would_delete: { external_assignments: { names: [`${net}.1.7`] } },
    });
    expect((await send(`DELETE ${path}`)).status).toBe(204);
    const actions = (await service.auditOf(`external_assignment:${id}`)).map(({ action }) => action);
    expect(actions).toHaveLength(4);
    expect(actions[0]).toBe("ipam.external_assignment_deleted");
  });

  test.each([
    [{ pool_id: undefined }, "pool_id"],
    [{ pool_id: "x" }, "pool_id"],
    [{ ip_address: undefined }, "ip_address"],
    [{ ip_address: 7 }, "ip_address"],
    [{ label: " " }, "label"],
    [{ label: "x".repeat(121) }, "label"],
    [{ status: "free" }, "status"],
    [{ provider: "x".repeat(81) }, "provider"],
    [{ account: "x".repeat(121) }, "account"],
    [{ owner: "x".repeat(121) }, "owner"],
    [{ service: "x".repeat(121) }, "service"],
    [{ tags: "x".repeat(501) }, "tags"],
    [{ notes: 7 }, "notes"],
  ])("%j is 422", async (fields, field) => {
    const answer = await createAssignment({ pool_id: 1, ip_address: "8.8.8.1", ...fields });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field] }] } });
  });
});

describe("totals and pages", () => {
  test("figures count in-use and reserved addresses; the page lists every usable address once", async () => {
    const net = newNetwork();
    const pool = await givenPool(`${net}.0.0/28`);
    await givenAssignment(pool.id, `${net}.0.1`);
    await givenAssignment(pool.id, `${net}.0.2`, { status: "reserved" });
    await givenAssignment(pool.id, `${net}.0.14`, { status: "available" });
    expect((await send(`GET ${EXTERNAL}/pools/${pool.id}`)).body).toMatchObject({
      total: 14,
      in_use: 1,
      reserved: 1,
      free: 12,
      utilization: 2 / 14,
    });
    const page = async (query: string) =>
      ExternalIpAddressPage.parse((await send(`GET ${EXTERNAL}/pools/${pool.id}/addresses${query}`)).body);
    const pages = [await page("?limit=10"), await page("?limit=10&offset=10"), await page("?offset=20")];
    expect(pages.map(({ total, offset, limit }) => [total, offset, limit])).toEqual([
      [14, 0, 10],
      [14, 10, 10],
      [14, 20, 256],
    ]);
    const rows = pages.flatMap(({ addresses }) => addresses);
    expect(rows.map(({ ip_address }) => ip_address)).toEqual(
      Array.from({ length: 14 }, (_, index) => `${net}.0.${index + 1}`),
    );
    expect(rows.map(({ status }) => status).slice(0, 3)).toEqual(["in_use", "reserved", "available"]);
    expect(rows.at(-1)).toMatchObject({ status: "available", assignment: { label: "host" } });
    expect(rows[2]?.assignment).toBeNull();
  });

  test("the summary adds up all pools", async () => {
    const own = await createIpamService();
    const empty = { pool_count: 0, total: 0, in_use: 0, reserved: 0, free: 0 };
    expect((await own.send(`GET ${EXTERNAL}/summary`)).body).toEqual(empty);
    for (const [name, cidr] of [
      ["b", "20.0.0.0/28"],
      ["a", "2a00::/112"],
    ])
      await own.send(`POST ${EXTERNAL}/pools`, { name, cidr });
    const pools = ExternalIpPoolOut.array().parse((await own.send(`GET ${EXTERNAL}/pools`)).body);
    expect(pools.map(({ name }) => name)).toEqual(["a", "b"]);
    await own.send(`POST ${EXTERNAL}/assignments`, {
      pool_id: pools[0]?.id,
      ip_address: "2a00::",
      label: "x",
    });
    expect((await own.send(`GET ${EXTERNAL}/summary`)).body).toEqual({
      pool_count: 2,
      total: 65_550,
      in_use: 1,
      reserved: 0,
      free: 65_549,
    });
    await own.close();
  });

  test.each(["offset=-1", "limit=0", "limit=1025", "offset=x"])("addresses?%s is 422", async (query) => {
    expect((await send(`GET ${EXTERNAL}/pools/1/addresses?${query}`)).status).toBe(422);
  });

  test.each([
    ["GET", "/pools/987654321", "External IP pool not found"],
    ["GET", "/pools/987654321/addresses", "External IP pool not found"],
    ["PATCH", "/pools/987654321", "External IP pool not found"],
    ["DELETE", "/pools/987654321", "External IP pool not found"],
    ["GET", "/assignments/987654321", "External IP assignment not found"],
    ["PATCH", "/assignments/987654321", "External IP assignment not found"],
    ["DELETE", "/assignments/987654321", "External IP assignment not found"],
  ])("%s %s is 404", async (method, path, detail) => {
    const answer = await send(`${method} ${EXTERNAL}${path}`, method === "PATCH" ? {} : undefined);
    expect(answer).toMatchObject({ status: 404, body: { detail } });
  });
});
