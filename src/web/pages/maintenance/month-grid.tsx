import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from "react";
import type { MaintenanceOccurrence } from "../../api/maintenance";
import { addDays, addMonths, entriesOf, monthOf, weekOf } from "../../format/calendar";
import { startOf, type Day } from "../../format/day";
import { formatDay, formatListTime, formatUtc, isSameDay } from "../../format/time";
import { visible } from "../../components/value/visible-text";
import { spellHidden } from "../../format/hidden-characters";
import styles from "./calendar.module.css";

type Props = {
  /** The day that is chosen, whose month this is. */
  shown: Day;
  today: Day;
  occurrences: readonly MaintenanceOccurrence[];
  onDay: (day: Day) => void;
};

const NAMED = 3;
const HEADS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/**
 * A month as a grid of days: one stop of the Tab key, arrows go from day to day, Page Up and Down from month to month.
 */
export function MonthGrid({ shown, today, occurrences, onDay }: Props) {
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focus follows the day, where it is in the grid at all.
    if (!grid.current?.contains(document.activeElement)) return;
    grid.current.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }, [shown]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfter(event.key, shown);
    if (next === undefined) return;
    event.preventDefault();
    onDay(next);
  };
  const onClick = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-day]") : null;
    const day = cell?.dataset["day"];
    if (day === undefined) return;
    cell?.focus();
    onDay(day);
  };
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label="Days"
      className={styles.month}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="row" className={styles.weekRow}>
        {HEADS.map((head) => (
          <span key={head} role="columnheader" className={styles.head}>
            {head}
          </span>
        ))}
      </div>
      {monthOf(shown).map((week) => (
        <div key={week[0]} role="row" className={styles.weekRow}>
          {week.map((day) => (
            <DayCell
              key={day}
              day={day}
              isShown={day === shown}
              isToday={day === today}
              isOutside={day.slice(0, 7) !== shown.slice(0, 7)}
              entries={entriesOf(occurrences, day)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function dayAfter(key: string, day: Day): Day | undefined {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return weekOf(day)[0];
    case "End":
      return weekOf(day).at(-1);
    case "PageUp":
      return addMonths(day, -1);
    case "PageDown":
      return addMonths(day, 1);
    default:
      return undefined;
  }
}

type CellProps = {
  day: Day;
  isShown: boolean;
  isToday: boolean;
  isOutside: boolean;
  entries: readonly MaintenanceOccurrence[];
};

function DayCell({ day, isShown, isToday, isOutside, entries }: CellProps) {
  const more = entries.length - NAMED;
  return (
    <div
      role="gridcell"
      tabIndex={isShown ? 0 : -1}
      aria-selected={isShown}
      aria-current={isToday ? "date" : undefined}
      className={styles.cell}
      data-outside={isOutside || undefined}
      data-day={day}
    >
      <span className={styles.number} aria-hidden>
        {Number(day.slice(8))}
      </span>
      <span className={styles.spoken}>{formatDay(startOf(day))}</span>
      {entries.slice(0, more === 1 ? NAMED + 1 : NAMED).map((entry) => (
        <span
          key={`${entry.maintenance_id} ${entry.starts_at}`}
          className={styles.entry}
          title={spellHidden(entry.title)}
        >
          {isSameDay(entry.starts_at, startOf(day)) && (
            <time dateTime={entry.starts_at} title={formatUtc(entry.starts_at)} className={styles.times}>
              {formatListTime(entry.starts_at).slice(-"02:30".length)}
            </time>
          )}
          {visible(entry.title)}
        </span>
      ))}
      {more > 1 && <span className={styles.dimmed}>{more} more</span>}
    </div>
  );
}
