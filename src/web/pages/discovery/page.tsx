import { Button, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { PageHead } from "../../components/page-head/page-head";
import { Loading } from "../../components/states/loading";
import { formatCount } from "../../format/number";
import { AddIcon, SearchIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { observationsQuery, schedulesQuery } from "./api";
import styles from "./discovery.module.css";
import { Scans } from "./scans";
import type { DiscoverySearch } from "./search";

const Observations = lazy(() =>
  import("./observations").then((module) => ({ default: module.Observations })),
);
const Schedules = lazy(() => import("./schedules").then((module) => ({ default: module.Schedules })));
const ScanDialog = lazy(() => import("./scan-dialog").then((module) => ({ default: module.ScanDialog })));
const ScheduleDialog = lazy(() =>
  import("./schedule-dialog").then((module) => ({ default: module.ScheduleDialog })),
);

const route = getRouteApi("/shell/discovery");
const VIEWS = { scans: "scans", observations: "observations", schedules: "schedules" } as const;

/** What is out there: looked for now, looked for again and again, and held against the inventory. */
function DiscoveryPage() {
  const { view = VIEWS.scans, scan } = route.useSearch();
  const navigate = route.useNavigate();
  const [layer, setLayer] = useState<"scan" | "schedule" | null>(null);
  const { data: open } = useQuery(observationsQuery({}));
  const { data: schedules } = useQuery(schedulesQuery());
  const show = (next: DiscoverySearch["view"]) => void navigate({ search: { view: next } });
  const close = () => setLayer(null);
  const newScan = (
    <Button
      size="xs"
      leftSection={<SearchIcon {...ICON} />}
      variant={view === VIEWS.scans && scan === undefined ? "filled" : "default"}
      onClick={() => setLayer("scan")}
    >
      New scan
    </Button>
  );
  return (
    <>
      <PageHead
        title="Discovery"
        meta={open === undefined ? undefined : summaryOf(open.length)}
        actions={
          <>
            {newScan}
            {view === VIEWS.schedules && (
              <Button size="xs" leftSection={<AddIcon {...ICON} />} onClick={() => setLayer("schedule")}>
                New schedule
              </Button>
            )}
          </>
        }
      />
      <Tabs value={view} keepMounted={false} className={styles.tabs}>
        <Tabs.List className={styles.tabList}>
          <Tabs.Tab value={VIEWS.scans} onClick={() => show(undefined)}>
            Scans
          </Tabs.Tab>
          <Tabs.Tab value={VIEWS.observations} onClick={() => show(VIEWS.observations)}>
            Observations{counted(open?.length)}
          </Tabs.Tab>
          <Tabs.Tab value={VIEWS.schedules} onClick={() => show(VIEWS.schedules)}>
            Schedules{counted(schedules?.length)}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={view} className={styles.panel}>
          <Suspense fallback={<Loading what={view} rows={6} />}>
            {view === VIEWS.scans && <Scans onNew={() => setLayer("scan")} />}
            {view === VIEWS.observations && <Observations />}
            {view === VIEWS.schedules && <Schedules onNew={() => setLayer("schedule")} />}
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      <Suspense>
        {layer === "scan" && (
          <ScanDialog
            onClose={close}
            onStarted={(started) => {
              close();
              void navigate({ search: { scan: started } });
            }}
          />
        )}
        {layer === "schedule" && <ScheduleDialog schedule={undefined} onClose={close} />}
      </Suspense>
    </>
  );
}

/** More than the list holds are not counted. */
const MAX_LISTED = 200;

function counted(count: number | undefined): string {
  if (count === undefined || count === 0) return "";
  return count >= MAX_LISTED ? ` ${MAX_LISTED}+` : ` ${count}`;
}

function summaryOf(open: number): string {
  if (open === 0) return "nothing noticed that is not settled";
  if (open >= MAX_LISTED) return `${MAX_LISTED} observations or more wait`;
  return formatCount(open, ["observation waits", "observations wait"]);
}

export const Route = createLazyRoute("/shell/discovery")({ component: DiscoveryPage });
