import { asc } from "drizzle-orm";
import {
  defaultsOf,
  fieldsOf,
  fromPlainItem,
  named,
  textOf,
  toPlainItem,
  type ConfigurationKind,
  type Fields,
  type Form,
} from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import { refuseDouble } from "#platform/database";
import { conflict } from "#platform/errors";
import { canonicalNetwork } from "#platform/ip";
import { SubnetCreate, SubnetUpdate, toSubnetFields } from "../subnets/models";
import { deleteSubnet, insertSubnets, NETWORK, updateSubnetRow } from "../subnets/service";
import { subnets } from "../tables";

const OWN = [
  "cidr",
  "name",
  "description",
  "notes",
  "vlan_id",
  "gateway",
  "dhcp_start",
  "dhcp_end",
  "dns_servers",
  "is_pool",
];
const FORM: Form = [...OWN.slice(0, 5), { field: "site", column: "site_id", kind: "sites" }, ...OWN.slice(5)];

/** Subnets, by their network. */
export const SUBNET_KIND: ConfigurationKind = {
  name: "subnets",
  noun: "subnet",
  key: "its CIDR",
  reads: "authenticated",
  writes: { permission: "ipam_write" },
  refersTo: ["sites"],
  isKeyUnique: true,
  fields: { ...fieldsOf(SubnetCreate.shape, OWN), site: named("the site that it is at") },
  defaults: { ...defaultsOf(SubnetCreate.shape, OWN), site: null },
  keyOf: networkOf,
  nameOf: networkOf,
  toItem(fields, names) {
    const item = toPlainItem(FORM, fields, names);
    return { ...item, ...("cidr" in item && { cidr: networkOf(fields) }) };
  },
  fromItem(item, ids) {
    const fields = fromPlainItem(FORM, item, ids);
    return { ...fields, ...("cidr" in fields && { cidr: networkOf(fields) }) };
  },
  async read(db) {
    const rows = await db.select().from(subnets).orderBy(asc(subnets.id));
    return rows.map((row) => ({ id: row.id, fields: toSubnetFields(row) }));
  },
  createsAtOnce: 250,
  async create(ctx, things) {
    const wanted = things.map(({ fields }) => readRequest(SubnetCreate, fields));
    const made = new Map((await insertSubnets(ctx, wanted)).map((row) => [toSubnetFields(row).cidr, row.id]));
    return wanted.map((subnet) => {
      const id = made.get(networkOf(subnet));
      if (id === undefined) throw conflict(NETWORK.detail);
      return id;
    });
  },
  async update(ctx, changes) {
    for (const { id, fields } of changes)
      await refuseDouble(NETWORK, () =>
        updateSubnetRow(ctx, { id, changes: readRequest(SubnetUpdate, fields), ifMatch: undefined }),
      );
  },
  async remove(ctx, gone) {
    for (const { id } of gone) await deleteSubnet(ctx, { id, ifMatch: undefined, isDryRun: false });
  },
};

/** Host bits and spelling do not make another network of it. */
function networkOf(fields: Fields): string {
  const text = textOf(fields, "cidr");
  return canonicalNetwork(text) ?? text;
}
