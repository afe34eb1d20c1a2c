import { z } from "@hono/zod-openapi";
import { getCookie } from "hono/cookie";
import { actorOf } from "#features/audit";
import { createCurrentUserReader, CurrentUser } from "#features/users";
import type { Db } from "#platform/database";
import { ACCESS_COOKIE, REFRESH_COOKIE } from "#platform/http/guard";
import { SIGN_IN } from "#platform/http/reasons";
import { publicRoute, route, type Route } from "#platform/http/route";
import { LoginRequest, LogoutRequest, SecondFactorRequired, TokenPair } from "./models";
import { login, logout, type AuthSettings, type SecondFactorStarter, type SsoRequirement } from "./service";
import { browserOf, clearSessionCookies, setSessionCookies, type CookieSettings } from "./session-cookies";

type Deps = {
  db: Db;
  settings: AuthSettings & CookieSettings;
  startSecondFactor: SecondFactorStarter;
  isSsoRequired: SsoRequirement;
  /** The installed one. */
  version: string;
};

export function authRoutes({ db, settings, startSecondFactor, isSsoRequired, version }: Deps): Route[] {
  const readCurrentUser = createCurrentUserReader({ db, version });
  return [
    publicRoute(
      {
        method: "post",
        path: "/api/v1/auth/login",
        tag: "auth",
        summary: "Sign in",
        description:
          "Sets the cookies `svc_access`, `svc_refresh` and `svc_csrf` beside the token in the body. A user with a second " +
          "factor gets neither, but a challenge for one of the routes below `/auth/login/`.",
        access: "public",
        isCsrfExempt: true,
        noTrial: SIGN_IN,
        body: LoginRequest,
        response: z.union([TokenPair, SecondFactorRequired]),
        refusals: {
          401: "Invalid credentials",
          403: "Local sign-in is disabled. Use single sign-on.",
          429: "Too many login attempts",
          503: "Too many sign-ins at the same time",
        },
      },
      async (request) => {
        const browser = browserOf(request.context);
        const ctx = { db, actor: actorOf(request), settings, browser, startSecondFactor, isSsoRequired };
        const answer = await login(ctx, request.body);
        if ("challenge_token" in answer) return answer;
        setSessionCookies(request.context, { tokens: answer, settings });
        return { access_token: answer.accessToken, token_type: "bearer" as const };
      },
    ),
    publicRoute(
      {
        method: "post",
        path: "/api/v1/auth/logout",
        tag: "auth",
        summary: "Sign out",
        description:
          "Ends the session; its tokens are refused from the next request on. A bad or missing token is still 204.",
        access: "public",
        noTrial: SIGN_IN,
        body: LogoutRequest,
      },
      async (request) => {
        const { context } = request;
        await logout(
          { db, actor: actorOf(request), settings },
          {
            refresh: request.body.refresh_token ?? getCookie(context, REFRESH_COOKIE),
            access:
              /^Bearer\s+(\S+)$/i.exec(context.req.header("Authorization") ?? "")?.[1] ??
              getCookie(context, ACCESS_COOKIE),
          },
        );
        clearSessionCookies(context);
      },
    ),
    route(
      {
        method: "get",
        path: "/api/v1/auth/me",
        tag: "auth",
        summary: "The caller",
        access: "authenticated",
        isOpenBeforeEnrolment: true,
        response: CurrentUser,
      },
      ({ caller }) => readCurrentUser(caller.userId),
    ),
  ];
}
