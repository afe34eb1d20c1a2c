import { useVirtualizer } from "@tanstack/react-virtual";
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
} from "react";
import { ROW_HEIGHTS } from "../../theme/tokens";
import { copyText } from "../value/clipboard";
import { usePhone } from "../screen/use-phone";
import { BodyRow } from "./body-row";
import { cardColumns, type Column, type Sort } from "./columns";
import styles from "./data-table.module.css";
import { moveInGrid, type Place } from "./grid-keys";
import { HeadRow, SELECT_WIDTH } from "./head-row";
import { selectRange, toggleAll, toggleRow, type Selection } from "./selection";
import { useColumns } from "./use-columns";
import { useWantedRow } from "./wanted-row";

const OVERSCAN = 8;
/** Pixels, until it is drawn: the name of a card, and two facts a line; and what a head above cards takes at most. */
const CARD = { name: 44, line: 24, head: 88 };

export type TableProps<Row> = {
  /** What the rows are, spoken: "Devices". */
  label: string;
  /** Under which this browser keeps the widths of the columns. */
  name: string;
  /** As the query gave them: the same array as long as nothing has changed. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** What a row is called. */
  rowLabel: (row: Row) => string;
  /** Absent: the usual ones. */
  shownColumns?: readonly string[] | undefined;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
  /** The service has sorted the rows already. */
  isSortedByService?: boolean;
  hrefOf?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  /** The row whose details are open beside the table. */
  openRowId?: string | undefined;
  selection?: Selection;
  onSelection?: (selection: Selection) => void;
  isFetching?: boolean;
  /** Pixels. */
  rowHeight?: number;
  /** A key that the table does not know, on a row: `e`, `+`, `-`. */
  onRowKey?: (key: string, row: Row, column: Column<Row> | undefined) => void;
  /** Other rows than before, not more of them: the table goes back to its top when this changes. */
  contentKey?: string;
  /** The last rows are near: there may be more to ask for. */
  onNearEnd?: () => void;
};

/**
 * The one table for long lists: an ARIA grid with one tab stop, drawn only where it is looked at. On a phone each row
 * is a card and the head a line to sort by; grid, keys and selection are the same.
 */
export function DataTable<Row extends object>(props: TableProps<Row>) {
  const { label, name, columns, rowId, sort, onSort, selection, onSelection, openRowId } = props;
  const { hrefOf, onOpen, onRowKey, isFetching = false, isSortedByService = false } = props;
  const isCards = usePhone();
  const gridId = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  const anchor = useRef<string | undefined>(undefined);
  const {
    rows,
    shown: visible,
    resizers,
  } = useColumns({
    name,
    rows: props.rows,
    rowId,
    columns,
    shownColumns: props.shownColumns,
    sort,
    isSortedByService,
  });
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const isChosen = props.shownColumns !== undefined;
  const shown = useMemo(
    () => (isCards ? cardColumns(visible, { isChosen }) : visible),
    [visible, isCards, isChosen],
  );
  const rowHeight = useRowHeight(
    isCards
      ? CARD.name + CARD.line * Math.ceil((shown.length - 1) / 2)
      : (props.rowHeight ?? ROW_HEIGHTS.table),
  );
  const selectWidth = selection === undefined ? 0 : SELECT_WIDTH;
  const width = isCards ? 0 : shown.reduce((sum, column) => sum + column.width, selectWidth);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => ids[index] ?? index,
    overscan: OVERSCAN,
    // The head lies over the first rows in sight, and pushes the last ones down; that of cards only pushes.
    scrollPaddingStart: isCards ? 0 : ROW_HEIGHTS.table,
    scrollPaddingEnd: isCards ? CARD.head : ROW_HEIGHTS.table,
  });
  // What was measured of cards says nothing of rows, nor the other way round.
  useEffect(() => virtualizer.measure(), [virtualizer, isCards, rowHeight]);
  const { contentKey, onNearEnd } = props;
  useEffect(() => {
    if (contentKey === undefined) return;
    scroll.current?.scrollTo({ top: 0 });
    setPlace((old) => ({ ...old, row: Math.min(old.row, 0) }));
  }, [contentKey]);
  const goTo = (index: number, align: "auto" | "center") => {
    setPlace((old) => ({ ...old, row: index }));
    virtualizer.scrollToIndex(index, { align });
  };
  useWantedRow({ label, ids }, (index) => {
    goTo(index, "center");
    scroll.current?.focus();
  });
  // The keys are where the details are: they may have come there by a link, or from row to row.
  const openIndex = openRowId === undefined ? -1 : ids.indexOf(openRowId);
  const isOpenThere = openIndex !== -1;
  const followOpen = useEffectEvent(() => goTo(openIndex, "auto"));
  useEffect(() => {
    if (isOpenThere) followOpen();
  }, [openRowId, isOpenThere]);
  const drawn = virtualizer.getVirtualItems();
  const lastDrawn = drawn.at(-1)?.index ?? 0;
  const isNearEnd = rows.length > 0 && lastDrawn >= rows.length - 2 * OVERSCAN;
  const tellNearEnd = useEffectEvent(() => onNearEnd?.());
  useEffect(() => {
    if (isNearEnd) tellNearEnd();
  }, [isNearEnd, props.rows]);

  const select = (index: number, { shiftKey }: { shiftKey: boolean }) => {
    const id = ids[index];
    if (id === undefined || selection === undefined) return;
    onSelection?.(
      shiftKey && anchor.current !== undefined
        ? selectRange(selection, ids, [anchor.current, id])
        : toggleRow(selection, id),
    );
    anchor.current = id;
  };
  const open = (index: number, event: { ctrlKey: boolean; metaKey: boolean; button?: number }) => {
    const row = rows[index]?.original;
    if (row === undefined) return;
    const href = hrefOf?.(row);
    const isNewTab = event.ctrlKey || event.metaKey || event.button === 1;
    if (isNewTab && href !== undefined) window.open(href, "_blank", "noopener");
    else onOpen?.(row);
  };
  const click = (index: number, event: MouseEvent) => {
    setPlace((old) => ({ ...old, row: index }));
    const { target } = event;
    const link =
      target instanceof Element ? target.closest("a, button, input, label, [role=menuitem]") : null;
    const isOwnLink = link instanceof HTMLAnchorElement && link.closest("[role=rowheader]") !== null;
    // Other controls in the row do their own thing, and a click that ends a selection of text does nothing.
    if ((link !== null && !isOwnLink) || getSelection()?.isCollapsed === false) return;
    if (event.shiftKey && selection !== undefined) return select(index, event);
    // The browser opens links in new tabs by itself.
    if (isOwnLink && (event.ctrlKey || event.metaKey || event.button === 1)) return;
    event.preventDefault();
    open(index, event);
  };
  const latest = useRef({ click, select });
  latest.current = { click, select };
  const onRowClick = useCallback(
    (index: number, event: MouseEvent) => latest.current.click(index, event),
    [],
  );
  const onRowSelect = useCallback(
    (index: number, event: { shiftKey: boolean }) => latest.current.select(index, event),
    [],
  );

  const sortBy = (column: Column<Row>) => onSort(nextSort(column.id, sort));
  const offset = selection === undefined ? 0 : 1;
  const columnAt = (position: number) => shown[position - offset]?.column;
  const extent = {
    rows: rows.length,
    columns: shown.length + offset,
    page: pageOf(scroll.current, rowHeight),
  };
  const active = {
    row: Math.min(place.row, rows.length - 1),
    column: Math.min(place.column, extent.columns - 1),
  };
  const isActiveDrawn = active.row === -1 || drawn.some(({ index }) => index === active.row);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // A control inside of a cell has keys of its own.
    if (event.target !== event.currentTarget || event.altKey) return;
    const moved = moveInGrid(active, event, extent);
    if (moved !== undefined) {
      event.preventDefault();
      setPlace(moved);
      if (moved.row >= 0) virtualizer.scrollToIndex(moved.row);
      else scroll.current?.scrollTo({ top: 0 });
      if (event.shiftKey && selection !== undefined && moved.row >= 0 && moved.row !== active.row) {
        anchor.current ??= ids[Math.max(0, active.row)];
        const [from, to] = [anchor.current, ids[moved.row]];
        if (from !== undefined && to !== undefined) onSelection?.(selectRange(selection, ids, [from, to]));
      }
      return;
    }
    const column = columnAt(active.column);
    const row = rows[active.row]?.original;
    if (active.row === -1 && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      if (column !== undefined && column.sortKey !== undefined) sortBy(column);
      else if (column === undefined && selection !== undefined) onSelection?.(toggleAll(selection, ids));
    } else if (event.key === "Enter") {
      event.preventDefault();
      open(active.row, event);
    } else if ((event.key === " " || event.key === "x") && selection !== undefined) {
      event.preventDefault();
      select(active.row, event);
    } else if (event.key === "c" && !event.ctrlKey && !event.metaKey && row !== undefined) {
      const text = column?.copyValue?.(row);
      if (text !== undefined) void copyText(text);
    } else if (row !== undefined && !event.ctrlKey && !event.metaKey) {
      onRowKey?.(event.key, row, column);
    }
  };

  const selectedCount = selection === undefined ? 0 : ids.filter((id) => selection.has(id)).length;
  return (
    <div
      ref={scroll}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={extent.columns}
      aria-multiselectable={selection === undefined ? undefined : true}
      aria-busy={isFetching}
      aria-activedescendant={isActiveDrawn ? `${gridId}-${active.row}-${active.column}` : undefined}
      className={styles.scroll}
      data-cards={isCards || undefined}
      onKeyDown={onKeyDown}
    >
      <HeadRow
        gridId={gridId}
        columns={shown}
        resizers={resizers}
        width={width}
        sort={sort}
        isFetching={isFetching}
        isCards={isCards}
        activeColumn={active.row === -1 ? active.column : undefined}
        onSort={sortBy}
        {...(selection !== undefined && {
          select: {
            state:
              selectedCount === 0
                ? ("none" as const)
                : selectedCount === ids.length
                  ? ("all" as const)
                  : ("some" as const),
            count: ids.length,
            onToggle: () => onSelection?.(toggleAll(selection, ids)),
          },
        })}
      />
      <div
        role="rowgroup"
        className={styles.body}
        style={{ height: virtualizer.getTotalSize(), minWidth: width }}
      >
        {drawn.map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <BodyRow
              key={key}
              row={row.original}
              id={row.id}
              gridId={gridId}
              index={index}
              top={start}
              height={isCards ? undefined : rowHeight}
              measure={isCards ? virtualizer.measureElement : undefined}
              width={width}
              columns={shown}
              activeColumn={active.row === index ? active.column : undefined}
              isSelected={selection?.has(row.id)}
              isOpen={openRowId === row.id}
              href={hrefOf?.(row.original)}
              label={props.rowLabel(row.original)}
              isOpenable={onOpen !== undefined}
              onClick={onRowClick}
              onSelect={onRowSelect}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Ascending, descending, and back to the order in which the rows came. */
function nextSort(column: string, sort: Sort | undefined): Sort | undefined {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? undefined : { column, isDescending: true };
}

function pageOf(element: HTMLElement | null, rowHeight: number): number {
  return Math.max(1, Math.floor((element?.clientHeight ?? 0) / rowHeight) - 2);
}

/** Fingers need more room. */
function useRowHeight(height: number): number {
  const [isCoarse] = useState(() => matchMedia("(pointer: coarse)").matches);
  return isCoarse ? Math.max(height, ROW_HEIGHTS.touch) : height;
}
