import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { SubnetOut } from "../../../../src/features/ipam/subnets/models";
import { createIpamService, RESERVATIONS, SUBNETS } from "../ipam-service";

const service = await createIpamService();
const { send, givenSubnet, givenReservation, newNetwork } = service;
afterAll(service.close);

const TAKEN = { status: 409, body: { detail: "A subnet with this CIDR already exists" } };
const NOT_FOUND = { status: 404, body: { detail: "Subnet not found" } };

const create = (body: object) => send(`POST ${SUBNETS}`, { name: "net", ...body });
const change = (id: number, body: object, headers = {}) => send(`PATCH ${SUBNETS}/${id}`, body, headers);

describe("POST /ipam/subnets", () => {
  test("keeps every field, trims, and says how big it is", async () => {
    const net = newNetwork();
    const [site] = await service.database.sql`INSERT INTO sites (name) VALUES ('HQ') RETURNING id`;
    const answer = await create({
      name: " Office ",
      cidr: `${net}.0/24`,
      description: "first floor",
      notes: " ",
      vlan_id: "10",
      site_id: Number(site?.id),
      gateway: `${net}.1`,
      dhcp_start: `${net}.100`,
      dhcp_end: `${net}.199`,
      dns_servers: "9.9.9.9",
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name: "Office",
        cidr: `${net}.0/24`,
        cidr_as_sent: null,
        description: "first floor",
        notes: null,
        vlan_id: "10",
        site_id: Number(site?.id),
        gateway: `${net}.1`,
        dhcp_start: `${net}.100`,
        dhcp_end: `${net}.199`,
        dns_servers: "9.9.9.9",
        is_pool: false,
        total_hosts: 254,
        used: 1,
        free: 253,
        total_hosts_text: "254",
      },
    });
    const { id } = SubnetOut.parse(answer.body);
    expect((await send(`GET ${SUBNETS}/${id}`)).body).toEqual(answer.body);
    expect(await service.auditOf(`subnet:${id}`)).toMatchObject([
      { action: "ipam.subnet_created", before: null, after: { name: "Office", cidr: `${net}.0/24` } },
    ]);
  });

  test("host bits are cleared, and the caller is told", async () => {
    const net = newNetwork();
    expect((await create({ cidr: `${net}.5/24` })).body).toMatchObject({
      cidr: `${net}.0/24`,
      cidr_as_sent: `${net}.5/24`,
    });
    expect((await create({ cidr: "2001:DB8:5::1/48" })).body).toMatchObject({
      cidr: "2001:db8:5::/48",
      cidr_as_sent: "2001:DB8:5::1/48",
    });
    expect((await create({ cidr: "::ffff:10.99.0.0/120" })).body).toMatchObject({ cidr: "10.99.0.0/24" });
  });

  test("an IPv4-mapped address is the IPv4 one, also in the DHCP range", async () => {
    const net = newNetwork();
    const mapped = {
      gateway: `::ffff:${net}.1`,
      dhcp_start: ` ::ffff:${net}.10 `,
      dhcp_end: `::ffff:${net}.20`,
    };
    expect((await create({ cidr: `${net}.0/24`, ...mapped })).body).toMatchObject({
      gateway: `${net}.1`,
      dhcp_start: `${net}.10`,
      dhcp_end: `${net}.20`,
    });
  });

  test("counts beyond 2^53 are exact JSON integers, with the same as text", async () => {
    const { text } = await create({ cidr: "2001:db8:6::/48" });
    expect(text).toContain('"total_hosts":1208925819614629174706176,');
    expect(text).toContain('"free_text":"1208925819614629174706176"');
  });

  test.each([
    ["198.51.100.0/31", 2],
    ["198.51.100.9/32", 1],
    ["198.51.100.16/30", 2],
    ["2001:db8:7::/127", 2],
    ["2001:db8:8::/120", 256],
  ])("%s has %d usable addresses", async (cidr, total) => {
    expect((await create({ cidr })).body).toMatchObject({ total_hosts: total });
  });

  test("subnets nest, and say in which one they lie", async () => {
    const net = newNetwork();
    const outer = await givenSubnet(`${net}.0/16`);
    const middle = await givenSubnet(`${net}.0/20`);
    const inner = await givenSubnet(`${net}.0/24`);
    expect([outer.depth, middle.depth, inner.depth]).toEqual([0, 1, 2]);
    expect(inner.parent_id).toBe(middle.id);
    const listed = z.array(SubnetOut).parse((await send(`GET ${SUBNETS}`)).body);
    const shown = new Map(listed.map(({ id, parent_id, depth }) => [id, [parent_id, depth]]));
    expect(shown.get(outer.id)).toEqual([null, 0]);
    expect(shown.get(middle.id)).toEqual([outer.id, 1]);
    expect(shown.get(inner.id)).toEqual([middle.id, 2]);
    await send(`DELETE ${SUBNETS}/${middle.id}`);
    expect((await send(`GET ${SUBNETS}/${inner.id}`)).body).toMatchObject({ parent_id: outer.id, depth: 1 });
  });

  test("the same network is refused, however it is written; of ten at the same time one wins", async () => {
    const net = newNetwork();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, host) => create({ cidr: `${net}.${host}/24` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await create({ cidr: `${net}.0/24` })).toMatchObject(TAKEN);
    expect((await create({ cidr: `${net}.0/25` })).status).toBe(201);
  });

  test.each([
    [{ name: "" }, "name"],
    [{ name: " " }, "name"],
    [{ name: null }, "name"],
    [{ name: "x".repeat(121) }, "name"],
    [{ cidr: "" }, "cidr"],
    [{ cidr: undefined }, "cidr"],
    [{ cidr: "x".repeat(51) }, "cidr"],
    [{ cidr: 10 }, "cidr"],
    [{ description: 1 }, "description"],
    [{ notes: {} }, "notes"],
    [{ vlan_id: "x".repeat(33) }, "vlan_id"],
    [{ site_id: "HQ" }, "site_id"],
    [{ gateway: "10.0.0.256" }, "gateway"],
    [{ gateway: "x".repeat(65) }, "gateway"],
    [{ gateway: "203.0.114.1" }, "gateway"],
    [{ gateway: "2001:db8::1" }, "gateway"],
    [{ dhcp_start: "x".repeat(65) }, "dhcp_start"],
    [{ dhcp_end: 5 }, "dhcp_end"],
    [{ dns_servers: "x".repeat(256) }, "dns_servers"],
    [{ is_pool: "perhaps" }, "is_pool"],
  ])("%j is 422", async (fields, field) => {
    const answer = await create({ cidr: "203.0.113.0/24", ...fields });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field] }] } });
  });

  test.each(["10.0.0.0/33", "10.0.0", "2001:db8::/129", "office", "10.0.0.0/24/8", "010.0.0.0/8"])(
    "%s is no CIDR",
    async (cidr) => {
      expect(await create({ cidr })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ["body", "cidr"], msg: `Invalid CIDR: ${cidr}`, type: "value_error" }] },
      });
    },
  );

  test.each([
    ["192.0.2.10", null, "dhcp_end", "DHCP range requires both start and end IPs"],
    [null, "192.0.2.10", "dhcp_start", "DHCP range requires both start and end IPs"],
    ["first", "192.0.2.10", "dhcp_start", "Invalid DHCP range"],
    ["192.0.2.10", "last", "dhcp_end", "Invalid DHCP range"],
    ["2001:db8::1", "2001:db8::2", "dhcp_start", "DHCP range IP version must match subnet"],
    ["192.0.3.1", "192.0.3.2", "dhcp_start", "DHCP range must be inside the subnet"],
    ["192.0.2.10", "192.0.3.2", "dhcp_end", "DHCP range must be inside the subnet"],
    ["192.0.2.20", "192.0.2.10", "dhcp_start", "DHCP range start must be before the end"],
  ])("the DHCP range %s - %s is refused", async (start, end, field, msg) => {
    const body = { cidr: "192.0.2.0/24", dhcp_start: start, dhcp_end: end };
    expect(await create(body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", field], msg, type: "value_error" }] },
    });
  });

  test("an unknown site is 404", async () => {
    expect(await create({ cidr: "192.0.2.0/24", site_id: 987_654_321 })).toMatchObject({
      status: 404,
      body: { detail: "Site not found" },
    });
  });

  test("fault 31: fields that are not the caller's to set are ignored", async () => {
    const net = newNetwork();
    const extra = {
      id: 987_654,
      created_at: "2001-01-01T00:00:00Z",
      used: 77,
      role: "SuperAdmin",
      password_hash: "x",
    };
    const { body } = await create({ cidr: `${net}.0/24`, ...extra });
    const subnet = SubnetOut.parse(body);
    expect(subnet.id).not.toBe(987_654);
    expect(subnet.used).toBe(0);
    expect(subnet.created_at).not.toContain("2001");
  });
});

describe("GET /ipam/subnets", () => {
  test("gives all by name, net 2 before net 10, to any user", async () => {
    const net = newNetwork();
    await givenSubnet(`${net}.0/26`, { name: "zone 10" });
    await givenSubnet(`${net}.64/26`, { name: "Zone 2" });
    const token = await service.tokenOf(await service.givenUser());
    const { body } = await service.call(`GET ${SUBNETS}`, { token });
    const names = z
      .array(SubnetOut)
      .parse(body)
      .map(({ name }) => name);
    expect(names.indexOf("Zone 2")).toBe(names.indexOf("zone 10") - 1);
  });
});

describe("PATCH /ipam/subnets/{subnet_id}", () => {
  test("changes what is given, clears what is null, and audits only that", async () => {
    const net = newNetwork();
    const { id } = await givenSubnet(`${net}.0/24`, { notes: "old", vlan_id: "10" });
    const answer = await change(id, { name: "renamed", notes: null });
    expect(answer).toMatchObject({ status: 200, body: { name: "renamed", notes: null, vlan_id: "10" } });
    const [row] = await service.auditOf(`subnet:${id}`, "ipam.subnet_updated");
    expect(row).toMatchObject({
      before: { name: `${net}.0/24`, notes: "old" },
      after: { name: "renamed", notes: null },
    });
    expect(row?.after).not.toHaveProperty("vlan_id");
  });

  test("checks the DHCP range against what is stored", async () => {
    const net = newNetwork();
    const range = { dhcp_start: `${net}.200`, dhcp_end: `${net}.210` };
    const { id } = await givenSubnet(`${net}.0/24`, range);
    const detail = (loc: string, msg: string) => ({
      status: 422,
      body: { detail: [{ loc: ["body", loc], msg }] },
    });
    expect(await change(id, { cidr: `${net}.0/25` })).toMatchObject(
      detail("dhcp_start", "DHCP range must be inside the subnet"),
    );
    expect(await change(id, { dhcp_end: null })).toMatchObject(
      detail("dhcp_end", "DHCP range requires both start and end IPs"),
    );
    expect(await change(id, { cidr: `${net}.128/25` })).toMatchObject({ status: 200 });
    expect((await change(id, { dhcp_start: null, dhcp_end: null })).body).toMatchObject({ dhcp_start: null });
  });

  test("checks the gateway against what is stored", async () => {
    const net = newNetwork();
    const outside = {
      status: 422,
      body: { detail: [{ loc: ["body", "gateway"], msg: "The gateway must be inside the subnet" }] },
    };
    const { id } = await givenSubnet(`${net}.0/24`, { gateway: `${net}.200` });
    expect(await change(id, { gateway: "198.51.100.1" })).toMatchObject(outside);
    expect(await change(id, { cidr: `${net}.0/25` })).toMatchObject(outside);
    expect((await change(id, { cidr: `${net}.0/25`, gateway: `${net}.1` })).status).toBe(200);
  });

  test("a gateway outside that was stored before this was refused stays until it or the network is changed", async () => {
    const net = newNetwork();
    const { id } = await givenSubnet(`${net}.0/24`);
    await service.database.sql`UPDATE subnets SET gateway = '198.51.100.1' WHERE id = ${id}`;
    const same = { cidr: `${net}.9/24`, gateway: "198.51.100.1", notes: "kept" };
    expect(await change(id, same)).toMatchObject({ status: 200, body: { gateway: "198.51.100.1" } });
    expect((await change(id, { gateway: "198.51.100.2" })).status).toBe(422);
    expect((await change(id, { cidr: `${net}.0/25` })).status).toBe(422);
  });

  test("a CIDR that another has is 409, its own is not", async () => {
    const net = newNetwork();
    const { id } = await givenSubnet(`${net}.0/25`);
    await givenSubnet(`${net}.128/25`);
    expect(await change(id, { cidr: `${net}.129/25` })).toMatchObject(TAKEN);
    expect(await change(id, { cidr: `${net}.1/25` })).toMatchObject({
      status: 200,
      body: { cidr: `${net}.0/25`, cidr_as_sent: `${net}.1/25` },
    });
  });

  test.each([
    ["name", null],
    ["cidr", null],
    ["cidr", "x"],
    ["gateway", "x"],
    ["site_id", {}],
    ["vlan_id", 5],
    ["is_pool", null],
  ])("%s: %j is 422", async (field, value) => {
    const { id } = await givenSubnet(`${newNetwork()}.0/24`);
    expect(await change(id, { [field]: value })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", field] }] },
    });
  });

  test("404 for an unknown one", async () => {
    expect(await change(987_654_321, {})).toMatchObject(NOT_FOUND);
    expect(await send(`GET ${SUBNETS}/987654321`)).toMatchObject(NOT_FOUND);
  });

  test("fault 58: of two edits of the same state one is 200, the other 412", async () => {
    const { id } = await givenSubnet(`${newNetwork()}.0/24`);
    const read = await send(`GET ${SUBNETS}/${id}`);
    const ifMatch = { "If-Match": read.headers.get("ETag") ?? "" };
    const answers = await Promise.all(["a", "b"].map((name) => change(id, { name }, ifMatch)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  });

  test("what others reserve in a subnet does not make an edit of it stale", async () => {
    const net = newNetwork();
    const { id } = await givenSubnet(`${net}.0/24`);
    const tag = (await send(`GET ${SUBNETS}/${id}`)).headers.get("ETag") ?? "";
    await givenReservation(`${net}.9`);
    await givenSubnet(`${net}.0/16`);
    expect((await change(id, { name: "same" }, { "If-Match": tag })).status).toBe(200);
  });
});

describe("DELETE /ipam/subnets/{subnet_id}", () => {
  test("keeps the reservations, without their subnet", async () => {
    const net = newNetwork();
    const { id } = await givenSubnet(`${net}.0/24`);
    const reservation = await givenReservation(`${net}.7`, { subnet_id: id });
    expect((await send(`DELETE ${SUBNETS}/${id}`)).status).toBe(204);
    expect((await send(`GET ${RESERVATIONS}/${reservation.id}`)).body).toMatchObject({ subnet_id: null });
    expect(await service.auditOf(`subnet:${id}`, "ipam.subnet_deleted")).toMatchObject([
      { before: { cidr: `${net}.0/24` } },
    ]);
    expect(await send(`DELETE ${SUBNETS}/${id}`)).toMatchObject(NOT_FOUND);
  });

  test("dry_run says what would go and what would stay without it, and removes nothing", async () => {
    const net = newNetwork();
    const { id } = await givenSubnet(`${net}.0/24`);
    await givenReservation(`${net}.7`, { subnet_id: id });
    expect(await send(`DELETE ${SUBNETS}/${id}?dry_run=true`)).toMatchObject({
      status: 200,
      body: {
        would_delete: { subnets: { count: 1, names: [`${net}.0/24`] } },
        would_unassign: { reservations: { count: 1, names: [`${net}.7`] } },
      },
    });
    expect((await send(`GET ${SUBNETS}/${id}`)).status).toBe(200);
  });

  test("412 where it has changed, 422 for a dry_run that is none", async () => {
    const { id } = await givenSubnet(`${newNetwork()}.0/24`);
    expect((await send(`DELETE ${SUBNETS}/${id}`, undefined, { "If-Match": '"old"' })).status).toBe(412);
    expect(await send(`DELETE ${SUBNETS}/${id}?dry_run=x`)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["query", "dry_run"] }] },
    });
  });
});
