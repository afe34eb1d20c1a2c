import { Link } from "@tanstack/react-router";
import type { SyslogStatus } from "../../../api/syslog-status";
import styles from "../syslog-status.module.css";

/** Whose state and counts the page shows, and those of others; nothing where one process receives alone. */
export function CollectorChoice({ status: { collector, collectors } }: { status: SyslogStatus }) {
  if (collector === null || collectors.length < 2) return null;
  return <CollectorLinks label="Counts are of one collector:" collectors={collectors} chosen={collector} />;
}

type Props = { label: string; collectors: readonly string[]; chosen: string | undefined };

export function CollectorLinks({ label, collectors, chosen }: Props) {
  return (
    <nav aria-label="Collectors" className={styles.collectors}>
      {label}
      {collectors.map((one) => (
        <Link
          key={one}
          to="/syslog/status"
          search={(old) => ({ ...old, collector: one })}
          aria-current={one === chosen ? "true" : undefined}
          className="mono"
        >
          {one}
        </Link>
      ))}
    </nav>
  );
}
