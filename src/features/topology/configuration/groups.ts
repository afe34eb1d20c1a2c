import { asc } from "drizzle-orm";
import {
  defaultsOf,
  eachOf,
  fieldsOf,
  fromPlainItem,
  idOf,
  named,
  textOf,
  toPlainItem,
  type ConfigurationKind,
  type Form,
} from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import { TopologyGroupCreate, TopologyGroupUpdate, toGroupRead } from "../groups/models";
import { changeGroup, createGroup, deleteGroup } from "../groups/service";
import { topologyGroups } from "../tables";

const OWN = [
  "name",
  "display_name",
  "vlan_id",
  "ip_range",
  "gateway",
  "dhcp_start",
  "dhcp_end",
  "dns_servers",
  "description",
  "color",
];
const FORM: Form = [
  ...OWN,
  { field: "site", column: "site_id", kind: "sites" },
  { field: "parent", column: "parent_id", kind: "groups" },
];

/** A bundle says itself which subnets there are. */
const NO_SUBNET = { syncSubnet: () => Promise.resolve() };

/** Groups of devices, VLANs among them, by name. */
export const GROUP_KIND: ConfigurationKind = {
  name: "groups",
  noun: "group",
  key: "its name",
  reads: "authenticated",
  writes: { permission: "topology_write" },
  refersTo: ["sites", "groups"],
  isKeyUnique: true,
  fields: {
    ...fieldsOf(TopologyGroupCreate.shape, OWN),
    site: named("the site that it is at"),
    parent: named("the group that it lies in"),
  },
  defaults: { ...defaultsOf(TopologyGroupCreate.shape, OWN), site: null, parent: null },
  keyOf: (fields) => textOf(fields, "name"),
  namesOwn: (fields) => [idOf(fields, "parent_id")].filter((id) => id !== null),
  nameOf: (fields) => textOf(fields, "name"),
  toItem: (fields, names) => toPlainItem(FORM, fields, names),
  fromItem: (item, ids) => fromPlainItem(FORM, item, ids),
  async read(db) {
    const rows = await db.select().from(topologyGroups).orderBy(asc(topologyGroups.id));
    return rows.map((row) => ({ id: row.id, fields: toGroupRead(row) }));
  },
  create: (ctx, things) =>
    eachOf(
      things,
      async ({ fields }) =>
        (await createGroup({ ...ctx, ...NO_SUBNET }, readRequest(TopologyGroupCreate, fields))).id,
    ),
  async update(ctx, changes) {
    for (const { id, fields } of changes)
      await changeGroup(ctx, {
        groupId: id,
        changes: readRequest(TopologyGroupUpdate, fields),
        ifMatch: undefined,
      });
  },
  async remove(ctx, gone) {
    for (const { id } of gone) await deleteGroup(ctx, { groupId: id, ifMatch: undefined, isDryRun: false });
  },
};
