import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { createIpamService, RESERVATIONS, SUBNETS } from "./ipam-service";

/** What the lists of IPAM let through. */
const service = await createIpamService();
const { send, givenSubnet, givenReservation, givenLease } = service;
afterAll(service.close);

const LEASES = "/api/v1/ipam/dhcp-leases";

async function found(path: string, field: string): Promise<unknown[]> {
  const answer = await send(`GET ${path}`);
  expect(answer.status).toBe(200);
  const rows = z.array(z.record(z.string(), z.unknown())).parse(answer.body);
  expect(answer.headers.get("X-Total-Count")).toBe(String(rows.length));
  return rows.map((row) => row[field]);
}

beforeAll(async () => {
  const site = await send("POST /api/v1/topology/sites", { name: "Berlin" });
  const { id } = z.object({ id: z.int() }).parse(site.body);
  await givenSubnet("10.0.0.0/8", { name: "all" });
  await givenSubnet("10.1.0.0/16", { name: "Office", vlan_id: "10", site_id: id });
  await givenSubnet("10.1.2.0/24", { name: "office 2", vlan_id: "100", description: "second floor" });
  await givenSubnet("192.0.2.0/24", { name: "lab", notes: "50%_off", dns_servers: "9.9.9.9" });
  await givenSubnet("2001:db8::/32", { name: "six" });

  await givenReservation("10.1.2.10", { label: "Printer", mac_address: "00-00-5E-00-53-01" });
  await givenReservation("10.1.2.100", { label: "door", notes: "by the printer" });
  await givenReservation("2001:db8::7", { label: "six" });
  // As older versions stored it.
  await service.database
    .sql`UPDATE ip_reservations SET mac_address = '0000.5E00.5301' WHERE label = 'Printer'`;

  await givenLease("10.1.2.20", { hostname: "Laptop", mac: "00:00:5e:00:53:20" });
  await givenLease("10.1.2.200", { hostname: "phone", mac: "00:00:5e:00:54:01" });
  await givenLease("10.1.2.20", { hostname: "laptop of before", isClosed: true });
});

describe("GET /ipam/subnets", () => {
  test.each([
    ["cidr=10.1.0.0/16", ["Office"]],
    ["cidr=10.1.0.7/16", ["Office"]],
    ["cidr=2001:DB8:0::/32", ["six"]],
    ["cidr=10.1.0.0/17", []],
    ["contains=10.1.2.3", ["all", "Office", "office 2"]],
    ["contains=::ffff:10.1.9.9", ["all", "Office"]],
    ["contains=2001:db8::1", ["six"]],
    ["contains=203.0.113.1", []],
    ["within=10.1.0.0/16", ["Office", "office 2"]],
    ["within=10.1.0.0/17", ["office 2"]],
    ["within=0.0.0.0/0", ["all", "lab", "Office", "office 2"]],
    ["within=::/0", ["six"]],
    ["vlan_id=10", ["Office"]],
    ["site=berlin", ["Office"]],
    ["site=none", ["all", "lab", "office 2", "six"]],
    ["name=OFFICE", ["Office"]],
    ["search=OFF", ["lab", "Office", "office 2"]],
    ["search=floor", ["office 2"]],
    ["search=%25_", ["lab"]],
    ["search=10", ["all", "Office", "office 2"]],
    ["search=100", ["office 2"]],
    ["search=10.1.2.3", ["all", "Office", "office 2"]],
    ["search=9.9.9.9", ["lab"]],
    ["search=10.1.0.0/16", ["Office", "office 2"]],
    ["search=10.1.", ["Office", "office 2"]],
    ["search=%20", ["all", "lab", "Office", "office 2", "six"]],
    ["search=office&vlan_id=100", ["office 2"]],
  ])("%s", async (query, expected) => {
    expect(await found(`${SUBNETS}?${query}`, "name")).toEqual(expected);
  });

  test("a subnet that is found still says in which it lies", async () => {
    const { body } = await send(`GET ${SUBNETS}?cidr=10.1.2.0/24`);
    expect(body).toMatchObject([{ depth: 2, parent_id: expect.any(Number) }]);
  });

  test("pages have the filter, and count what it lets through", async () => {
    const first = await send(`GET ${SUBNETS}?within=10.0.0.0/8&limit=2`);
    expect(first.headers.get("X-Total-Count")).toBe("3");
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
    const second = await send(`GET ${next}`);
    expect(second.body).toMatchObject([{ name: "office 2" }]);
    expect(second.headers.get("X-Total-Count")).toBe("3");
  });
});

describe("GET /ipam/reservations", () => {
  test.each([
    ["ip_address=10.1.2.10", ["Printer"]],
    ["ip_address=::ffff:10.1.2.10", ["Printer"]],
    ["mac_address=0:0:5e:0:53:1", ["Printer"]],
    ["search=PRINTER", ["Printer", "door"]],
    ["search=10.1.2.10", ["Printer"]],
    ["search=10.1.2.", ["Printer", "door"]],
    ["search=10.0.0.0/8", ["Printer", "door"]],
    ["search=00:00:5E:00:53:01", ["Printer"]],
    ["search=5e:00:53", ["Printer"]],
    ["search=2001:db8:0::7", ["six"]],
    ["search=printer&state=expired", []],
  ])("%s", async (query, expected) => {
    expect(await found(`${RESERVATIONS}?${query}`, "label")).toEqual(expected);
  });

  test("who reserved it is searched for too", async () => {
    const { username } = service.admin;
    expect(await found(`${RESERVATIONS}?search=${username.toUpperCase()}`, "label")).toHaveLength(3);
  });
});

describe("GET /ipam/dhcp-leases", () => {
  test.each([
    ["ip_address=10.1.2.20", ["Laptop"]],
    ["mac_address=00005E005420", []],
    ["mac_address=0000.5e00.5320", ["Laptop"]],
    ["search=LAP", ["Laptop"]],
    ["search=10.1.2.2", []],
    ["search=10.1.2.0/25", ["Laptop"]],
    ["search=5e:00:5", ["Laptop", "phone"]],
    ["search=lap&is_active=false", []],
  ])("%s", async (query, expected) => {
    expect(await found(`${LEASES}?${query}`, "hostname")).toEqual(expected);
  });
});

test.each([
  [`${SUBNETS}?cidr=10.0.0.0/99`, "cidr"],
  [`${SUBNETS}?contains=10.0.0`, "contains"],
  [`${SUBNETS}?contains=10.0.0.0/8`, "contains"],
  [`${SUBNETS}?within=office`, "within"],
  [`${RESERVATIONS}?ip_address=10.1.2`, "ip_address"],
  [`${RESERVATIONS}?mac_address=00:00:5e`, "mac_address"],
  [`${LEASES}?ip_address=laptop`, "ip_address"],
  [`${LEASES}?mac_address=laptop`, "mac_address"],
  [`${LEASES}/history?mac_address=laptop`, "mac_address"],
])("what can be no value is refused with its name: %s", async (path, name) => {
  expect(await send(`GET ${path}`)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ["query", name] }] },
  });
});
