import { eq, sql } from "drizzle-orm";
import type { DeviceMover, Merge, Moved } from "#features/topology";
import { lldpNeighbours, lldpSources } from "./tables";

/** Gives what a device has heard, and as whom others have heard it, to another, with what people have corrected. */
export const neighbourDeviceMover: DeviceMover = {
  columns: ["lldp_neighbours.source_device_id", "lldp_neighbours.matched_device_id", "lldp_sources.id"],
  async move(merge) {
    const heard = await moveHeard(merge);
    const matched = await moveMatches(merge);
    await moveSource(merge);
    return [...heard, matched];
  },
};

/**
 * Of two rows on the same neighbour at the same port the one that a person has decided on stays, else the kept
 * device's.
 */
async function moveHeard({ db, kept, gone }: Merge): Promise<Moved[]> {
  const isSame = sql`g.protocol = k.protocol AND g.local_port_index = k.local_port_index AND g.remote_chassis_id = k.remote_chassis_id`;
  const isDecided = (row: "g" | "k") => {
    const [reason, dismissed] = [sql.raw(`${row}.match_reason`), sql.raw(`${row}.dismissed`)];
    return sql`(${reason} IS NOT DISTINCT FROM 'person' OR ${dismissed})`;
  };
  await db.execute(sql`
    DELETE FROM ${lldpNeighbours} k USING ${lldpNeighbours} g
    WHERE k.source_device_id = ${kept} AND g.source_device_id = ${gone} AND ${isSame}
      AND ${isDecided("g")} AND NOT ${isDecided("k")}`);
  const joined = await db.execute<{ name: string }>(sql`
    DELETE FROM ${lldpNeighbours} g USING ${lldpNeighbours} k
    WHERE g.source_device_id = ${gone} AND k.source_device_id = ${kept} AND ${isSame}
    RETURNING coalesce(g.remote_system_name, g.remote_chassis_id) AS name`);
  const moved = await db
    .update(lldpNeighbours)
    .set({ sourceDeviceId: kept })
    .where(eq(lldpNeighbours.sourceDeviceId, gone))
    .returning({
      name: sql<string>`coalesce(${lldpNeighbours.remoteSystemName}, ${lldpNeighbours.remoteChassisId})`,
    });
  return [
    { kind: "neighbours", outcome: "moved", names: moved.map(({ name }) => name) },
    { kind: "neighbours", outcome: "joined", names: joined.map(({ name }) => name) },
  ];
}

/** A device is no neighbour of its own. */
async function moveMatches({ db, kept, gone }: Merge): Promise<Moved> {
  const { sourceDeviceId, matchedDeviceId, localPortName, localPortIndex } = lldpNeighbours;
  const rows = await db
    .update(lldpNeighbours)
    .set({ matchedDeviceId: kept })
    .where(eq(matchedDeviceId, gone))
    .returning({ name: sql<string>`coalesce(${localPortName}, 'port ' || ${localPortIndex})` });
  await db
    .update(lldpNeighbours)
    .set({ matchedDeviceId: null, matchReason: null })
    .where(sql`${sourceDeviceId} = ${kept} AND ${matchedDeviceId} = ${kept}`);
  return { kind: "neighbour_matches", outcome: "moved", names: rows.map(({ name }) => name) };
}

/** When the device was asked, and when it is to be asked again, where the kept one never was. */
async function moveSource({ db, kept, gone }: Merge): Promise<void> {
  await db
    .update(lldpSources)
    .set({ id: kept })
    .where(
      sql`${lldpSources.id} = ${gone} AND NOT EXISTS (SELECT FROM ${lldpSources} k WHERE k.id = ${kept})`,
    );
}
