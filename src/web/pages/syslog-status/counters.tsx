import { StatusMark, type Status } from "../../components/badge/status-mark";
import { formatNumber } from "../../format/number";
import type { Counter } from "./account";
import styles from "./syslog-status.module.css";

type Props = {
  title: string;
  counters: readonly Counter[];
  /** Of those that are not 0. */
  mark: Status;
};

/** Counters that should be 0: those that are not are read, the rest is one line. */
export function Counters({ title, counters, mark }: Props) {
  const counted = counters.filter(({ count }) => count > 0);
  const quiet = counters.filter(({ count }) => count === 0);
  return (
    <section aria-label={title} className={styles.counters}>
      <h2 className={styles.part}>{title}</h2>
      {counted.length > 0 && (
        <dl className={styles.counted}>
          {counted.map(({ id, label, hint, count }) => (
            <div key={id} className={styles.counter}>
              <dt>
                <StatusMark status={mark} label={label} />
              </dt>
              <dd className={styles.count}>{formatNumber(count)}</dd>
              <dd className={styles.hint}>{hint}</dd>
            </div>
          ))}
        </dl>
      )}
      {quiet.length > 0 && (
        <p className={styles.quiet}>
          <strong>0</strong> {quiet.map(({ label }) => inside(label)).join(" · ")}
        </p>
      )}
    </section>
  );
}

/** A label within a sentence: TLS stays as it is. */
function inside(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
