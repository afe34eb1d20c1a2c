import { inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { addLost, restoreRows, type UndoRun } from "#features/undo";
import type { Db } from "#platform/database";
import { putBack, type PutBack, type StoredRow } from "#platform/put-back";
import type { DeviceBelonging, KeptBelonging } from "../devices/belonging";
import { deviceIdentities, favouriteDevices, relationships, topologyLayouts } from "../tables";

type Restorer = { kind: string } & Pick<KeptBelonging, "table" | "restore">;

const OWN: readonly Restorer[] = [
  { kind: "relationships", table: relationships, restore: restoreLinks },
  { kind: "identities", table: deviceIdentities },
  { kind: "favourites", table: favouriteDevices },
];

type Belongings = {
  kept: ReadonlyMap<string, readonly StoredRow[]>;
  /** In the order in which what they put back refers to one another. */
  belongings: readonly DeviceBelonging[];
};

/**
 * Puts back what went with a device, as far as it can; gives how many there are of each kind, and notes what is lost.
 */
export async function restoreBelongings(
  run: UndoRun,
  { kept, belongings }: Belongings,
): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const others = belongings.flatMap(({ kind, kept: own }) => (own === undefined ? [] : [{ kind, ...own }]));
  for (const { kind, table, restore } of [...OWN, ...others]) {
    const rows = kept.get(kind) ?? [];
    if (rows.length === 0) continue;
    found[kind] = await restoreRows(run, { kind, table, restore }, rows);
  }
  const places = await restorePlaces(run, kept.get("layout_positions") ?? []);
  return { ...found, layout_positions: places };
}

/** A link between two deleted devices is with both: who comes back second brings it. */
async function restoreLinks(db: Db, rows: readonly StoredRow[]): Promise<PutBack> {
  const result = await putBack(db, relationships, rows);
  const ids = result.taken.map((row) => Number(row["id"]));
  if (ids.length === 0) return result;
  const present = await db
    .select({ id: relationships.id })
    .from(relationships)
    .where(inArray(relationships.id, ids));
  const known = new Set(present.map(({ id }) => id));
  return { ...result, taken: result.taken.filter((row) => !known.has(Number(row["id"]))) };
}

const Place = z.object({ layout_id: z.int(), node: z.string(), position: z.unknown() });

/** A layout that has the node at another place by now keeps it. */
async function restorePlaces(run: UndoRun, rows: readonly StoredRow[]): Promise<number> {
  const { positions, id } = topologyLayouts;
  const lost: string[] = [];
  let count = 0;
  for (const { layout_id: layoutId, node, position } of z.array(Place).parse(rows)) {
    const placed = JSON.stringify({ [node]: position });
    const updated = await run.db
      .update(topologyLayouts)
      .set({ positions: sql`${placed}::text::jsonb || ${positions}` })
      .where(sql`${id} = ${layoutId}`)
      .returning({ id });
    if (updated.length === 0) lost.push(`${layoutId}:${node}`);
    else count += 1;
  }
  addLost(run, { kind: "layout_positions", keys: lost, reason: "their layout is not there any more" });
  return count;
}
