import { CopyButton } from "../../components/value/copy-button";
import { EmptyState } from "../../components/states/empty-state";
import { hostForSenders, type SyslogStatus } from "../../api/syslog-status";
import styles from "./syslog-status.module.css";

/** Nobody has sent anything since the start: the line that sends the first. */
export function NoSenders({ status }: { status: SyslogStatus }) {
  const line = testLine(status, hostForSenders(status, location.hostname));
  if (line === undefined)
    return (
      <EmptyState title="Syslog is not received">
        No listener is on. SYSLOG_ENABLED, SYSLOG_UDP_ENABLED and the role collector in ROLES turn it on at
        the next start.
      </EmptyState>
    );
  return (
    <EmptyState
      title={status.total_events > 0 ? "No sender since start" : "No sender yet"}
      action={
        <span className={styles.paste}>
          <code>{line}</code>
          <CopyButton text={line} label="Copy the command" />
        </span>
      }
    >
      {status.total_events > 0
        ? "What was received before the service was started is kept, and found by searches. A line from any Linux machine shows that others come through:"
        : "Point the log of a firewall or a server at this address, or send a first line from any Linux machine:"}
    </EmptyState>
  );
}

/** The command that sends one line; undefined where nobody listens. */
export function testLine(
  status: Pick<SyslogStatus, "udp_enabled" | "udp_port" | "tcp_enabled" | "tcp_port" | "enabled">,
  host: string,
): string | undefined {
  if (!status.enabled) return undefined;
  if (status.udp_enabled) return `logger --server ${host} --port ${status.udp_port} --udp "first line"`;
  if (status.tcp_enabled)
    return `logger --server ${host} --port ${status.tcp_port} --tcp --octet-count "first line"`;
  return undefined;
}
