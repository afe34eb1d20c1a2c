import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { WHOLE } from "#platform/http/conditional";
import { route, type Route } from "#platform/http/route";
import { RoleCreate, RolePermissionsResponse, RolePermissionsUpdate } from "./role-models";
import { createRole, deleteRole, listRolePermissions, updateRolePermissions } from "./roles";

export function roleRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/admin/role-permissions",
        tag: "admin",
        summary: "Every permission, and what each role holds",
        access: "superadmin",
        versioned: WHOLE,
        response: RolePermissionsResponse,
      },
      () => listRolePermissions({ db }),
    ),
    route(
      {
        method: "put",
        path: "/api/v1/admin/role-permissions",
        tag: "admin",
        summary: "Set what roles may do",
        description: "Takes effect on the next request of each user.",
        access: "superadmin",
        isTryable: true,
        versioned: WHOLE,
        body: RolePermissionsUpdate,
        response: RolePermissionsResponse,
        replay: { whole: "/api/v1/admin/role-permissions" },
      },
      ({ db: written, body: { roles }, ifMatch, ...request }) =>
        updateRolePermissions({ db: written, actor: actorOf(request) }, { roles, ifMatch }),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/admin/roles",
        tag: "admin",
        summary: "Add a role",
        description: "It starts without permissions. A custom role that exists is left as it is.",
        access: "superadmin",
        isTryable: true,
        body: RoleCreate,
        status: 201,
        response: RolePermissionsResponse,
        replay: { whole: "/api/v1/admin/role-permissions" },
        refusals: { 409: "Cannot create a built-in role" },
      },
      (request) => createRole({ db: request.db, actor: actorOf(request) }, request.body),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/admin/roles/{name}",
        tag: "admin",
        summary: "Remove a custom role",
        description: "Its users become Viewers. A name that no role has is no error.",
        access: "superadmin",
        isTryable: true,
        unversioned:
          "What roles may do is one object, whose PUT heeds it; a name is all that there is of a role besides.",
        params: z.object({ name: z.string().min(1) }),
        response: RolePermissionsResponse,
        replay: { whole: "/api/v1/admin/role-permissions" },
        refusals: { 400: "Cannot delete the SuperAdmin role; Cannot delete a built-in role" },
      },
      (request) => deleteRole({ db: request.db, actor: actorOf(request) }, request.params.name),
    ),
  ];
}
