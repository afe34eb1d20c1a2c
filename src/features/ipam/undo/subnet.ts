import { and, eq, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import { readKept, recordAudit } from "#features/audit";
import {
  addConflict,
  addLost,
  readRequest,
  type ObjectKind,
  type Restoring,
  type UndoRun,
} from "#features/undo";
import { pick, putBack } from "#platform/put-back";
import { sites } from "#tables/topology";
import { SubnetUpdate, toSubnetFields } from "../subnets/models";
import { deleteSubnet, findSubnetRow, updateSubnet } from "../subnets/service";
import { ipReservations, subnets } from "../tables";

const SET_FIELDS = [
  "name",
  "cidr",
  "description",
  "notes",
  "vlan_id",
  "site_id",
  "gateway",
  "dhcp_start",
  "dhcp_end",
  "dns_servers",
  "is_pool",
];

const Named = z.looseObject({ id: z.int() });

/** How changes of subnets are taken back. */
export const SUBNETS: ObjectKind = {
  permission: "ipam_write",
  actions: {
    created: ["ipam.subnet_created"],
    updated: ["ipam.subnet_updated"],
    deleted: ["ipam.subnet_deleted"],
  },
  stored: { table: subnets },
  targetOf: (id) => `subnet:${id}`,
  nameOf: ({ name, cidr }) => (typeof name === "string" ? name : typeof cidr === "string" ? cidr : null),
  references: { site_id: sites },
  comparable: (fields) => pick(fields, SET_FIELDS),
  async find(db, id) {
    const [row] = await db.select().from(subnets).where(eq(subnets.id, id)).for("update");
    return row && toSubnetFields(row);
  },
  async change(ctx, { id, fields }) {
    await updateSubnet(ctx, { id, changes: readRequest(SubnetUpdate, fields), ifMatch: undefined });
  },
  alongside: {
    own: "subnets",
    one: (ctx, id) => deleteSubnet(ctx, { id, ifMatch: undefined, isDryRun: true }),
  },
  async remove(ctx, id) {
    await deleteSubnet(ctx, { id, ifMatch: undefined, isDryRun: false });
  },
  restore: restoreSubnet,
};

async function restoreSubnet(
  run: UndoRun,
  { id, before, entry, about }: Restoring,
): Promise<Record<string, number> | undefined> {
  const { db } = run;
  const { cidr: network, ...fields } = before;
  const { back, missing } = await putBack(db, subnets, [{ ...fields, network }]);
  if (back.length === 0) {
    addConflict(run, about, {
      code: "taken",
      field: "cidr",
      message: "a subnet with this CIDR is there already",
    });
    return undefined;
  }
  for (const { column } of missing)
    addLost(run, { kind: column, keys: [id], reason: "what it named is not there any more" });
  const wanted = ((await readKept(db, entry, "unassigned")).get("reservations") ?? []).map(
    (row) => Named.parse(row).id,
  );
  const moved = await db
    .update(ipReservations)
    .set({ subnetId: id, updatedAt: new Date() })
    .where(and(inArray(ipReservations.id, wanted), isNull(ipReservations.subnetId)))
    .returning({ id: ipReservations.id });
  const present = new Set(moved.map((row) => row.id));
  addLost(run, {
    kind: "reservations",
    keys: wanted.filter((one) => !present.has(one)),
    reason: "they were moved or removed since, and stay so",
  });
  const after = toSubnetFields(await findSubnetRow(db, id));
  await recordAudit(run, {
    action: "ipam.subnet_created",
    target: `subnet:${id}`,
    detail: after.cidr,
    after,
  });
  return { reservations: moved.length };
}
