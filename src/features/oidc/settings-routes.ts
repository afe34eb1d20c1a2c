import { actorOf } from "#features/audit";
import { WHOLE } from "#platform/http/conditional";
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
        versioned: WHOLE,
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
        isTryable: true,
        versioned: WHOLE,
        body: OidcSettingsUpdate,
        response: OidcSettingsRead,
        replay: { whole: "/api/v1/admin/oidc-settings" },
        refusals: {
          400:
            "Role mappings are no JSON object; the default role is SuperAdmin; single sign-on cannot be required: it is " +
            "not configured, the provider test failed, or no SuperAdmin could come in without it",
        },
      },
      ({ db, body: changes, ifMatch, ...request }) =>
        updateOidcSettings({ ...deps, db, actor: actorOf(request) }, changes, ifMatch),
    ),
    route(
      {
        method: "post",
        path: "/api/v1/admin/oidc-settings/test",
        tag: "oidc",
        summary: "Try the settings of single sign-on on the provider",
        description: "Asks the provider for its metadata and keys; nobody is signed in.",
        access: "superadmin",
        noTrial: "A question: the provider is asked, nothing is changed.",
        response: OidcTestResult,
        replay: "refused",
      },
      () => testOidcSettings(deps),
    ),
  ];
}
