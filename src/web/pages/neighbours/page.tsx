import { Button, Tabs } from "@mantine/core";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { PageHead } from "../../components/page-head/page-head";
import { Can } from "../../components/permission/can";
import { ErrorStrip } from "../../components/states/error-state";
import { toasts } from "../../components/toast/toasts";
import { formatCount } from "../../format/number";
import { useScanAll } from "./api";
import { NeighbourList } from "./neighbour-list";
import styles from "./neighbours.module.css";
import { Scans } from "./scans";

const route = getRouteApi("/shell/neighbours");

/** What devices have heard at their ports, and when they were asked for it. */
function NeighboursPage() {
  const { tab = "neighbours" } = route.useSearch();
  const navigate = route.useNavigate();
  const { mutate, isPending, error } = useScanAll();
  const scanAll = () =>
    mutate(undefined, {
      onSuccess: ({ queued }) =>
        toasts.tell(
          queued === 0
            ? "No device has an SNMP profile and an address or host name"
            : `${formatCount(queued, ["device is", "devices are"])} asked now`,
        ),
    });
  return (
    <>
      <PageHead
        title="Neighbours"
        meta="what devices have heard at their ports by LLDP and CDP"
        actions={
          <Can do="tools_active">
            <Button size="xs" loading={isPending} onClick={scanAll}>
              Scan all devices
            </Button>
          </Can>
        }
      />
      {error !== null && <ErrorStrip error={error} title="Cannot scan the devices" />}
      <Tabs value={tab} keepMounted={false} className={styles.tabs}>
        <Tabs.List aria-label="Parts of the page">
          <Tabs.Tab
            value="neighbours"
            onClick={() => void navigate({ search: (old) => ({ ...old, tab: undefined }) })}
          >
            Neighbours
          </Tabs.Tab>
          <Tabs.Tab
            value="scans"
            onClick={() => void navigate({ search: (old) => ({ ...old, tab: "scans" }) })}
          >
            Scans
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="neighbours" className={styles.panel}>
          <NeighbourList />
        </Tabs.Panel>
        <Tabs.Panel value="scans" className={styles.panel}>
          <Scans />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

export const Route = createLazyRoute("/shell/neighbours")({ component: NeighboursPage });
