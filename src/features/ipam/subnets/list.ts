import type { SQL } from "drizzle-orm";
import type { Db } from "#platform/database";
import {
  compareNaturally,
  cutPage,
  mapPage,
  nameAndId,
  type MemoryOrdering,
  type Page,
} from "#platform/http/paging";
import { subnets } from "../tables";
import { subnetFilter } from "./filters";
import { toSubnetOut, type SubnetOut, type SubnetQuery, type SubnetRow } from "./models";
import { toBlock } from "./service";
import { measureUsage } from "./usage";
import { toTree } from "./usage-tree";

const BY_NAME: MemoryOrdering<SubnetRow> = {
  name: "subnets",
  keysOfRow: ({ name, id }) => [name, id],
  schema: nameAndId,
  compare: compareNaturally,
};

/**
 * The subnets that the filters let through, with how full they are, by name: all of them or a page. Throws 422 for a
 * bad cursor.
 */
export async function listSubnets({ db }: { db: Db }, query: SubnetQuery): Promise<Page<SubnetOut>> {
  const rows = await db.select().from(subnets);
  const nodes = toTree(rows.map(toBlock));
  const page = cutPage(await pickRows(db, { rows, filter: subnetFilter(query) }), query, BY_NAME);
  const shown = new Set(page.rows.map(({ id }) => id));
  // What is nested in a subnet counts for it too, so it is measured as if nothing else were there.
  const usages = await measureUsage(db, toTree(page.rows.map(toBlock)));
  const places = new Map(nodes.filter(({ id }) => shown.has(id)).map((node) => [node.id, node]));
  return mapPage(page, (row) => {
    const [place, usage] = [places.get(row.id), usages.get(row.id)];
    if (place === undefined || usage === undefined) throw new Error("our bug: a subnet was not measured");
    return toSubnetOut(row, { place, usage });
  });
}

/** Which lie in which is read of all rows, so the filter picks out of them. */
async function pickRows(
  db: Db,
  { rows, filter }: { rows: SubnetRow[]; filter: SQL | undefined },
): Promise<SubnetRow[]> {
  if (filter === undefined) return rows;
  const found = await db.select({ id: subnets.id }).from(subnets).where(filter);
  const ids = new Set(found.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}
