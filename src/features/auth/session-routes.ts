import { z } from "@hono/zod-openapi";
import { getCookie } from "hono/cookie";
import { actorOf } from "#features/audit";
import type { Db } from "#platform/database";
import { answerPage, pagingFields } from "#platform/http/paging";
import { id } from "#platform/http/fields";
import { REFRESH_COOKIE } from "#platform/http/guard";
import { SIGN_IN } from "#platform/http/reasons";
import { publicRoute, route, type Route } from "#platform/http/route";
import { TokenPair } from "./models";
import { refreshSession } from "./refresh";
import type { AuthSettings } from "./service";
import { setSessionCookies, type CookieSettings } from "./session-cookies";
import { endOwnSession, forceLogout, listSessions } from "./session-list";
import { RefreshRequest, SessionRead } from "./session-models";
import { unlockLogin } from "./unlock-login";

type Deps = { db: Db; settings: AuthSettings & CookieSettings };

const USER_ID = z.object({ user_id: id });

/** Sessions after the sign-in: refreshed, listed, ended; and lock-outs lifted. */
export function sessionRoutes({ db, settings }: Deps): Route[] {
  return [
    publicRoute(
      {
        method: "post",
        path: "/api/v1/auth/refresh",
        tag: "auth",
        summary: "Renew the session's tokens",
        description:
          "Takes the refresh token of the body, else of the cookie `svc_refresh`, and renews all three cookies. A refresh " +
          "token works once: used again more than ten seconds later it ends its whole session.",
        access: "public",
        noTrial: SIGN_IN,
        body: RefreshRequest,
        response: TokenPair,
        refusals: { 401: "No refresh token, or one that is not valid (any more)" },
      },
      async (request) => {
        const { context } = request;
        const refreshToken = request.body.refresh_token ?? getCookie(context, REFRESH_COOKIE);
        const tokens = await refreshSession({ db, actor: actorOf(request), settings }, refreshToken);
        setSessionCookies(context, { tokens, settings });
        return { access_token: tokens.accessToken, token_type: "bearer" as const };
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/auth/me/sessions",
        tag: "auth",
        summary: "The caller's sessions, last seen first",
        access: "authenticated",
        query: z.object(pagingFields),
        isPaged: true,
        response: z.array(SessionRead),
      },
      async ({ caller: { userId, sessionId }, context, query }) =>
        answerPage(context, await listSessions({ db }, { userId, currentSessionId: sessionId, query })),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/auth/me/sessions/{session_id}",
        tag: "auth",
        summary: "End one of the caller's sessions",
        description: "Its tokens are refused from the next request on. Ending it again is 204 too.",
        access: "authenticated",
        isTryable: true,
        unversioned: "A session is never changed, only ended.",
        params: z.object({ session_id: z.uuid() }),
        replay: "empty",
        refusals: { 404: "Session not found (unknown or somebody else's)" },
      },
      (request) =>
        endOwnSession(
          { db: request.db, actor: actorOf(request) },
          { userId: request.caller.userId, sessionId: request.params.session_id },
        ),
    ),
    route(
      {
        method: "delete",
        path: "/api/v1/auth/users/{user_id}/sessions",
        tag: "auth",
        summary: "End all sessions of a user",
        description: "API keys go on working.",
        access: "superadmin",
        isTryable: true,
        unversioned: "A session is never changed, only ended.",
        params: USER_ID,
        replay: "empty",
        refusals: { 404: "User not found" },
      },
      (request) => forceLogout({ db: request.db, actor: actorOf(request) }, request.params.user_id),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/auth/users/{user_id}/unlock-login",
        tag: "auth",
        summary: "Let a locked-out user sign in again",
        description: "204 also where nothing was locked.",
        access: "superadmin",
        isTryable: true,
        params: USER_ID,
        replay: "empty",
        refusals: { 404: "User not found" },
      },
      (request) => unlockLogin({ db: request.db, actor: actorOf(request) }, request.params.user_id),
    ),
  ];
}
