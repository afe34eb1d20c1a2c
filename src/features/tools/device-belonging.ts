import { inArray, sql } from "drizzle-orm";
import type { DeviceBelonging } from "#features/topology";
import { readAffected } from "#platform/http/affected";
import { toolResults } from "./tables";

/** What tools have answered of a device that is deleted, which goes for good. */
export const toolBelonging: DeviceBelonging = {
  kind: "tool_results",
  readRemoved: (db, ids) =>
    readAffected(db, {
      from: toolResults,
      where: inArray(toolResults.deviceId, [...ids]),
      name: sql`${toolResults.finding} ->> 'tool'`,
      orderBy: [toolResults.id],
    }),
};
