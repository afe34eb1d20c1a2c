import { Button, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { maintenanceQuery, type Maintenance } from "../../api/maintenance";
import { PageHead } from "../../components/page-head/page-head";
import { Can } from "../../components/permission/can";
import { Loading } from "../../components/states/loading";
import { QueryStates } from "../../components/states/query-states";
import { formatCount } from "../../format/number";
import styles from "./maintenance.module.css";
import { WindowList } from "./window-list";

const Calendar = lazy(() => import("./calendar").then((module) => ({ default: module.Calendar })));
const StartDialog = lazy(() => import("./start-dialog").then((module) => ({ default: module.StartDialog })));

const route = getRouteApi("/shell/monitoring/maintenance");

/** When what fails is not held against it: what runs now, and what is planned. */
function MaintenancePage() {
  const { view = "list" } = route.useSearch();
  const navigate = route.useNavigate();
  const windows = useQuery(maintenanceQuery());
  const [isStarting, setIsStarting] = useState(false);
  const show = (next: "calendar" | undefined) => void navigate({ search: (old) => ({ ...old, view: next }) });
  return (
    <>
      <PageHead
        title="Maintenance"
        meta={windows.data === undefined ? undefined : summaryOf(windows.data)}
        actions={
          <Can do="monitoring_write">
            <Button size="xs" variant="default" onClick={() => setIsStarting(true)}>
              Start one hour now
            </Button>
            <Button size="xs" component={Link} to="/monitoring/maintenance/new">
              Plan maintenance
            </Button>
          </Can>
        }
      />
      <Tabs value={view} keepMounted={false} className={styles.tabs}>
        <Tabs.List>
          <Tabs.Tab value="list" onClick={() => show(undefined)}>
            List
          </Tabs.Tab>
          <Tabs.Tab value="calendar" onClick={() => show("calendar")}>
            Calendar
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="list" className={styles.panel}>
          <QueryStates query={windows} what="the maintenance windows" rows={6}>
            {(all) => <WindowList windows={all} />}
          </QueryStates>
        </Tabs.Panel>
        <Tabs.Panel value="calendar" className={styles.panel}>
          <Suspense fallback={<Loading what="the calendar" rows={8} />}>
            <Calendar />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      <Suspense>{isStarting && <StartDialog onClose={() => setIsStarting(false)} />}</Suspense>
    </>
  );
}

function summaryOf(windows: readonly Maintenance[]): string {
  const running = windows.filter(({ state }) => state === "running");
  if (running.length === 0) return "nothing runs now";
  return `${formatCount(running.length, ["window runs", "windows run"])} now`;
}

export const Route = createLazyRoute("/shell/monitoring/maintenance")({ component: MaintenancePage });
