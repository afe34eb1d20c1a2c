import { Link } from "@tanstack/react-router";
import { useId } from "react";
import type { MaintenanceOccurrence } from "../../api/maintenance";
import { useMay } from "../../api/me";
import { entriesOf } from "../../format/calendar";
import { startOf, type Day } from "../../format/day";
import { formatDay, formatListTime, formatUtc, isSameDay } from "../../format/time";
import { visible } from "../../components/value/visible-text";
import styles from "./calendar.module.css";

type Props = { day: Day; occurrences: readonly MaintenanceOccurrence[] };

/** All that runs on one day, with its times. */
export function DayEntries({ day, occurrences }: Props) {
  const id = useId();
  const mayChange = useMay("monitoring_write");
  const entries = entriesOf(occurrences, day);
  return (
    <section aria-labelledby={id} className={styles.day}>
      <h3 id={id} className={styles.dayHeading}>
        {formatDay(startOf(day))}
      </h3>
      {entries.length === 0 ? (
        <p className={styles.dimmed}>Nothing is planned on this day.</p>
      ) : (
        <ul className={styles.entries}>
          {entries.map((entry) => (
            <li key={`${entry.maintenance_id} ${entry.starts_at}`}>
              <span className={styles.times}>
                <Time at={entry.starts_at} day={day} /> – <Time at={entry.ends_at} day={day} />
              </span>
              {mayChange ? (
                <Link
                  to="/monitoring/maintenance/$maintenanceId"
                  params={{ maintenanceId: String(entry.maintenance_id) }}
                >
                  {visible(entry.title)}
                </Link>
              ) : (
                visible(entry.title)
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** `02:30`, and with its day where that is another one. */
function Time({ at, day }: { at: string; day: Day }) {
  const text = formatListTime(at);
  return (
    <time dateTime={at} title={formatUtc(at)}>
      {isSameDay(at, startOf(day)) ? text.slice(-"02:30".length) : text}
    </time>
  );
}
