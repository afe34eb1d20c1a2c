import type { OidcEnvironment } from "#features/oidc";
import type { Settings } from "../settings/settings";

/** What the environment says of single sign-on, by the names of the API. */
export function oidcEnvironment(settings: Settings): OidcEnvironment {
  return {
    enabled: settings.OIDC_ENABLED,
    issuer: settings.OIDC_ISSUER,
    client_id: settings.OIDC_CLIENT_ID,
    client_secret: settings.OIDC_CLIENT_SECRET,
    redirect_url: settings.OIDC_REDIRECT_URL,
    scopes: settings.OIDC_SCOPES,
    allowed_email_domains: settings.OIDC_ALLOWED_EMAIL_DOMAINS.join(","),
    auto_provision: settings.OIDC_AUTO_PROVISION,
    provider_name: settings.OIDC_PROVIDER_NAME,
    link_by_email: settings.OIDC_LINK_BY_EMAIL,
    allow_unverified_email: settings.OIDC_ALLOW_UNVERIFIED_EMAIL,
    group_claim: settings.OIDC_GROUP_CLAIM,
    role_mappings: settings.OIDC_ROLE_MAPPINGS,
    manage_roles: settings.OIDC_MANAGE_ROLES,
    default_role: settings.OIDC_DEFAULT_ROLE,
    allow_super_admin: settings.OIDC_ALLOW_SUPER_ADMIN,
  };
}
