import { afterAll, describe, expect, test } from "bun:test";
import blocks from "oui-data" with { type: "json" };
import { DeviceWritten } from "../../../../src/features/topology/devices/models";
import {
  compactRegistry,
  findVendor,
  isLocallyAdministered,
} from "../../../../src/features/topology/devices/vendor-registry";
import { createTestService } from "../../../support/app";

const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

describe("the registry", () => {
  const small = compactRegistry({
    "00000C": "Cisco Systems, Inc\n170 West Tasman\nSan Jose\nUnited States",
    "70B3D5": "IEEE Registration Authority\nPiscataway",
    "70B3D5001": "Small block\nSomewhere",
    "8C1F641": "Medium block",
    FCFFFF: "Last",
  });

  test.each([
    ["00:00:0c:12:34:56", "Cisco Systems, Inc"],
    ["70:b3:d5:00:1f:ff", "Small block"],
    ["70:b3:d5:00:2f:ff", "IEEE Registration Authority"],
    ["8c:1f:64:1f:ff:ff", "Medium block"],
    ["8c:1f:64:2f:ff:ff", null],
    ["fc:ff:ff:00:00:00", "Last"],
    ["00:00:00:00:00:00", null],
    ["02:00:0c:12:34:56", null],
  ])("%s is registered to %p", (macAddress, vendor) => {
    expect(findVendor(small, macAddress)).toBe(vendor);
  });

  test("finds every block of the packaged data set", () => {
    const registry = compactRegistry(blocks);
    const missed = Object.entries(blocks).filter(([prefix, entry]) => {
      const macAddress = prefix
        .padEnd(12, "0")
        .toLowerCase()
        .replace(/(..)(?!$)/g, "$1:");
      const vendor = findVendor(registry, macAddress);
      return (
        vendor !== (entry.split("\n")[0] ?? "").trim().slice(0, 120) && !isLocallyAdministered(macAddress)
      );
    });
    // The longest prefix counts: a block that begins another one has its own first address only where that is not
    // taken.
    expect(missed.filter(([prefix]) => prefix.length === 9)).toEqual([]);
    expect(missed.length).toBeLessThan(500);
    expect(Object.keys(blocks).length).toBeGreaterThan(30_000);
  });
});

describe("a device's vendor", () => {
  const path = "/api/v1/topology/devices";
  const create = async (body: object) =>
    DeviceWritten.parse((await service.call(`POST ${path}`, { token, body })).body);
  const change = async (id: number, body: object) =>
    DeviceWritten.parse((await service.call(`PATCH ${path}/${id}`, { token, body })).body);
  const CISCO = "00:00:0c:01:02:03";
  const XEROX = "00:00:01:01:02:03";

  test("comes from the MAC address where nobody typed one, and follows it", async () => {
    const device = await create({ mac_address: CISCO });
    expect(device).toMatchObject({ vendor: "Cisco Systems, Inc", mac_is_local: false });
    expect((await change(device.id, { mac_address: XEROX })).vendor).toBe("XEROX CORPORATION");
    expect((await change(device.id, { notes: "x" })).vendor).toBe("XEROX CORPORATION");
    expect((await change(device.id, { mac_address: null })).vendor).toBeNull();
  });

  test("that was typed stays, whatever the MAC address", async () => {
    const typed = await create({ mac_address: CISCO, vendor: "Typed" });
    expect(typed.vendor).toBe("Typed");
    expect((await change(typed.id, { mac_address: XEROX })).vendor).toBe("Typed");
    const later = await create({});
    await change(later.id, { vendor: "Typed later" });
    expect((await change(later.id, { mac_address: CISCO })).vendor).toBe("Typed later");
  });

  test("is not guessed from a locally administered address, which is flagged", async () => {
    expect(await create({ mac_address: "02:00:0c:01:02:03" })).toMatchObject({
      vendor: null,
      mac_is_local: true,
    });
  });

  test("is filled by an import too, for new devices and for known ones without", async () => {
    const { id } = await create({ ip_address: "10.4.0.1" });
    const devices = [
      { ip_address: "10.4.0.1", mac_address: "00:00:0c:01:02:06" },
      { ip_address: "10.4.0.2", mac_address: "00:00:0c:01:02:04" },
      { ip_address: "10.4.0.3", mac_address: "00:00:0c:01:02:05", vendor: "Typed" },
    ];
    await service.call(`POST ${path}/import?mode=upsert`, { token, body: { devices } });
    const rows = await service.database.sql`
      SELECT vendor, is_vendor_derived AS derived FROM devices WHERE ip_address LIKE '10.4.0.%' ORDER BY address`;
    expect([...rows]).toEqual([
      { vendor: "Cisco Systems, Inc", derived: true },
      { vendor: "Cisco Systems, Inc", derived: true },
      { vendor: "Typed", derived: false },
    ]);
    expect(id).toBePositive();
  });
});
