import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { roleNames, rolesQuery } from "../../api/roles";
import { PageHead } from "../../components/page-head/page-head";
import type { Settings } from "../../components/settings-form/fields";
import { SettingsGroup } from "../../components/settings-form/settings-group";
import { Notice } from "../../components/states/notice";
import { QueryStates } from "../../components/states/query-states";
import { Value } from "../../components/value/value";
import { saveSso, ssoQuery } from "./api";
import { ACCOUNTS, CLAIMS, defaultRole, ENFORCEMENT, PROVIDER } from "./groups";
import { missingOf } from "./missing";
import { ProviderTest } from "./provider-test";

function SsoSettingsPage() {
  const query = useQuery(ssoQuery());
  const roles = useQuery(rolesQuery());
  const queries = useQueryClient();
  const save = (changes: Settings) => saveSso(queries, changes);
  return (
    <>
      <PageHead title="Single sign-on" meta="by OpenID Connect" />
      <QueryStates query={query} what="the settings of single sign-on" rows={16}>
        {(settings) => {
          const role = settings.default_role;
          const missing = missingOf(settings, location.origin);
          const claimsWith = (names: readonly string[]) => [
            ...CLAIMS,
            defaultRole(names.includes(role) ? names : [role, ...names]),
          ];
          return (
            <>
              {settings.env_configured && (
                <p role="note">Some of this is set by the environment; what is saved here comes first.</p>
              )}
              {missing.length > 0 && (
                <Notice kind="status">
                  {missing.map((text) => (
                    <p key={text}>{text}</p>
                  ))}
                </Notice>
              )}
              <SettingsGroup
                title="Provider"
                fields={PROVIDER}
                settings={settings}
                secretsSet={settings.client_secret_set ? ["client_secret"] : []}
                save={save}
              />
              <ProviderTest>
                {settings.effective_redirect_url !== "" && (
                  <p>
                    Register this redirect address at the provider:{" "}
                    <Value text={settings.effective_redirect_url} isMono />
                  </p>
                )}
              </ProviderTest>
              <SettingsGroup title="Accounts" fields={ACCOUNTS} settings={settings} save={save} />
              <QueryStates query={roles} what="roles" rows={8}>
                {(known) => (
                  <SettingsGroup
                    title="Claims and roles"
                    fields={claimsWith(roleNames(known))}
                    settings={settings}
                    save={save}
                  />
                )}
              </QueryStates>
              <SettingsGroup title="Passwords" fields={ENFORCEMENT} settings={settings} save={save} />
            </>
          );
        }}
      </QueryStates>
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/single-sign-on")({ component: SsoSettingsPage });
