import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { answerOf, api } from "../../api/client";
import { forgetDevices } from "../../api/inventory";
import {
  deviceSummaryQuery,
  forgetMonitoring,
  toWatchedDevice,
  type DeviceSummary,
} from "../../api/monitoring";
import { HeartbeatBar } from "../../components/beats/heartbeat-bar";
import { Facts } from "../../components/detail-panel/facts";
import { Section } from "../../components/page-head/section";
import { Can } from "../../components/permission/can";
import { Gone } from "../../components/states/gone";
import { QueryStates } from "../../components/states/query-states";
import { toasts } from "../../components/toast/toasts";
import { useNow } from "../../components/value/clock";
import { TimeValue } from "../../components/value/time-value";
import { standingOf } from "../../api/watched";
import { formatWord } from "../../format/device";
import { formatDuration, formatLatency } from "../../format/time";
import { LiveIcon, PauseIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { AddAlert } from "./add-alert";
import { deviceAnalysisQuery } from "./api";
import { DependsOn } from "./dependencies/depends-on";
import { DeviceChecks } from "./device-checks";
import { History } from "./history/history";
import type { RangeName } from "./search";
import { analysisWords } from "./analysis-words";
import { UptimeFact } from "./uptime-fact";
import { RangeButtons, WatchedHead } from "./watched-head";
import styles from "./watched.module.css";

const route = getRouteApi("/shell/monitoring/devices/$deviceId");

/** A device as monitoring sees it. */
function WatchedDevicePage() {
  const { deviceId } = route.useParams();
  const query = useQuery(deviceSummaryQuery(Number(deviceId)));
  return (
    <div>
      <QueryStates
        query={query}
        what="the device"
        rows={12}
        gone={<Gone noun="device" list="/inventory" listName="the inventory" />}
      >
        {(device) => <WatchedDevice device={device} />}
      </QueryStates>
    </div>
  );
}

function WatchedDevice({ device }: { device: DeviceSummary }) {
  const { range = "24h", around } = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow();
  const watched = useMemo(() => toWatchedDevice(device), [device]);
  const { id, name, where, since } = watched;
  const onRange = (next: RangeName) =>
    void navigate({ search: (old) => ({ ...old, range: next === "24h" ? undefined : next }) });
  const onAround = useCallback(
    (at: string | undefined) =>
      void navigate({ search: (old) => ({ ...old, around: at }), resetScroll: false }),
    [navigate],
  );
  const told = useMemo(() => ({ deviceId: id, targets: [`device:${id}`] }), [id]);
  return (
    <>
      <WatchedHead
        name={name}
        what={<span className="mono">{where}</span>}
        standing={standingOf(watched, now)}
        since={since}
        actions={
          <>
            <RangeButtons range={range} onRange={onRange} />
            <AddAlert about={{ device: id }} />
            <Can do="topology_write">
              <Pause device={device} />
            </Can>
            <Button
              size="xs"
              variant="default"
              renderRoot={(root) => (
                <Link {...root} to="/inventory/$deviceId" params={{ deviceId: String(id) }} />
              )}
            >
              Inventory
            </Button>
          </>
        }
      />
      <Section title="Now">
        <div className={styles.columns}>
          <Facts
            facts={[
              { label: "Newest finding", value: watched.error ?? "all is well" },
              { label: "Last checked", value: <TimeValue at={watched.checkedAt} absent="not yet" /> },
              {
                label: "Checked every",
                value:
                  watched.intervalSeconds === null ? null : formatDuration(watched.intervalSeconds * 1000),
              },
              { label: "Expected", value: formatWord(device.expected_status ?? "online") },
            ]}
          />
          <Facts
            facts={[
              { label: "Uptime 24 h", value: <UptimeFact uptime={watched.day} /> },
              { label: "Uptime 7 days", value: <UptimeFact uptime={watched.week} /> },
              ...latencyFacts(device.avg_rtt_24h),
            ]}
          />
        </div>
        <Analysis id={id} />
        {watched.beats.length > 0 && (
          <div className={styles.beats}>
            <HeartbeatBar beats={watched.beats} label={name} scale={1.75} />
          </div>
        )}
      </Section>
      <DependsOn deviceId={id} name={name} />
      <DeviceChecks deviceId={id} />
      <History thing={{ device_id: id }} {...{ range, told, around, onAround }} />
    </>
  );
}

function latencyFacts(average: number | null) {
  return [{ label: "Latency, mean of 24 h", value: average === null ? null : formatLatency(average) }];
}

/** What differs from how it usually is, in a sentence; nothing where nothing does. */
function Analysis({ id }: { id: number }) {
  const { data } = useQuery(deviceAnalysisQuery(id));
  if (data === undefined) return null;
  const words = analysisWords(data);
  return words === "" ? null : <p>{words}</p>;
}

function Pause({ device: { device_id: id, monitoring_paused: isPaused } }: { device: DeviceSummary }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      answerOf(
        api.PATCH("/api/v1/topology/devices/{device_id}", {
          params: { path: { device_id: id } },
          body: { monitoring_paused: !isPaused },
        }),
      ),
    onError: (error) => toasts.tellError(error.message),
    onSettled() {
      void forgetDevices(queries);
      void forgetMonitoring(queries);
    },
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={isPending}
      leftSection={isPaused ? <LiveIcon {...ICON} /> : <PauseIcon {...ICON} />}
      onClick={() => mutate()}
    >
      {isPaused ? "Resume" : "Pause"}
    </Button>
  );
}

export const Route = createLazyRoute("/shell/monitoring/devices/$deviceId")({
  component: WatchedDevicePage,
});
