import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { PageHead } from "../../components/page-head/page-head";
import { SettingsGroup } from "../../components/settings-form/settings-group";
import { QueryStates } from "../../components/states/query-states";
import { saveSettings, settingsQuery } from "./api";
import { GROUPS } from "./groups";
import { ReachabilitySection } from "./reachability-section";
import { VersionSection } from "./version-section";

function SettingsPage() {
  const query = useQuery(settingsQuery());
  const queries = useQueryClient();
  return (
    <>
      <PageHead title="Settings" meta="in force for everybody, from the moment they are saved" />
      <QueryStates query={query} what="settings" rows={16}>
        {(settings) =>
          GROUPS.map(({ title, ...group }) => (
            <SettingsGroup
              key={title}
              title={title}
              {...group}
              settings={settings}
              save={(changes) => saveSettings(queries, changes)}
            />
          ))
        }
      </QueryStates>
      <ReachabilitySection />
      <VersionSection />
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/settings")({ component: SettingsPage });
