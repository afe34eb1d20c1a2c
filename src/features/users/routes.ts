import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { id } from "#platform/http/fields";
import { answerPage, pagingFields } from "#platform/http/paging";
import { PASSWORD_INSIDE } from "#platform/http/reasons";
import { route, type Route } from "#platform/http/route";
import { AVATAR_REQUEST } from "./avatar";
import type { EmailChangeDeps } from "./email-change";
import { UserCreateRequest, UserRead, UserUpdateRequest, USER_VERSION } from "./models";
import { OWN_ACCOUNT } from "./own-account";
import { createUser, listUsers, updateUser, type AccessEnder, type UserWelcomer, getUser } from "./service";

type Deps = EmailChangeDeps & {
  db: Db;
  welcome: UserWelcomer;
  endAccess: AccessEnder;
};

export function userRoutes({ db, welcome, endAccess, tellUser, endMailedLinks }: Deps): Route[] {
  return [
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
        method: "get",
        path: "/api/v1/auth/users/{user_id}",
        tag: "auth",
        summary: "One user",
        access: "superadmin",
        params: z.object({ user_id: id }),
        response: UserRead,
        versioned: USER_VERSION,
        refusals: { 404: "User not found" },
      },
      (request) => getUser({ db }, request.params.user_id),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/auth/users",
        tag: "auth",
        summary: "Create a user",
        access: "superadmin",
        isTryable: true,
        body: UserCreateRequest,
        status: 201,
        response: UserRead,
        replay: { unkeyed: PASSWORD_INSIDE },
        refusals: { 409: "Username is unavailable" },
      },
      (request) => createUser({ db: request.db, actor: actorOf(request), welcome }, request.body),
    ),
    route(
      {
        method: "patch",
        path: "/api/v1/auth/users/{user_id}",
        tag: "auth",
        summary: "Change a user's role, state, mail address or avatar",
        description:
          "A user who is deactivated loses all sessions and reset links for good, and the API keys where " +
          "`revoke_api_keys` says so; keys that are not revoked are refused until the user is active again. The former " +
          "mail address is told of a new one.",
        access: "superadmin",
        isTryable: true,
        versioned: USER_VERSION,
        params: z.object({ user_id: id }),
        body: UserUpdateRequest,
        ...AVATAR_REQUEST,
        response: UserRead,
        replay: { whole: "/api/v1/auth/users/{user_id}" },
        refusals: {
          403: OWN_ACCOUNT,
          404: "User not found",
          409: "At least one active SuperAdmin must remain",
        },
      },
      (request) =>
        updateUser(
          { db: request.db, actor: actorOf(request), endAccess, tellUser, endMailedLinks },
          { userId: request.params.user_id, changes: request.body, ifMatch: request.ifMatch },
        ),
    ),
  ];
}
