import { z } from "@hono/zod-openapi";
import { id } from "#platform/http/fields";
import { actorOf } from "#features/audit";
import { KEY_REFUSAL, OWN_ACCOUNT, refuseOwnAccount, SecondFactorProof } from "#features/users";
import { OWN_FACTOR, PROOF_INSIDE, PROVEN } from "#platform/http/reasons";
import { route, type Route } from "#platform/http/route";
import {
  RecoveryCodes,
  SecondFactorRoles,
  SecondFactorRule,
  SecondFactorStatus,
  TotpConfirm,
  TotpConfirmed,
  TotpEnrolment,
} from "./models";
import { contextOf, type Deps } from "./request-context";
import {
  createRecoveryCodes,
  listSecondFactorRoles,
  readSecondFactor,
  resetSecondFactor,
  setSecondFactorRole,
} from "./service";
import { confirmTotp, removeTotp, startTotp } from "./totp-enrolment";

const WRONG_PROOF = { 401: "Invalid credentials", 429: "Too many login attempts" } as const;

/** The caller's own second factor, but for passkeys. */
export function secondFactorRoutes(deps: Deps): Route[] {
  const { db } = deps;
  return [
    route(
      {
        method: "get",
        path: "/api/v1/auth/me/second-factor",
        tag: "auth",
        summary: "What the caller has enrolled as second factor",
        access: "authenticated",
        isOpenBeforeEnrolment: true,
        response: SecondFactorStatus,
      },
      ({ caller }) => readSecondFactor({ db }, caller.userId),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/auth/me/totp",
        tag: "auth",
        summary: "Set up an authenticator app",
        description:
          "Gives a secret, which counts from its first confirmed code on. Nothing changes until then.",
        access: "authenticated",
        keyRefusal: KEY_REFUSAL,
        isOpenBeforeEnrolment: true,
        noTrial: PROVEN,
        body: SecondFactorProof,
        response: TotpEnrolment,
        replay: { unkeyed: PROOF_INSIDE },
        refusals: WRONG_PROOF,
      },
      (request) => startTotp(contextOf(deps, request), { caller: request.caller, proof: request.body }),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/auth/me/totp/confirm",
        tag: "auth",
        summary: "Enable the authenticator app",
        description: "With its first factor a user gets ten recovery codes.",
        access: "authenticated",
        keyRefusal: KEY_REFUSAL,
        isOpenBeforeEnrolment: true,
        noTrial: PROVEN,
        body: TotpConfirm,
        response: TotpConfirmed,
        replay: { unkeyed: PROOF_INSIDE },
        refusals: { ...WRONG_PROOF, 409: "No authenticator app is being set up" },
      },
      (request) => confirmTotp(contextOf(deps, request), { caller: request.caller, confirm: request.body }),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/auth/me/totp",
        tag: "auth",
        summary: "Remove the authenticator app",
        access: "authenticated",
        keyRefusal: KEY_REFUSAL,
        noTrial: PROVEN,
        unversioned: OWN_FACTOR,
        body: SecondFactorProof,
        replay: { unkeyed: PROOF_INSIDE },
        refusals: {
          ...WRONG_PROOF,
          404: "No authenticator app is set up",
          409: "Your role requires a second factor",
        },
      },
      (request) => removeTotp(contextOf(deps, request), { caller: request.caller, proof: request.body }),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/auth/me/recovery-codes",
        tag: "auth",
        summary: "Make ten new recovery codes",
        description: "The old ones are worth nothing from then on.",
        access: "authenticated",
        keyRefusal: KEY_REFUSAL,
        noTrial: PROVEN,
        body: SecondFactorProof,
        response: RecoveryCodes,
        replay: { unkeyed: PROOF_INSIDE },
        refusals: { ...WRONG_PROOF, 409: "There is no second factor yet" },
      },
      (request) =>
        createRecoveryCodes(contextOf(deps, request), { caller: request.caller, proof: request.body }),
    ),
    ...administration(deps),
  ];
}

function administration({ db }: Deps): Route[] {
  return [
    route(
      {
        method: "delete",
        path: "/api/v1/auth/users/{user_id}/second-factor",
        tag: "auth",
        summary: "Remove a user's second factors",
        description: "For a user who has lost them. Recovery codes go too, and the user's sessions end.",
        access: "superadmin",
        isTryable: true,
        unversioned: "All of them go, whatever they are.",
        params: z.object({ user_id: id }),
        replay: "empty",
        refusals: { 403: OWN_ACCOUNT, 404: "User not found" },
      },
      (request) => {
        refuseOwnAccount(request.caller, request.params.user_id);
        return resetSecondFactor({ db: request.db, actor: actorOf(request) }, request.params.user_id);
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/admin/second-factor-roles",
        tag: "admin",
        summary: "Roles that require a second factor",
        access: "superadmin",
        response: SecondFactorRoles,
      },
      () => listSecondFactorRoles({ db }),
    ),
    route(
      {
        method: "put",
        path: "/api/v1/admin/roles/{name}/second-factor",
        tag: "admin",
        summary: "Make a role require a second factor, or not",
        description:
          "A user of such a role who has none yet reaches only the routes that enrol one. API keys are not affected.",
        access: "superadmin",
        isTryable: true,
        unversioned: "It says one thing, yes or no.",
        params: z.object({ name: z.string() }),
        body: SecondFactorRule,
        response: SecondFactorRoles,
        replay: { whole: "/api/v1/admin/second-factor-roles" },
        refusals: { 404: "Role not found" },
      },
      (request) =>
        setSecondFactorRole(
          { db: request.db, actor: actorOf(request) },
          { name: request.params.name, required: request.body.required },
        ),
    ),
  ];
}
