import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { occurrencesQuery } from "../../api/maintenance";
import { Notice } from "../../components/states/notice";
import { QueryStates } from "../../components/states/query-states";
import { useNow } from "../../components/value/clock";
import { addDays, addMonths, formatMonth, monthOf, weekOf } from "../../format/calendar";
import { startOf, toDay, type Day } from "../../format/day";
import { formatDay } from "../../format/time";
import { useShortcut } from "../../shell/shortcuts/registry";
import { Agenda } from "./agenda";
import styles from "./calendar.module.css";
import { DayEntries } from "./day-entries";
import { MonthGrid } from "./month-grid";
import { WeekView } from "./week-view";

const route = getRouteApi("/shell/monitoring/maintenance");

/** What runs when: a month or a week, and below it all of one day. On a narrow screen the same as a list. */
export function Calendar() {
  const { span = "month", day: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const isNarrow = useMediaQuery("(max-width: 767px)", false, { getInitialValueInEffect: false });
  const today = toDay(new Date(useNow()));
  const day = asked ?? today;
  const days = span === "week" ? weekOf(day) : monthOf(day).flat();
  const [first = day, last = day] = [days[0], days.at(-1)];
  const query = useQuery(
    occurrencesQuery(startOf(first).toISOString(), startOf(addDays(last, 1)).toISOString()),
  );
  const goTo = (next: Day) =>
    void navigate({ search: (old) => ({ ...old, day: next === today ? undefined : next }), replace: true });
  const step = (count: -1 | 1) => goTo(span === "week" ? addDays(day, 7 * count) : addMonths(day, count));
  const show = (next: "week" | undefined) => void navigate({ search: (old) => ({ ...old, span: next }) });
  useShortcut({ keys: "[", label: "Earlier", scope: "Calendar" }, () => step(-1));
  useShortcut({ keys: "]", label: "Later", scope: "Calendar" }, () => step(1));
  const title = span === "week" ? `Week of ${formatDay(startOf(first))}` : formatMonth(day);
  return (
    <>
      <div className={styles.bar}>
        <h2 className={styles.heading} aria-live="polite">
          {title}
        </h2>
        <div className={styles.buttons}>
          <Button size="xs" variant="default" onClick={() => step(-1)}>
            Earlier
          </Button>
          <Button size="xs" variant="default" onClick={() => goTo(today)}>
            Today
          </Button>
          <Button size="xs" variant="default" onClick={() => step(1)}>
            Later
          </Button>
        </div>
        <div className={styles.buttons} role="group" aria-label="Shown">
          <Button
            size="xs"
            variant={span === "month" ? "light" : "default"}
            aria-pressed={span === "month"}
            onClick={() => show(undefined)}
          >
            Month
          </Button>
          <Button
            size="xs"
            variant={span === "week" ? "light" : "default"}
            aria-pressed={span === "week"}
            onClick={() => show("week")}
          >
            Week
          </Button>
        </div>
      </div>
      <QueryStates query={query} what="the calendar" rows={8}>
        {({ occurrences, is_truncated: isTruncated }) => (
          <>
            {isTruncated && (
              <Notice kind="status">Only the first 2,000 of this time are shown: a week has fewer.</Notice>
            )}
            {isNarrow ? (
              <Agenda
                days={span === "week" ? days : days.filter((one) => one.slice(0, 7) === day.slice(0, 7))}
                occurrences={occurrences}
              />
            ) : (
              <>
                {span === "week" ? (
                  <WeekView days={days} shown={day} today={today} occurrences={occurrences} onDay={goTo} />
                ) : (
                  <MonthGrid shown={day} today={today} occurrences={occurrences} onDay={goTo} />
                )}
                <DayEntries day={day} occurrences={occurrences} />
              </>
            )}
          </>
        )}
      </QueryStates>
    </>
  );
}
