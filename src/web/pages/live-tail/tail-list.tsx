import { useVirtualizer } from "@tanstack/react-virtual";
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from "react";
import { usePhone } from "../../components/screen/use-phone";
import type { FirewallEvent } from "../../components/event-table/event-fields";
import { ROW_HEIGHTS } from "../../theme/tokens";
import styles from "./live-tail.module.css";
import { TailLine, type ShownColumn } from "./tail-line";
import type { TailRow } from "./tail-store";

/** Rows that are drawn out of sight; while the tail runs each of them is work ten times a second. */
const OVERSCAN = 4;
/** Nearer to its end than this the list counts as at its end (px). */
const AT_END = ROW_HEIGHTS.tail;
/** On a phone a line takes two: when and who, then what it says. */
const ON_PHONE = new Set(["received_at", "verdict", "source_host", "raw_log"]);
const PHONE_HEIGHT = 44;
/** Before the list is measured. */
const NO_BOX = { width: 0, height: 0 };

type Props = {
  rows: readonly TailRow[];
  columns: readonly ShownColumn[];
  isPaused: boolean;
  openKey: string | undefined;
  query: string | undefined;
  /** The lines that are drawn, whenever they are. */
  onSight: (events: readonly FirewallEvent[]) => void;
  onPause: () => void;
  onOpen: (event: FirewallEvent) => void;
};

/** The lines, newest at the bottom. Whoever scrolls up, presses on it, selects or walks through it pauses it. */
export function TailList({ rows, columns: all, isPaused, openKey, query, ...on }: Props) {
  const { onSight, onPause, onOpen } = on;
  const isPhone = usePhone();
  const columns = useMemo(
    () => (isPhone ? all.filter(({ column }) => ON_PHONE.has(column.id)) : all),
    [all, isPhone],
  );
  const scroll = useRef<HTMLDivElement>(null);
  const [currentKey, setCurrentKey] = useState<string | undefined>(undefined);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => (isPhone ? PHONE_HEIGHT : ROW_HEIGHTS.tail),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, isPhone]);
  const width = isPhone ? 0 : columns.reduce((sum, column) => sum + column.width, 0);
  const height = virtualizer.getTotalSize();
  const { width: boxWidth, height: boxHeight } = virtualizer.scrollRect ?? NO_BOX;
  // Only where the end may have moved: a scroll forces a layout, and a list that is full has the same height again.
  useLayoutEffect(() => {
    // Behind the end, where the browser stops by itself: to ask for the place would be a layout too.
    if (!isPaused && scroll.current !== null) scroll.current.scrollTop = height;
  }, [height, width, boxWidth, boxHeight, isPaused]);
  const pauseOnSelection = useEffectEvent(() => {
    const selection = getSelection();
    if (selection?.isCollapsed === false && scroll.current?.contains(selection.anchorNode) === true)
      onPause();
  });
  useEffect(() => {
    const listener = () => pauseOnSelection();
    document.addEventListener("selectionchange", listener);
    return () => document.removeEventListener("selectionchange", listener);
  }, []);

  const followOpen = useEffectEvent((key: string) => {
    setCurrentKey(key);
    const at = rows.findIndex((row) => row.key === key);
    if (at !== -1) virtualizer.scrollToIndex(at, { align: "auto" });
  });
  useEffect(() => {
    if (openKey !== undefined) followOpen(openKey);
  }, [openKey]);

  const onScroll = () => {
    const element = scroll.current;
    if (element === null || isPaused) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight > AT_END) onPause();
  };
  const walk = (step: -1 | 1) => {
    onPause();
    const at = rows.findIndex(({ key }) => key === currentKey);
    const next = at === -1 ? rows.length - 1 : Math.min(rows.length - 1, Math.max(0, at + step));
    virtualizer.scrollToIndex(next, { align: "auto" });
    setCurrentKey(rows[next]?.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "PageUp" || event.key === "Home") onPause();
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      walk(event.key === "ArrowUp" ? -1 : 1);
    }
  };
  const items = virtualizer.getVirtualItems();
  useEffect(() => {
    // On a phone no address has a column.
    if (isPhone) return;
    onSight(
      items.flatMap(({ index }) => {
        const row = rows[index];
        return row?.kind === "event" ? row.event : [];
      }),
    );
  }, [items, rows, isPhone, onSight]);
  return (
    <div
      ref={scroll}
      role="log"
      aria-live="off"
      aria-label="Live events"
      tabIndex={0}
      className={styles.list}
      onScroll={onScroll}
      onWheel={({ deltaY }) => deltaY < 0 && onPause()}
      onPointerDown={onPause}
      onKeyDown={onKeyDown}
    >
      <div className={styles.heads} style={{ minWidth: width }}>
        {columns.map(({ column, width: columnWidth }) => (
          <span
            key={column.id}
            className={styles.cell}
            style={{ width: columnWidth }}
            data-column={column.id}
          >
            {column.label}
          </span>
        ))}
      </div>
      <div style={{ height, minWidth: width }} className={styles.canvas}>
        <div className={styles.window} style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
          {items.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <TailLine
                key={row.key}
                row={row}
                columns={columns}
                isOpen={row.key === openKey}
                isCurrent={row.key === currentKey}
                query={query}
                onOpen={onOpen}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
