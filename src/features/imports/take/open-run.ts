import { asc, eq } from "drizzle-orm";
import { syncSubnetOfGroup } from "#features/ipam";
import { createGroup, createSite, indexKnown, SiteCreate, TopologyGroupCreate } from "#features/topology";
import type { Db } from "#platform/database";
import { conflict } from "#platform/errors";
import { sites, topologyGroups } from "#tables/topology";
import { createHostBook } from "./host-book";
import { createMemberBook } from "./member-book";
import { createPlaceBook, type PlaceBook } from "./place-book";
import { readModel } from "./read-model";
import type { ImportRun, NamedBooks } from "./rules";

/**
 * What an import finds when it begins. Only the sites and groups that its rows name are held until its transaction ends:
 * it is long, and who removes or renames others need not wait.
 */
export async function openRun(
  given: Omit<ImportRun, keyof NamedBooks | "devices" | "members">,
): Promise<ImportRun> {
  const { db } = given;
  const groups = await openGroups(given);
  const placed = await openSites(given);
  const devices = await indexKnown(db);
  const hosts = createHostBook({ ...given, devices, mayMake: given.may("topology_write") });
  return { ...given, groups, sites: placed, devices, hosts, members: createMemberBook() };
}

type Opening = Pick<ImportRun, "db" | "may">;

async function openGroups(ctx: Opening): Promise<PlaceBook> {
  const { id, name, siteId, vlanId } = topologyGroups;
  const places = await ctx.db.select({ id, name, siteId, vlanId }).from(topologyGroups).orderBy(asc(id));
  const book = createPlaceBook({
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
  return holdingNamed(book, { table: topologyGroups, noun: "group" });
}

async function openSites(ctx: Opening): Promise<PlaceBook> {
  const places = await readSites(ctx.db);
  const book = createPlaceBook({
    places,
    noun: "site",
    mayMake: ctx.may("topology_write"),
    nameOf: (wanted) => readModel(SiteCreate, { name: wanted }).name,
    async make(run, wanted) {
      const made = await createSite(run, readModel(SiteCreate, { name: wanted }));
      return { id: made.id, name: made.name, siteId: null, vlanId: null };
    },
  });
  return holdingNamed(book, { table: sites, noun: "site" });
}

type Held = { table: typeof sites | typeof topologyGroups; noun: string };

/** A place that a row names stays until the transaction ends. */
function holdingNamed(book: PlaceBook, { table, noun }: Held): PlaceBook {
  const held = new Set<number>();
  return {
    ...book,
    async idOf(run, name) {
      const id = await book.idOf(run, name);
      if (held.has(id)) return id;
      const [row] = await run.db
        .select({ id: table.id })
        .from(table)
        .where(eq(table.id, id))
        .for("key share");
      if (row === undefined) throw conflict(`Somebody has removed the ${noun} '${name}' meanwhile`);
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
