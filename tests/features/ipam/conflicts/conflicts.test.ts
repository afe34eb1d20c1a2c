import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { ConflictEntry } from "../../../../src/features/ipam/conflicts/models";
import { listConflicts } from "../../../../src/features/ipam/conflicts/service";
import { IpamSummary } from "../../../../src/features/ipam/summary/models";
import { createIpamService, RESERVATIONS, SUBNETS } from "../ipam-service";

const service = await createIpamService();
const { send, givenSubnet, givenReservation, givenDevice, givenLease, newNetwork } = service;
afterAll(service.close);

const conflicts = async () => z.array(ConflictEntry).parse((await send("GET /api/v1/ipam/conflicts")).body);
const conflictsAt = async (text: string) =>
  (await conflicts())
    .filter(({ description }) => description.includes(text))
    .map(({ type, severity }) => `${type} ${severity}`);

describe("a conflict", () => {
  test("outside of all subnets is a warning, but none before there is a subnet", async () => {
    const empty = await createIpamService();
    const typesOf = async () => {
      const { body } = await empty.send("GET /api/v1/ipam/conflicts");
      return z.array(ConflictEntry).parse(body);
    };
    const device = await empty.givenDevice("203.0.113.1", { name: "lost" });
    expect(await typesOf()).toEqual([]);
    const early = await empty.givenReservation("203.0.113.2");
    expect(await typesOf()).toEqual([]);
    await empty.send(`DELETE ${RESERVATIONS}/${early.id}`);
    await empty.givenSubnet("198.51.100.0/24");
    expect(await typesOf()).toEqual([
      {
        type: "ip_outside_subnet",
        severity: "warning",
        description: "203.0.113.1 of lost is in no subnet",
        ip: "203.0.113.1",
        device_id: device,
      },
    ]);
    await empty.givenSubnet("203.0.113.0/24");
    expect(await typesOf()).toEqual([]);
    await empty.close();
  });

  test("an address of two devices is an error, the primary one or another; of one device twice it is none", async () => {
    const net = newNetwork();
    await givenSubnet(`${net}.0/24`);
    const first = await givenDevice(`${net}.1`, { name: "left" });
    const second = await givenDevice(`${net}.2`, { name: "right" });
    const addAddress = (device: number, ip: string) =>
      service.database.sql`INSERT INTO device_addresses (device_id, ip_address) VALUES (${device}, ${ip})`;
    await addAddress(first, `${net}.1`);
    expect(await conflictsAt(`${net}.1`)).toEqual([]);
    await addAddress(second, `${net}.1`);
    const [entry] = (await conflicts()).filter(({ ip }) => ip === `${net}.1`);
    expect(entry).toEqual({
      type: "duplicate_ip",
      severity: "error",
      description: `${net}.1 is the address of 2 devices: left, right`,
      ip: `${net}.1`,
      device_id: first,
    });
  });

  test("an address that a device has twice, as its own and at an interface, is told of once", async () => {
    const net = newNetwork();
    await givenSubnet("198.51.100.0/24");
    await givenSubnet(`${net}.0/25`);
    for (const host of [1, 200]) {
      const device = await givenDevice(`${net}.${host}`, { name: "twice" });
      await service.database
        .sql`INSERT INTO device_addresses (device_id, ip_address) VALUES (${device}, ${`${net}.${host}`})`;
    }
    await givenReservation(`${net}.1`);
    expect(await conflictsAt(`${net}.1 `)).toEqual(["reserved_ip_in_use error"]);
    expect(await conflictsAt(`${net}.200 `)).toEqual(["ip_outside_subnet warning"]);
  });

  test("a MAC address of two devices is an error", async () => {
    const mac_address = "02:00:00:00:00:01";
    const device = await givenDevice("198.51.100.1", { mac_address });
    expect(await conflictsAt(mac_address)).toEqual([]);
    await givenDevice("198.51.100.2", { mac_address });
    const [entry] = (await conflicts()).filter(({ type }) => type === "duplicate_mac");
    expect(entry).toMatchObject({ severity: "error", ip: null, device_id: device });
  });

  test("a reserved address in use: error by a device, warning by a lease, none where the MAC is the reservation's", async () => {
    const net = newNetwork();
    await givenSubnet(`${net}.0/24`);
    for (const host of [1, 2]) await givenReservation(`${net}.${host}`);
    for (const host of [3, 4])
      await givenReservation(`${net}.${host}`, { mac_address: `02-00-00-00-01-0${host}` });
    const expired = await givenReservation(`${net}.5`);
    await service.expire(expired.id);
    await givenDevice(`${net}.1`);
    await givenLease(`${net}.2`);
    await givenDevice(`${net}.3`, { mac_address: "02:00:00:00:01:03" });
    await givenLease(`${net}.4`, { mac: "02:00:00:00:01:04" });
    await givenDevice(`${net}.5`);
    expect(await conflictsAt(`${net}.1 `)).toEqual(["reserved_ip_in_use error"]);
    expect(await conflictsAt(`${net}.2 `)).toEqual(["reserved_ip_in_use warning"]);
    for (const host of [3, 4, 5]) expect(await conflictsAt(`${net}.${host} `)).toEqual([]);
  });

  test("leases of a reserved address at several DHCP servers are one conflict, which names their clients", async () => {
    const net = newNetwork();
    await givenSubnet(`${net}.0/24`);
    await givenReservation(`${net}.1`);
    await givenLease(`${net}.1`, { hostname: "phone" });
    await givenLease(`${net}.1`, { hostname: "laptop", source: "second server" });
    await givenLease(`${net}.1`, { hostname: "laptop", source: "its partner" });
    const told = async () =>
      (await listConflicts(service.database)).flatMap(({ key, ip, description }) =>
        ip === `${net}.1` ? [{ key, description }] : [],
      );
    const key = `reserved_ip_in_use:${net}.1:warning`;
    expect(await told()).toEqual([{ key, description: `${net}.1 is reserved, and leased to laptop, phone` }]);
    await service.database.sql`UPDATE dhcp_leases SET is_active = false WHERE hostname = 'phone'`;
    expect(await told()).toEqual([{ key, description: `${net}.1 is reserved, and leased to laptop` }]);
    const keys = (await listConflicts(service.database)).map((conflict) => conflict.key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("a reservation is told of while its address is in no subnet, or not in the one that it names", async () => {
    const net = newNetwork();
    const { id } = await givenSubnet(`${net}.0/24`, { name: "lab" });
    const named = await givenReservation(`${net}.200`, { subnet_id: id, label: "printer" });
    const unnamed = await givenReservation(`${net}.201`, { label: "scanner" });
    await givenReservation(`${net}.10`, { subnet_id: id });
    const told = async () => (await conflicts()).filter(({ ip }) => ip?.startsWith(`${net}.`) === true);
    const entry = (ip: string, description: string): ConflictEntry => ({
      type: "ip_outside_subnet",
      severity: "warning",
      device_id: null,
      ip,
      description: `${ip}, reserved for ${description}`,
    });
    expect(await told()).toEqual([]);
    const shrunk = await send(`PATCH ${SUBNETS}/${id}`, { cidr: `${net}.0/25` });
    expect(shrunk.status).toBe(200);
    const notInLab = entry(`${net}.200`, `printer, is not in its subnet lab (${net}.0/25)`);
    const scannerInNone = entry(`${net}.201`, "scanner, is in no subnet");
    expect(await told()).toEqual([notInLab, scannerInNone]);
    const rest = await givenSubnet(`${net}.128/25`);
    expect(await told()).toEqual([notInLab]);
    await send(`PATCH ${RESERVATIONS}/${named.id}`, { subnet_id: rest.id });
    expect(await told()).toEqual([]);
    await send(`DELETE ${SUBNETS}/${rest.id}`);
    const printerInNone = entry(`${net}.200`, "printer, is in no subnet");
    expect(await told()).toEqual([printerInNone, scannerInNone]);
    await service.expire(unnamed.id);
    expect(await told()).toEqual([printerInNone]);
  });

  test("an address in a DHCP range that the DHCP server does not know of is a warning", async () => {
    const net = newNetwork();
    await givenSubnet(`${net}.0/24`, { dhcp_start: `${net}.100`, dhcp_end: `${net}.199` });
    await givenDevice(`${net}.100`);
    await givenDevice(`${net}.101`);
    await givenLease(`${net}.101`);
    await givenReservation(`${net}.102`, { label: "printer" });
    await givenDevice(`${net}.99`);
    expect(await conflictsAt(`${net}.100 `)).toEqual(["ip_in_dhcp_range warning"]);
    expect(await conflictsAt(`${net}.101 `)).toEqual([]);
    expect(await conflictsAt(`${net}.102`)).toEqual(["ip_in_dhcp_range warning"]);
    expect(await conflictsAt(`${net}.99 `)).toEqual([]);
  });

  test("nested subnets are none, two of the same VLAN or two with hosts of their own are", async () => {
    const net = newNetwork();
    await givenSubnet(`${net}.0/16`);
    await givenSubnet(`${net}.0/24`, { gateway: `${net}.1` });
    await givenSubnet(`${net}.64/26`);
    expect(await conflictsAt(`(${net}.`)).toEqual([]);
    await givenSubnet(`${net}.128/26`, { dhcp_start: `${net}.130`, dhcp_end: `${net}.140` });
    expect(await conflictsAt(`(${net}.128/26)`)).toEqual(["subnet_overlap warning"]);
    const other = newNetwork();
    await givenSubnet(`${other}.0/24`, { vlan_id: "v1" });
    await givenSubnet(`${other}.0/25`, { vlan_id: "v1" });
    await givenSubnet(`${other}.128/25`, { vlan_id: "v2" });
    expect(await conflictsAt(`(${other}.`)).toEqual(["subnet_overlap warning"]);
  });

  test("that is an error comes before warnings, and the summary counts all", async () => {
    const net = newNetwork();
    await givenSubnet(`${net}.0/24`, { dhcp_start: `${net}.1`, dhcp_end: `${net}.2` });
    await givenReservation(`${net}.1`);
    await givenDevice(`${net}.1`);
    const found = await conflicts();
    const severities = found.map(({ severity }) => severity);
    expect(new Set(severities).size).toBe(2);
    expect(severities).toEqual([...severities].sort());
    const summary = IpamSummary.parse((await send("GET /api/v1/ipam/summary")).body);
    expect(summary.conflict_count).toBe(found.length);
  });
});
