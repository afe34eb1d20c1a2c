import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { PROOF_INSIDE } from "#platform/http/reasons";
import { route, type Guarded, type Route } from "#platform/http/route";
import { AVATAR_REQUEST } from "./avatar";
import type { EmailChangeDeps } from "./email-change";
import { ProfileUpdateRequest, UserRead, WhatsNewAckRequest } from "./models";
import { KEY_REFUSAL } from "./own-account";
import type { SecondFactorProof } from "./proof";
import { acknowledgeWhatsNew, updateProfile } from "./profile";

type Deps = EmailChangeDeps & {
  db: Db;
  /** Lets only the user pass who owns the session: 401 for a wrong proof, 422 for none, 429 while locked. */
  requireProof: (request: Guarded<unknown, unknown, unknown>, proof?: SecondFactorProof) => Promise<void>;
};

export function profileRoutes({ db, requireProof, tellUser, endMailedLinks }: Deps): Route[] {
  return [
    route(
      {
        method: "patch",
        path: "/api/v1/auth/me",
        tag: "auth",
        summary: "Change the own profile",
        description:
          "Another mail address takes a `proof`, and a session: API keys cannot change it. Users of single sign-on who have " +
          "no password prove it by having signed in less than ten minutes ago. The former address is told.",
        access: "authenticated",
        noTrial: "Another mail address takes a proof, which a trial would use up.",
        unversioned: "Only its owner changes it, field by field.",
        body: ProfileUpdateRequest,
        ...AVATAR_REQUEST,
        response: UserRead,
        replay: { unkeyed: PROOF_INSIDE },
        refusals: {
          401: "Invalid credentials",
          403: KEY_REFUSAL,
          409: "The profile was changed meanwhile",
          429: "Too many login attempts",
        },
      },
      (request) =>
        updateProfile(
          {
            db,
            actor: actorOf(request),
            requireProof: (proof) => requireProof(request, proof),
            tellUser,
            endMailedLinks,
          },
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
        isTryable: true,
        body: WhatsNewAckRequest,
        response: UserRead,
        replay: "kept",
      },
      ({ db: written, caller, body }) =>
        acknowledgeWhatsNew({ db: written }, { userId: caller.userId, request: body }),
    ),
  ];
}
