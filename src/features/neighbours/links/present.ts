import { asc, sql, type SQL } from "drizzle-orm";
import type { Db } from "#platform/database";
import { relationships } from "#tables/topology";
import { lldpNeighbours } from "../tables";
import { mayBeSameLink, pairOf, type Cable } from "./same-link";

/** Finds the link that a cable is, the oldest where it may be several; null: there is none. */
export type FindLink = (cable: Cable) => number | null;

/** The links between the pairs of devices that the chosen neighbours say; one statement whatever their number. */
export async function readPresentLinks(db: Db, neighbours: SQL): Promise<FindLink> {
  const { id, sourceDeviceId, targetDeviceId, sourceInterface, targetInterface } = relationships;
  const pairs = sql`(
    SELECT DISTINCT least(source_device_id, matched_device_id) AS low, greatest(source_device_id, matched_device_id) AS high
    FROM ${lldpNeighbours} WHERE matched_device_id IS NOT NULL AND ${neighbours}) pairs`;
  const rows = await db
    .select({
      id,
      one: sourceDeviceId,
      other: targetDeviceId,
      onePort: sourceInterface,
      otherPort: targetInterface,
    })
    .from(relationships)
    .innerJoin(
      pairs,
      sql`least(${sourceDeviceId}, ${targetDeviceId}) = pairs.low AND greatest(${sourceDeviceId}, ${targetDeviceId}) = pairs.high`,
    )
    .orderBy(asc(id));
  const byPair = Map.groupBy(rows, pairOf);
  return (cable) => byPair.get(pairOf(cable))?.find((link) => mayBeSameLink(link, cable))?.id ?? null;
}
