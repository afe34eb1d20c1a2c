import { and, eq, isNull, sql } from "drizzle-orm";
import { deviceAddresses, deviceInterfaces } from "../tables";
import { presentMoves, type DeviceMover, type Merge, type Moved } from "./mover";

/** Ports and further addresses: a port of a name that the kept device has is that one, and an address is had once. */
export const interfaceMover: DeviceMover = {
  columns: ["device_interfaces.device_id", "device_addresses.device_id"],
  async move(merge) {
    const interfaces = await moveInterfaces(merge);
    return presentMoves([...interfaces, ...(await moveAddresses(merge))]);
  },
};

async function moveInterfaces({ db, kept, gone }: Merge): Promise<Moved[]> {
  const joined = await db.execute<{ from: string; to: string; name: string }>(sql`
    SELECT i.id AS from, k.id AS to, i.name FROM device_interfaces i
      JOIN device_interfaces k ON k.device_id = ${kept} AND lower(k.name) = lower(i.name)
    WHERE i.device_id = ${gone} ORDER BY i.name_key`);
  for (const { from, to } of joined) {
    await db.execute(sql`
      UPDATE device_interfaces k SET mac_address = coalesce(k.mac_address, i.mac_address),
        description = coalesce(k.description, i.description)
      FROM device_interfaces i WHERE k.id = ${Number(to)} AND i.id = ${Number(from)}`);
    await db
      .update(deviceAddresses)
      .set({ deviceId: kept, interfaceId: Number(to) })
      .where(eq(deviceAddresses.interfaceId, Number(from)));
    await db.delete(deviceInterfaces).where(eq(deviceInterfaces.id, Number(from)));
  }
  const moved = await db
    .update(deviceInterfaces)
    .set({ deviceId: kept })
    .where(eq(deviceInterfaces.deviceId, gone))
    .returning({ id: deviceInterfaces.id, name: deviceInterfaces.name });
  await db.execute(sql`
    UPDATE device_addresses a SET device_id = i.device_id FROM device_interfaces i
    WHERE a.interface_id = i.id AND a.device_id = ${gone}`);
  return [
    { kind: "interfaces", outcome: "moved", names: moved.map(({ name }) => name) },
    { kind: "interfaces", outcome: "joined", names: joined.map(({ name }) => name) },
  ];
}

async function moveAddresses({ db, kept, gone }: Merge): Promise<Moved[]> {
  const moved = await db
    .update(deviceAddresses)
    .set({ deviceId: kept })
    .where(eq(deviceAddresses.deviceId, gone))
    .returning({ name: deviceAddresses.ipAddress });
  return [{ kind: "additional_addresses", outcome: "moved", names: moved.map(({ name }) => name) }];
}

/**
 * Leaves each address of a device once: what it has as its own address is no further one, and what is at an interface
 * needs no line without one. Adds the address of the device that went, where it would be lost.
 */
export async function tidyAddresses(
  { db, kept }: Pick<Merge, "db" | "kept">,
  { primary, lost }: { primary: string | null; lost: string | null },
): Promise<void> {
  if (lost !== null && lost !== primary)
    await db.insert(deviceAddresses).values({ deviceId: kept, interfaceId: null, ipAddress: lost });
  if (primary !== null)
    await db
      .delete(deviceAddresses)
      .where(
        and(
          eq(deviceAddresses.deviceId, kept),
          eq(deviceAddresses.ipAddress, primary),
          isNull(deviceAddresses.interfaceId),
        ),
      );
  await db.execute(sql`
    DELETE FROM device_addresses a USING device_addresses b
    WHERE a.device_id = ${kept} AND b.device_id = ${kept} AND a.address = b.address AND a.id <> b.id
      AND (a.interface_id IS NULL AND b.interface_id IS NOT NULL
        OR a.interface_id IS NOT DISTINCT FROM b.interface_id AND a.id > b.id)`);
}
