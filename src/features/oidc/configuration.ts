import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { parseJsonText } from "./json-text";
import { OidcSettings, type OidcEnvironment, type OidcSettingsRead } from "./models";
import { oidcSettings } from "./tables";

export type SettingsContext = {
  db: Db;
  encryption: Encryption;
  environment: OidcEnvironment;
  /** Address of the service as its users see it; empty: not known. */
  appUrl: string;
};

/** What holds where neither the database nor the environment says anything. */
const DEFAULTS: OidcEnvironment = {
  enabled: false,
  issuer: "",
  client_id: "",
  client_secret: "",
  redirect_url: "",
  scopes: "openid profile email",
  allowed_email_domains: "",
  auto_provision: false,
  provider_name: "SSO",
  link_by_email: true,
  allow_unverified_email: false,
  group_claim: "groups",
  role_mappings: "",
  manage_roles: false,
  default_role: "Viewer",
  allow_super_admin: false,
};

const CALLBACK_PATH = "/api/v1/auth/oidc/callback";

/**
 * The settings that hold. The secret stays closed: with another master key only sign-ins fail, and a new one can be
 * saved.
 */
export async function findOidcSettings(ctx: SettingsContext): Promise<OidcSettings> {
  return asSettings(ctx, await readSaved(ctx.db));
}

/** The settings that hold, and the client secret ("": none). Throws where it was saved with another master key. */
export async function openOidcSettings(
  ctx: SettingsContext,
): Promise<OidcSettings & { client_secret: string }> {
  const saved = await readSaved(ctx.db);
  const sealed = saved.get("client_secret");
  const secret = sealed === undefined ? ctx.environment.client_secret : ctx.encryption.decrypt(sealed);
  return { ...asSettings(ctx, saved), client_secret: secret };
}

async function readSaved(db: Db): Promise<Map<string, string>> {
  const rows = await db.select().from(oidcSettings);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Names that this version does not know are left out. */
function asSettings({ environment }: SettingsContext, saved: ReadonlyMap<string, string>): OidcSettings {
  return OidcSettings.parse({
    ...environment,
    require_sso: false,
    ...Object.fromEntries(saved),
    client_secret_set: saved.has("client_secret") || environment.client_secret !== "",
  });
}

/** True where people can sign in by the provider. */
export function isUsable({ enabled, issuer, client_id: clientId }: OidcSettings): boolean {
  return enabled && issuer !== "" && clientId !== "";
}

/** Where the provider sends people back to; empty: nobody has said where the service is. */
export function redirectUrlOf({ redirect_url: explicit }: OidcSettings, appUrl: string): string {
  if (explicit !== "" || appUrl === "") return explicit;
  return appUrl.replace(/\/+$/, "") + CALLBACK_PATH;
}

/** The settings as answers and audit rows show them. */
export function toOidcSettingsRead(
  settings: OidcSettings,
  { environment, appUrl }: Pick<SettingsContext, "environment" | "appUrl">,
): OidcSettingsRead {
  return {
    ...settings,
    effective_redirect_url: redirectUrlOf(settings, appUrl),
    env_configured: !Bun.deepEquals(environment, DEFAULTS),
  };
}

/** Group to role, in the order of the text; undefined where it is no JSON object of texts. Empty text: no mapping. */
export function parseRoleMappings(text: string): Map<string, string> | undefined {
  if (text.trim() === "") return new Map();
  const parsed = parseJsonText(text);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return undefined;
  const entries = Object.entries(parsed);
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === "string")) return undefined;
  return new Map(entries);
}
