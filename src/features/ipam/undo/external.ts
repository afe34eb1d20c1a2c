import { eq } from "drizzle-orm";
import { z } from "zod";
import { readKept, recordAudit } from "#features/audit";
import { addConflict, addLost, readRequest, type ObjectKind } from "#features/undo";
import { pick, putBack } from "#platform/put-back";
import { deleteAssignment, updateAssignment } from "../external/assignments";
import {
  ExternalIpAssignmentUpdate,
  ExternalIpPoolUpdate,
  toAssignmentOut,
  toPoolFields,
} from "../external/models";
import { deletePool, requirePoolSpace, spaceColumns, updatePool } from "../external/pools";
import { externalAssignments, externalPools } from "../tables";

const POOL_FIELDS = ["name", "cidr", "provider", "account", "description"];
const Pool = z.looseObject({ cidr: z.string() });

const textOr = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** How changes of pools of public addresses are taken back. */
export const POOLS: ObjectKind = {
  permission: "ipam_write",
  actions: {
    created: ["ipam.external_pool_created"],
    updated: ["ipam.external_pool_updated"],
    deleted: ["ipam.external_pool_deleted"],
  },
  stored: { table: externalPools },
  targetOf: (id) => `external_pool:${id}`,
  nameOf: ({ name }) => textOr(name),
  comparable: (fields) => pick(fields, POOL_FIELDS),
  async find(db, id) {
    const [row] = await db.select().from(externalPools).where(eq(externalPools.id, id)).for("update");
    return row && toPoolFields(row);
  },
  async change(ctx, { id, fields }) {
    await updatePool(ctx, { id, changes: readRequest(ExternalIpPoolUpdate, fields), ifMatch: undefined });
  },
  alongside: {
    own: "external_pools",
    one: (ctx, id) => deletePool(ctx, { id, ifMatch: undefined, isDryRun: true }),
  },
  async remove(ctx, id) {
    await deletePool(ctx, { id, ifMatch: undefined, isDryRun: false });
  },
  async restore(run, { id, before, entry, about }) {
    const { db } = run;
    const { cidr, firstAddress, lastAddress } = spaceColumns(requirePoolSpace(Pool.parse(before).cidr));
    const row = { ...before, cidr, first_address: firstAddress, last_address: lastAddress };
    const { back } = await putBack(db, externalPools, [row]);
    if (back.length === 0) {
      const message = "a pool of this name or with some of these addresses is there already";
      addConflict(run, about, { code: "taken", message });
      return undefined;
    }
    const kept = (await readKept(db, entry, "removed")).get("external_assignments") ?? [];
    const assignments = await putBack(db, externalAssignments, kept);
    addLost(run, {
      kind: "external_assignments",
      keys: assignments.taken.map((one) => String(one["id"])),
      reason: "their address is tracked by now",
    });
    const [pool] = await db.select().from(externalPools).where(eq(externalPools.id, id));
    if (pool === undefined) throw new Error("our bug: a pool that was put back is not there");
    await recordAudit(run, {
      action: "ipam.external_pool_created",
      target: `external_pool:${id}`,
      detail: pool.cidr,
      after: toPoolFields(pool),
    });
    return { external_assignments: assignments.back.length };
  },
};

const ASSIGNMENT_FIELDS = [
  "pool_id",
  "ip_address",
  "label",
  "status",
  "provider",
  "account",
  "owner",
  "service",
  "tags",
  "notes",
];

/** How changes of single public addresses are taken back. */
export const ASSIGNMENTS: ObjectKind = {
  permission: "ipam_write",
  actions: {
    created: ["ipam.external_assignment_created"],
    updated: ["ipam.external_assignment_updated"],
    deleted: ["ipam.external_assignment_deleted"],
  },
  stored: { table: externalAssignments },
  targetOf: (id) => `external_assignment:${id}`,
  nameOf: ({ ip_address: address, label }) => textOr(address) ?? textOr(label),
  references: { pool_id: externalPools },
  comparable: (fields) => pick(fields, ASSIGNMENT_FIELDS),
  async find(db, id) {
    const [row] = await db
      .select()
      .from(externalAssignments)
      .where(eq(externalAssignments.id, id))
      .for("update");
    return row && toAssignmentOut(row);
  },
  async change(ctx, { id, fields }) {
    const changes = readRequest(ExternalIpAssignmentUpdate, fields);
    await updateAssignment(ctx, { id, changes, ifMatch: undefined });
  },
  async remove(ctx, id) {
    await deleteAssignment(ctx, { id, ifMatch: undefined, isDryRun: false });
  },
  async restore(run, { id, before, about }) {
    const { db } = run;
    const { ip_address: address, ...fields } = before;
    const { back, missing } = await putBack(db, externalAssignments, [{ ...fields, address }]);
    if (back.length === 0) {
      const isGone = missing.length > 0;
      const message = isGone
        ? "its pool is not there any more: restore it first"
        : "its address is tracked by now";
      addConflict(run, about, { code: isGone ? "reference_gone" : "taken", message });
      return undefined;
    }
    const [row] = await db.select().from(externalAssignments).where(eq(externalAssignments.id, id));
    if (row === undefined) throw new Error("our bug: an assignment that was put back is not there");
    const after = toAssignmentOut(row);
    await recordAudit(run, {
      action: "ipam.external_assignment_created",
      target: `external_assignment:${id}`,
      detail: after.ip_address,
      after,
    });
    return {};
  },
};
