import { and, eq, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import type { SiteBelonging } from "#features/topology";
import { readAffected } from "#platform/http/affected";
import { subnets } from "../tables";

const Kept = z.array(z.looseObject({ id: z.int() }));

/** The subnets of a site that is removed, or comes back. */
export const subnetsAtSites: SiteBelonging = {
  kind: "subnets",
  table: subnets,
  readUnassigned: (db, siteId) =>
    readAffected(db, {
      from: subnets,
      where: eq(subnets.siteId, siteId),
      name: subnets.name,
      orderBy: [subnets.network],
    }),
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
