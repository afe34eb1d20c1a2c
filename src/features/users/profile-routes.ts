import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { route, type Route } from "#platform/http/route";
import { AVATAR_REQUEST } from "./avatar";
import { ProfileUpdateRequest, UserRead, WhatsNewAckRequest } from "./models";
import { acknowledgeWhatsNew, updateProfile } from "./profile";

export function profileRoutes({ db }: { db: Db }): Route[] {
  return [
    route(
      {
        method: "patch",
        path: "/api/v1/auth/me",
        tag: "auth",
        summary: "Change the own profile",
        access: "authenticated",
        body: ProfileUpdateRequest,
        ...AVATAR_REQUEST,
        response: UserRead,
      },
      (request) =>
        updateProfile(
          { db, actor: actorOf(request) },
          { userId: request.caller.userId, changes: request.body },
        ),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/auth/me/acknowledge-whats-new",
        tag: "auth",
        summary: "Remember that the caller has seen what is new in a version",
        access: "authenticated",
        body: WhatsNewAckRequest,
        response: UserRead,
      },
      ({ caller, body }) => acknowledgeWhatsNew({ db }, { userId: caller.userId, request: body }),
    ),
  ];
}
