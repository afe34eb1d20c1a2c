import { eq } from "drizzle-orm";
import { recordAudit } from "#features/audit";
import { addConflict, readRequest, type ObjectKind } from "#features/undo";
import { pick, putBack } from "#platform/put-back";
import { RelationshipUpdate, toRelationshipRead } from "../links/models";
import { deleteRelationship, endsOf, getRelationship, updateRelationship } from "../links/service";
import { devices, relationships } from "../tables";

const SET_FIELDS = [
  "source_device_id",
  "target_device_id",
  "source_interface",
  "target_interface",
  "relationship_type",
  "allow_outbound",
  "allow_inbound",
  "notes",
  "link_speed_mbps",
];

/** How changes of links are taken back. */
export const LINKS: ObjectKind = {
  permission: "topology_write",
  actions: {
    created: ["topology.relationship_created"],
    updated: ["topology.relationship_updated"],
    deleted: ["topology.relationship_deleted"],
  },
  stored: { table: relationships },
  targetOf: (id) => `relationship:${id}`,
  nameOf: ({ source_device_id: source, target_device_id: target }) =>
    typeof source === "number" && typeof target === "number" ? `link ${source} - ${target}` : null,
  references: { source_device_id: devices, target_device_id: devices },
  comparable: (fields) => pick(fields, SET_FIELDS),
  async find(db, id) {
    const [row] = await db.select().from(relationships).where(eq(relationships.id, id)).for("update");
    return row && toRelationshipRead(row);
  },
  async change(ctx, { id, fields }) {
    await updateRelationship(ctx, {
      relationshipId: id,
      changes: readRequest(RelationshipUpdate, fields),
      ifMatch: undefined,
    });
  },
  async remove(ctx, id) {
    await deleteRelationship(ctx, { relationshipId: id, ifMatch: undefined, isDryRun: false });
  },
  async restore(run, { id, before, about }) {
    const { back, missing } = await putBack(run.db, relationships, [before]);
    if (back.length === 0) {
      const isGone = missing.length > 0;
      const message = isGone
        ? "a device that it links is not there any more: restore it first"
        : "a link of this type between these interfaces is there already";
      addConflict(run, about, { code: isGone ? "reference_gone" : "taken", message });
      return undefined;
    }
    const link = await getRelationship(run, id);
    await recordAudit(run, {
      action: "topology.relationship_created",
      target: `relationship:${id}`,
      detail: endsOf(link),
      after: link,
    });
    return {};
  },
};
