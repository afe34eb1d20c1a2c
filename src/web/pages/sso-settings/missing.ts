import type { Model } from "../../api/client";

type SsoSettings = Pick<
  Model<"OidcSettingsRead">,
  "enabled" | "issuer" | "client_id" | "effective_redirect_url"
>;

/** Why nobody can sign in by the provider though it is switched on, as sentences; none where all is there, or it is off. */
export function missingOf(settings: SsoSettings, origin: string): string[] {
  if (!settings.enabled) return [];
  const fields = [
    ...(settings.issuer === "" ? ["the issuer"] : []),
    ...(settings.client_id === "" ? ["the client id"] : []),
  ];
  return [
    ...(fields.length > 0
      ? [`The sign-in page does not offer it yet: ${fields.join(" and ")} ${isOrAre(fields)} missing.`]
      : []),
    ...(settings.effective_redirect_url === ""
      ? [
          `The provider would not know where to send people back to: set APP_URL, or the redirect address, from here ${origin}/api/v1/auth/oidc/callback.`,
        ]
      : []),
  ];
}

const isOrAre = ({ length }: readonly string[]) => (length === 1 ? "is" : "are");
