import { asc } from "drizzle-orm";
import { z } from "zod";
import { eachOf, textOf, type ConfigurationKind, type Fields } from "#features/configuration-kinds";
import { pick } from "#platform/put-back";
import { knownPermissions, PERMISSION_LIST } from "../permissions";
import { RoleCreate } from "../role-models";
import { createRole, deleteRole, updateRolePermissions } from "../roles";
import { roles } from "../tables";

const OWN = ["name", "permissions"];
const permission = z.enum(PERMISSION_LIST.map(({ key }) => key));
const Permissions = z.array(permission).transform((given) => knownPermissions(given));

/** Roles and what they may do, by name. */
export const ROLE_KIND: ConfigurationKind = {
  name: "roles",
  noun: "role",
  key: "its name",
  reads: "superadmin",
  writes: "superadmin",
  refersTo: [],
  isKeyUnique: true,
  fields: { name: RoleCreate.shape.name, permissions: Permissions },
  defaults: { permissions: [] },
  keyOf: (fields) => textOf(fields, "name"),
  nameOf: (fields) => textOf(fields, "name"),
  toItem: (fields) => pick(fields, OWN),
  fromItem: (item) => pick(item, OWN),
  async read(db) {
    const rows = await db.select().from(roles).orderBy(asc(roles.name));
    // They have no number: one is as good as another, within one look.
    return rows.map(({ name, permissions, isBuiltin }, place) => ({
      id: place + 1,
      fields: { name, permissions: knownPermissions(permissions), is_builtin: isBuiltin },
    }));
  },
  create: (ctx, things) =>
    eachOf(things, async ({ fields }) => {
      const { name } = RoleCreate.parse(fields);
      await createRole(ctx, { name });
      await updateRolePermissions(ctx, { roles: { [name]: permissionsOf(fields) } });
      return 0;
    }),
  async update(ctx, changes) {
    for (const { fields, before } of changes)
      await updateRolePermissions(ctx, { roles: { [textOf(before, "name")]: permissionsOf(fields) } });
  },
  async remove(ctx, gone) {
    for (const { fields } of gone) await deleteRole(ctx, textOf(fields, "name"));
  },
  keeps({ fields }, { role }) {
    if (fields["is_builtin"] === true) return "it is built in";
    return textOf(fields, "name") === role ? "you have it yourself" : undefined;
  },
};

function permissionsOf(fields: Fields): string[] {
  return Permissions.parse(fields["permissions"] ?? []);
}
