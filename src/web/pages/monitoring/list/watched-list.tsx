import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState, type FocusEvent, type ReactNode } from "react";
import { pointedBeat, stepBeat } from "../../../components/beats/pointed-beat";
import { ColumnPicker } from "../../../components/data-table/column-picker";
import { fitAddresses, longestOf, parseSort, printSort } from "../../../components/data-table/columns";
import { DataTable } from "../../../components/data-table/data-table";
import { onlyShown, type Selection } from "../../../components/data-table/selection";
import { countFacet, filterRows } from "../../../components/filters/facets";
import { FilterBar } from "../../../components/filters/filter-bar";
import { EmptyState } from "../../../components/states/empty-state";
import { useFilterShortcut, useShownShortcuts, type Shortcut } from "../../../shell/shortcuts/registry";
import { COLUMNS } from "./columns";
import { Counts } from "./counts";
import { chosenOf, FACETS } from "./facets";
import styles from "../monitoring.module.css";
import { matchesText, type Row } from "../rows";
import { withoutFilters, type MonitoringSearch, type Tab } from "../search";
import { sortRows, useSteadyOrder } from "./steady-order";

const Cards = lazy(() => import("./cards").then((module) => ({ default: module.Cards })));

const WHAT = {
  devices: ["device", "devices"],
  services: ["check", "checks"],
  monitors: ["monitor", "monitors"],
} as const;
const LABELS = { devices: "Watched devices", services: "Service checks", monitors: "Monitors" } as const;

const route = getRouteApi("/shell/monitoring");
const keyOf = ({ key }: Row) => key;
const nameOf = ({ name }: Row) => name;
const hrefOf = ({ href }: Row) => href;
const NO_SELECTION: Selection = new Set();

const ROW_KEYS: readonly Shortcut[] = [
  { keys: ",", label: "Older check of the row", scope: "Table" },
  { keys: ".", label: "Newer check of the row", scope: "Table" },
];

export type Bulk = (
  selected: readonly Row[],
  selection: { isAll: boolean; dropped: number; clear: () => void },
) => ReactNode;

type Props = {
  tab: Tab;
  rows: readonly Row[];
  isFetching: boolean;
  /** Whether rows are selected: by who may do something with them. */
  isSelectable: boolean;
  /** What can be done with the rows that are selected. */
  bulk: Bulk;
};

/** One of the three lists: filtered, the worst first, and steady while it is being read. */
export function WatchedList({ tab, rows: all, isFetching, isSelectable, bulk }: Props) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isPhone = useMediaQuery("(max-width: 767px)") ?? false;
  useFilterShortcut({ label: "Filter what is watched", scope: "Monitoring" });
  useShownShortcuts(ROW_KEYS);
  const change = useCallback(
    (changes: Partial<MonitoringSearch>, isTyping = false) =>
      void navigate({ search: (old) => ({ ...old, ...changes }), replace: isTyping }),
    [navigate],
  );
  const onText = useCallback((q: string) => change({ q: q.trim() || undefined }, true), [change]);
  const fields = FACETS[tab];
  const { q = "" } = search;
  const chosenKey = JSON.stringify(chosenOf(search, tab));
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says all that is read of the search
  const chosen = useMemo(() => chosenOf(search, tab), [chosenKey]);
  const found = useMemo(() => (q === "" ? all : all.filter((row) => matchesText(row, q))), [all, q]);
  const filtered = useMemo(() => filterRows(found, fields, chosen), [found, fields, chosen]);
  const longest = useMemo(() => longestOf(all.map(({ where }) => where)), [all]);
  const columns = useMemo(
    () => (tab === "devices" ? fitAddresses(COLUMNS[tab], { id: "address", longest }) : COLUMNS[tab]),
    [tab, longest],
  );
  const sort = useMemo(() => parseSort(search.sort), [search.sort]);
  const sorted = useMemo(() => sortRows(filtered, { columns, sort }), [filtered, columns, sort]);
  const [isHeld, setIsHeld] = useState(false);
  const steady = useSteadyOrder(sorted, { isHeld, question: `${tab} ${search.sort} ${q} ${chosenKey}` });
  const { selection, dropped, select } = useSelection(steady.rows);
  const counted = useMemo(
    () => filterRows(found, fields, { ...chosen, state: undefined }),
    [found, fields, chosen],
  );
  const clear = () => void navigate({ search: withoutFilters });
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    setIsHeld(false);
    pointedBeat.clear();
  };
  return (
    <>
      <Counts
        rows={counted}
        chosen={search.state ?? []}
        onChoose={(state) => change({ state: listOrNone(state) })}
      />
      <FilterBar
        what={WHAT[tab]}
        text={q}
        onText={onText}
        facets={fields.map((field) => ({
          id: field.id,
          label: field.label,
          chosen: search[field.id] ?? [],
          values: () => countFacet(found, { field, fields, chosen }),
        }))}
        onChoose={(facet, values) => change({ [facet]: listOrNone(values) })}
        onClearAll={clear}
        shown={steady.rows.length}
        total={all.length}
      >
        {steady.isBehind && (
          <Button size="compact-xs" variant="default" onClick={steady.renew}>
            Order has changed: sort again
          </Button>
        )}
        {!isPhone && (
          <ColumnPicker
            columns={columns}
            chosen={search.columns}
            onChoose={(chosenColumns) => change({ columns: chosenColumns })}
          />
        )}
      </FilterBar>
      {steady.rows.length === 0 ? (
        <EmptyState
          title={`No ${WHAT[tab][0]} matches these filters`}
          action={
            <Button size="xs" variant="default" onClick={clear}>
              Clear the filters
            </Button>
          }
        />
      ) : isPhone ? (
        <Suspense>
          <Cards label={LABELS[tab]} rows={steady.rows} />
        </Suspense>
      ) : (
        <div
          className={styles.held}
          onPointerEnter={() => setIsHeld(true)}
          onPointerLeave={() => setIsHeld(false)}
          onFocus={() => setIsHeld(true)}
          onBlur={leave}
        >
          <DataTable
            label={LABELS[tab]}
            name={`monitoring-${tab}`}
            rows={steady.rows}
            columns={columns}
            rowId={keyOf}
            rowLabel={nameOf}
            shownColumns={search.columns}
            sort={sort}
            onSort={(next) => change({ sort: printSort(next) })}
            isSortedByService
            hrefOf={hrefOf}
            onOpen={({ href }) => void navigate({ href })}
            isFetching={isFetching}
            onRowKey={(key, { key: id, beats }) => {
              if (key === "," || key === ".")
                stepBeat(id, { step: key === "," ? -1 : 1, count: beats.length });
            }}
            {...(isSelectable && { selection, onSelection: select })}
          />
        </div>
      )}
      <Suspense>
        {isSelectable &&
          !isPhone &&
          (selection.size > 0 || dropped > 0) &&
          bulk(
            steady.rows.filter(({ key }) => selection.has(key)),
            { isAll: selection.size === steady.rows.length, dropped, clear: () => select(NO_SELECTION) },
          )}
      </Suspense>
    </>
  );
}

function listOrNone(values: readonly string[]): string[] | undefined {
  return values.length === 0 ? undefined : [...values];
}

/** The selection, without what the filters hide: such rows are dropped, and it is told how many. */
function useSelection(rows: readonly Row[]) {
  const [{ selection, dropped }, setState] = useState({ selection: NO_SELECTION, dropped: 0 });
  const ids = useMemo(() => rows.map(keyOf), [rows]);
  const shown = useMemo(() => onlyShown(selection, ids), [selection, ids]);
  if (shown !== selection) setState({ selection: shown, dropped: selection.size - shown.size });
  const select = useCallback((next: Selection) => setState({ selection: next, dropped: 0 }), []);
  return { selection: shown, dropped, select };
}
