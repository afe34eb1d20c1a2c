import { sql } from "drizzle-orm";
import type { Actor } from "#features/audit";
import { createRelationship } from "#features/topology";
import type { Db } from "#platform/database";
import { invalid } from "#platform/errors";
import { getNeighbour } from "../rows";
import type { LldpLinkResult, LldpNeighbourRead } from "../models";
import { pairOf } from "./same-link";

type Context = { db: Db; actor: Actor };

const NO_MATCH = "No matched device — assign a device before creating a link.";
/** Of an interface's name at a link. */
const LONGEST_NAME = 120;

/**
 * Makes a neighbour a link of the map, marked as measured, unless there is one between the same ports in either
 * direction. Throws 404, 422 where it is matched to no device.
 */
export async function createLink(ctx: Context, neighbourId: number): Promise<LldpLinkResult> {
  return ctx.db.transaction(async (db) => {
    const neighbour = await getNeighbour(db, neighbourId);
    const { source_device_id: one, matched_device_id: other } = neighbour;
    if (other === null)
      throw invalid([{ loc: ["path", "neighbour_id"], msg: NO_MATCH, type: "value_error" }]);
    // The other end may have heard this one, and be made a link at the same moment.
    const pair = `link ${pairOf({ one, other })}`;
    await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${pair}, 0))`);
    const { relationship_id: present } = await getNeighbour(db, neighbourId);
    if (present !== null) return { relationship_id: present, created: false };
    const { id } = await createRelationship(
      { db, actor: ctx.actor },
      {
        source_device_id: one,
        target_device_id: other,
        source_interface: neighbour.local_port_name?.slice(0, LONGEST_NAME) ?? null,
        target_interface: neighbour.remote_port_name?.slice(0, LONGEST_NAME) ?? null,
        relationship_type: "link",
        allow_outbound: true,
        allow_inbound: true,
        notes: notesOf(neighbour),
        link_speed_mbps: null,
        origin: "measured",
      },
    );
    return { relationship_id: id, created: true };
  });
}

function notesOf(neighbour: LldpNeighbourRead): string {
  const { local_port_desc: description, local_port_id: id, local_port_index: index } = neighbour;
  return `${neighbour.protocol.toUpperCase()}: ${description ?? id ?? `port ${index}`}`;
}
