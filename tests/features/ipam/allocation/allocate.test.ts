import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { IpReservationOut } from "../../../../src/features/ipam/reservations/models";
import { createIpamService, SUBNETS } from "../ipam-service";

/** The next free address is found and held in one step, so that no two callers get the same one. */
const service = await createIpamService();
const { send, givenSubnet, givenReservation, givenDevice, givenLease, newNetwork } = service;
afterAll(service.close);

const FULL = "No free IP available in this subnet (outside the DHCP pool)";

const nextOf = ({ id }: { id: number }) => send(`GET ${SUBNETS}/${id}/next-available`);
const allocate = ({ id }: { id: number }, body: object = {}) =>
  send(`POST ${SUBNETS}/${id}/allocate`, { label: "host", ...body });

async function addressesOf(answer: ReturnType<typeof allocate>): Promise<string[]> {
  const { status, body, text } = await answer;
  if (status !== 201) throw new Error(text);
  return z
    .array(IpReservationOut)
    .parse(body)
    .map(({ ip_address }) => ip_address);
}

describe("GET /ipam/subnets/{subnet_id}/next-available", () => {
  test("skips network, gateway, DHCP range, reservations, active leases and every address of devices", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/28`, {
      gateway: `${net}.1`,
      dhcp_start: `${net}.2`,
      dhcp_end: `${net}.4`,
    });
    await givenReservation(`${net}.5`);
    await givenLease(`${net}.6`);
    const device = await givenDevice(`${net}.7`);
    await service.database
      .sql`INSERT INTO device_addresses (device_id, ip_address) VALUES (${device}, ${`${net}.8`})`;
    expect((await nextOf(subnet)).body).toEqual({ ip: `${net}.9` });
  });

  test("does not skip reservations that have expired, leases that are not active, and those of earlier imports", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/28`);
    const { id } = await givenReservation(`${net}.1`);
    expect((await nextOf(subnet)).body).toEqual({ ip: `${net}.2` });
    await service.expire(id);
    await givenLease(`${net}.1`, { isActive: false });
    await givenLease(`${net}.1`, { isClosed: true });
    expect((await nextOf(subnet)).body).toEqual({ ip: `${net}.1` });
  });

  test.each([
    ["/30", ["1", "2"]],
    ["/31", ["0", "1"]],
    ["/32", ["0"]],
  ])("a %s gives its addresses and is then full", async (length, hosts) => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0${length}`);
    for (const host of hosts) {
      expect((await nextOf(subnet)).body).toEqual({ ip: `${net}.${host}` });
      await givenReservation(`${net}.${host}`);
    }
    expect(await nextOf(subnet)).toMatchObject({ status: 409, body: { detail: FULL } });
  });

  test("a pool gives first and last too", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/30`, { is_pool: true });
    expect(await addressesOf(allocate(subnet, { count: 4 }))).toEqual(
      ["0", "1", "2", "3"].map((host) => `${net}.${host}`),
    );
  });

  test("IPv6 skips the subnet-router address, but not in a /127; a /64 is no list", async () => {
    expect((await nextOf(await givenSubnet("2001:db8:1::/64"))).body).toEqual({ ip: "2001:db8:1::1" });
    const point = await givenSubnet("2001:db8:2::/127");
    expect(await addressesOf(allocate(point, { count: 2 }))).toEqual(["2001:db8:2::", "2001:db8:2::1"]);
    expect((await nextOf(point)).status).toBe(409);
    const wide = await givenSubnet("2001:db8:3::/64");
    expect(await addressesOf(allocate(wide, { strategy: "last" }))).toEqual([
      "2001:db8:3:0:ffff:ffff:ffff:ffff",
    ]);
  });

  test("skips what the subnets in it keep for themselves: ends, gateway, DHCP range", async () => {
    const net = newNetwork();
    const outer = await givenSubnet(`${net}.0/24`);
    await givenSubnet(`${net}.0/29`, { gateway: `${net}.1`, dhcp_start: `${net}.2`, dhcp_end: `${net}.5` });
    expect(await addressesOf(allocate(outer, { count: 2 }))).toEqual([`${net}.6`, `${net}.8`]);
  });

  test("404 for an unknown subnet, 422 for an id that is none", async () => {
    expect(await nextOf({ id: 987_654_321 })).toMatchObject({
      status: 404,
      body: { detail: "Subnet not found" },
    });
    expect((await send(`GET ${SUBNETS}/x/next-available`)).body).toMatchObject({
      detail: [{ loc: ["path", "subnet_id"] }],
    });
  });
});

describe("POST /ipam/subnets/{subnet_id}/allocate", () => {
  test("finds, reserves and audits in one step", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/29`);
    const answer = await allocate(subnet, { notes: "by script", mac_address: "02:00:5e:10:00:01" });
    expect(answer).toMatchObject({
      status: 201,
      body: [
        {
          ip_address: `${net}.1`,
          subnet_id: subnet.id,
          label: "host",
          notes: "by script",
          mac_address: "02:00:5e:10:00:01",
          reserved_by: service.admin.username,
          state: "active",
        },
      ],
    });
    const [{ id } = { id: 0 }] = z.array(IpReservationOut).parse(answer.body);
    const [row] = await service.auditOf(`reservation:${id}`);
    expect(row).toMatchObject({
      action: "ipam.reservation_created",
      after: { ip_address: `${net}.1`, subnet_id: subnet.id },
    });
  });

  test("fault 58: sent again with its Idempotency-Key it gives the same address, and takes no other", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/24`);
    const path = `POST ${SUBNETS}/${subnet.id}/allocate`;
    const again = () => send(path, { label: "once" }, { "Idempotency-Key": `allocate-${net}` });
    const first = await again();
    expect(await again()).toMatchObject({ status: 201, body: first.body });
    expect((await nextOf(subnet)).body).toEqual({ ip: `${net}.2` });
  });

  test("takes the last, and keeps to a range", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/24`);
    await givenDevice(`${net}.254`);
    expect(await addressesOf(allocate(subnet, { strategy: "last", count: 2 }))).toEqual([
      `${net}.252`,
      `${net}.253`,
    ]);
    const range = { range_start: `${net}.100`, range_end: `${net}.101` };
    expect(await addressesOf(allocate(subnet, { ...range, count: 2 }))).toEqual([`${net}.100`, `${net}.101`]);
    expect(await allocate(subnet, range)).toMatchObject({ status: 409, body: { detail: FULL } });
  });

  test("random ones are free, in the subnet, and not the first ones", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/16`);
    const found = await addressesOf(allocate(subnet, { strategy: "random", count: 20 }));
    expect(new Set(found).size).toBe(20);
    expect(found.every((ip) => ip.startsWith(net.slice(0, -1)))).toBe(true);
    // Twenty of 65,534 that are all among the first 256: one chance in 10^48.
    expect(found.some((ip) => !ip.startsWith(`${net}.`))).toBe(true);
  });

  test("random finds the only free one", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/28`);
    for (const host of [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14]) await givenReservation(`${net}.${host}`);
    expect(await addressesOf(allocate(subnet, { strategy: "random" }))).toEqual([`${net}.7`]);
    expect((await allocate(subnet, { strategy: "random" })).status).toBe(409);
  });

  test("all of count or none", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/29`);
    expect(await allocate(subnet, { count: 7 })).toMatchObject({
      status: 409,
      body: { detail: "Only 6 of the 7 addresses are free in this subnet" },
    });
    expect((await nextOf(subnet)).body).toEqual({ ip: `${net}.1` });
    expect(await addressesOf(allocate(subnet, { count: 6 }))).toHaveLength(6);
  });

  describe("a wished-for address", () => {
    test("is given when it is free, also when it has expired", async () => {
      const net = newNetwork();
      const subnet = await givenSubnet(`${net}.0/24`);
      const wish = { prefer: `${net}.77`, on_taken: "error" };
      const [first] = z.array(IpReservationOut).parse((await allocate(subnet, wish)).body);
      expect(first?.ip_address).toBe(`${net}.77`);
      await service.expire(first?.id ?? 0);
      expect(await addressesOf(allocate(subnet, wish))).toEqual([`${net}.77`]);
    });

    test.each(["reserved", "leased", "a device's", "the gateway", "in the DHCP range", "the broadcast"])(
      "is %s: the next one, or 409 if so wished",
      async (how) => {
        const net = newNetwork();
        const range = { dhcp_start: `${net}.70`, dhcp_end: `${net}.79` };
        const subnet = await givenSubnet(`${net}.0/24`, {
          ...(how === "in the DHCP range" && range),
          ...(how === "the gateway" && { gateway: `${net}.77` }),
        });
        const prefer = how === "the broadcast" ? `${net}.255` : `${net}.77`;
        if (how === "reserved") await givenReservation(prefer);
        if (how === "leased") await givenLease(prefer);
        if (how === "a device's") await givenDevice(prefer);
        expect(await allocate(subnet, { prefer, on_taken: "error" })).toMatchObject({
          status: 409,
          body: { detail: `${prefer} is not free in this subnet` },
        });
        expect(await addressesOf(allocate(subnet, { prefer }))).toEqual([`${net}.1`]);
      },
    );
  });

  test.each([
    [{ label: "" }, ["body", "label"]],
    [{ label: "x".repeat(121) }, ["body", "label"]],
    [{ label: null }, ["body", "label"]],
    [{ mac_address: "zz:zz" }, ["body", "mac_address"]],
    [{ mac_address: "x".repeat(65) }, ["body", "mac_address"]],
    [{ notes: 1 }, ["body", "notes"]],
    [{ expires_at: "soon" }, ["body", "expires_at"]],
    [{ count: 0 }, ["body", "count"]],
    [{ count: 257 }, ["body", "count"]],
    [{ strategy: "best" }, ["body", "strategy"]],
    [{ range_start: "192.0.2.1" }, ["body", "range_start"]],
    [{ range_start: "x" }, ["body", "range_start"]],
    [{ range_end: "2001:db8::1" }, ["body", "range_end"]],
    [{ prefer: "192.0.2.1" }, ["body", "prefer"]],
    [{ prefer: "x" }, ["body", "prefer"]],
    [{ on_taken: "wait" }, ["body", "on_taken"]],
  ])("%j is 422", async (body, loc) => {
    const subnet = await givenSubnet(`${newNetwork()}.0/24`);
    expect(await allocate(subnet, body)).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
  });

  test("a range that ends before it starts is 422", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/24`);
    expect(await allocate(subnet, { range_start: `${net}.9`, range_end: `${net}.8` })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "range_end"] }] },
    });
  });
});
