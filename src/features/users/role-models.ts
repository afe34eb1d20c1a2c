import { z } from "@hono/zod-openapi";

const PermissionMeta = z
  .object({
    key: z.string().openapi({ example: "topology_write" }),
    label: z.string(),
    description: z.string(),
  })
  .openapi("PermissionMeta");

export const RolePermissionsResponse = z
  .object({
    permissions: z.array(PermissionMeta).openapi({ description: "every permission that exists" }),
    roles: z.record(z.string(), z.array(z.string())).openapi({
      description: "role name to its permissions; SuperAdmin, who may do everything, is not listed",
      example: { Viewer: ["tools_passive"] },
    }),
  })
  .openapi("RolePermissionsResponse");
export type RolePermissionsResponse = z.infer<typeof RolePermissionsResponse>;

export const RolePermissionsUpdate = z
  .object({
    roles: z.record(z.string(), z.array(z.string())).openapi({
      description:
        "The listed roles get exactly these permissions; other roles keep theirs. Names of permissions or roles that do " +
        "not exist, and SuperAdmin, are ignored.",
      example: { Viewer: ["tools_passive", "security_view"] },
    }),
  })
  .openapi("RolePermissionsUpdate");
export type RolePermissionsUpdate = z.output<typeof RolePermissionsUpdate>;

export const RoleCreate = z
  .object({
    name: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_-]{1,39}$/)
      .openapi({ example: "Helpdesk" }),
  })
  .openapi("RoleCreate");
export type RoleCreate = z.output<typeof RoleCreate>;
