import { eq } from "drizzle-orm";
import { createSite, SiteCreate, SiteUpdate, updateSite } from "#features/topology";
import type { Db } from "#platform/database";
import { sites } from "#tables/topology";
import { readPlaces } from "./place-book";
import { readModel, saidOf } from "./read-model";
import type { KindRules } from "./rules";

/** A site is told by its name, in any case. */
export const SITE_RULES: KindRules = {
  kind: "site",
  permission: "topology_write",
  atOnce: 1,
  nameOf: ({ name = "" }) => String(name),
  read(run, { parent, ...fields }) {
    const { places, ids } = readPlaces(run, { parent }, [
      { column: "parent", field: "parent_id", book: "sites" },
    ]);
    const input = { ...fields, ...ids };
    const made = readModel(SiteCreate, input);
    const known = run.sites.find(made.name);
    // A name that only differs in case is no change.
    const said = { ...saidOf(Object.keys(input), made), name: known?.name ?? made.name };
    return { input: made, said, places };
  },
  keyOf: ({ said }) => String(said["name"]).toLowerCase(),
  find: (run, wanted) =>
    Promise.all(
      wanted.map(async ({ said }) => {
        const known = run.sites.find(String(said["name"]));
        return known && { id: known.id, fields: await siteFields(run.db, known.id) };
      }),
    ),
  targetOf: (id) => `site:${id}`,
  async create(run, wanted) {
    const ids: number[] = [];
    for (const { input } of wanted) {
      const { id, name } = await createSite(run, readModel(SiteCreate, input));
      run.sites.add({ id, name, siteId: null, vlanId: null });
      ids.push(id);
    }
    return ids;
  },
  async update(run, { id, fields }) {
    await updateSite(run, { siteId: id, changes: readModel(SiteUpdate, fields), ifMatch: undefined });
  },
};

async function siteFields(db: Db, id: number) {
  const { name, displayName, description, address, color, parentId } = sites;
  const [row] = await db
    .select({ name, display_name: displayName, description, address, color, parent_id: parentId })
    .from(sites)
    .where(eq(sites.id, id));
  return row ?? {};
}
