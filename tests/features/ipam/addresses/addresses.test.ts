import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { IpAddressEntry } from "../../../../src/features/ipam/addresses/models";
import { createIpamService, SUBNETS } from "../ipam-service";

const service = await createIpamService();
const { send, givenSubnet, givenReservation, givenDevice, givenLease, newNetwork } = service;
afterAll(service.close);

const entriesOf = async ({ id }: { id: number }) =>
  z.array(IpAddressEntry).parse((await send(`GET ${SUBNETS}/${id}/addresses`)).body);
const kindsOf = async (subnet: { id: number }) => (await entriesOf(subnet)).map(({ kind }) => kind).join(" ");

describe("the addresses of a subnet", () => {
  test("each is the first that holds it: network, broadcast, gateway, device, DHCP, reserved, free", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/29`, {
      gateway: `${net}.1`,
      dhcp_start: `${net}.3`,
      dhcp_end: `${net}.4`,
    });
    for (const host of [0, 1, 2]) await givenDevice(`${net}.${host}`);
    for (const host of [2, 3]) await givenLease(`${net}.${host}`);
    for (const host of [2, 3, 5]) await givenReservation(`${net}.${host}`);
    expect(await kindsOf(subnet)).toBe("network gateway device dhcp free reserved free broadcast");
    expect((await entriesOf(subnet)).map(({ dhcp_range }) => dhcp_range).indexOf(true)).toBe(3);
    expect((await entriesOf(subnet)).filter(({ dhcp_range }) => dhcp_range)).toHaveLength(2);
  });

  test("says who holds it", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/29`, { gateway: `${net}.1` });
    const mac_address = "00:11:22:33:44:55";
    await givenDevice(`${net}.2`, { name: "Core", hostname: "core", mac_address, vendor: "Acme" });
    await givenLease(`${net}.3`, { hostname: "phone", mac: "00:11:22:33:44:66" });
    await givenLease(`${net}.4`, { hostname: "core-wifi", mac: mac_address });
    await givenReservation(`${net}.5`, { label: "printer", mac_address: "02:00:5e:10:00:01" });
    const [, gateway, device, lease, known, reserved, free] = await entriesOf(subnet);
    const NOBODY = { label: null, display_name: null, mac_address: null, vendor: null, dhcp_range: false };
    expect(gateway).toMatchObject({ ip: `${net}.1`, label: "Gateway" });
    expect(device).toMatchObject({ label: "Core", display_name: "Core", mac_address, vendor: "Acme" });
    expect(lease).toMatchObject({ label: "phone", display_name: "phone", mac_address: "00:11:22:33:44:66" });
    expect(known).toMatchObject({ label: "core-wifi", display_name: "Core", vendor: null });
    expect(reserved).toMatchObject({ label: "printer", mac_address: "02:00:5e:10:00:01" });
    expect(free).toEqual({ ip: `${net}.6`, kind: "free", ...NOBODY });
  });

  test("what is free is what can be allocated: the ends and the gateway of a subnet in it are not", async () => {
    const net = newNetwork();
    const outer = await givenSubnet(`${net}.0/28`);
    await givenSubnet(`${net}.4/30`, { gateway: `${net}.5` });
    expect(await kindsOf(outer)).toBe(
      "network free free free network gateway free broadcast free free free free free free free broadcast",
    );
  });

  test.each([
    ["198.51.100.0/31", "free free"],
    ["198.51.100.2/32", "free"],
    ["2001:db8:1::/126", "network free free free"],
    ["2001:db8:2::/127", "free free"],
  ])("%s: %s", async (cidr, kinds) => {
    expect(await kindsOf(await givenSubnet(cidr))).toBe(kinds);
  });

  test("of up to 1,026 addresses in both families; of more there is no list", async () => {
    expect(await entriesOf(await givenSubnet(`${newNetwork()}.0/22`))).toHaveLength(1024);
    expect(await entriesOf(await givenSubnet("2001:db8:3::/118"))).toHaveLength(1024);
    expect(await entriesOf(await givenSubnet(`${newNetwork()}.0/21`))).toEqual([]);
    expect(await entriesOf(await givenSubnet("2001:db8:4::/64"))).toEqual([]);
  });

  test("404 for an unknown subnet", async () => {
    expect((await send(`GET ${SUBNETS}/987654321/addresses`)).body).toEqual({ detail: "Subnet not found" });
  });
});
