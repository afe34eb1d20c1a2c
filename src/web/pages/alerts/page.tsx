import { Button, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { openIncidentsQuery, type OpenIncidents } from "../../api/incidents";
import { PageHead } from "../../components/page-head/page-head";
import { Can } from "../../components/permission/can";
import { Loading } from "../../components/states/loading";
import { QueryStates } from "../../components/states/query-states";
import { formatCount } from "../../format/number";
import { AddIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import styles from "./alerts.module.css";
import { OPEN_POLL_MS } from "./api";
import { OpenList } from "./open-list";

const History = lazy(() => import("./history").then((module) => ({ default: module.History })));

const route = getRouteApi("/shell/alerts/");

/** What is wrong and lasts, and what was. */
function AlertsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const open = useQuery({ ...openIncidentsQuery(), refetchInterval: OPEN_POLL_MS });
  const { tab = "open" } = search;
  const show = (next: "history" | undefined) => void navigate({ search: { tab: next } });
  return (
    <>
      <PageHead
        title="Alerts"
        meta={open.data === undefined ? undefined : summaryOf(open.data)}
        actions={
          <Can do="alert_write">
            <Button
              size="xs"
              leftSection={<AddIcon {...ICON} />}
              renderRoot={(root) => <Link {...root} to="/alerts/rules/new" />}
            >
              Add rule
            </Button>
          </Can>
        }
      />
      <Tabs value={tab} keepMounted={false} className={styles.tabs}>
        <Tabs.List>
          <Tabs.Tab value="open" onClick={() => show(undefined)}>
            Open
          </Tabs.Tab>
          <Tabs.Tab value="history" onClick={() => show("history")}>
            History
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="open" className={styles.panel}>
          <QueryStates query={open} what="the open incidents" rows={6}>
            {(found) => (
              <OpenList
                open={found}
                shownId={search.incident}
                onShow={(incident) =>
                  void navigate({ search: (old) => ({ ...old, incident }), replace: true })
                }
              />
            )}
          </QueryStates>
        </Tabs.Panel>
        <Tabs.Panel value="history" className={styles.panel}>
          <Suspense fallback={<Loading what="the history" rows={8} />}>
            <History
              search={search}
              onSearch={(changes) => void navigate({ search: (old) => ({ ...old, ...changes }) })}
            />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function summaryOf({ total, critical }: OpenIncidents): string {
  if (total === 0) return "nothing is open";
  return `${formatCount(total, ["open incident", "open incidents"])}${critical === 0 ? "" : `, ${critical} critical`}`;
}

export const Route = createLazyRoute("/shell/alerts/")({ component: AlertsPage });
