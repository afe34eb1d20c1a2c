import { z } from "@hono/zod-openapi";
import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#platform/database";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { deviceNameOf, devices, relationships } from "../tables";
import { RelationshipRead, toRelationshipRead } from "./models";

export const NamedLink = RelationshipRead.extend({
  source_device: z.string(),
  target_device: z.string(),
}).openapi("NamedLink");
export type NamedLink = z.infer<typeof NamedLink>;

type Row = { link: typeof relationships.$inferSelect; source: string; target: string };

const BY_ID: Ordering<Row> = {
  name: "named relationships",
  keys: [{ column: relationships.id, type: "bigint", of: ({ link }) => link.id }],
};

/** The links with the names of their devices, by id: all of them or a page. Throws 422 for a bad cursor. */
export async function listNamedLinks({ db }: { db: Db }, query: PageQuery): Promise<Page<NamedLink>> {
  const source = alias(devices, "source");
  const target = alias(devices, "target");
  const page = await readPage(query, {
    order: BY_ID,
    rows: ({ after, orderBy, limit }) =>
      db
        .select({ link: relationships, source: deviceNameOf(sql`source`), target: deviceNameOf(sql`target`) })
        .from(relationships)
        .innerJoin(source, eq(source.id, relationships.sourceDeviceId))
        .innerJoin(target, eq(target.id, relationships.targetDeviceId))
        .where(after)
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(relationships),
  });
  return mapPage(page, (row) => ({
    ...toRelationshipRead(row.link),
    source_device: row.source,
    target_device: row.target,
  }));
}
