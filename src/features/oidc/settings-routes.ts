import { actorOf } from "#features/audit";
import { route, type Route } from "#platform/http/route";
import type { SettingsContext } from "./configuration";
import { OidcSettingsRead, OidcSettingsUpdate, OidcTestResult } from "./models";
import { readOidcSettings, testOidcSettings, updateOidcSettings } from "./service";

/** Settings of the sign-in by a provider. */
export function oidcSettingsRoutes(deps: SettingsContext): Route[] {
  return [
    route(
      {
        method: "get",
        path: "/api/v1/admin/oidc-settings",
        tag: "oidc",
        summary: "Settings of single sign-on",
        description: "The client secret is never shown.",
        access: "superadmin",
        response: OidcSettingsRead,
      },
      () => readOidcSettings(deps),
    ),
    route(
      {
        method: "put",
        path: "/api/v1/admin/oidc-settings",
        tag: "oidc",
        summary: "Change settings of single sign-on",
        description: "A saved value comes before the environment's.",
        access: "superadmin",
        body: OidcSettingsUpdate,
        response: OidcSettingsRead,
        replay: { whole: "/api/v1/admin/oidc-settings" },
        refusals: {
          400:
            "Role mappings are no JSON object; the default role is SuperAdmin; single sign-on cannot be required: it is " +
            "not configured, the provider test failed, or no SuperAdmin could come in without it",
        },
      },
      (request) => updateOidcSettings({ ...deps, actor: actorOf(request) }, request.body),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/admin/oidc-settings/test",
        tag: "oidc",
        summary: "Try the settings of single sign-on on the provider",
        description: "Asks the provider for its metadata and keys; nobody is signed in.",
        access: "superadmin",
        response: OidcTestResult,
        replay: "refused",
      },
      () => testOidcSettings(deps),
    ),
  ];
}
