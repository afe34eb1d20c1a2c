import { Button } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { DataTable } from "../../components/data-table/data-table";
import type { Column } from "../../components/data-table/columns";
import { WRAPPED_ROW_HEIGHT } from "../../components/event-table/columns";
import {
  eventKey,
  termOf,
  type FilterTerm,
  type FirewallEvent,
} from "../../components/event-table/event-fields";
import { ErrorState, ErrorStrip } from "../../components/states/error-state";
import { Loading } from "../../components/states/loading";
import { Remark } from "../../components/states/remark";
import { formatNumber } from "../../format/number";
import { formatEventTime, formatListTime, formatUtc, formatUtcSpan } from "../../format/time";
import { ROW_HEIGHTS } from "../../theme/tokens";
import type { RequestFailure } from "../../api/request-failure";
import { MAX_PAGES, type EventPages } from "./api";
import styles from "./syslog.module.css";

type Props = {
  query: UseInfiniteQueryResult<EventPages, RequestFailure>;
  /** The last answer that there was, perhaps of an older question. */
  pages: EventPages | undefined;
  rows: readonly FirewallEvent[];
  columns: readonly Column<FirewallEvent>[];
  chosenColumns: readonly string[] | undefined;
  isWrapped: boolean;
  /** What is wrong with the query is said beside it. */
  isRefused: boolean;
  openId: number | undefined;
  hrefOf: (event: FirewallEvent) => string;
  onOpen: (event: FirewallEvent) => void;
  onFilter: (term: FilterTerm) => void;
  onTurn: () => void;
  /** Goes on behind the last row that is held. */
  onContinue: (last: FirewallEvent) => void;
};

/** The events found, and honestly what is missing of them. */
export function Results(props: Props) {
  const { query, pages, rows, columns, chosenColumns, openId, hrefOf, onOpen, onFilter, onTurn } = props;
  const first = pages?.pages[0];
  const isOld = query.data === undefined;
  const openRow = useMemo(() => rows.find(({ id }) => id === openId), [rows, openId]);
  const retry = () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch());
  if (first === undefined && props.isRefused)
    return <p className={styles.nothing}>No events are shown until the query can be read.</p>;
  if (first === undefined) {
    return query.error === null ? (
      <Loading what="events" rows={16} rowHeight={ROW_HEIGHTS.events} />
    ) : (
      <ErrorState error={query.error} title="Cannot search" onRetry={retry} />
    );
  }
  const more = () => {
    if (query.hasNextPage && !query.isFetchingNextPage && query.error === null) void query.fetchNextPage();
  };
  const onRowKey = (key: string, row: FirewallEvent, column: Column<FirewallEvent> | undefined) => {
    const term = column === undefined ? undefined : termOf(row, column.id);
    if (term !== undefined && (key === "+" || key === "-")) onFilter({ ...term, isNegated: key === "-" });
  };
  return (
    <>
      {query.error !== null && !props.isRefused && (
        <ErrorStrip
          error={query.error}
          title={isOld ? "Cannot search: these are the results before" : "Cannot load more"}
          onRetry={retry}
        />
      )}
      <MissingEvents pages={pages} />
      <div className={styles.table} data-stale={isOld && query.isFetching}>
        <DataTable
          label="Events"
          name="events"
          rows={rows}
          columns={columns}
          rowId={eventKey}
          rowLabel={({ received_at: at }) => `event of ${formatEventTime(at)}`}
          shownColumns={chosenColumns}
          sort={{ column: "received_at", isDescending: first.asked.order === "desc" }}
          onSort={onTurn}
          isSortedByService
          hrefOf={hrefOf}
          onOpen={onOpen}
          openRowId={openRow === undefined ? undefined : eventKey(openRow)}
          isFetching={query.isFetching}
          rowHeight={props.isWrapped ? WRAPPED_ROW_HEIGHT : ROW_HEIGHTS.events}
          onRowKey={onRowKey}
          contentKey={JSON.stringify(first.asked)}
          onNearEnd={more}
        />
      </div>
      <MoreEvents pages={pages} last={rows.at(-1)} onContinue={props.onContinue} />
    </>
  );
}

/** Damaged files of the range: what they held is not in the list, matching or not. */
function MissingEvents({ pages }: { pages: EventPages | undefined }) {
  const last = pages?.pages.at(-1);
  if (last === undefined || !last.is_partial) return null;
  const events = last.missing.reduce((sum, one) => sum + one.events, 0);
  const [newest] = last.missing;
  return (
    <Remark>
      <strong>Some events are missing.</strong> {formatNumber(events)} of this range lie in damaged files,
      matching or not
      {newest !== undefined && (
        <span title={formatUtcSpan(newest.start_time, newest.end_time)}>
          ; the newest between {formatListTime(newest.start_time)} and {formatListTime(newest.end_time)}
        </span>
      )}
      .
    </Remark>
  );
}

/** Only so many rows are held: the list is continued as a search of its own. */
function MoreEvents({
  pages,
  last,
  onContinue,
}: {
  pages: EventPages | undefined;
  last: FirewallEvent | undefined;
  onContinue: (last: FirewallEvent) => void;
}) {
  const page = pages?.pages.at(-1);
  const isFull = pages !== undefined && pages.pages.length >= MAX_PAGES && page?.next_cursor !== null;
  if (!isFull || last === undefined) return null;
  return (
    <div className={styles.more}>
      The list ends at{" "}
      <time dateTime={last.received_at} title={formatUtc(last.received_at)}>
        {formatEventTime(last.received_at)}
      </time>
      : it holds so many events at most.
      <Button size="compact-xs" variant="default" onClick={() => onContinue(last)}>
        Continue from there
      </Button>
    </div>
  );
}
