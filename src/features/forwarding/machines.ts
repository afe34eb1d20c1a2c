import { sql } from "drizzle-orm";
import { z } from "zod";
import { findCurrentAddresses } from "#features/bindings";
import { loadVendorLookup } from "#features/topology";
import type { Db } from "#platform/database";
import type { WorkerPool } from "#platform/workers";
import { deviceNameOf } from "#tables/topology";
import type { AttachedMachine, Attachment } from "./models";

export type MachineContext = {
  db: Db;
  pool: WorkerPool;
  /** Whether the caller may know what logs say of who had which address. */
  maySeeHolders: boolean;
};

/** What else is known of what hangs somewhere: whose MAC address it is, and its addresses. In the order given. */
export async function describeMachines(
  { db, pool, maySeeHolders }: MachineContext,
  attachments: readonly Attachment[],
): Promise<AttachedMachine[]> {
  if (attachments.length === 0) return [];
  const macAddresses = attachments.map(({ mac_address: macAddress }) => macAddress);
  const known = await readDevicesOf(db, macAddresses);
  const held = maySeeHolders ? await findCurrentAddresses(db, { macAddresses, at: new Date() }) : [];
  const current = Map.groupBy(held, ({ macAddress }) => macAddress);
  const vendorOf = await loadVendorLookup(pool);
  return attachments.map((attachment) => {
    const { mac_address: macAddress } = attachment;
    const device = known.get(macAddress);
    const own = current.get(macAddress) ?? [];
    return {
      ...attachment,
      vendor: vendorOf(macAddress),
      device: device === undefined ? null : { id: device.id, name: device.name },
      ip_addresses: [...new Set([...own.map(({ address }) => address), ...(device?.addresses ?? [])])],
      hostname: own.find(({ host }) => host !== null)?.host ?? null,
    };
  });
}

const DeviceRow = z.object({
  mac_address: z.string(),
  id: z.coerce.number(),
  name: z.string(),
  addresses: z.array(z.string()),
});

/** By MAC address the device that has it, itself or at an interface. Of several the first. */
async function readDevicesOf(
  db: Db,
  macAddresses: readonly string[],
): Promise<Map<string, z.infer<typeof DeviceRow>>> {
  const asked = JSON.stringify(macAddresses);
  const rows = await db.execute(sql`
    WITH asked AS MATERIALIZED (SELECT value AS mac_address FROM jsonb_array_elements_text(${asked}::text::jsonb)),
    found AS (
      SELECT mac_address, min(device_id) AS device_id FROM (
        SELECT device.mac_address, device.id AS device_id FROM devices device JOIN asked USING (mac_address)
        UNION ALL SELECT interface.mac_address, interface.device_id FROM device_interfaces interface
          JOIN asked USING (mac_address)) own
      GROUP BY mac_address)
    SELECT found.mac_address, device.id, ${deviceNameOf(sql`device`)} AS name,
      ARRAY(SELECT ip_address FROM every_device_address own WHERE own.device_id = device.id) AS addresses
    FROM found JOIN devices device ON device.id = found.device_id`);
  return new Map(
    z
      .array(DeviceRow)
      .parse([...rows])
      .map((row) => [row.mac_address, row]),
  );
}
