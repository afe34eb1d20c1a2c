import { z } from "@hono/zod-openapi";
import { boolean } from "#platform/http/fields";

export const OidcPublicStatus = z
  .object({
    enabled: z.boolean(),
    provider_name: z.string().openapi({ description: "label of the button", example: "Example ID" }),
    require_sso: z.boolean().openapi({ description: "only SuperAdmins may sign in with a password" }),
  })
  .openapi("OidcPublicStatus");
export type OidcPublicStatus = z.infer<typeof OidcPublicStatus>;

const ROLE_MAPPINGS_EXAMPLE = '{"net-admins": "NetworkAdmin"}';

/** What a setting's value is, however it is stored. The names are the API's. */
const values = {
  enabled: boolean(),
  issuer: z.string(),
  client_id: z.string(),
  redirect_url: z.string(),
  scopes: z.string(),
  allowed_email_domains: z.string(),
  auto_provision: boolean(),
  provider_name: z.string(),
  link_by_email: boolean(),
  allow_unverified_email: boolean(),
  group_claim: z.string(),
  role_mappings: z.string(),
  manage_roles: boolean(),
  default_role: z.string(),
  allow_super_admin: boolean(),
  require_sso: boolean(),
};

/** All settings as they hold, saved ones before the environment's; not the secret, but whether there is one. */
export const OidcSettings = z.object({ ...values, client_secret_set: z.boolean() });
export type OidcSettings = z.output<typeof OidcSettings>;

/** What the environment says; `require_sso` exists only in the database. */
export type OidcEnvironment = Omit<OidcSettings, "require_sso" | "client_secret_set"> & {
  client_secret: string;
};

export const OidcSettingsRead = z
  .object({
    ...values,
    client_secret_set: z.boolean(),
    effective_redirect_url: z.string().openapi({
      description: "`redirect_url`, else `APP_URL` and the callback's path; empty: neither is set",
    }),
    env_configured: z.boolean().openapi({ description: "the environment sets something of this" }),
  })
  .openapi("OidcSettingsRead");
export type OidcSettingsRead = z.output<typeof OidcSettingsRead>;

const line = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .trim()
    .regex(/^[^\p{Cc}]*$/u)
    // Else the flag would stand in the document's pattern, which no value matches then.
    .openapi({ pattern: String.raw`^[^\p{Cc}]*$` });

/** An address without what would be lost or shown on the way. */
const address = (maxLength: number) =>
  line(maxLength).refine((text) => text === "" || isPlainAddress(text), {
    message: "must be an http or https address without user, query and fragment",
  });

function isPlainAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === "" && url.password === "" && !/[?#]/.test(text);
}

const kept = <T extends z.ZodType>(field: T) => field.nullable().optional();
const flag = () => kept(boolean()).openapi({ type: ["boolean", "null"] });

export const OidcSettingsUpdate = z
  .object({
    enabled: flag(),
    issuer: kept(address(512)).openapi({ example: "https://id.example.com/realms/main" }),
    client_id: kept(line(255)).openapi({ example: "netatlas" }),
    client_secret: kept(line(512)).openapi({ description: "never shown; empty: removed" }),
    redirect_url: kept(address(512)),
    scopes: kept(line(255)).openapi({ description: "divided by blanks; `openid` is always asked for" }),
    allowed_email_domains: kept(line(1024)).openapi({
      description: "divided by commas; empty: all",
      example: "example.com, example.net",
    }),
    auto_provision: flag(),
    provider_name: kept(line(60)),
    link_by_email: flag(),
    allow_unverified_email: flag(),
    group_claim: kept(line(120)),
    role_mappings: kept(z.string().max(4096).trim()).openapi({ example: ROLE_MAPPINGS_EXAMPLE }),
    manage_roles: flag(),
    default_role: kept(line(50)),
    allow_super_admin: flag(),
    require_sso: flag(),
  })
  .openapi("OidcSettingsUpdate", {
    description: "Absent or null: as it is. Empty text: the saved value is removed, the environment's holds.",
  });
export type OidcSettingsUpdate = z.output<typeof OidcSettingsUpdate>;

const OidcCheckResult = z
  .object({
    name: z.enum(["configuration", "redirect_url", "discovery", "jwks", "pkce", "role_mappings"]),
    ok: z.boolean(),
    message: z.string(),
  })
  .openapi("OidcCheckResult");
export type OidcCheckResult = z.infer<typeof OidcCheckResult>;

export const OidcTestResult = z
  .object({ ok: z.boolean().openapi({ description: "all checks are ok" }), checks: z.array(OidcCheckResult) })
  .openapi("OidcTestResult");
export type OidcTestResult = z.infer<typeof OidcTestResult>;

/** A provider sends people back with these; all others are its own. */
export const OidcCallbackQuery = z.object({
  code: z.string().optional(),
  state: z.string().optional(),
  error: z.string().optional(),
  iss: z.string().optional().openapi({ description: "who answers (RFC 9207)" }),
});
