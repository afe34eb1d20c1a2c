import { Button } from "@mantine/core";
import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { useMay } from "../../api/me";
import { checksQuery, forgetMonitoring, monitorsQuery, watchedDevicesQuery } from "../../api/monitoring";
import { PageHead } from "../../components/page-head/page-head";
import { Can } from "../../components/permission/can";
import { Loading } from "../../components/states/loading";
import { QueryStates } from "../../components/states/query-states";
import { useNow } from "../../components/value/clock";
import { TimeValue } from "../../components/value/time-value";
import { deviceName } from "../../format/device";
import { formatNumber } from "../../format/number";
import { isTrouble } from "../../api/watched";
import { AddIcon, WallIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { deleteCheck, deleteMonitor, enableCheck, enableMonitor } from "./api";
import { AttentionLine } from "./attention-line";
import styles from "./monitoring.module.css";
import { toDeviceRow, toMonitorRow, toServiceRow, type Row } from "./rows";
import { TABS, type Tab } from "./search";
import type { Bulk } from "./list/watched-list";

// The table is half of the page: it comes beside what is said above it, and the loader of the route has asked for it
// already.
const WatchedList = lazy(() =>
  import("./list/watched-list").then((module) => ({ default: module.WatchedList })),
);
const Wall = lazy(() => import("./wall/wall").then((module) => ({ default: module.Wall })));
const NothingYet = lazy(() =>
  import("./watch/nothing-yet").then((module) => ({ default: module.NothingYet })),
);
const DeviceBulk = lazy(() =>
  import("./bulk/device-bulk").then((module) => ({ default: module.DeviceBulk })),
);
const CheckBulk = lazy(() => import("./bulk/check-bulk").then((module) => ({ default: module.CheckBulk })));
const WatchDialog = lazy(() =>
  import("./watch/watch-dialog").then((module) => ({ default: module.WatchDialog })),
);

const route = getRouteApi("/shell/monitoring");

const LABELS: Readonly<Record<Tab, string>> = {
  devices: "Devices",
  services: "Services",
  monitors: "Monitors",
};

/** What is watched, and what is wrong with it now. */
function MonitoringPage() {
  const { view, by = "group" } = route.useSearch();
  const navigate = route.useNavigate();
  const lists = useLists();
  if (view === "wall") {
    const isKnown = lists.devices.query.data !== undefined;
    return (
      <Suspense fallback={<Loading what="the wall" rows={8} />}>
        {isKnown ? (
          <Wall
            devices={lists.devices.rows}
            services={lists.services.rows}
            monitors={lists.monitors.rows}
            by={by}
            asOf={lists.asOf}
            onLeave={() => void navigate({ search: (old) => ({ ...old, view: undefined }) })}
          />
        ) : (
          <QueryStates query={lists.devices.query} what="what is watched">
            {() => null}
          </QueryStates>
        )}
      </Suspense>
    );
  }
  return <Lists lists={lists} />;
}

type Lists = ReturnType<typeof useLists>;

/** The three lists as rows, each the same object as long as nothing about it changes. */
function useLists() {
  const now = useNow();
  const devices = useQuery(watchedDevicesQuery());
  const checks = useQuery(checksQuery());
  const monitors = useQuery(monitorsQuery());
  const held = devices.data?.rows;
  const deviceRows = useMemo(() => held?.map((device) => toDeviceRow(device, now)) ?? [], [held, now]);
  const names = useMemo(
    () =>
      new Map(
        held?.map((one) => [one.device_id, deviceName({ ...one, id: one.device_id, mac_address: null })]),
      ),
    [held],
  );
  const serviceRows = useMemo(
    () =>
      checks.data?.map((check) =>
        toServiceRow(check, { deviceName: names.get(check.device_id ?? 0), now }),
      ) ?? [],
    [checks.data, names, now],
  );
  const monitorRows = useMemo(
    () => monitors.data?.map((monitor) => toMonitorRow(monitor, now)) ?? [],
    [monitors.data, now],
  );
  return {
    devices: { query: devices, rows: deviceRows },
    services: { query: checks, rows: serviceRows },
    monitors: { query: monitors, rows: monitorRows },
    /** The oldest of the answers. */
    asOf: Math.min(devices.dataUpdatedAt, monitors.dataUpdatedAt || devices.dataUpdatedAt),
  };
}

function Lists({ lists }: { lists: Lists }) {
  const { tab = "devices" } = route.useSearch();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const show = (next: Tab) => void navigate({ search: { tab: next === "devices" ? undefined : next } });
  const onWatched = (what: "host" | "page") => {
    show(what === "host" ? "devices" : "monitors");
    // The engine is told of it at once, and the first result takes as long as the answer.
    void forgetMonitoring(queries);
  };
  const all = useMemo(
    () => [...lists.devices.rows, ...lists.services.rows, ...lists.monitors.rows],
    [lists.devices.rows, lists.services.rows, lists.monitors.rows],
  );
  const { rows } = lists[tab];
  const query: UseQueryResult = lists[tab].query;
  return (
    <>
      <PageHead
        title="Monitoring"
        meta={<Freshness asOf={query.dataUpdatedAt} />}
        actions={<Actions tab={tab} hasAny={all.length > 0} onWatch={() => setIsAdding(true)} />}
      />
      <AttentionLine rows={all} />
      <nav aria-label="What is watched" className={styles.tabs}>
        {TABS.map((id) => (
          <Link
            key={id}
            to="/monitoring"
            search={{ tab: id === "devices" ? undefined : id }}
            className={styles.tab}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={id === tab ? "page" : undefined}
          >
            {LABELS[id]}
            {lists[id].query.data !== undefined && <TabCount rows={lists[id].rows} />}
          </Link>
        ))}
      </nav>
      <QueryStates query={query} what={LABELS[tab].toLowerCase()} rows={16}>
        {() =>
          rows.length === 0 ? (
            <Suspense fallback={<Loading what={LABELS[tab].toLowerCase()} rows={4} />}>
              <NothingYet tab={tab} onWatched={onWatched} />
            </Suspense>
          ) : (
            <Suspense fallback={<Loading what={LABELS[tab].toLowerCase()} rows={16} />}>
              <List key={tab} tab={tab} rows={rows} isFetching={query.isLoading} />
            </Suspense>
          )
        }
      </QueryStates>
      <Suspense>
        {isAdding && <WatchDialog onClose={() => setIsAdding(false)} onWatched={onWatched} />}
      </Suspense>
    </>
  );
}

function TabCount({ rows }: { rows: readonly Row[] }) {
  const trouble = rows.filter(({ standing }) => isTrouble(standing)).length;
  return (
    <span className={styles.dimmed}>
      {" "}
      {formatNumber(rows.length)}
      {trouble > 0 && <span className={styles.trouble}>, {formatNumber(trouble)} in trouble</span>}
    </span>
  );
}

function Freshness({ asOf }: { asOf: number }) {
  if (asOf === 0) return null;
  return (
    <span>
      Updated <TimeValue at={new Date(asOf).toISOString()} as="age" />
    </span>
  );
}

type ActionsProps = { tab: Tab; hasAny: boolean; onWatch: () => void };

/** The wall, and what each list is added to by. */
function Actions({ tab, hasAny, onWatch }: ActionsProps) {
  return (
    <>
      {hasAny && (
        <Button
          size="xs"
          variant="default"
          leftSection={<WallIcon {...ICON} />}
          renderRoot={(root) => (
            <Link {...root} to="/monitoring" search={(old) => ({ ...old, view: "wall" as const })} />
          )}
        >
          Wall
        </Button>
      )}
      {tab === "devices" && hasAny && (
        <Can do="topology_write">
          <Button size="xs" leftSection={<AddIcon {...ICON} />} onClick={onWatch}>
            Watch a host
          </Button>
        </Can>
      )}
      {tab !== "devices" && (
        <Can do="monitoring_write">
          <Button
            size="xs"
            component={Link}
            to={tab === "services" ? "/monitoring/checks/new" : "/monitoring/monitors/new"}
            leftSection={<AddIcon {...ICON} />}
          >
            {tab === "services" ? "Add check" : "Add monitor"}
          </Button>
        </Can>
      )}
    </>
  );
}

type ListProps = { tab: Tab; rows: readonly Row[]; isFetching: boolean };

function List({ tab, rows, isFetching }: ListProps) {
  const mayPause = useMay("topology_write");
  const mayCheck = useMay("monitoring_write");
  return (
    <WatchedList
      tab={tab}
      rows={rows}
      isFetching={isFetching}
      isSelectable={mayCheck || (tab === "devices" && mayPause)}
      bulk={BULK[tab]}
    />
  );
}

/** What can be done with the rows of each list. */
const BULK: Readonly<Record<Tab, Bulk>> = {
  devices: (selected, selection) => <DeviceBulk rows={selected} {...selection} />,
  services: (selected, selection) => (
    <CheckBulk
      rows={selected}
      {...selection}
      what={["check", "checks"]}
      editHref={(id) => `/monitoring/checks/${id}/edit`}
      enable={enableCheck}
      remove={deleteCheck}
    />
  ),
  monitors: (selected, selection) => (
    <CheckBulk
      rows={selected}
      {...selection}
      what={["monitor", "monitors"]}
      editHref={(id) => `/monitoring/monitors/${id}/edit`}
      enable={enableMonitor}
      remove={deleteMonitor}
    />
  ),
};

export const Route = createLazyRoute("/shell/monitoring")({ component: MonitoringPage });
