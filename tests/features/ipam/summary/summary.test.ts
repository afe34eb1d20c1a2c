import { afterAll, expect, test } from "bun:test";
import { createIpamService } from "../ipam-service";

const service = await createIpamService();
const { send, givenSubnet, givenReservation, givenDevice, givenLease } = service;
afterAll(service.close);

const summary = () => send("GET /api/v1/ipam/summary");

test("an empty plan is all zeros", async () => {
  const empty = await createIpamService();
  const { body } = await empty.send("GET /api/v1/ipam/summary");
  await empty.close();
  expect(body).toMatchObject({
    subnet_count: 0,
    total_hosts: 0,
    used: 0,
    free: 0,
    utilization: 0,
    conflict_count: 0,
    dhcp_lease_count: 0,
    reservation_count: 0,
  });
});

test("subnets in others are not counted again, totals are exact, leases and reservations count whatever their state", async () => {
  await givenSubnet("10.0.0.0/24", { gateway: "10.0.0.1" });
  await givenSubnet("10.0.0.0/25");
  await givenSubnet("2001:db8::/32");
  await givenReservation("10.0.0.9");
  await givenReservation("2001:db8::9");
  await givenDevice("10.0.0.9");
  await givenLease("10.0.0.20");
  await givenLease("10.0.0.21", { isActive: false });
  await givenLease("10.0.0.22", { isClosed: true });
  await service.expire((await givenReservation("10.0.0.30")).id);
  const { body, text } = await summary();
  expect(body).toMatchObject({
    subnet_count: 3,
    used: 4,
    used_text: "4",
    dhcp_lease_count: 2,
    reservation_count: 3,
    conflict_count: 1,
    ipv4: { total_hosts: 254, used: 3, free: 251, utilization: 3 / 254 },
    ipv6: { used: 1, total_hosts_text: "79228162514264337593543950336" },
  });
  expect(text).toContain('"total_hosts":79228162514264337593543950590,');
  expect(text).toContain('"free":79228162514264337593543950586,');
});
