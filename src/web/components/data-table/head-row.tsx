import { Checkbox } from "@mantine/core";
import { AscendingIcon, DescendingIcon } from "../../theme/icons";
import { growingColumn, type Column, type Sort } from "./columns";
import styles from "./data-table.module.css";
import type { Resize } from "./use-columns";

export const SELECT_WIDTH = 36;

export type HeadColumn<Row> = {
  column: Column<Row>;
  width: number;
};

type Props<Row> = {
  gridId: string;
  columns: readonly HeadColumn<Row>[];
  /** What begins to change the width of a column, by its id. */
  resizers: ReadonlyMap<string, Resize>;
  width: number;
  sort: Sort | undefined;
  isFetching: boolean;
  /** The rows are cards: the head is a line to sort by. */
  isCards: boolean;
  /** Column of the active cell; undefined: it is not in the head. */
  activeColumn: number | undefined;
  /** Absent: rows are not selected. */
  select?: { state: "none" | "some" | "all"; count: number; onToggle: () => void };
  onSort: (column: Column<Row>) => void;
};

/** The head: names, order, widths, and the box for all rows. */
export function HeadRow<Row>(props: Props<Row>) {
  const { gridId, columns, resizers, width, sort, isFetching, isCards, activeColumn, select, onSort } = props;
  const offset = select === undefined ? 0 : 1;
  const growing = growingColumn(columns);
  return (
    <div role="row" aria-rowindex={1} className={styles.head} style={{ minWidth: width }}>
      {select !== undefined && (
        <div
          role="columnheader"
          aria-colindex={1}
          id={`${gridId}--1-0`}
          data-card="select"
          className={classOf(styles.headCell, styles.sticky, activeColumn === 0 && styles.active)}
          style={isCards ? undefined : { left: 0, width: SELECT_WIDTH }}
        >
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={`Select all ${select.count} rows`}
            checked={select.state === "all"}
            indeterminate={select.state === "some"}
            onChange={select.onToggle}
          />
        </div>
      )}
      {columns.map((head, index) => (
        <HeadCell
          key={head.column.id}
          head={head}
          resize={resizers.get(head.column.id)}
          isCard={isCards}
          id={`${gridId}--1-${index + offset}`}
          position={index + offset}
          isSticky={index === 0}
          isGrowing={index === growing}
          left={select === undefined ? 0 : SELECT_WIDTH}
          isActive={activeColumn === index + offset}
          sort={sort}
          onSort={onSort}
        />
      ))}
      {isFetching && <div className={styles.progress} />}
    </div>
  );
}

type CellProps<Row> = {
  head: HeadColumn<Row>;
  resize: Resize | undefined;
  isCard: boolean;
  id: string;
  position: number;
  isSticky: boolean;
  isGrowing: boolean;
  left: number;
  isActive: boolean;
  sort: Sort | undefined;
  onSort: (column: Column<Row>) => void;
};

function HeadCell<Row>({
  head,
  resize,
  isCard,
  id,
  position,
  isSticky,
  isGrowing,
  left,
  isActive,
  sort,
  onSort,
}: CellProps<Row>) {
  const { column, width } = head;
  const isSorted = sort?.column === column.id;
  const isSortable = column.sortKey !== undefined;
  return (
    <div
      role="columnheader"
      id={id}
      aria-colindex={position + 1}
      aria-sort={
        isSortable ? (isSorted ? (sort.isDescending ? "descending" : "ascending") : "none") : undefined
      }
      className={classOf(
        styles.headCell,
        column.align === "right" && styles.right,
        isSticky && styles.sticky,
        isGrowing && styles.growing,
        isActive && styles.active,
      )}
      style={isCard ? undefined : { width, ...(isSticky ? { left } : {}) }}
      onClick={() => isSortable && onSort(column)}
    >
      {column.label}
      {isSorted && (sort.isDescending ? <DescendingIcon size={12} /> : <AscendingIcon size={12} />)}
      {!isCard && (
        <span
          className={styles.resizer}
          aria-hidden
          onPointerDown={resize}
          onClick={(event) => event.stopPropagation()}
        />
      )}
    </div>
  );
}

export function classOf(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
