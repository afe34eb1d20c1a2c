import { and, eq, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import type { SiteBelonging } from "#features/topology";
import { subnets } from "../tables";

const Kept = z.array(z.looseObject({ id: z.int() }));

/** The subnets of a site that is removed, or comes back. */
export const subnetsAtSites: SiteBelonging = {
  kind: "subnets",
  table: subnets,
  async listNames(db, siteId) {
    const rows = await db
      .select({ name: subnets.name })
      .from(subnets)
      .where(eq(subnets.siteId, siteId))
      .orderBy(subnets.network);
    return rows.map(({ name }) => name);
  },
  async assign(db, { siteId, rows }) {
    const wanted = Kept.parse(rows).map(({ id }) => id);
    const moved = await db
      .update(subnets)
      .set({ siteId, updatedAt: new Date() })
      .where(and(inArray(subnets.id, wanted), isNull(subnets.siteId)))
      .returning({ id: subnets.id });
    return moved.length;
  },
};
