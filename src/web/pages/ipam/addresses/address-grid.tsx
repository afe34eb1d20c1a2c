import { lazy, memo, Suspense, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useMay } from "../../../api/me";
import { usePhone } from "../../../components/screen/use-phone";
import { useShownShortcuts, type Shortcut } from "../../../shell/shortcuts/registry";
import { describeCell, reservable, STATE_WORDS, type Cell } from "./address-cells";
import { spellHidden } from "../../../format/hidden-characters";
import styles from "./address-grid.module.css";
import { GRID_COLUMNS, PHONE_COLUMNS, moveInCells, stretchBetween, type Stretch } from "./grid-keys";
import { Legend } from "./legend";
import { SelectionBar } from "./selection-bar";
import type { Subnet } from "../tree/tree-rows";
import type { IpamView } from "../view";

const AddressPopover = lazy(() =>
  import("./address-popover").then((module) => ({ default: module.AddressPopover })),
);
const ReservationDialog = lazy(() =>
  import("../reservations/reservation-dialog").then((module) => ({ default: module.ReservationDialog })),
);

type Props = { subnet: Subnet; cells: readonly Cell[]; view: IpamView };

const BLOCK = 256;
const KEYS: readonly Shortcut[] = [{ keys: "Enter", label: "Open the address", scope: "Addresses" }];
const WRITER_KEYS: readonly Shortcut[] = [
  ...KEYS,
  { keys: "r", label: "Reserve the address", scope: "Addresses" },
  { keys: "Shift+→", label: "Select a range", scope: "Addresses" },
];

/**
 * Every address as a cell, 16 in a row, on a phone 8: what it is by tint and letter. Arrows move, Enter opens, Shift
 * selects a range, `r` reserves.
 */
export function AddressGrid({ subnet, cells, view }: Props) {
  const { ip } = view.search;
  const mayWrite = useMay("ipam_write");
  useShownShortcuts(mayWrite ? WRITER_KEYS : KEYS);
  const columns = usePhone() ? PHONE_COLUMNS : GRID_COLUMNS;
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(() => Math.max(0, indexOf(cells, ip)));
  const [selected, setSelected] = useState<Stretch | null>(null);
  const [reserved, setReserved] = useState<string | null>(null);
  const anchor = useRef(active);
  const opened = cells[indexOf(cells, ip)];
  const chosen = selected === null ? [] : cells.slice(selected.from, selected.to + 1);

  const go = (index: number, isExtending: boolean) => {
    if (!isExtending) anchor.current = index;
    setSelected(isExtending ? stretchBetween(anchor.current, index) : null);
    setActive(index);
    cellAt(grid.current, index)?.focus();
  };
  const open = (index: number) => view.change({ ip: cells[index]?.ip });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    const next = moveInCells(active, event.key, { count: cells.length, isToEnd: event.ctrlKey, columns });
    const cell = cells[active];
    if (next !== undefined) go(next, event.shiftKey);
    else if (event.key === "Enter" || event.key === " ") open(active);
    else if (event.key === "Escape" && selected !== null) setSelected(null);
    else if (event.key === "r" && mayWrite && cell?.kind === "free") setReserved(cell.ip);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent) => {
    const index = indexOfElement(event.target);
    if (index === undefined) return;
    go(index, event.shiftKey);
    if (!event.shiftKey) open(index);
  };
  const closePopover = () => {
    view.change({ ip: undefined });
    cellAt(grid.current, active)?.focus();
  };
  return (
    <div className={styles.frame}>
      <Legend cells={cells} />
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label={`Addresses of ${subnet.cidr}`}
        aria-multiselectable
        aria-colcount={columns}
        className={styles.grid}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {rowsOf(cells, columns).map((row, index) => (
          <GridRow
            key={row[0]?.ip}
            cells={row}
            columns={columns}
            start={index * columns}
            hasHead={cells.length > BLOCK && (index * columns) % BLOCK === 0}
            active={Math.floor(active / columns) === index ? active : undefined}
            from={selected === null ? undefined : selected.from}
            to={selected === null ? undefined : selected.to}
          />
        ))}
        {opened !== undefined && (
          <Suspense fallback={null}>
            <AddressPopover
              key={opened.ip}
              cell={opened}
              target={() => cellAt(grid.current, indexOf(cells, opened.ip))}
              onReserve={() => {
                view.change({ ip: undefined });
                setReserved(opened.ip);
              }}
              onShowReservations={() => view.change({ ip: undefined, tab: "reservations", find: opened.ip })}
              onClose={closePopover}
            />
          </Suspense>
        )}
      </div>
      {chosen.length > 1 && (
        <SelectionBar
          subnet={subnet}
          chosen={chosen}
          free={reservable(chosen)}
          onClear={() => setSelected(null)}
        />
      )}
      <Suspense>
        {reserved !== null && (
          <ReservationDialog
            address={reserved}
            onClose={() => {
              setReserved(null);
              cellAt(grid.current, active)?.focus();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

type RowProps = {
  cells: readonly Cell[];
  /** Of a full row. */
  columns: number;
  /** Index of the first cell. */
  start: number;
  hasHead: boolean;
  /** Index of the cell with the tab stop, where it is in this row. */
  active: number | undefined;
  from: number | undefined;
  to: number | undefined;
};

/** A row is drawn again only when something in it has changed. */
const GridRow = memo(function GridRow({ cells, columns, start, hasHead, active, from, to }: RowProps) {
  return (
    <>
      {hasHead && <div className={`mono ${styles.block}`}>{blockOf(cells[0]?.ip ?? "")}</div>}
      <div
        role="row"
        className={styles.row}
        style={{
          gridTemplateColumns: `repeat(${cells.length}, minmax(0, 1fr))`,
          width: `${(cells.length / columns) * 100}%`,
        }}
      >
        {cells.map((cell, offset) => {
          const index = start + offset;
          return (
            <div
              key={cell.ip}
              role="gridcell"
              data-index={index}
              data-state={cell.state}
              data-letter={STATE_WORDS[cell.state].letter}
              tabIndex={active === index ? 0 : -1}
              aria-selected={from !== undefined && to !== undefined && index >= from && index <= to}
              aria-label={describeCell(cell)}
              title={spellHidden(describeCell(cell))}
              className={styles.cell}
            >
              <span className={styles.number}>{cell.ip.slice(cell.ip.lastIndexOf(".") + 1)}</span>
            </div>
          );
        })}
      </div>
    </>
  );
});

/** `10.0.5.0/24` above the cells that end in its numbers. */
function blockOf(ip: string): string {
  return `${ip.slice(0, ip.lastIndexOf("."))}.0/24`;
}

function rowsOf(cells: readonly Cell[], columns: number): Cell[][] {
  return Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  );
}

function indexOf(cells: readonly Cell[], ip: string | undefined): number {
  return ip === undefined ? -1 : cells.findIndex((cell) => cell.ip === ip);
}

function cellAt(grid: HTMLElement | null, index: number): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
}

function indexOfElement(target: EventTarget): number | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  return cell === null ? undefined : Number(cell.dataset["index"]);
}
