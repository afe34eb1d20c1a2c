import { afterAll, describe, expect, test } from "bun:test";
import { syncSubnetOfGroup } from "#features/ipam";
import type { GroupNetwork } from "#features/topology";
import { createIpamService, SUBNETS } from "../ipam-service";

/** Saving a group updates one subnet. */
const service = await createIpamService();
const { send, givenSubnet, newNetwork } = service;
afterAll(service.close);

const NOTHING: GroupNetwork = {
  ipRange: null,
  vlanId: null,
  gateway: null,
  dhcpStart: null,
  dhcpEnd: null,
  dnsServers: null,
};
const nobody = { userId: null, username: null, apiKeyId: null, sessionId: null };
const actor = { ...nobody, clientAddress: null, requestId: null };

const save = (after: Partial<GroupNetwork>, before?: Partial<GroupNetwork>) =>
  service.database.db.transaction((db) =>
    syncSubnetOfGroup(
      { db, actor },
      { before: before && { ...NOTHING, ...before }, after: { ...NOTHING, ...after } },
    ),
  );
const subnetOf = async ({ id }: { id: number }) => (await send(`GET ${SUBNETS}/${id}`)).body;

describe("the subnet of a group", () => {
  test("is found by its CIDR first, and takes all that the group says", async () => {
    const net = newNetwork();
    const byCidr = await givenSubnet(`${net}.0/24`);
    const byVlan = await givenSubnet(`${net}.0/16`, { vlan_id: "vlan-a" });
    await save({
      ipRange: `${net}.0/24`,
      vlanId: "vlan-a",
      gateway: `${net}.1`,
      dhcpStart: `${net}.10`,
      dhcpEnd: `${net}.20`,
      dnsServers: "9.9.9.9",
    });
    expect(await subnetOf(byCidr)).toMatchObject({
      vlan_id: "vlan-a",
      gateway: `${net}.1`,
      dhcp_start: `${net}.10`,
      dhcp_end: `${net}.20`,
      dns_servers: "9.9.9.9",
    });
    expect(await subnetOf(byVlan)).toMatchObject({ gateway: null });
    expect(await service.auditOf(`subnet:${byCidr.id}`, "ipam.subnet_updated")).toHaveLength(1);
  });

  test("then by its VLAN id, the old CIDR and the old VLAN id, and moves to the new network", async () => {
    const net = newNetwork();
    const first = await givenSubnet(`${net}.0/26`, { vlan_id: "vlan-b" });
    await save({ ipRange: `${net}.64/26`, vlanId: "vlan-b" });
    expect(await subnetOf(first)).toMatchObject({ cidr: `${net}.64/26` });
    await save({ ipRange: `${net}.128/26`, vlanId: "vlan-c" }, { ipRange: `${net}.64/26`, vlanId: "x" });
    expect(await subnetOf(first)).toMatchObject({ cidr: `${net}.128/26`, vlan_id: "vlan-c" });
    await save({ vlanId: "vlan-d" }, { vlanId: "vlan-c" });
    expect(await subnetOf(first)).toMatchObject({ cidr: `${net}.128/26`, vlan_id: "vlan-d" });
  });

  test("keeps what the group never said, and loses what it says no longer", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/24`, { gateway: `${net}.1`, dns_servers: "9.9.9.9" });
    await save({ ipRange: `${net}.0/24` });
    expect(await subnetOf(subnet)).toMatchObject({ gateway: `${net}.1`, dns_servers: "9.9.9.9" });
    await save({ ipRange: `${net}.0/24` }, { ipRange: `${net}.0/24`, gateway: `${net}.1` });
    expect(await subnetOf(subnet)).toMatchObject({ gateway: null, dns_servers: "9.9.9.9" });
  });

  test("loses a DHCP range that its new network has not", async () => {
    const net = newNetwork();
    const range = { dhcp_start: `${net}.10`, dhcp_end: `${net}.20` };
    const subnet = await givenSubnet(`${net}.0/25`, { vlan_id: "vlan-e", ...range });
    await save({ ipRange: `${net}.128/25`, vlanId: "vlan-e" });
    expect(await subnetOf(subnet)).toMatchObject({ cidr: `${net}.128/25`, dhcp_start: null, dhcp_end: null });
  });

  test("does not take over a gateway that its network has not", async () => {
    const net = newNetwork();
    const subnet = await givenSubnet(`${net}.0/25`, { vlan_id: "vlan-g", gateway: `${net}.1` });
    await save({ vlanId: "vlan-g", gateway: "198.51.100.1" });
    expect(await subnetOf(subnet)).toMatchObject({ gateway: null });
  });

  test("none is found: nothing happens; the same again: nothing is written", async () => {
    const net = newNetwork();
    await save({ ipRange: `${net}.0/24`, vlanId: "vlan-f" });
    const subnet = await givenSubnet(`${net}.0/24`);
    await save({ ipRange: `${net}.0/24` });
    expect(await service.auditOf(`subnet:${subnet.id}`, "ipam.subnet_updated")).toEqual([]);
  });
});
