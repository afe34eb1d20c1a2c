import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { deviceQuery, type VersionedDevice } from "../../api/inventory";
import { useMay } from "../../api/me";
import { isMissing } from "../../api/request-failure";
import { Gone } from "../../components/states/gone";
import { Loading } from "../../components/states/loading";
import { PartBoundary } from "../../components/states/part-boundary";
import { QueryStates } from "../../components/states/query-states";
import { TabList } from "../../components/tabs/tab-list";
import { Addresses } from "./addresses";
import { DeviceHead } from "./device-head";
import styles from "./device.module.css";
import { OpenIncidents } from "./open-incidents";
import { Overview } from "./overview/overview";
import type { Tab } from "./search";

const Attached = lazy(() => import("./attachment/attached").then((module) => ({ default: module.Attached })));
const Ports = lazy(() => import("./ports/ports").then((module) => ({ default: module.Ports })));
const History = lazy(() => import("./history").then((module) => ({ default: module.History })));
const Events = lazy(() => import("./events").then((module) => ({ default: module.Events })));
const Audit = lazy(() => import("./audit/audit").then((module) => ({ default: module.Audit })));

const route = getRouteApi("/shell/inventory/$deviceId");

/** One device: what it is, where it hangs, what it said, who changed it. */
function DevicePage() {
  const { deviceId } = route.useParams();
  const query = useQuery(deviceQuery(Number(deviceId)));
  // Of one that is deleted meanwhile nothing is left to show, and nothing is typed on this page.
  if (isMissing(query.error)) return <Gone noun="device" list="/inventory" listName="the inventory" />;
  return (
    <QueryStates query={query} what="the device" rows={12}>
      {(versioned) => <DeviceParts versioned={versioned} />}
    </QueryStates>
  );
}

function DeviceParts({ versioned }: { versioned: VersionedDevice }) {
  const { device } = versioned;
  const { tab = "overview", merge } = route.useSearch();
  const navigate = route.useNavigate();
  const tabs = useTabs(device.snmp_profile_id !== null);
  const shown = tabs.some(({ id }) => id === tab) ? tab : "overview";
  const choose = (id: string | null) => {
    const next = tabs.find((one) => one.id === id)?.id;
    void navigate({ search: next === undefined || next === "overview" ? {} : { tab: next } });
  };
  return (
    <>
      <DeviceHead
        versioned={versioned}
        mergeWith={merge}
        onMergeWith={(other) => void navigate({ search: (old) => ({ ...old, merge: other }) })}
      />
      <OpenIncidents deviceId={device.id} />
      <Tabs value={shown} onChange={choose} keepMounted={false} className={styles.tabs}>
        <TabList label="Parts of the device" chosen={shown}>
          {tabs.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </TabList>
        <Tabs.Panel value={shown} className={styles.panel}>
          <PartBoundary key={shown} title="Cannot show this part">
            <Suspense fallback={<Loading what="this part" rows={8} />}>
              {shown === "overview" && <Overview device={device} />}
              {shown === "ports" && <Ports device={device} />}
              {shown === "addresses" && <Addresses device={device} />}
              {shown === "attached" && <Attached device={device} />}
              {shown === "history" && <History device={device} />}
              {shown === "events" && <Events device={device} />}
              {shown === "audit" && <Audit device={device} />}
            </Suspense>
          </PartBoundary>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Those that this person may see. What hangs on a device is only known of those that can be asked. */
function useTabs(canBeAsked: boolean): readonly { id: Tab; label: string }[] {
  const maySeeAttached = useMay("tools_passive") && canBeAsked;
  const maySeeEvents = useMay("security_view");
  const maySeeAudit = useMay("superadmin");
  return [
    { id: "overview", label: "Overview" },
    { id: "ports", label: "Ports" },
    { id: "addresses", label: "Addresses" },
    ...(maySeeAttached ? [{ id: "attached", label: "Attached" } as const] : []),
    ...(maySeeEvents
      ? ([
          { id: "history", label: "History" },
          { id: "events", label: "Events" },
        ] as const)
      : []),
    ...(maySeeAudit ? [{ id: "audit", label: "Audit" } as const] : []),
  ];
}

export const Route = createLazyRoute("/shell/inventory/$deviceId")({ component: DevicePage });
