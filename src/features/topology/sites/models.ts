import { z } from "@hono/zod-openapi";
import { filterText, integerOrNull, optionalText, timestamp, toTimestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { color } from "../devices/fields";
import { placeName } from "../place-name";
import type { sites } from "../tables";

const fields = {
  name: placeName("Site name is required").openapi({ example: "headquarters" }),
  display_name: optionalText(120),
  description: optionalText(2000),
  address: optionalText(255).openapi({ description: "postal" }),
  color,
  parent_id: integerOrNull().openapi({ description: "the site that it is a location of" }),
};

export const SiteCreate = z
  .object({
    ...fields,
    display_name: fields.display_name.default(null),
    description: fields.description.default(null),
    address: fields.address.default(null),
    color: fields.color.default(null),
    parent_id: fields.parent_id.default(null),
  })
  .openapi("SiteCreate");
export type SiteCreate = z.output<typeof SiteCreate>;

export const SiteUpdate = z
  .object(fields)
  .partial()
  .openapi("SiteUpdate", { description: "Absent fields keep their value." });
export type SiteUpdate = z.output<typeof SiteUpdate>;

/** All that are given must hold. */
export const SiteQuery = z.object({
  search: filterText.optional().openapi({ description: "part of the names, description or postal address" }),
  name: filterText.optional().openapi({ description: "the whole name, in any case" }),
  ...pagingFields,
});
export type SiteQuery = z.output<typeof SiteQuery>;

const text = z.string().nullable();

export const SiteRead = z
  .object({
    id: z.int(),
    name: z.string(),
    display_name: text,
    description: text,
    address: text,
    color: text,
    parent_id: z.int().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .openapi("SiteRead");
export type SiteRead = z.infer<typeof SiteRead>;

export function toSiteRead(row: typeof sites.$inferSelect): SiteRead {
  return {
    id: row.id,
    name: row.name,
    display_name: row.displayName,
    description: row.description,
    address: row.address,
    color: row.color,
    parent_id: row.parentId,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}

/** The columns of a site's own fields. */
export function toSiteColumns(site: SiteCreate) {
  return {
    name: site.name,
    displayName: site.display_name,
    description: site.description,
    address: site.address,
    color: site.color,
    parentId: site.parent_id,
  };
}
