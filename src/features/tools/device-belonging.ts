import { inArray, sql } from "drizzle-orm";
import type { DeviceBelonging } from "#features/topology";
import { toolResults } from "./tables";

/** What tools have answered of a device that is deleted, which goes for good. */
export const toolBelonging: DeviceBelonging = {
  kind: "tool_results",
  async listNames(db, ids) {
    const rows = await db
      .select({ name: sql<string>`${toolResults.finding} ->> 'tool'` })
      .from(toolResults)
      .where(inArray(toolResults.deviceId, [...ids]))
      .orderBy(toolResults.id);
    return rows.map(({ name }) => name);
  },
};
