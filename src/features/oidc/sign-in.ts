import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
} from "openid-client";
import type { Actor } from "#features/audit";
import { completeSsoLogin, type AuthSettings, type Browser, type Tokens } from "#features/auth";
import { noteSsoLogin } from "#features/users";
import { notFound, unavailable } from "#platform/errors";
import { preparePassword, resolveAccount } from "./accounts";
import { needsUserInfo, readIdentity, requireAllowedEmail, type Claims, type Identity } from "./claims";
import { isUsable, openOidcSettings, redirectUrlOf, type SettingsContext } from "./configuration";
import type { OidcSettings } from "./models";
import { configure, fetchJwks, type Directory, type Metadata } from "./provider";
import { codeOf, fromExchange } from "./provider-errors";
import { SsoError } from "./sso-error";
import {
  beginTransaction,
  openTransaction,
  sealTransaction,
  useUpTransaction,
  type Transaction,
} from "./transaction";

export type SignInContext = SettingsContext & {
  actor: Actor;
  settings: AuthSettings;
  browser: Browser;
  directory: Directory;
};

/** What the provider sent the browser back with, and the cookie that the browser kept. */
export type Callback = { parameters: URLSearchParams; cookie: string | undefined };

const NO_REDIRECT_URL = "SSO redirect URL is not configured (set APP_URL or the OIDC redirect URL)";
const RETRY_SECONDS = 60;

/**
 * Begins a sign-in: where to send the browser, and what it has to keep meanwhile (OpenID Connect Core 1.0 section 3.1,
 * with PKCE). Throws 404 where single sign-on is off, 503 where nobody has said where the service is, SsoError where
 * the provider is not to be reached.
 */
export async function startSignIn(ctx: SignInContext): Promise<{ location: string; cookie: string }> {
  const settings = await openOidcSettings(ctx);
  if (!isUsable(settings)) throw notFound("SSO login is not enabled");
  const redirectUrl = redirectUrlOf(settings, ctx.appUrl);
  if (redirectUrl === "") throw unavailable(NO_REDIRECT_URL, RETRY_SECONDS);
  const metadata = await ctx.directory(settings.issuer);
  const { issuer, client_id: clientId } = settings;
  const transaction = beginTransaction({ issuer, clientId, redirectUrl });
  const location = buildAuthorizationUrl(configure(metadata, settings), {
    redirect_uri: redirectUrl,
    scope: withOpenid(settings.scopes),
    state: transaction.state,
    nonce: transaction.nonce,
    code_challenge: await calculatePKCECodeChallenge(transaction.codeVerifier),
    code_challenge_method: "S256",
  });
  return { location: location.href, cookie: sealTransaction(transaction, ctx.encryption) };
}

function withOpenid(scopes: string): string {
  const names = scopes.split(/\s+/).filter((name) => name !== "");
  return [...new Set(["openid", ...names])].join(" ");
}

/** Ends a sign-in with the provider's answer, which counts once: the tokens of a new session. Throws SsoError. */
export async function finishSignIn(ctx: SignInContext, callback: Callback): Promise<Tokens> {
  const settings = await openOidcSettings(ctx);
  if (!isUsable(settings)) throw new SsoError("sso_disabled");
  const transaction = await requireTransaction(ctx, { callback, settings });
  const metadata = await ctx.directory(settings.issuer);
  const identity = await askProvider({ metadata, settings, transaction }, callback.parameters);
  requireAllowedEmail(identity, settings);
  return openSessionOf({ ...ctx, provider: settings }, identity);
}

async function requireTransaction(
  ctx: SignInContext,
  { callback, settings }: { callback: Callback; settings: OidcSettings },
): Promise<Transaction> {
  const { parameters, cookie } = callback;
  const transaction = openTransaction({ cookie, state: parameters.get("state") ?? "" }, ctx.encryption);
  const isComplete = parameters.has("code") || parameters.has("error");
  if (transaction === undefined || !isComplete) throw new SsoError("invalid_state");
  if (transaction.issuer !== settings.issuer || transaction.clientId !== settings.client_id) {
    throw new SsoError("invalid_state", { reason: "the settings have changed meanwhile" });
  }
  if (!(await useUpTransaction(ctx.db, transaction))) {
    throw new SsoError("invalid_state", { reason: "the answer was given before" });
  }
  const error = parameters.get("error");
  if (error !== null) {
    const code = error === "access_denied" ? "provider_denied" : "provider_error";
    throw new SsoError(code, { providerError: error.replace(/[^\w.-]/g, "?").slice(0, 64) });
  }
  return transaction;
}

type OpenSettings = Awaited<ReturnType<typeof openOidcSettings>>;
type Party = { metadata: Metadata; settings: OpenSettings; transaction: Transaction };

async function askProvider(party: Party, parameters: URLSearchParams): Promise<Identity> {
  const { metadata, settings, transaction } = party;
  requireAnswerOf(metadata, parameters);
  const configuration = configure(metadata, settings, await fetchJwks(metadata));
  const answer = new URL(transaction.redirectUrl);
  answer.search = parameters.toString();
  try {
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: transaction.state,
      expectedNonce: transaction.nonce,
      pkceCodeVerifier: transaction.codeVerifier,
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (idToken === undefined) throw new SsoError("token_exchange_failed");
    const userInfo = needsUserInfo(idToken, settings)
      ? await readUserInfo(configuration, { accessToken: tokens.access_token, subject: idToken.sub })
      : {};
    return readIdentity({ idToken, userInfo }, settings.group_claim);
  } catch (error) {
    throw fromExchange(error);
  }
}

/** Another provider's answer, mixed into this sign-in (RFC 9207). */
function requireAnswerOf(metadata: Metadata, parameters: URLSearchParams): void {
  const issuer = parameters.get("iss");
  const isNamed = issuer !== null || metadata.authorization_response_iss_parameter_supported === true;
  if (isNamed && issuer !== metadata.issuer) throw new SsoError("issuer_mismatch");
}

/** What the user info endpoint says; nothing where the provider has none, or it speaks of somebody else. */
async function readUserInfo(
  configuration: ReturnType<typeof configure>,
  { accessToken, subject }: { accessToken: string; subject: string },
): Promise<Claims> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return await fetchUserInfo(configuration, accessToken, subject);
  } catch (error) {
    if (codeOf(error) === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED") return {};
    throw error;
  }
}

async function openSessionOf(
  ctx: SignInContext & { provider: OidcSettings },
  identity: Identity,
): Promise<Tokens> {
  const { db, actor, settings, browser, provider } = ctx;
  const passwordHash = await preparePassword({ db, actor, settings: provider }, identity);
  return db.transaction(async (inside) => {
    const found = await resolveAccount({ db: inside, actor, settings: provider }, { identity, passwordHash });
    const user = await noteSsoLogin(inside, found.id);
    if (user === undefined) throw new SsoError("account_disabled", { username: found.username });
    const account = { userId: user.id, username: user.username, passwordHash: user.passwordHash };
    return completeSsoLogin({ db: inside, actor, settings, browser }, account);
  });
}
