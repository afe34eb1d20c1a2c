import { z } from "@hono/zod-openapi";
import { actorOf } from "#features/audit";
import { id } from "#platform/http/fields";
import { KEY_REFUSAL, SecondFactorProof } from "#features/users";
import { OWN_FACTOR, PROOF_INSIDE, PROVEN } from "#platform/http/reasons";
import { route, type Route } from "#platform/http/route";
import { PasskeyCreate, PasskeyCreated, PasskeyOptions, PasskeyRead, PasskeyUpdate } from "./models";
import { createPasskey, deletePasskey, listPasskeys, renamePasskey, startPasskey } from "./passkeys";
import { contextOf, partyOf, type Deps } from "./request-context";

const WRONG_PROOF = { 401: "Invalid credentials", 429: "Too many login attempts" } as const;

const passkeyParams = z.object({ passkey_id: id });

/** The caller's own passkeys. */
export function passkeyRoutes(deps: Deps): Route[] {
  const { db } = deps;
  return [
    route(
      {
        method: "get",
        path: "/api/v1/auth/me/passkeys",
        tag: "auth",
        summary: "Own passkeys, oldest first",
        access: "authenticated",
        isOpenBeforeEnrolment: true,
        response: z.array(PasskeyRead),
      },
      ({ caller }) => listPasskeys({ db }, caller.userId),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/auth/me/passkeys/options",
        tag: "auth",
        summary: "What the browser needs to make a passkey",
        access: "authenticated",
        keyRefusal: KEY_REFUSAL,
        isOpenBeforeEnrolment: true,
        noTrial: PROVEN,
        body: SecondFactorProof,
        response: PasskeyOptions,
        replay: { unkeyed: PROOF_INSIDE },
        refusals: { ...WRONG_PROOF, 409: "Passkeys need a host name" },
      },
      (request) =>
        startPasskey(contextOf(deps, request), {
          caller: request.caller,
          proof: request.body,
          party: partyOf(deps, request),
        }),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/auth/me/passkeys",
        tag: "auth",
        summary: "Register the passkey that the browser made",
        description: "Options are answered once. With its first factor a user gets ten recovery codes.",
        access: "authenticated",
        keyRefusal: KEY_REFUSAL,
        isOpenBeforeEnrolment: true,
        noTrial: PROVEN,
        body: PasskeyCreate,
        status: 201,
        response: PasskeyCreated,
        replay: { unkeyed: PROOF_INSIDE },
        refusals: {
          409: "No passkey is being set up; This passkey is registered already; At most 20 passkeys",
        },
      },
      (request) =>
        createPasskey(contextOf(deps, request), {
          caller: request.caller,
          create: request.body,
          party: partyOf(deps, request),
        }),
    ),
    route(
      {
        method: "patch",
        path: "/api/v1/auth/me/passkeys/{passkey_id}",
        tag: "auth",
        summary: "Rename a passkey",
        access: "authenticated",
        keyRefusal: KEY_REFUSAL,
        isTryable: true,
        unversioned: "Its name is all that can be changed.",
        params: passkeyParams,
        body: PasskeyUpdate,
        response: PasskeyRead,
        replay: { inList: "/api/v1/auth/me/passkeys" },
        refusals: { 404: "Passkey not found" },
      },
      (request) =>
        renamePasskey(
          { db: request.db, actor: actorOf(request) },
          { caller: request.caller, passkeyId: request.params.passkey_id, name: request.body.name },
        ),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/auth/me/passkeys/{passkey_id}",
        tag: "auth",
        summary: "Remove a passkey",
        access: "authenticated",
        keyRefusal: KEY_REFUSAL,
        noTrial: PROVEN,
        unversioned: OWN_FACTOR,
        params: passkeyParams,
        body: SecondFactorProof,
        replay: { unkeyed: PROOF_INSIDE },
        refusals: {
          ...WRONG_PROOF,
          404: "Passkey not found",
          409: "Your role requires a second factor",
        },
      },
      (request) =>
        deletePasskey(contextOf(deps, request), {
          caller: request.caller,
          passkeyId: request.params.passkey_id,
          proof: request.body,
        }),
    ),
  ];
}
