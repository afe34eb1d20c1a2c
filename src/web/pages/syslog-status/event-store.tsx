import { StatusMark } from "../../components/badge/status-mark";
import { Facts } from "../../components/detail-panel/facts";
import { Section } from "../../components/page-head/section";
import { TimeValue } from "../../components/value/time-value";
import type { SyslogStatus } from "../../api/syslog-status";
import { formatBytes, formatCount, formatNumber } from "../../format/number";
import { formatDuration, formatListTime, formatUtcSpan } from "../../format/time";
import styles from "./syslog-status.module.css";

/** What is kept, for how long, and what is wrong with it. */
export function EventStore({ status }: { status: SyslogStatus }) {
  const { journal, damaged_segments: damaged, quarantine } = status;
  return (
    <Section title="Event store">
      <Facts
        facts={[
          { label: "Searchable", value: formatCount(status.total_events, ["event", "events"]) },
          {
            label: "On disk",
            value: `${formatBytes(status.segment_bytes)} in ${formatCount(status.segments, ["segment", "segments"])}`,
          },
          { label: "Kept for", value: describeRetention(status) },
          { label: "Last clean-up", value: <CleanUp status={status} /> },
          {
            label: "Journal",
            value: `${formatCount(journal.messages, ["line waits", "lines wait"])}, the oldest for ${formatDuration(journal.lag_seconds * 1000)}; ${formatBytes(journal.bytes)}`,
          },
          { label: "Stored since creation", value: formatNumber(status.stored_since_creation) },
        ]}
      />
      {damaged.length > 0 && (
        <>
          <h3 className={styles.part}>Damaged files, not searched any more</h3>
          <ul className={styles.files}>
            {damaged.map(({ path, start_time: start, end_time: end, events }) => (
              <li key={path} title={formatUtcSpan(start, end)}>
                <StatusMark
                  status="down"
                  label={`${formatCount(events, ["event", "events"])} of ${formatListTime(start)} to ${formatListTime(end)}`}
                />{" "}
                <span className="mono">{path}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {quarantine.length > 0 && (
        <>
          <h3 className={styles.part}>Set aside</h3>
          <ul className={styles.files}>
            {quarantine.map((file) => (
              <li key={file} className="mono">
                {file}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function describeRetention({ retention_days: days, retention_bytes: bytes }: SyslogStatus): string {
  const time = formatCount(days, ["day", "days"]);
  return bytes === 0 ? `${time}, any amount` : `${time}, at most ${formatBytes(bytes)}`;
}

function CleanUp({ status }: { status: SyslogStatus }) {
  const { retention_last_run_at: at, retention_last_deleted: deleted, retention_last_error: error } = status;
  if (at === null) return "not since start";
  return (
    <>
      <TimeValue at={at} />, {formatCount(deleted, ["event", "events"])} dropped
      {error !== null && <StatusMark status="down" label={error} />}
    </>
  );
}
