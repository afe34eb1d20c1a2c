import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { groupMembersText, toWatchedMonitor, type Monitor } from "../../api/monitoring";
import { HeartbeatBar } from "../../components/beats/heartbeat-bar";
import { Facts } from "../../components/detail-panel/facts";
import { Section } from "../../components/page-head/section";
import { Can } from "../../components/permission/can";
import { Gone } from "../../components/states/gone";
import { QueryStates } from "../../components/states/query-states";
import { useNow } from "../../components/value/clock";
import { TimeValue } from "../../components/value/time-value";
import { standingOf } from "../../api/watched";
import { formatDuration, formatLatency } from "../../format/time";
import { EditIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { AddAlert } from "./add-alert";
import { monitorQuery } from "./api";
import { GroupMembers } from "./group-members";
import { History } from "./history/history";
import { PushAddress } from "./push/push-address";
import { UptimeFact } from "./uptime-fact";
import { RangeButtons, WatchedHead } from "./watched-head";
import styles from "./watched.module.css";

const route = getRouteApi("/shell/monitoring/monitors/$monitorId");

/** Of what asks no URL: what decides instead. */
const NOT_ASKED: Readonly<Record<string, (monitor: Monitor) => string>> = {
  push: () => "A job reports",
  group: groupMembersText,
};

/** What is watched by itself: a page or an API, a job that reports, or a group of others. */
function MonitorPage() {
  const { monitorId } = route.useParams();
  const query = useQuery(monitorQuery(Number(monitorId)));
  return (
    <div>
      <QueryStates
        query={query}
        what="the monitor"
        rows={12}
        gone={<Gone noun="monitor" list="/monitoring?tab=monitors" listName="the monitors" />}
      >
        {(monitor) => <WatchedMonitor monitor={monitor} />}
      </QueryStates>
    </div>
  );
}

function WatchedMonitor({ monitor }: { monitor: Monitor }) {
  const { range = "24h", around } = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow();
  const watched = useMemo(() => toWatchedMonitor(monitor), [monitor]);
  const onAround = useCallback(
    (at: string | undefined) =>
      void navigate({ search: (old) => ({ ...old, around: at }), resetScroll: false }),
    [navigate],
  );
  const told = useMemo(() => ({ deviceId: undefined, targets: [`monitor:${monitor.id}`] }), [monitor.id]);
  return (
    <>
      <WatchedHead
        name={monitor.name}
        what={
          monitor.kind !== "http" ? (
            NOT_ASKED[monitor.kind]?.(monitor)
          ) : (
            <a href={monitor.url} target="_blank" rel="noreferrer noopener" className="mono">
              {monitor.url}
            </a>
          )
        }
        standing={standingOf(watched, now)}
        since={watched.since}
        actions={
          <>
            <RangeButtons
              range={range}
              onRange={(next) =>
                void navigate({ search: (old) => ({ ...old, range: next === "24h" ? undefined : next }) })
              }
            />
            <AddAlert about={{ monitor: monitor.id }} />
            <Can do="monitoring_write">
              <Button
                size="xs"
                leftSection={<EditIcon {...ICON} />}
                renderRoot={(root) => (
                  <Link
                    {...root}
                    to="/monitoring/monitors/$monitorId/edit"
                    params={{ monitorId: String(monitor.id) }}
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
          <Facts facts={nowFacts(monitor, watched.error)} />
          <Facts
            facts={[
              { label: "Uptime 24 h", value: <UptimeFact uptime={watched.day} /> },
              { label: "Uptime 7 days", value: <UptimeFact uptime={watched.week} /> },
              ...(monitor.kind === "group"
                ? []
                : [
                    {
                      label: "Latency, mean of 24 h",
                      value:
                        monitor.avg_response_time_24h === null
                          ? null
                          : formatLatency(monitor.avg_response_time_24h),
                    },
                  ]),
              ...(monitor.kind !== "http"
                ? []
                : [
                    { label: "Certificate until", value: <TimeValue at={monitor.last_cert_expires_at} /> },
                    { label: "Issued by", value: monitor.last_cert_issuer },
                  ]),
            ]}
          />
        </div>
        {watched.beats.length > 0 && (
          <div className={styles.beats}>
            <HeartbeatBar beats={watched.beats} label={monitor.name} places={30} scale={1.75} />
          </div>
        )}
      </Section>
      {monitor.kind === "push" && (
        <Can do="monitoring_write">
          <PushAddress monitor={monitor} />
        </Can>
      )}
      {monitor.kind === "group" && <GroupMembers monitor={monitor} />}
      <History thing={{ monitor_id: monitor.id }} {...{ range, told, around, onAround }} />
    </>
  );
}

const EVERY: Readonly<Record<string, string>> = {
  push: "Reports every",
  group: "With each change, and every",
};

function nowFacts(monitor: Monitor, error: string | null) {
  const { check_interval_seconds: interval, max_retries: retries } = monitor;
  const isPush = monitor.kind === "push";
  return [
    {
      label: "Newest finding",
      value: error ?? messageOf(monitor) ?? (monitor.last_checked_at === null ? null : "all is well"),
    },
    {
      label: monitor.kind === "http" ? "Last checked" : "Last looked at",
      value: <TimeValue at={monitor.last_checked_at} absent="not yet" />,
    },
    { label: EVERY[monitor.kind] ?? "Checked every", value: formatDuration(interval * 1000) },
    ...(isPush ? [{ label: "Grace", value: formatDuration(monitor.push_grace_seconds * 1000) }] : []),
    ...(monitor.kind === "group"
      ? []
      : [{ label: "Down after", value: retries === 0 ? "1 failure" : `${retries + 1} failures in a row` }]),
    { label: "Tags", value: monitor.tags.join(", ") },
    { label: "Description", value: monitor.description },
  ];
}

/** What a job said of itself when all was well, or what is not well with a group that is up. */
function messageOf({ kind, last_result: last }: Monitor): string | null {
  const message = kind !== "http" ? last?.details["message"] : undefined;
  return typeof message === "string" ? message : null;
}

export const Route = createLazyRoute("/shell/monitoring/monitors/$monitorId")({ component: MonitorPage });
