import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { publicRoute, route, type Route } from "#platform/http/route";
import { AVATAR_REQUEST } from "./avatar";
import { AdminCreate, SetupStatus, UserCreateRequest, UserRead, UserUpdateRequest } from "./models";
import { createFirstAdmin, createUser, listUsers, needsSetup, updateUser } from "./service";

type Deps = {
  db: Db;
  /** Told of each user that an administrator has created. */
  onCreated: (user: UserRead) => void;
};

export function userRoutes({ db, onCreated }: Deps): Route[] {
  return [
    publicRoute(
      {
        method: "get",
        path: "/api/v1/setup/status",
        tag: "setup",
        summary: "Whether the first administrator is still to be made",
        access: "public",
        response: SetupStatus,
      },
      async () => ({ needs_setup: await needsSetup({ db }) }),
    ),
    publicRoute(
      {
        method: "post",
        path: "/api/v1/setup/admin",
        tag: "setup",
        summary: "Make the first administrator",
        description: "Works once, while no user exists. Opens no session.",
        access: "public",
        isCsrfExempt: true,
        body: AdminCreate,
        status: 201,
        response: UserRead,
        refusals: { 409: "Initial setup is complete" },
      },
      (request) => createFirstAdmin({ db, actor: actorOf(request) }, request.body),
    ),
    route(
      {
        method: "get",
        path: "/api/v1/auth/users",
        tag: "auth",
        summary: "All users, by name",
        access: "superadmin",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(UserRead),
      },
      async ({ context, query }) => answerPage(context, await listUsers({ db }, query)),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/auth/users",
        tag: "auth",
        summary: "Create a user",
        access: "superadmin",
        body: UserCreateRequest,
        status: 201,
        response: UserRead,
        refusals: { 409: "Username is unavailable" },
      },
      async (request) => {
        const user = await createUser({ db, actor: actorOf(request) }, request.body);
        onCreated(user);
        return user;
      },
    ),
    route(
      {
        method: "patch",
        path: "/api/v1/auth/users/{user_id}",
        tag: "auth",
        summary: "Change a user's role, state, mail address or avatar",
        access: "superadmin",
        params: z.object({ user_id: id }),
        body: UserUpdateRequest,
        ...AVATAR_REQUEST,
        response: UserRead,
        refusals: { 404: "User not found", 409: "At least one active SuperAdmin must remain" },
      },
      (request) =>
        updateUser(
          { db, actor: actorOf(request) },
          { userId: request.params.user_id, changes: request.body },
        ),
    ),
  ];
}
