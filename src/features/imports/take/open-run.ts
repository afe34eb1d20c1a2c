import { asc } from "drizzle-orm";
import { syncSubnetOfGroup } from "#features/ipam";
import { createGroup, createSite, indexKnown, SiteCreate, TopologyGroupCreate } from "#features/topology";
import type { Db } from "#platform/database";
import { sites, topologyGroups } from "#tables/topology";
import { createPlaceBook, type PlaceBook } from "./place-book";
import { readModel } from "./read-model";
import type { ImportRun } from "./rules";

/** What an import finds when it begins. Sites and groups stay until its transaction ends. */
export async function openRun(given: Omit<ImportRun, "sites" | "groups" | "devices">): Promise<ImportRun> {
  const { db } = given;
  const [groups, placed] = [await openGroups(given), await openSites(given)];
  return { ...given, groups, sites: placed, devices: await indexKnown(db) };
}

type Opening = Pick<ImportRun, "db" | "may">;

/** In the order in which other writers lock them. */
async function openGroups(ctx: Opening): Promise<PlaceBook> {
  const { id, name, siteId, vlanId } = topologyGroups;
  const places = await ctx.db
    .select({ id, name, siteId, vlanId })
    .from(topologyGroups)
    .orderBy(asc(id))
    .for("key share");
  return createPlaceBook({
    places,
    noun: "group",
    mayMake: ctx.may("topology_write"),
    nameOf: (wanted) => readModel(TopologyGroupCreate, { name: wanted }).name,
    async make(run, wanted) {
      const given = readModel(TopologyGroupCreate, { name: wanted });
      const made = await createGroup({ ...run, syncSubnet: syncSubnetOfGroup }, given);
      return { id: made.id, name: made.name, siteId: null, vlanId: null };
    },
  });
}

async function openSites(ctx: Opening): Promise<PlaceBook> {
  const places = await readSites(ctx.db);
  return createPlaceBook({
    places,
    noun: "site",
    mayMake: ctx.may("topology_write"),
    nameOf: (wanted) => readModel(SiteCreate, { name: wanted }).name,
    async make(run, wanted) {
      const made = await createSite(run, readModel(SiteCreate, { name: wanted }));
      return { id: made.id, name: made.name, siteId: null, vlanId: null };
    },
  });
}

async function readSites(db: Db) {
  const { id, name } = sites;
  const rows = await db.select({ id, name }).from(sites).orderBy(asc(id)).for("key share");
  return rows.map((row) => ({ ...row, siteId: null, vlanId: null }));
}
