import type { z } from "@hono/zod-openapi";
import type { Context as HttpContext } from "hono";
import { setSessionCookies, TokenPair, type Tokens } from "#features/auth";
import { SIGN_IN } from "#platform/http/reasons";
import { publicRoute, type Route } from "#platform/http/route";
import { loginWithPasskey, loginWithRecoveryCode, loginWithTotp, startPasskeyLogin } from "./login";
import {
  PasskeyLogin,
  PasskeyLoginStart,
  PasskeyOptions,
  PasskeySignIn,
  PasskeySignInOptions,
  RecoveryCodeLogin,
  TotpLogin,
} from "./models";
import { signInWithPasskey, startPasskeySignIn } from "./passkey-sign-in";
import { contextOf, partyOf, type Deps } from "./request-context";

const REFUSALS = {
  401: "Invalid credentials; Invalid or expired token",
  403: "Local sign-in is disabled. Use single sign-on.",
  429: "Too many login attempts",
} as const;

const DESCRIPTION =
  "With the challenge of `POST /auth/login`. Sets the cookies and gives the token as a sign-in does.";

/** The second step of a sign-in. */
export function secondFactorLoginRoutes(deps: Deps): Route[] {
  const { settings } = deps;
  const signedIn = (context: HttpContext, tokens: Tokens) => {
    setSessionCookies(context, { tokens, settings });
    return { access_token: tokens.accessToken, token_type: "bearer" as const };
  };
  return [
    publicRoute(
      {
        method: "post",
        path: "/api/v1/auth/login/totp",
        tag: "auth",
        summary: "Sign in, second step: a code of the authenticator app",
        description: `${DESCRIPTION} A code is accepted once.`,
        access: "public",
        isCsrfExempt: true,
        noTrial: SIGN_IN,
        body: TotpLogin,
        response: TokenPair,
        refusals: REFUSALS,
      },
      async (request) =>
        signedIn(request.context, await loginWithTotp(contextOf(deps, request), request.body)),
    ),
    publicRoute(
      {
        method: "post",
        path: "/api/v1/auth/login/recovery-code",
        tag: "auth",
        summary: "Sign in, second step: a recovery code",
        description: `${DESCRIPTION} A code is accepted once.`,
        access: "public",
        isCsrfExempt: true,
        noTrial: SIGN_IN,
        body: RecoveryCodeLogin,
        response: TokenPair,
        refusals: REFUSALS,
      },
      async (request) =>
        signedIn(request.context, await loginWithRecoveryCode(contextOf(deps, request), request.body)),
    ),
    publicRoute(
      {
        method: "post",
        path: "/api/v1/auth/login/passkey/options",
        tag: "auth",
        summary: "Sign in, second step: what the browser needs to ask for a passkey",
        access: "public",
        isCsrfExempt: true,
        noTrial: SIGN_IN,
        body: PasskeyLoginStart,
        response: PasskeyOptions,
        refusals: { 401: "Invalid or expired token", 409: "Passkeys need a host name" },
      },
      (request) =>
        startPasskeyLogin(contextOf(deps, request), { start: request.body, party: partyOf(deps, request) }),
    ),
    publicRoute(
      {
        method: "post",
        path: "/api/v1/auth/login/passkey",
        tag: "auth",
        summary: "Sign in, second step: a passkey",
        description: `${DESCRIPTION} Options are answered once.`,
        access: "public",
        isCsrfExempt: true,
        noTrial: SIGN_IN,
        body: PasskeyLogin,
        response: TokenPair,
        refusals: { ...REFUSALS, 409: "Passkeys need a host name" },
      },
      async (request) => {
        const answer = { login: request.body, party: partyOf(deps, request) };
        return signedIn(request.context, await loginWithPasskey(contextOf(deps, request), answer));
      },
    ),
    ...passkeyOnly(deps, signedIn),
  ];
}

function passkeyOnly(
  deps: Deps,
  signedIn: (context: HttpContext, tokens: Tokens) => z.infer<typeof TokenPair>,
): Route[] {
  return [
    publicRoute(
      {
        method: "post",
        path: "/api/v1/auth/passkey/options",
        tag: "auth",
        summary: "Sign in with a passkey alone: what the browser needs to ask for one",
        access: "public",
        isCsrfExempt: true,
        noTrial: SIGN_IN,
        response: PasskeySignInOptions,
        refusals: { 409: "Passkeys need a host name" },
      },
      (request) => startPasskeySignIn(partyOf(deps, request), deps.settings.secretKey),
    ),
    publicRoute(
      {
        method: "post",
        path: "/api/v1/auth/passkey",
        tag: "auth",
        summary: "Sign in with a passkey alone",
        description:
          "Without user name and password: the authenticator must have asked for PIN or fingerprint. Sets the cookies " +
          "and gives the token as a sign-in does.",
        access: "public",
        isCsrfExempt: true,
        noTrial: SIGN_IN,
        body: PasskeySignIn,
        response: TokenPair,
        refusals: { ...REFUSALS, 409: "Passkeys need a host name" },
      },
      async (request) => {
        const answer = { signIn: request.body, party: partyOf(deps, request) };
        return signedIn(request.context, await signInWithPasskey(contextOf(deps, request), answer));
      },
    ),
  ];
}
