import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#platform/database";
import { devices } from "./tables";

/** What a person calls the devices that `where` chooses, sw2 before sw10. */
export async function listDeviceNames(db: Db, where: SQL | undefined): Promise<string[]> {
  const { id, displayName, hostname, ipAddress, nameKey } = devices;
  const rows = await db
    .select({ name: sql<string>`coalesce(${displayName}, ${hostname}, ${ipAddress}, 'device ' || ${id})` })
    .from(devices)
    .where(where)
    .orderBy(nameKey, id);
  return rows.map(({ name }) => name);
}
