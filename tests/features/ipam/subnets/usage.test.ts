import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { SubnetOut } from "../../../../src/features/ipam/subnets/models";
import { createIpamService, SUBNETS } from "../ipam-service";

/** Utilisation does not count an address twice. */
const service = await createIpamService();
const { send, givenSubnet, givenReservation, givenDevice, givenLease, newNetwork } = service;
afterAll(service.close);

async function usageOf({ id }: { id: number }) {
  const one = SubnetOut.parse((await send(`GET ${SUBNETS}/${id}`)).body);
  const listed = z.array(SubnetOut).parse((await send(`GET ${SUBNETS}`)).body);
  expect(listed.find((subnet) => subnet.id === id)).toEqual(one);
  const { total_hosts, used, free, device_count, dhcp_count, reservation_count } = one;
  return { total_hosts, used, free, device_count, dhcp_count, reservation_count };
}

describe("how full a subnet is", () => {
  test("an address that is device, lease, reservation and gateway counts once", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/29`, { gateway: `${net}.1` });
    await givenDevice(`${net}.1`);
    await givenDevice(`${net}.1`);
    await givenLease(`${net}.1`);
    await givenReservation(`${net}.1`);
    await givenReservation(`${net}.2`);
    expect(await usageOf(subnet)).toEqual({
      total_hosts: 6,
      used: 2,
      free: 4,
      device_count: 1,
      dhcp_count: 1,
      reservation_count: 2,
    });
    expect((await send(`GET ${SUBNETS}/${subnet.id}`)).body).toMatchObject({ utilization: 2 / 6 });
  });

  test("network and broadcast do not count, but in a pool", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/29`);
    await givenDevice(`${net}.0`);
    await givenDevice(`${net}.7`);
    expect(await usageOf(subnet)).toMatchObject({ used: 0, total_hosts: 6 });
    await send(`PATCH ${SUBNETS}/${subnet.id}`, { is_pool: true });
    expect(await usageOf(subnet)).toMatchObject({ used: 2, total_hosts: 8 });
  });

  test("what has expired, is not active or belongs to an earlier import does not count", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/29`);
    await service.expire((await givenReservation(`${net}.1`)).id);
    await givenLease(`${net}.2`, { isActive: false });
    await givenLease(`${net}.3`, { isClosed: true });
    expect(await usageOf(subnet)).toMatchObject({ used: 0, dhcp_count: 0, reservation_count: 0 });
  });

  test("of nested subnets each has what is in it, and the ends of an inner one count in the outer", async () => {
    const net = newNetwork();
    const outer = await givenSubnet(`${net}.0/24`);
    const middle = await givenSubnet(`${net}.0/25`);
    const inner = await givenSubnet(`${net}.64/26`);
    for (const host of [5, 64, 70, 127, 128, 200]) await givenReservation(`${net}.${host}`);
    expect(await usageOf(inner)).toMatchObject({ used: 1 });
    // 5, 64 and 70: its own broadcast address, 127, is none of its hosts, but one of the outer's.
    expect(await usageOf(middle)).toMatchObject({ used: 3 });
    expect(await usageOf(outer)).toMatchObject({ used: 6 });
  });

  test("IPv6 of any size", async () => {
    const subnet = await givenSubnet("2001:db8:77::/48");
    await givenReservation("2001:db8:77::1");
    await givenReservation("2001:db8:77:ffff:ffff:ffff:ffff:ffff");
    const { text } = await send(`GET ${SUBNETS}/${subnet.id}`);
    expect(text).toContain('"used":2,"free":1208925819614629174706174,');
  });
});
