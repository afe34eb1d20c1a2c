import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { SubnetOut } from "../../../../src/features/ipam/subnets/models";
import { VlanSuggestion } from "../../../../src/features/ipam/vlans/models";
import { createIpamService, SUBNETS } from "../ipam-service";

const service = await createIpamService();
const { send, givenSubnet, newNetwork } = service;
afterAll(service.close);

type Group = Partial<
  Record<"display_name" | "vlan_id" | "ip_range" | "gateway" | "dhcp_start" | "dhcp_end", string>
>;

async function givenGroup({ name, ...fields }: Group & { name: string }): Promise<number> {
  const { display_name = null, vlan_id = null, ip_range = null, gateway = null } = fields;
  const { dhcp_start = null, dhcp_end = null } = fields;
  const [row] = await service.database.sql`
    INSERT INTO topology_groups (name, display_name, vlan_id, ip_range, gateway, dhcp_start, dhcp_end)
    VALUES (${name}, ${display_name}, ${vlan_id}, ${ip_range}, ${gateway}, ${dhcp_start}, ${dhcp_end}) RETURNING id`;
  return Number(row?.id);
}

const suggestions = async () =>
  z.array(VlanSuggestion).parse((await send("GET /api/v1/ipam/vlan-suggestions")).body);
const importGroups = (body: unknown) => send(`POST ${SUBNETS}/import-from-vlans`, body);
const subnetAt = async (cidr: string) =>
  z
    .array(SubnetOut)
    .parse((await send(`GET ${SUBNETS}`)).body)
    .find((subnet) => subnet.cidr === cidr);

describe("GET /ipam/vlan-suggestions", () => {
  test("gives the groups that have a network, and whether it is there already", async () => {
    const net = newNetwork();
    const here = await givenGroup({ name: "vlan 2", ip_range: `${net}.0/25`, vlan_id: "2" });
    const there = await givenGroup({ name: "vlan 10", ip_range: `${net}.128/25` });
    const without = await givenGroup({ name: "vlan 11" });
    await givenSubnet(`${net}.128/25`);
    const found = await suggestions();
    expect(found.find(({ id }) => id === here)).toEqual({
      id: here,
      name: "vlan 2",
      display_name: null,
      vlan_id: "2",
      ip_range: `${net}.0/25`,
      gateway: null,
      dns_servers: null,
      already_imported: false,
    });
    expect(found.find(({ id }) => id === there)?.already_imported).toBe(true);
    expect(found.some(({ id }) => id === without)).toBe(false);
    const names = found.map(({ name }) => name);
    expect(names.indexOf("vlan 2")).toBe(names.indexOf("vlan 10") - 1);
  });
});

describe("POST /ipam/subnets/import-from-vlans", () => {
  test("makes subnets; skips unknown groups, those without a network and what is there", async () => {
    const net = newNetwork();
    const ids = [
      await givenGroup({
        name: "a",
        display_name: "Office",
        ip_range: `${net}.0/25`,
        vlan_id: "7",
        gateway: `${net}.1`,
        dhcp_start: `${net}.10`,
        dhcp_end: `${net}.20`,
      }),
      await givenGroup({ name: "b", ip_range: `${net}.0/25` }),
      await givenGroup({ name: "c" }),
      await givenGroup({ name: "d", ip_range: `${net}.128/25`, gateway: "the router" }),
      987_654_321,
    ];
    expect(await importGroups({ group_ids: ids })).toMatchObject({ status: 200, body: { imported: 2 } });
    expect(await subnetAt(`${net}.0/25`)).toMatchObject({
      name: "Office",
      vlan_id: "7",
      gateway: `${net}.1`,
      dhcp_start: `${net}.10`,
      dhcp_end: `${net}.20`,
    });
    const second = await subnetAt(`${net}.128/25`);
    expect(second).toMatchObject({ name: "d", gateway: null });
    expect(await service.auditOf(`subnet:${second?.id}`)).toMatchObject([{ action: "ipam.subnet_created" }]);
    expect((await importGroups({ group_ids: ids })).body).toEqual({ imported: 0 });
    expect((await importGroups({ group_ids: [] })).body).toEqual({ imported: 0 });
  });

  test.each([
    ["absent", {}, ["body", "group_ids"]],
    ["no list", { group_ids: 1 }, ["body", "group_ids"]],
    ["of text", { group_ids: ["x"] }, ["body", "group_ids", 0]],
    ["of 5,001", { group_ids: Array.from({ length: 5001 }, (_, id) => id) }, ["body", "group_ids"]],
  ])("group_ids %s: 422", async (_, body, loc) => {
    expect(await importGroups(body)).toMatchObject({ status: 422, body: { detail: [{ loc }] } });
  });
});
