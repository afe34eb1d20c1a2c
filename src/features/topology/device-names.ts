import type { SQL } from "drizzle-orm";
import type { Db } from "#platform/database";
import { readAffected, type Affected } from "#platform/http/affected";
import { deviceNameOf, devices } from "./tables";

/** What a person calls the devices that `where` chooses, sw2 before sw10. */
export async function listDeviceNames(db: Db, where: SQL | undefined): Promise<string[]> {
  const { id, nameKey } = devices;
  const rows = await db.select({ name: deviceNameOf() }).from(devices).where(where).orderBy(nameKey, id);
  return rows.map(({ name }) => name);
}

/** How many devices `where` chooses, and what a person calls the first of them. */
export function readAffectedDevices(db: Db, where: SQL | undefined): Promise<Affected> {
  const { id, nameKey } = devices;
  return readAffected(db, { from: devices, where, name: deviceNameOf(), orderBy: [nameKey, id] });
}
