import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState, type FocusEvent, type ReactNode } from "react";
import { pointedBeat, stepBeat } from "../../../components/beats/pointed-beat";
import { fitAddresses, longestOf, parseSort } from "../../../components/data-table/columns";
import { useSelection } from "../../../components/data-table/use-selection";
import { FilteredTable } from "../../../components/filtered-table/filtered-table";
import { useFilteredRows } from "../../../components/filtered-table/use-filtered-rows";
import { useFilterShortcut, useShownShortcuts, type Shortcut } from "../../../shell/shortcuts/registry";
import { useSearchChange } from "../../../url/use-search-change";
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
  const change = useSearchChange<MonitoringSearch>(navigate);
  const onText = useCallback((q: string) => change({ q: q.trim() || undefined }, true), [change]);
  const fields = FACETS[tab];
  const { q = "" } = search;
  const chosen = chosenOf(search, tab);
  const found = useMemo(() => (q === "" ? all : all.filter((row) => matchesText(row, q))), [all, q]);
  const filtered = useFilteredRows(found, fields, chosen);
  const counted = useFilteredRows(found, fields, { ...chosen, state: undefined });
  const longest = useMemo(() => longestOf(all.map(({ where }) => where)), [all]);
  const columns = useMemo(
    () => (tab === "devices" ? fitAddresses(COLUMNS[tab], { id: "address", longest }) : COLUMNS[tab]),
    [tab, longest],
  );
  const sort = useMemo(() => parseSort(search.sort), [search.sort]);
  const sorted = useMemo(() => sortRows(filtered, { columns, sort }), [filtered, columns, sort]);
  const [isHeld, setIsHeld] = useState(false);
  const steady = useSteadyOrder(sorted, {
    isHeld,
    question: `${tab} ${search.sort} ${q} ${JSON.stringify(chosen)}`,
  });
  const { selection, dropped, select, clear } = useSelection({ rows: steady.rows, all }, keyOf);
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
        onChoose={(state) => change({ state: state.length === 0 ? undefined : [...state] })}
      />
      <FilteredTable
        what={WHAT[tab]}
        label={LABELS[tab]}
        name={`monitoring-${tab}`}
        csvName={`monitoring-${tab}`}
        text={q}
        onText={onText}
        facets={{
          fields,
          counted: found,
          chosen,
          onChoose: (field, values) => change({ [field]: values }),
        }}
        onClear={() => void navigate({ search: withoutFilters })}
        controls={
          steady.isBehind && (
            <Button size="compact-xs" variant="default" onClick={steady.renew}>
              Order has changed: sort again
            </Button>
          )
        }
        rows={steady.rows}
        total={all.length}
        columns={columns}
        {...(!isPhone && {
          columnChoice: {
            chosen: search.columns,
            onChoose: (chosenColumns: string[] | undefined) => change({ columns: chosenColumns }),
          },
        })}
        rowId={keyOf}
        rowLabel={nameOf}
        sort={search.sort}
        onSort={(next) => change({ sort: next })}
        isSortedByService
        hrefOf={hrefOf}
        onOpen={({ href }) => void navigate({ href })}
        isFetching={isFetching}
        onRowKey={(key, { key: id, beats }) => {
          if (key === "," || key === ".") stepBeat(id, { step: key === "," ? -1 : 1, count: beats.length });
        }}
        {...(isSelectable && { selection, onSelection: select })}
        renderRows={(table) =>
          isPhone ? (
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
              {table}
            </div>
          )
        }
      />
      <Suspense>
        {isSelectable &&
          !isPhone &&
          (selection.size > 0 || dropped > 0) &&
          bulk(
            steady.rows.filter(({ key }) => selection.has(key)),
            { isAll: selection.size === steady.rows.length, dropped, clear },
          )}
      </Suspense>
    </>
  );
}
