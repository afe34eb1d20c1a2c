import { sql } from "drizzle-orm";
import { deviceNameOf } from "#tables/topology";
import { monitors, serviceChecks } from "./tables";

/** What people call a target, in a statement that joins to it what it is about. */
export const targetName = sql<string>`CASE WHEN ${monitors.id} IS NOT NULL THEN ${monitors.name}
  WHEN ${serviceChecks.id} IS NOT NULL THEN ${serviceChecks.label} || ' on ' || ${deviceNameOf()} ELSE ${deviceNameOf()} END`;
