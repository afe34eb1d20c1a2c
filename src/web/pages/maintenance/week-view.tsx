import type { MaintenanceOccurrence } from "../../api/maintenance";
import { blocksOf } from "../../format/calendar";
import { startOf, type Day } from "../../format/day";
import { formatDay, formatListTime } from "../../format/time";
import { visible } from "../../components/value/visible-text";
import styles from "./calendar.module.css";

type Props = {
  days: readonly Day[];
  /** The day that is chosen. */
  shown: Day;
  today: Day;
  occurrences: readonly MaintenanceOccurrence[];
  onDay: (day: Day) => void;
};

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21];

/** A week as columns of hours: what runs stands where it runs, side by side where it overlaps. */
export function WeekView({ days, shown, today, occurrences, onDay }: Props) {
  return (
    <div className={styles.week}>
      <div className={styles.hours} aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour} className={styles.hour} style={{ top: `${(hour / 24) * 100}%` }}>
            {String(hour).padStart(2, "0")}
          </span>
        ))}
      </div>
      {days.map((day) => (
        <section
          key={day}
          className={styles.column}
          aria-label={formatDay(startOf(day))}
          data-today={day === today || undefined}
        >
          <button
            type="button"
            className={styles.columnHead}
            aria-pressed={day === shown}
            onClick={() => onDay(day)}
          >
            {formatDay(startOf(day)).slice(0, -" 2026".length)}
          </button>
          <div className={styles.face}>
            {blocksOf(occurrences, day).map(({ entry, top, height, lane, lanes }) => (
              <button
                key={`${entry.maintenance_id} ${entry.starts_at}`}
                type="button"
                className={styles.block}
                aria-label={`${entry.title}, ${formatListTime(entry.starts_at)} to ${formatListTime(entry.ends_at)}`}
                style={{
                  top: `${top * 100}%`,
                  height: `${height * 100}%`,
                  left: `${(lane / lanes) * 100}%`,
                  width: `${100 / lanes}%`,
                }}
                onClick={() => onDay(day)}
              >
                {visible(entry.title)}
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
