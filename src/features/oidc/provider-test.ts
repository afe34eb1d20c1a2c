import { roles } from "#tables/users";
import type { Db } from "#platform/database";
import { SUPER_ADMIN } from "#features/users";
import { parseRoleMappings, redirectUrlOf } from "./configuration";
import type { OidcCheckResult, OidcSettings, OidcTestResult } from "./models";
import { discover, fetchJwks, type Metadata } from "./provider";
import { findSsoError } from "./sso-error";

type Context = { db: Db; appUrl: string };
type Finding = Pick<OidcCheckResult, "ok" | "message">;

/** Tries the settings on the provider, without signing anybody in. */
export async function testProvider(ctx: Context, settings: OidcSettings): Promise<OidcTestResult> {
  const discovered = await attempt(async () => discover(settings.issuer));
  const checks: OidcCheckResult[] = [
    { name: "configuration", ...checkConfiguration(settings) },
    { name: "redirect_url", ...checkRedirectUrl(settings, ctx.appUrl) },
    { name: "discovery", ...discovered.finding },
    { name: "jwks", ...(await checkJwks(discovered.value)) },
    { name: "pkce", ...checkPkce(discovered.value) },
    { name: "role_mappings", ...(await checkRoles(ctx.db, settings)) },
  ];
  return { ok: checks.every((check) => check.ok), checks };
}

const UNKNOWN: Finding = { ok: false, message: "Cannot be said without the provider's metadata" };

async function attempt<T>(ask: () => Promise<T>): Promise<{ value?: T; finding: Finding }> {
  try {
    return { value: await ask(), finding: { ok: true, message: "The provider answers" } };
  } catch (error) {
    const known = findSsoError(error);
    if (known === undefined) throw error;
    return { finding: { ok: false, message: `${known.code}: ${known.message}` } };
  }
}

function checkConfiguration({ enabled, issuer, client_id: clientId }: OidcSettings): Finding {
  const missing = [issuer === "" ? "issuer" : "", clientId === "" ? "client_id" : ""].filter(Boolean);
  if (missing.length > 0) return { ok: false, message: `Not set: ${missing.join(", ")}` };
  return { ok: true, message: enabled ? "Complete" : "Complete, but single sign-on is not enabled" };
}

function checkRedirectUrl(settings: OidcSettings, appUrl: string): Finding {
  const url = redirectUrlOf(settings, appUrl);
  if (url === "") return { ok: false, message: "Set APP_URL or the redirect URL" };
  return { ok: true, message: `The provider must know ${url}` };
}

async function checkJwks(metadata: Metadata | undefined): Promise<Finding> {
  if (metadata === undefined) return UNKNOWN;
  const { value, finding } = await attempt(() => fetchJwks(metadata));
  return value === undefined ? finding : { ok: true, message: `Signing keys: ${value.keys.length}` };
}

/** A provider that says nothing of PKCE must ignore what it does not know (RFC 6749 section 3.1). */
function checkPkce(metadata: Metadata | undefined): Finding {
  if (metadata === undefined) return UNKNOWN;
  const methods = metadata.code_challenge_methods_supported;
  if (methods === undefined) return { ok: true, message: "Not advertised; S256 is sent" };
  if (methods.includes("S256")) return { ok: true, message: "S256" };
  return { ok: false, message: "The provider does not support S256" };
}

async function checkRoles(db: Db, settings: OidcSettings): Promise<Finding> {
  const mappings = parseRoleMappings(settings.role_mappings);
  if (mappings === undefined)
    return { ok: false, message: "The role mappings are not a JSON object of texts" };
  const rows = await db.select({ name: roles.name }).from(roles);
  const existing = new Set([SUPER_ADMIN, ...rows.map(({ name }) => name)]);
  const unknown = [...mappings.values(), settings.default_role].filter((role) => !existing.has(role));
  if (unknown.length > 0) return { ok: false, message: `No such role: ${[...new Set(unknown)].join(", ")}` };
  if (!settings.allow_super_admin && [...mappings.values()].includes(SUPER_ADMIN)) {
    return { ok: false, message: "A group is mapped to SuperAdmin, which is not allowed" };
  }
  return { ok: true, message: `Mappings: ${mappings.size}` };
}
