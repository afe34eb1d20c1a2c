import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { devices, relationships, topologyGroups } from "#tables/topology";
import { users } from "#tables/users";
import type { DashboardSummary } from "./models";

/** How much of everything there is, deactivated users included. */
export async function getSummary({ db }: { db: Db }): Promise<DashboardSummary> {
  const [counts] = await db.execute<DashboardSummary>(sql`
    SELECT (SELECT count(*)::int FROM ${users}) AS user_count,
      (SELECT count(*)::int FROM ${devices}) AS device_count,
      (SELECT count(*)::int FROM ${topologyGroups}) AS group_count,
      (SELECT count(*)::int FROM ${relationships}) AS relationship_count`);
  if (counts === undefined) throw new Error("our bug: a select without a table gave no row");
  return counts;
}
