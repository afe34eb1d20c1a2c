import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import type { AccountMail } from "#features/notifications";
import type { Background } from "#platform/background";
import type { Db } from "#platform/database";
import { id } from "#platform/http/fields";
import { publicRoute, route, type Incoming, type Route } from "#platform/http/route";
import { KEY_REFUSAL, OWN_ACCOUNT, refuseOwnAccount, type AccountNotifier } from "#features/users";
import { PASSWORD_INSIDE, PROVEN } from "#platform/http/reasons";
import { changePassword } from "./change-password";
import type { KeyRevoker } from "./end-access";
import {
  AdminPasswordResetRequest,
  ForgotPasswordRequest,
  PasswordChangeRequest,
  ResetPasswordRequest,
} from "./password-models";
import { requestPasswordReset, resetPassword, resetPasswordByAdmin } from "./password-reset";
import type { AuthSettings } from "./service";
import { browserOf, setDeviceCookie, type CookieSettings } from "./session-cookies";

type Deps = {
  db: Db;
  settings: AuthSettings & CookieSettings;
  appUrl: string;
  accountMail: AccountMail;
  background: Background;
  revokeKeys: KeyRevoker;
  /** Tells a user by mail what was done to the account. */
  tellUser: AccountNotifier;
};

/** Passwords changed by their owner, forgotten, and replaced by an administrator. */
export function passwordRoutes({ db, settings, revokeKeys, tellUser, ...mail }: Deps): Route[] {
  const { secretKey } = settings;
  const revokerOf = (body: { revoke_api_keys: boolean }) => (body.revoke_api_keys ? revokeKeys : undefined);
  const contextOf = (request: Pick<Incoming<unknown, unknown, unknown>, "client">) => ({
    db,
    actor: actorOf(request),
    secretKey,
    ...mail,
  });
  return [
    route(
      {
        method: "post",
        path: "/api/v1/auth/change-password",
        tag: "auth",
        summary: "Change the caller's password",
        description:
          "Ends all sessions of the caller but the one of this request, and reset links. A wrong current password counts " +
          "like one at login. The owner is told by mail.",
        access: "authenticated",
        keyRefusal: KEY_REFUSAL,
        noTrial: PROVEN,
        body: PasswordChangeRequest,
        replay: { unkeyed: PASSWORD_INSIDE },
        refusals: {
          401: "Current password is invalid",
          429: "Too many login attempts",
          503: "Too many sign-ins at the same time",
        },
      },
      async (request) => {
        const { caller, body, context } = request;
        const ctx = { db, actor: actorOf(request), settings, browser: browserOf(context) };
        const { deviceToken } = await changePassword(ctx, {
          userId: caller.userId,
          sessionId: caller.sessionId,
          currentPassword: body.current_password,
          newPassword: body.new_password,
          revokeKeys: revokerOf(body),
          tellUser,
        });
        if (caller.sessionId !== null) setDeviceCookie(context, { token: deviceToken, settings });
      },
    ),
    publicRoute(
      {
        method: "post",
        path: "/api/v1/auth/forgot-password",
        tag: "auth",
        summary: "Ask for a mail with a reset link",
        description:
          "Always 204, at once: whether there is such a user, and whether a mail is sent, shows nowhere.",
        access: "public",
        isCsrfExempt: true,
        noTrial: "What it does shows nowhere, lest it tell strangers who has an account.",
        body: ForgotPasswordRequest,
      },
      (request) => requestPasswordReset(contextOf(request), request.body.username_or_email),
    ),
    publicRoute(
      {
        method: "post",
        path: "/api/v1/auth/reset-password",
        tag: "auth",
        summary: "Set a new password by a mailed link",
        description:
          "Ends all sessions of the user and lifts a login lock-out. API keys go on working unless they are to be revoked.",
        access: "public",
        isCsrfExempt: true,
        noTrial: "The mailed link is the right to do it, once; a trial would let strangers try links.",
        body: ResetPasswordRequest,
        refusals: { 400: "Invalid or expired password reset link" },
      },
      (request) =>
        resetPassword(contextOf(request), {
          token: request.body.reset_token,
          newPassword: request.body.new_password,
          revokeKeys: revokerOf(request.body),
        }),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/auth/users/{user_id}/reset-password",
        tag: "auth",
        summary: "Set a user's password",
        description:
          "Ends all sessions of the user and lifts a login lock-out. Mails a link to set another where that can be done.",
        access: "superadmin",
        isTryable: true,
        params: z.object({ user_id: id }),
        body: AdminPasswordResetRequest,
        replay: { unkeyed: PASSWORD_INSIDE },
        refusals: { 403: OWN_ACCOUNT, 404: "User not found" },
      },
      async (request) => {
        const { caller, params, body } = request;
        refuseOwnAccount(caller, params.user_id);
        await resetPasswordByAdmin(
          { ...contextOf(request), db: request.db },
          {
            userId: params.user_id,
            newPassword: body.new_password,
            revokeKeys: revokerOf(body),
          },
        );
      },
    ),
  ];
}
