import { Link } from "@tanstack/react-router";
import { memo, useEffect, useRef, type KeyboardEvent, type MouseEvent } from "react";
import type { Column } from "../../components/data-table/columns";
import type { FirewallEvent } from "../../components/event-table/event-fields";
import { absoluteRange } from "../../format/range";
import { formatCount } from "../../format/number";
import { eventSearchOf } from "../../url/event-search";
import styles from "./live-tail.module.css";
import type { TailRow } from "./tail-store";

export type ShownColumn = { column: Column<FirewallEvent>; width: number };

type Props = {
  row: TailRow;
  columns: readonly ShownColumn[];
  isOpen: boolean;
  /** The keys have come to this line. */
  isCurrent: boolean;
  query: string | undefined;
  onOpen: (event: FirewallEvent) => void;
};

/** One row of the tail. Drawn once: a line that moves up does not change. */
export const TailLine = memo(function TailLine({ row, columns, isOpen, isCurrent, query, onOpen }: Props) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not from beside the list: what is open there is current, too.
    const isWithin = element.current?.closest("[role=log]")?.contains(document.activeElement);
    if (isCurrent && isWithin) element.current?.focus({ preventScroll: true });
  }, [isCurrent]);
  if (row.kind !== "event") return <Notice row={row} query={query} />;
  const { event } = row;
  const open = ({ target }: MouseEvent) => {
    const isOnControl = target instanceof Element && target.closest("button, a") !== null;
    // A click that ends a selection of text does nothing.
    if (!isOnControl && getSelection()?.isCollapsed !== false) onOpen(event);
  };
  const openByKey = ({ key, target, currentTarget }: KeyboardEvent) => {
    if (key === "Enter" && target === currentTarget) onOpen(event);
  };
  return (
    <div
      ref={element}
      role="article"
      tabIndex={-1}
      className={styles.line}
      aria-current={isOpen || undefined}
      onClick={open}
      onKeyDown={openByKey}
    >
      {columns.map(({ column, width }) => (
        <span key={column.id} className={styles.cell} style={{ width }} data-column={column.id}>
          {column.cell(event)}
        </span>
      ))}
    </div>
  );
});

const LINES = ["line", "lines"] as const;

function Notice({ row, query }: { row: Exclude<TailRow, { kind: "event" }>; query: string | undefined }) {
  if (row.kind === "skipped")
    return (
      <div role="note" className={`${styles.line} ${styles.notice}`}>
        {formatCount(row.count, LINES)} left out here: more came than this page could take, or a stored file
        is damaged.
      </div>
    );
  if (row.kind === "collector")
    return (
      <div role="note" className={`${styles.line} ${styles.notice}`}>
        {row.isReached
          ? `Collector ${row.collector} is reached again; what it received meanwhile follows.`
          : `Collector ${row.collector} cannot be reached: its lines are missing from here on, and follow when it can.`}
      </div>
    );
  const range = absoluteRange(Date.parse(row.from), Date.parse(row.to) + 1);
  return (
    <div role="note" className={`${styles.line} ${styles.notice}`}>
      {formatCount(row.count, LINES)} not kept while paused:{" "}
      <Link to="/syslog" search={eventSearchOf({ q: query, ...range })}>
        open them in search
      </Link>
    </div>
  );
}
