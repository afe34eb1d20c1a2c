import { afterAll, describe, expect, test } from "bun:test";
import { SubnetOut } from "../../../../src/features/ipam/subnets/models";
import { createIpamService, SUBNETS } from "../ipam-service";

const service = await createIpamService();
const { send, givenSubnet, newNetwork } = service;
afterAll(service.close);

const next = ({ id }: { id: number }, prefix: number | string) =>
  send(`GET ${SUBNETS}/${id}/next-subnet?prefix=${prefix}`);
const add = ({ id }: { id: number }, prefix: number, body: object = {}) =>
  send(`POST ${SUBNETS}/${id}/next-subnet?prefix=${prefix}`, { name: "next", ...body });

describe("the next free subnet", () => {
  test("is the first that overlaps none that is there; GET only says it, POST adds it", async () => {
    const net = newNetwork();
    const parent = await givenSubnet(`${net}.0/22`);
    await givenSubnet(`${net}.0/26`);
    expect((await next(parent, 24)).body).toEqual({ cidr: `${net.slice(0, -1)}1.0/24` });
    expect((await next(parent, 26)).body).toEqual({ cidr: `${net}.64/26` });
    const answer = await add(parent, 26, { vlan_id: "5", description: "d" });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name: "next",
        cidr: `${net}.64/26`,
        vlan_id: "5",
        description: "d",
        parent_id: parent.id,
        depth: 1,
      },
    });
    const { id } = SubnetOut.parse(answer.body);
    expect(await service.auditOf(`subnet:${id}`)).toMatchObject([{ after: { cidr: `${net}.64/26` } }]);
    expect((await next(parent, 26)).body).toEqual({ cidr: `${net}.128/26` });
  });

  test("sent again with its Idempotency-Key is the same one", async () => {
    const parent = await givenSubnet(`${newNetwork()}.0/24`);
    const path = `POST ${SUBNETS}/${parent.id}/next-subnet?prefix=26`;
    const again = () => send(path, { name: "once" }, { "Idempotency-Key": `next-${parent.id}` });
    const first = await again();
    expect(await again()).toMatchObject({ status: 201, body: first.body });
  });

  test("of IPv6", async () => {
    const parent = await givenSubnet("2001:db8::/32");
    await add(parent, 48);
    expect((await next(parent, 48)).body).toEqual({ cidr: "2001:db8:1::/48" });
    expect((await next(parent, 64)).body).toEqual({ cidr: "2001:db8:1::/64" });
  });

  test("409 where there is none", async () => {
    const net = newNetwork();
    const parent = await givenSubnet(`${net}.0/24`);
    await add(parent, 25);
    await add(parent, 26);
    const refused = { status: 409, body: { detail: "No free /25 in this subnet" } };
    expect(await next(parent, 25)).toMatchObject(refused);
    expect(await add(parent, 25)).toMatchObject(refused);
  });

  test.each([0, 23, 24, 33, 129, "x", ""])("a prefix length of %p is 422", async (prefix) => {
    const parent = await givenSubnet(`${newNetwork()}.0/24`);
    expect(await next(parent, prefix)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["query", "prefix"] }] },
    });
  });

  test.each([
    [{ name: " " }, "name"],
    [{ description: 5 }, "description"],
    [{ notes: 5 }, "notes"],
    [{ vlan_id: 5 }, "vlan_id"],
    [{ site_id: "x" }, "site_id"],
    [{ dns_servers: "x".repeat(256) }, "dns_servers"],
    [{ is_pool: "x" }, "is_pool"],
  ])("%j is 422", async (body, field) => {
    const parent = await givenSubnet(`${newNetwork()}.0/24`);
    expect(await add(parent, 26, body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", field] }] },
    });
  });

  test("404 for an unknown subnet, and for an unknown site", async () => {
    expect((await next({ id: 987_654_321 }, 24)).status).toBe(404);
    const parent = await givenSubnet(`${newNetwork()}.0/24`);
    expect((await add(parent, 26, { site_id: 987_654_321 })).body).toEqual({ detail: "Site not found" });
  });
});
