import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { actorOf } from "#features/audit";
import { browserOf, setSessionCookies, type AuthSettings, type CookieSettings } from "#features/auth";
import { publicRoute, type Client, type Route } from "#platform/http/route";
import type { Logger } from "#platform/log";
import type { SettingsContext } from "./configuration";
import { recordSsoFailure } from "./failures";
import { OidcCallbackQuery, OidcPublicStatus } from "./models";
import { createDirectory } from "./provider";
import { readPublicStatus } from "./service";
import { finishSignIn, startSignIn, type SignInContext } from "./sign-in";
import { findSsoError } from "./sso-error";
import { TRANSACTION_SECONDS } from "./transaction";

type Deps = SettingsContext & { settings: AuthSettings & CookieSettings; log: Logger };
type Request = { client: Client; context: Context };

const COOKIE = "svc_oidc_txn";
const COOKIE_PATH = "/api/v1/auth/oidc/";
const FAILED = "or to `/?sso_error=<code>`";

/** Sign-in by an OpenID Connect provider. */
export function oidcRoutes(deps: Deps): Route[] {
  const directory = createDirectory();
  const signInContext = (request: Request): SignInContext => ({
    ...deps,
    actor: actorOf(request),
    browser: browserOf(request.context),
    directory,
  });
  return [
    publicRoute(
      {
        method: "get",
        path: "/api/v1/auth/oidc/status",
        tag: "oidc",
        summary: "Whether people can sign in by a provider",
        access: "public",
        response: OidcPublicStatus,
      },
      () => readPublicStatus(deps),
    ),
    publicRoute(
      {
        method: "get",
        path: "/api/v1/auth/oidc/login",
        tag: "oidc",
        summary: "Begin a sign-in by the provider",
        description: "For the browser to go to. Sets the cookie `svc_oidc_txn`.",
        access: "public",
        redirect: `to the provider, ${FAILED}`,
        refusals: { 404: "SSO login is not enabled", 503: "SSO redirect URL is not configured" },
      },
      (request) =>
        orFailed(deps, request, async () => {
          const { location, cookie } = await startSignIn(signInContext(request));
          setTransactionCookie(request.context, { value: cookie, settings: deps.settings });
          return location;
        }),
    ),
    publicRoute(
      {
        method: "get",
        path: "/api/v1/auth/oidc/callback",
        tag: "oidc",
        summary: "Where the provider sends the browser back to",
        description: "Opens a session and sets its cookies. Each answer counts once.",
        access: "public",
        query: OidcCallbackQuery,
        redirect: `to \`/\`, ${FAILED}`,
      },
      (request) =>
        orFailed(deps, request, async () => {
          const { context } = request;
          const cookie = getCookie(context, COOKIE);
          deleteCookie(context, COOKIE, { path: COOKIE_PATH, secure: deps.settings.isCookieSecure });
          const parameters = new URL(context.req.url).searchParams;
          const tokens = await finishSignIn(signInContext(request), { parameters, cookie });
          setSessionCookies(context, { tokens, settings: deps.settings });
          return "/";
        }),
    ),
  ];
}

/** Redirects to where `lead` says; a failed sign-in back to the sign-in page, which says why. */
async function orFailed(deps: Deps, request: Request, lead: () => Promise<string>): Promise<Response> {
  const { context } = request;
  context.header("Cache-Control", "no-store");
  try {
    return context.redirect(await lead(), 302);
  } catch (error) {
    const failure = findSsoError(error);
    if (failure === undefined) throw error;
    await recordSsoFailure({ db: deps.db, log: deps.log, actor: actorOf(request) }, failure);
    return context.redirect(`/?sso_error=${failure.code}`, 302);
  }
}

/** Lax: the provider's page sends the browser back, which is a foreign page's doing. */
function setTransactionCookie(
  context: Context,
  { value, settings }: { value: string; settings: CookieSettings },
): void {
  setCookie(context, COOKIE, value, {
    path: COOKIE_PATH,
    maxAge: TRANSACTION_SECONDS,
    httpOnly: true,
    sameSite: "Lax",
    secure: settings.isCookieSecure,
  });
}
