import { sql } from "drizzle-orm";
import { deviceNameOf, devices } from "#tables/topology";

/** What people call a device, in a statement that joins to it what may be there; null where it is not. */
export const presentDeviceName = sql<
  string | null
>`CASE WHEN ${devices.id} IS NOT NULL THEN ${deviceNameOf()} END`;
