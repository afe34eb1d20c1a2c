import { asc } from "drizzle-orm";
import {
  defaultsOf,
  fieldsOf,
  fromPlainItem,
  idOf,
  required,
  textOf,
  toPlainItem,
  type ConfigurationKind,
  type Fields,
  type Form,
} from "#features/configuration-kinds";
import { readRequest } from "#features/undo";
import { conflict } from "#platform/errors";
import { RelationshipCreate, RelationshipUpdate, toRelationshipRead } from "../links/models";
import { deleteRelationship, insertRelationships, updateRelationship } from "../links/service";
import { relationships } from "../tables";

const OWN = [
  "source_interface",
  "target_interface",
  "relationship_type",
  "allow_outbound",
  "allow_inbound",
  "link_speed_mbps",
  "notes",
  "origin",
];
const FORM: Form = [
  { field: "source", column: "source_device_id", kind: "devices" },
  "source_interface",
  { field: "target", column: "target_device_id", kind: "devices" },
  ...OWN.slice(1),
];

/** Links, by their ends: A-B and B-A are one. */
export const LINK_KIND: ConfigurationKind = {
  name: "links",
  noun: "link",
  key: "its ends, with their interfaces, and its type; A-B and B-A are one",
  reads: "authenticated",
  writes: { permission: "topology_write" },
  refersTo: ["devices"],
  isKeyUnique: true,
  fields: {
    source: required("a device"),
    target: required("the device at the other end"),
    ...fieldsOf(RelationshipCreate.shape, OWN),
  },
  defaults: defaultsOf(RelationshipCreate.shape, OWN),
  keyOf,
  nameOf(fields, names) {
    const ends = ["source", "target"].map((end) => {
      const name = names.nameOf("devices", idOf(fields, `${end}_device_id`) ?? 0) ?? "";
      const port = textOf(fields, `${end}_interface`);
      return port === "" ? name : `${name} ${port}`;
    });
    const type = textOf(fields, "relationship_type");
    return `${ends.join(" - ")}${type === "link" ? "" : ` (${type})`}`;
  },
  toItem: (fields, names) => toPlainItem(FORM, fields, names),
  fromItem: (item, ids) => fromPlainItem(FORM, item, ids),
  async read(db) {
    const rows = await db.select().from(relationships).orderBy(asc(relationships.id));
    return rows.map((row) => ({ id: row.id, fields: toRelationshipRead(row) }));
  },
  createsAtOnce: 500,
  async create(ctx, things) {
    const links = things.map(({ fields }) => readRequest(RelationshipCreate, fields));
    const made = new Map((await insertRelationships(ctx, links)).map((link) => [keyOf(link), link.id]));
    return links.map((link) => {
      const id = made.get(keyOf(link));
      if (id === undefined) throw conflict("The same interfaces are linked in this way already");
      return id;
    });
  },
  async update(ctx, changes) {
    for (const { id, fields } of changes)
      await updateRelationship(ctx, {
        relationshipId: id,
        changes: readRequest(RelationshipUpdate, fields),
        ifMatch: undefined,
      });
  },
  async remove(ctx, gone) {
    for (const { id } of gone)
      await deleteRelationship(ctx, { relationshipId: id, ifMatch: undefined, isDryRun: false });
  },
};

function keyOf(fields: Fields): string {
  const ends = ["source", "target"].map((end) =>
    JSON.stringify([fields[`${end}_device_id`], textOf(fields, `${end}_interface`).toLowerCase()]),
  );
  return `${ends.toSorted().join()} ${textOf(fields, "relationship_type").toLowerCase()}`;
}
