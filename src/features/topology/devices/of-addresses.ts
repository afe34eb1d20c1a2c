import { z } from "@hono/zod-openapi";
import { eq, sql } from "drizzle-orm";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { ipAddress } from "#platform/http/fields";
import { canonicalAddress } from "#platform/ip";
import { deviceNameOf, devices, everyDeviceAddress } from "../tables";

/** Those of a page of events with every end, translations and senders too. */
const MOST = 2500;

export const DevicesOfAddressesRequest = z
  .object({ ip_addresses: z.array(ipAddress()).max(MOST) })
  .openapi("DevicesOfAddressesRequest");

const DeviceOfAddress = z
  .object({
    ip_address: z.string().openapi({ description: "in its shortest form (RFC 5952)", example: "192.0.2.10" }),
    id: z.int(),
    name: z.string().openapi({ example: "printer-3" }),
  })
  .openapi("DeviceOfAddress");

export const DevicesOfAddresses = z
  .object({
    devices: z.array(DeviceOfAddress).openapi({
      description: "of several devices with one address the oldest; addresses of none are left out",
    }),
  })
  .openapi("DevicesOfAddresses");

/** A device as people call it. */
export type NamedDevice = { id: number; name: string };

/** The devices that have these addresses, any of their own; of several with one address the oldest. */
export async function findDevicesOfAddresses(
  db: Db,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, NamedDevice>> {
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
