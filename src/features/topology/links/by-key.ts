import { and, eq, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Actor } from "#features/audit";
import { findIds, type Keyed } from "#platform/http/upsert";
import { relationships } from "../tables";
import type { RelationshipCreate, RelationshipRead, RelationshipUpdate } from "./models";
import { createRelationship, getRelationship, updateRelationship } from "./service";

/**
 * A link under its ends: two devices, the interface at each, and the type, whichever end is called the source. It is
 * what the unique index of links is about.
 */
export function relationshipByKey(
  actor: Actor,
  link: RelationshipCreate,
): Keyed<RelationshipRead, RelationshipUpdate> {
  return {
    key: `${link.relationship_type} between devices ${describe(link)}`,
    find: (db) => findIds(db, { table: relationships, where: hasEndsOf(link) }),
    read: (db, id) => getRelationship({ db }, id),
    create: (db) => createRelationship({ db, actor }, link),
    update: (db, { id, ...change }) => updateRelationship({ db, actor }, { relationshipId: id, ...change }),
  };
}

/** The same for either direction, in whatever case the interfaces are written. */
function describe(link: RelationshipCreate): string {
  const ends = [
    [link.source_device_id, link.source_interface],
    [link.target_device_id, link.target_interface],
  ] as const;
  const [lower, higher] = ends.toSorted(([one], [other]) => one - other);
  return [lower, higher].map((end) => `${end?.[0]} ${(end?.[1] ?? "").toLowerCase()}`.trim()).join(" and ");
}

function hasEndsOf(link: RelationshipCreate): SQL | undefined {
  const { sourceDeviceId, targetDeviceId, sourceInterface, targetInterface, relationshipType } =
    relationships;
  const isForward = link.source_device_id < link.target_device_id;
  const [lower, higher] = isForward
    ? [link.source_device_id, link.target_device_id]
    : [link.target_device_id, link.source_device_id];
  const [atLower, atHigher] = isForward
    ? [link.source_interface, link.target_interface]
    : [link.target_interface, link.source_interface];
  const interfaceAt = (one: SQLWrapper, other: SQLWrapper) =>
    sql`lower(coalesce(case when ${sourceDeviceId} < ${targetDeviceId} then ${one} else ${other} end, ''))`;
  return and(
    eq(sql`least(${sourceDeviceId}, ${targetDeviceId})`, lower),
    eq(sql`greatest(${sourceDeviceId}, ${targetDeviceId})`, higher),
    sql`${interfaceAt(sourceInterface, targetInterface)} = lower(${atLower ?? ""})`,
    sql`${interfaceAt(targetInterface, sourceInterface)} = lower(${atHigher ?? ""})`,
    sql`lower(${relationshipType}) = lower(${link.relationship_type})`,
  );
}
