import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { id } from "#platform/http/fields";
import { route, type Route } from "#platform/http/route";
import { AVATAR_REQUEST } from "./avatar";
import { UserCreateRequest, UserRead, UserUpdateRequest } from "./models";
import { createUser, listUsers, updateUser } from "./service";

type Deps = {
  db: Db;
  /** Told of each user that an administrator has created. */
  onCreated: (user: UserRead) => void;
};

export function userRoutes({ db, onCreated }: Deps): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/auth/users",
        tag: "auth",
        summary: "All users, by name",
        access: "superadmin",
        response: z.array(UserRead),
      },
      () => listUsers({ db }),
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
