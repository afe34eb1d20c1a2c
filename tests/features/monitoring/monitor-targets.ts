import { and, eq } from "drizzle-orm";
import type { Db } from "#platform/database";
import { checkTargets } from "../../../src/features/monitoring/tables";
import { waitFor } from "../../support/wait-for";

/** What monitors have come to, by their ids. */
export function monitorTargets(db: Db) {
  async function targetOf(id: number) {
    const [target] = await db
      .select()
      .from(checkTargets)
      .where(and(eq(checkTargets.kind, "monitor"), eq(checkTargets.monitorId, id)));
    return target;
  }
  const untilState = (id: number, state: string) =>
    waitFor(
      `monitor ${id} to be ${state}`,
      async () => {
        const target = await targetOf(id);
        return target?.state === state && target;
      },
      20_000,
    );
  return { targetOf, untilState };
}
