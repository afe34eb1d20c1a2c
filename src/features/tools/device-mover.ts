import { eq, sql } from "drizzle-orm";
import type { DeviceMover } from "#features/topology";
import { toolResults } from "./tables";

/** Gives the answers of tools that are kept on a device to another. */
export const toolDeviceMover: DeviceMover = {
  columns: ["tool_results.device_id"],
  async move({ db, kept, gone }) {
    const rows = await db
      .update(toolResults)
      .set({ deviceId: kept })
      .where(eq(toolResults.deviceId, gone))
      .returning({ name: sql<string>`${toolResults.finding} ->> 'tool'` });
    return [{ kind: "tool_results", outcome: "moved", names: rows.map(({ name }) => name) }];
  },
};
