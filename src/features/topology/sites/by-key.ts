import { eq } from "drizzle-orm";
import type { Actor } from "#features/audit";
import { findIds, type Keyed } from "#platform/http/upsert";
import { sites } from "../tables";
import type { SiteCreate, SiteRead, SiteUpdate } from "./models";
import { createSite, getSite, updateSite } from "./service";

/** A site under its name. */
export function siteByKey(actor: Actor, site: SiteCreate): Keyed<SiteRead, SiteUpdate> {
  return {
    key: `site named ${site.name}`,
    find: (db) => findIds(db, { table: sites, where: eq(sites.name, site.name) }),
    read: (db, id) => getSite({ db }, id),
    create: (db) => createSite({ db, actor }, site),
    update: (db, { id, ...change }) => updateSite({ db, actor }, { siteId: id, ...change }),
  };
}
