import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { ACCESS_COOKIE, CSRF_COOKIE, REFRESH_COOKIE } from "#platform/http/guard";
import { DEVICE_SECONDS } from "./device-cookie";
import type { Browser } from "./login-attempts";
import type { Tokens } from "./session-tokens";

export type CookieSettings = { isCookieSecure: boolean };

/** Outlives the session: it marks the browser, and opens nothing. */
const DEVICE_COOKIE = "svc_device";
const LONGEST_USER_AGENT = 400;

/**
 * Each goes only where it is read: the refresh token to the sign-in routes, the CSRF token to the scripts of every
 * page.
 */
const COOKIE_PATHS = { [ACCESS_COOKIE]: "/api/", [REFRESH_COOKIE]: "/api/v1/auth/", [CSRF_COOKIE]: "/" };
const DEVICE_PATH = "/api/v1/auth/";

/** What the request says of the browser that sent it. */
export function browserOf(context: Context): Browser {
  return {
    userAgent: context.req.header("User-Agent")?.slice(0, LONGEST_USER_AGENT) ?? null,
    deviceToken: getCookie(context, DEVICE_COOKIE),
  };
}

/** Sets the three cookies of a session, and the one that marks the browser where there is a new one. */
export function setSessionCookies(
  context: Context,
  { tokens, settings }: { tokens: Tokens; settings: CookieSettings },
): void {
  const { refreshSeconds } = tokens;
  const set = (
    name: keyof typeof COOKIE_PATHS,
    { value, maxAge, httpOnly = true }: { value: string; maxAge: number; httpOnly?: boolean },
  ) =>
    setCookie(context, name, value, {
      path: COOKIE_PATHS[name],
      maxAge,
      httpOnly,
      sameSite: "Strict",
      secure: settings.isCookieSecure,
    });
  set(ACCESS_COOKIE, { value: tokens.accessToken, maxAge: tokens.accessSeconds });
  set(REFRESH_COOKIE, { value: tokens.refreshToken, maxAge: refreshSeconds });
  set(CSRF_COOKIE, { value: tokens.csrfToken, maxAge: refreshSeconds, httpOnly: false });
  if (tokens.deviceToken !== undefined) setDeviceCookie(context, { token: tokens.deviceToken, settings });
}

/** Marks the browser as one that the user has signed in with. */
export function setDeviceCookie(
  context: Context,
  { token, settings }: { token: string; settings: CookieSettings },
): void {
  setCookie(context, DEVICE_COOKIE, token, {
    path: DEVICE_PATH,
    maxAge: DEVICE_SECONDS,
    httpOnly: true,
    sameSite: "Strict",
    secure: settings.isCookieSecure,
  });
}

/** Removes the cookies of a session; the browser stays marked. */
export function clearSessionCookies(context: Context): void {
  for (const [name, path] of Object.entries(COOKIE_PATHS)) deleteCookie(context, name, { path });
}
