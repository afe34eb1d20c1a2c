import { asc, eq } from "drizzle-orm";
import { syncSubnetOfGroup } from "#features/ipam";
import { createGroup, createSite, indexKnown, SiteCreate, TopologyGroupCreate } from "#features/topology";
import type { Db } from "#platform/database";
import { sites, topologyGroups } from "#tables/topology";
import { createPlaceBook, type PlaceBook } from "./place-book";
import { RowFaults, type ImportRun } from "./rules";

/**
 * What an import finds when it begins. Only the sites and groups that its rows name are held until its transaction ends:
 * it is long, and who removes or renames others need not wait.
 */
export async function openRun(given: Omit<ImportRun, "sites" | "groups" | "devices">): Promise<ImportRun> {
  const { db } = given;
  const [groups, placed] = [await openGroups(given), await openSites(given)];
  return { ...given, groups, sites: placed, devices: await indexKnown(db) };
}

type Opening = Pick<ImportRun, "db" | "actor" | "may">;

async function openGroups(ctx: Opening): Promise<PlaceBook> {
  const { id, name, siteId, vlanId } = topologyGroups;
  const places = await ctx.db.select({ id, name, siteId, vlanId }).from(topologyGroups).orderBy(asc(id));
  const make = async (wanted: string) => {
    const made = await createGroup(
      { ...ctx, syncSubnet: syncSubnetOfGroup },
      TopologyGroupCreate.parse({ name: wanted }),
    );
    return { id: made.id, name: made.name, siteId: null, vlanId: null };
  };
  const book = createPlaceBook({ places, noun: "group", make: ctx.may("topology_write") ? make : undefined });
  return holdingNamed(book, { db: ctx.db, table: topologyGroups, noun: "group" });
}

async function openSites(ctx: Opening): Promise<PlaceBook> {
  const places = await readSites(ctx.db);
  const make = async (wanted: string) => {
    const made = await createSite(ctx, SiteCreate.parse({ name: wanted }));
    return { id: made.id, name: made.name, siteId: null, vlanId: null };
  };
  const book = createPlaceBook({ places, noun: "site", make: ctx.may("topology_write") ? make : undefined });
  return holdingNamed(book, { db: ctx.db, table: sites, noun: "site" });
}

type Held = { db: Db; table: typeof sites | typeof topologyGroups; noun: string };

/** A place that a row names stays until the transaction ends. */
function holdingNamed(book: PlaceBook, { db, table, noun }: Held): PlaceBook {
  const held = new Set<number>();
  return {
    ...book,
    async idOf(name, field) {
      const id = await book.idOf(name, field);
      if (held.has(id)) return id;
      const [row] = await db.select({ id: table.id }).from(table).where(eq(table.id, id)).for("key share");
      if (row === undefined)
        throw new RowFaults([{ field, msg: `Somebody has removed the ${noun} '${name}' meanwhile` }]);
      held.add(id);
      return id;
    },
  };
}

async function readSites(db: Db) {
  const { id, name } = sites;
  const rows = await db.select({ id, name }).from(sites).orderBy(asc(id));
  return rows.map((row) => ({ ...row, siteId: null, vlanId: null }));
}
