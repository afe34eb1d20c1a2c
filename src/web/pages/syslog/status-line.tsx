import { ColumnPicker } from "../../components/data-table/column-picker";
import type { Column } from "../../components/data-table/columns";
import type { FirewallEvent } from "../../components/event-table/event-fields";
import { QueryChips } from "../../components/query-bar/query-chips";
import { formatBound } from "../../format/number";
import { formatDuration, formatListTime, formatUtcSpan } from "../../format/time";
import type { Asked } from "./api";
import styles from "./syslog.module.css";

export type Answered = { asked: Asked; total: number; total_is_lower_bound: boolean; tookMs: number };

type Props = {
  query: string;
  onQuery: (query: string) => void;
  problem: string | undefined;
  /** What the rows below answer. */
  answered: Answered | undefined;
  isFetching: boolean;
  columns: readonly Column<FirewallEvent>[];
  chosenColumns: readonly string[] | undefined;
  onColumns: (chosen: string[] | undefined) => void;
};

/** What was understood of the query, and how much was found, when, in which order. */
export function StatusLine(props: Props) {
  const { query, onQuery, problem, answered, isFetching, columns, chosenColumns, onColumns } = props;
  return (
    <div className={styles.statusLine}>
      <QueryChips query={query} onChange={onQuery} problem={problem} />
      <span
        role="status"
        className={styles.count}
        title={answered && formatUtcSpan(answered.asked.window.start, answered.asked.window.end)}
      >
        {isFetching || answered === undefined ? (isFetching ? "Searching" : "") : describe(answered)}
      </span>
      <ColumnPicker columns={columns} chosen={chosenColumns} onChoose={onColumns} />
    </div>
  );
}

function describe({ asked, total, total_is_lower_bound: isBound, tookMs }: Answered): string {
  const { start, end } = asked.window;
  return [
    `${formatBound(total, isBound)} ${total === 1 ? "event" : "events"}`,
    formatDuration(tookMs),
    asked.order === "desc" ? "newest first" : "oldest first",
    describeWindow(start, end),
  ].join(" · ");
}

function describeWindow(start: string, end: string): string {
  const [from, to] = [formatListTime(start), formatListTime(end)];
  return `${from} to ${from.slice(0, -5) === to.slice(0, -5) ? to.slice(-5) : to}`;
}
