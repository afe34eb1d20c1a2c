import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { checkState, lastResultOf, mixedStates, watchedDevicesQuery, type Check } from "../../api/monitoring";
import { StatusMark } from "../../components/badge/status-mark";
import { describeCheck } from "../../components/check-fields/kind-names";
import { Facts } from "../../components/detail-panel/facts";
import { Section } from "../../components/page-head/section";
import { Can } from "../../components/permission/can";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { Gone } from "../../components/states/gone";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { LOOKS } from "../../components/watched/looks";
import { deviceName, formatWord } from "../../format/device";
import { formatCount, formatNumber } from "../../format/number";
import { formatDuration, formatLatency } from "../../format/time";
import { EditIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { AddAlert } from "./add-alert";
import { checkQuery } from "./api";
import { resultsOf, type DeviceResult } from "./check-results";
import { History } from "./history/history";
import type { RangeName } from "./search";
import { RangeButtons, WatchedHead } from "./watched-head";
import styles from "./watched.module.css";

const route = getRouteApi("/shell/monitoring/checks/$checkId");

/** A service check: on one device with its history, on every device by how each stands. */
function CheckPage() {
  const { checkId } = route.useParams();
  const query = useQuery(checkQuery(Number(checkId)));
  return (
    <div>
      <QueryStates
        query={query}
        what="the check"
        rows={12}
        gone={<Gone noun="check" list="/monitoring?tab=services" listName="the checks" />}
      >
        {(check) => <WatchedCheck check={check} />}
      </QueryStates>
    </div>
  );
}

function WatchedCheck({ check }: { check: Check }) {
  const { range = "24h", device: shown, around } = route.useSearch();
  const navigate = route.useNavigate();
  const last = lastResultOf(check);
  const deviceId = check.device_id ?? shown;
  const onRange = (next: RangeName) =>
    void navigate({ search: (old) => ({ ...old, range: next === "24h" ? undefined : next }) });
  const onAround = useCallback(
    (at: string | undefined) =>
      void navigate({ search: (old) => ({ ...old, around: at }), resetScroll: false }),
    [navigate],
  );
  return (
    <>
      <WatchedHead
        name={check.label}
        what={<span>{describeCheck(check)}</span>}
        standing={checkState(check)}
        since={last?.state_since ?? null}
        actions={
          <>
            {deviceId !== undefined && <RangeButtons range={range} onRange={onRange} />}
            <AddAlert about={{ check: check.id }} />
            <Can do="monitoring_write">
              <Button
                size="xs"
                leftSection={<EditIcon {...ICON} />}
                renderRoot={(root) => (
                  <Link
                    {...root}
                    to="/monitoring/checks/$checkId/edit"
                    params={{ checkId: String(check.id) }}
                  />
                )}
              >
                Edit
              </Button>
            </Can>
          </>
        }
      />
      <Section title="Now">
        <div className={styles.columns}>
          <Facts
            facts={[
              { label: "Newest finding", value: findingOf(check) },
              {
                label: "Last checked",
                value:
                  last === null ? (
                    "by device, see below"
                  ) : (
                    <TimeValue at={last.checked_at} absent="not yet" />
                  ),
              },
              ...Object.entries(last?.details ?? {}).map(([name, value]) => ({
                label: formatWord(name.replaceAll(/([A-Z])/g, " $1").toLowerCase()),
                value: String(value),
              })),
            ]}
          />
          <Facts
            facts={[
              {
                label: "Checked every",
                value:
                  check.interval_seconds === null
                    ? "as often as the devices"
                    : formatDuration(check.interval_seconds * 1000),
              },
              { label: "Down after", value: formatCount(check.failures_to_down, ["failure", "failures"]) },
              {
                label: "Up again after",
                value: formatCount(check.successes_to_up, ["success", "successes"]),
              },
            ]}
          />
        </div>
      </Section>
      {deviceId === undefined ? (
        <ByDevice check={check} />
      ) : (
        <CheckHistory {...{ check, deviceId, range, around, onAround }} />
      )}
    </>
  );
}

/** On one device what was found there, on many how many are how. */
function findingOf(check: Check): string | null {
  const last = lastResultOf(check);
  if (last === null) return mixedStates(check);
  return last.error ?? (last.checked_at === null ? null : "all is well");
}

const COLUMNS: readonly SimpleColumn<DeviceResult>[] = [
  {
    id: "device",
    label: "Device",
    cell: ({ device }) => (
      <Link to="." search={(old) => ({ ...old, device: device.device_id })}>
        {deviceName({ ...device, id: device.device_id, mac_address: null })}
      </Link>
    ),
  },
  { id: "state", label: "State", cell: ({ standing }) => <StatusMark {...LOOKS[standing]} /> },
  {
    id: "latency",
    label: "Latency",
    align: "right",
    cell: ({ result: { response_time_ms: latency } }) => (latency === null ? "–" : formatLatency(latency)),
  },
  { id: "error", label: "What was found", cell: ({ result: { error } }) => error ?? "–" },
];

/** Of thousands of devices only those that need a look are of interest. */
const LISTED = 200;

function ByDevice({ check }: { check: Check }) {
  const query = useQuery(watchedDevicesQuery());
  return (
    <QueryStates query={query} what="the devices" rows={8}>
      {({ rows }) => {
        const results = resultsOf(rows, check.id);
        return results.length === 0 ? (
          <EmptyState title="No result yet">
            {check.scope === null
              ? "It runs on every device that is watched."
              : "It runs on the devices that its scope fits."}
          </EmptyState>
        ) : (
          <Section
            title="By device"
            hint={
              results.length > LISTED ? `The worst ${LISTED} of ${formatNumber(results.length)}` : undefined
            }
          >
            <SimpleTable
              label="By device"
              columns={COLUMNS}
              rows={results.slice(0, LISTED)}
              rowId={({ device }) => device.device_id}
            />
          </Section>
        );
      }}
    </QueryStates>
  );
}

type HistoryProps = {
  check: Check;
  deviceId: number;
  range: RangeName;
  around: string | undefined;
  onAround: (at: string | undefined) => void;
};

function CheckHistory({ check: { id }, deviceId, ...asked }: HistoryProps) {
  const told = useMemo(
    () => ({ deviceId, targets: [`service_check:${id}`, `device:${deviceId}`] }),
    [id, deviceId],
  );
  return <History thing={{ service_check_id: id, device_id: deviceId }} told={told} {...asked} />;
}

export const Route = createLazyRoute("/shell/monitoring/checks/$checkId")({ component: CheckPage });
