import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { IpReservationOut } from "../../../../src/features/ipam/reservations/models";
import { createIpamService, SUBNETS } from "../ipam-service";

/** The search jumps over what is taken without a gap: it must land on the right address wherever the gap is. */
const service = await createIpamService();
const { send, givenSubnet } = service;
const { sql } = service.database;
afterAll(service.close);

const allocate = async ({ id }: { id: number }, body: object = {}) => {
  const answer = await send(`POST ${SUBNETS}/${id}/allocate`, { label: "found", ...body });
  if (answer.status !== 201) throw new Error(answer.text);
  return z
    .array(IpReservationOut)
    .parse(answer.body)
    .map(({ ip_address }) => ip_address);
};

/** Every address from `first` on, `count` in all: reservations, devices, or both for the same addresses. */
async function take(first: string, count: number, by: readonly ("reservation" | "device")[]): Promise<void> {
  if (by.includes("reservation"))
    await sql`INSERT INTO ip_reservations (address, label)
      SELECT ${first}::inet + step, 'taken' FROM generate_series(0, ${count - 1}::int) AS step`;
  if (by.includes("device")) {
    const owner = await service.givenDevice("198.51.100.1");
    await sql`INSERT INTO device_addresses (device_id, ip_address)
      SELECT ${owner}, host(${first}::inet + step) FROM generate_series(0, ${count - 1}::int) AS step`;
  }
}

const free = (ip: string) => sql`DELETE FROM ip_reservations WHERE address = ${ip}::inet`;

describe("in a subnet whose first 40,000 addresses are taken", () => {
  test("by reservations", async () => {
    const subnet = await givenSubnet("10.0.0.0/12");
    await take("10.0.0.1", 40_000, ["reservation"]);
    expect(await allocate(subnet, { count: 2 })).toEqual(["10.0.156.65", "10.0.156.66"]);
    // At the ends of the steps in which it goes, and in their middle.
    for (const gap of ["10.0.4.0", "10.0.4.1", "10.0.16.1", "10.0.20.0", "10.0.77.7", "10.0.0.1"]) {
      await free(gap);
      expect(await allocate(subnet)).toEqual([gap]);
    }
    expect(await allocate(subnet)).toEqual(["10.0.156.67"]);
  });

  test("from its end", async () => {
    const subnet = await givenSubnet("10.16.0.0/16");
    await take("10.16.99.191", 40_000, ["reservation"]);
    expect(await allocate(subnet, { strategy: "last" })).toEqual(["10.16.99.190"]);
    for (const gap of ["10.16.251.254", "10.16.120.3", "10.16.255.254"]) {
      await free(gap);
      expect(await allocate(subnet, { strategy: "last" })).toEqual([gap]);
    }
  });

  test("by devices, and by both for the same addresses", async () => {
    const devices = await givenSubnet("10.32.0.0/12");
    await take("10.32.0.1", 40_000, ["device"]);
    expect(await allocate(devices)).toEqual(["10.32.156.65"]);
    const both = await givenSubnet("10.48.0.0/12");
    await take("10.48.0.1", 20_000, ["device", "reservation"]);
    expect(await allocate(both)).toEqual(["10.48.78.33"]);
  });

  test("wholly taken is full, from every side", async () => {
    const subnet = await givenSubnet("10.64.0.0/19");
    await take("10.64.0.1", 8190, ["reservation"]);
    for (const strategy of ["first", "last", "random"]) {
      expect((await send(`POST ${SUBNETS}/${subnet.id}/allocate`, { label: "x", strategy })).status).toBe(
        409,
      );
    }
  });

  test("IPv6", async () => {
    const subnet = await givenSubnet("2001:db8::/64");
    await take("2001:db8::1", 10_000, ["reservation"]);
    expect(await allocate(subnet)).toEqual(["2001:db8::2711"]);
  });
});
