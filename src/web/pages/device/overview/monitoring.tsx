import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Device } from "../../../api/inventory";
import { deviceSummaryQuery, toWatchedDevice, type DeviceSummary } from "../../../api/monitoring";
import { StatusMark } from "../../../components/badge/status-mark";
import { HeartbeatBar } from "../../../components/beats/heartbeat-bar";
import { describeCheck } from "../../../components/check-fields/kind-names";
import { Section } from "../../../components/page-head/section";
import { Can } from "../../../components/permission/can";
import { QueryStates } from "../../../components/states/query-states";
import { useNow } from "../../../components/value/clock";
import { TimeValue } from "../../../components/value/time-value";
import { isHostName } from "../../../format/host-name";
import { standingOf } from "../../../api/watched";
import { LOOKS } from "../../../components/watched/looks";
import { AddIcon } from "../../../theme/icons";
import { ICON } from "../../../theme/tokens";
import styles from "../device.module.css";

/** Why a device is not watched; undefined: it is. */
function reasonOf({ status, lifecycle, ip_address: address, hostname }: Device): string | undefined {
  if (status === "disabled") return "Not watched: its status is disabled.";
  if (lifecycle !== "active") return `Not watched: its lifecycle is ${lifecycle}, not active.`;
  return address === "" && !isHostName(hostname ?? "")
    ? "Not watched: it has neither an address nor a host name that can be looked up."
    : undefined;
}

/** How the device stands, and what is checked on it. */
export function Monitoring({ device }: { device: Device }) {
  const reason = reasonOf(device);
  const deviceId = String(device.id);
  return (
    <Section
      title="Monitoring"
      hint={reason}
      actions={
        reason === undefined && (
          <>
            <Can do="monitoring_write">
              <Button
                size="xs"
                variant="default"
                leftSection={<AddIcon {...ICON} />}
                renderRoot={(root) => (
                  <Link {...root} to="/monitoring/checks/new" search={{ device: device.id }} />
                )}
              >
                Add check
              </Button>
            </Can>
            <Button
              size="xs"
              variant="default"
              renderRoot={(root) => (
                <Link {...root} to="/monitoring/devices/$deviceId" params={{ deviceId }} />
              )}
            >
              History
            </Button>
          </>
        )
      }
    >
      {reason === undefined && <Watched id={device.id} />}
    </Section>
  );
}

function Watched({ id }: { id: number }) {
  const query = useQuery(deviceSummaryQuery(id));
  return (
    <QueryStates query={query} what="its state" rows={2}>
      {(summary) => <Standing summary={summary} />}
    </QueryStates>
  );
}

function Standing({ summary }: { summary: DeviceSummary }) {
  const now = useNow();
  const watched = toWatchedDevice(summary);
  const { since, error, beats, checkedAt, name } = watched;
  return (
    <>
      <div className={styles.meta}>
        <StatusMark {...LOOKS[standingOf(watched, now)]} />
        {since !== null && (
          <span>
            since <TimeValue at={since} />
          </span>
        )}
        <span>
          {checkedAt === null ? (
            "not checked yet"
          ) : (
            <>
              checked <TimeValue at={checkedAt} as="age" />
            </>
          )}
        </span>
        {error !== null && <span>{error}</span>}
        {beats.length > 0 && <HeartbeatBar beats={beats} label={name} />}
      </div>
      {summary.latest_port_results.length > 0 && (
        <ul className={styles.checks} aria-label="Service checks">
          {summary.latest_port_results.map((result) => (
            <li key={result.target_id}>
              <Link
                to="/monitoring/checks/$checkId"
                params={{ checkId: String(result.target_id) }}
                search={{ device: summary.device_id }}
                className={styles.check}
                title={result.error ?? undefined}
              >
                <StatusMark
                  status={result.status === "unknown" ? "unknown" : result.open ? "ok" : "down"}
                  label={`${result.label}, ${describeCheck(result)}`}
                />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
