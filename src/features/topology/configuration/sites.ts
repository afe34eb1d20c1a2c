import { asc } from "drizzle-orm";
import {
  defaultsOf,
  eachOf,
  fieldsOf,
  fromPlainItem,
  idOf,
  named,
  textOf,
  toPlainItem,
  type ConfigurationKind,
  type Form,
} from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import { SiteCreate, SiteUpdate, toSiteRead } from "../sites/models";
import { createSite, deleteSite, updateSite, type DeletionContext } from "../sites/service";
import { sites } from "../tables";

const OWN = ["name", "display_name", "description", "address", "color"];
const FORM: Form = [...OWN, { field: "parent", column: "parent_id", kind: "sites" }];

/** Sites, by name. */
export function siteKind({ belongings }: Pick<DeletionContext, "belongings">): ConfigurationKind {
  return {
    name: "sites",
    noun: "site",
    key: "its name",
    reads: "authenticated",
    writes: { permission: "topology_write" },
    refersTo: ["sites"],
    isKeyUnique: true,
    fields: { ...fieldsOf(SiteCreate.shape, OWN), parent: named("the site that it is a location of") },
    defaults: { ...defaultsOf(SiteCreate.shape, OWN), parent: null },
    keyOf: (fields) => textOf(fields, "name"),
    namesOwn: (fields) => [idOf(fields, "parent_id")].filter((id) => id !== null),
    nameOf: (fields) => textOf(fields, "name"),
    toItem: (fields, names) => toPlainItem(FORM, fields, names),
    fromItem: (item, ids) => fromPlainItem(FORM, item, ids),
    async read(db) {
      const rows = await db.select().from(sites).orderBy(asc(sites.id));
      return rows.map((row) => ({ id: row.id, fields: toSiteRead(row) }));
    },
    create: (ctx, things) =>
      eachOf(things, async ({ fields }) => (await createSite(ctx, readRequest(SiteCreate, fields))).id),
    async update(ctx, changes) {
      for (const { id, fields } of changes)
        await updateSite(ctx, { siteId: id, changes: readRequest(SiteUpdate, fields), ifMatch: undefined });
    },
    async remove(ctx, gone) {
      for (const { id } of gone)
        await deleteSite({ ...ctx, belongings }, { siteId: id, ifMatch: undefined, isDryRun: false });
    },
  };
}
