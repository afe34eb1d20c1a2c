import type { ReactNode } from "react";
import { QueryChips } from "../../components/query-bar/query-chips";
import { findNarrowWord } from "../../components/query-bar/verdict-words";
import { formatBound } from "../../format/number";
import { formatDuration, formatListTime, formatUtcSpan } from "../../format/time";
import type { Asked } from "./api";
import styles from "./syslog.module.css";

export type Answered = { asked: Asked; total: number; total_is_lower_bound: boolean; tookMs: number };

type Props = {
  query: string;
  onQuery: (query: string) => void;
  /** What is wrong with the query, under this id. */
  problem: string | undefined;
  problemId: string;
  /** What the rows below answer. */
  answered: Answered | undefined;
  isFetching: boolean;
  /** Before and behind all that. */
  left: ReactNode;
  right: ReactNode;
};

/**
 * What was understood of the query, and how much was found, when, in which order; or why it was refused, in the same
 * place.
 */
export function StatusLine(props: Props) {
  const { query, onQuery, problem, problemId, answered, isFetching } = props;
  const narrow = findNarrowWord(query);
  return (
    <div className={styles.statusLine}>
      {props.left}
      <QueryChips query={query} onChange={onQuery} problem={problem} />
      {narrow !== undefined && (
        <button type="button" className={styles.wider} onClick={() => onQuery(narrow.query)}>
          For all vendors’ words: verdict:{narrow.verdict}
        </button>
      )}
      <div className={styles.right}>
        {problem === undefined ? (
          <span
            role="status"
            className={styles.count}
            title={answered && formatUtcSpan(answered.asked.window.start, answered.asked.window.end)}
          >
            {isFetching || answered === undefined ? (isFetching ? "Searching" : "") : describe(answered)}
          </span>
        ) : (
          <strong id={problemId} role="alert" className={styles.problem}>
            {problem}
          </strong>
        )}
        {props.right}
      </div>
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
