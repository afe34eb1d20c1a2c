import { StatusMark } from "../../components/badge/status-mark";
import type { SyslogStatus } from "../../api/syslog-status";
import { formatCount, formatNumber } from "../../format/number";
import { accountFor, type Account } from "./account";
import styles from "./syslog-status.module.css";

const LINES = ["line", "lines"] as const;

/** Whether every line that came in is somewhere: the answer for which this page is opened. */
export function SumLine({ status }: { status: SyslogStatus }) {
  const account = accountFor(status);
  const { mark, words } = judge(account);
  const parts = [
    { label: "stored", count: account.stored },
    { label: "waiting in the journal", count: account.waiting },
    { label: "lost", count: account.lost },
    ...(account.unaccounted > 0 ? [{ label: "not accounted for", count: account.unaccounted }] : []),
  ];
  return (
    <div className={styles.sum}>
      <p className={styles.verdict}>
        <StatusMark status={mark} label={words} />
      </p>
      <p className={styles.equation}>
        <strong>{formatNumber(account.arrived)}</strong> received since start =
        {parts.map(({ label, count }, index) => (
          <span key={label}>
            {index > 0 && " + "} <strong>{formatNumber(count)}</strong> {label}
          </span>
        ))}
        {account.earlier > 0 && ` (${formatNumber(account.earlier)} of them by an earlier run)`}
      </p>
    </div>
  );
}

function judge({ arrived, lost, unaccounted }: Account): { mark: "ok" | "down" | "unknown"; words: string } {
  if (arrived === 0) return { mark: "unknown", words: "No line received since start" };
  if (lost > 0)
    return { mark: "down", words: `${formatCount(lost, LINES)} of ${formatNumber(arrived)} lost` };
  if (unaccounted > 0)
    return {
      mark: "down",
      words: `${formatCount(unaccounted, LINES)} of ${formatNumber(arrived)} not accounted for`,
    };
  const words =
    arrived === 1 ? "The one received line is" : `All ${formatNumber(arrived)} received lines are`;
  return { mark: "ok", words: `${words} accounted for` };
}
