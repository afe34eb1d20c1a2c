import { eq } from "drizzle-orm";
import type { Db } from "#platform/database";
import { invalid } from "#platform/errors";
import { devices } from "#tables/topology";
import type { Condition } from "./predicate";

/**
 * The condition that an event is a device's: it sent it, or is an end of the flow. A device without an address has none.
 * @throws ApiError 422 where there is no such device.
 */
export async function compileDevice(db: Db, deviceId: number): Promise<Condition> {
  const values = await listDeviceAddresses(db, deviceId);
  const columns = ["sender", "src_ip", "dst_ip", "nat_src_ip", "nat_dst_ip"] as const;
  return { kind: "any of", columns, values, isNegated: false };
}

async function listDeviceAddresses(db: Db, deviceId: number): Promise<string[]> {
  const rows = await db.select({ address: devices.ipAddress }).from(devices).where(eq(devices.id, deviceId));
  if (rows.length === 0) {
    const msg = "Value error, there is no such device";
    throw invalid([{ loc: ["query", "device_id"], msg, type: "value_error" }]);
  }
  return rows.flatMap(({ address }) => address ?? []);
}
