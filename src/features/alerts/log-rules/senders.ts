import { eq, sql } from "drizzle-orm";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { canonicalAddress } from "#platform/ip";
import { deviceNameOf, devices, everyDeviceAddress } from "#tables/topology";
import { deviceLabel } from "../words";

export type SenderDevice = { id: number; name: string };

/** The devices that send from these addresses; of several with one address the oldest. */
export async function readSenderDevices(
  db: Db,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, SenderDevice>> {
  const known = [...new Set(addresses)].filter((text) => canonicalAddress(text) !== undefined);
  if (known.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([everyDeviceAddress.address], {
      address: sql<string>`host(${everyDeviceAddress.address})`,
      id: devices.id,
      name: deviceNameOf(),
    })
    .from(everyDeviceAddress)
    .innerJoin(devices, eq(devices.id, everyDeviceAddress.deviceId))
    .where(sql`${everyDeviceAddress.address} = ${anyOf(known, "inet")}`)
    .orderBy(everyDeviceAddress.address, devices.id);
  return new Map(rows.map(({ address, ...device }) => [address, device]));
}

/** A sender as people know it: the device with its address, or the address alone. */
export function senderLabel(address: string, device: SenderDevice | undefined): string {
  return device === undefined ? address : deviceLabel({ name: device.name, address });
}
