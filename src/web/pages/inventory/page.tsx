import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import {
  deviceCountQuery,
  deviceTypesQuery,
  devicesQuery,
  sitesQuery,
  type Device,
} from "../../api/inventory";
import { useMay } from "../../api/me";
import { ColumnPicker } from "../../components/data-table/column-picker";
import { fitAddresses, longestOf, parseSort, printSort } from "../../components/data-table/columns";
import { DataTable } from "../../components/data-table/data-table";
import { onlyShown, type Selection } from "../../components/data-table/selection";
import { countFacet, filterRows } from "../../components/filters/facets";
import { FilterBar } from "../../components/filters/filter-bar";
import { PageHead } from "../../components/page-head/page-head";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { useFilterShortcut, useShownShortcuts, type Shortcut } from "../../shell/shortcuts/registry";
import { Actions } from "./actions";
import { BulkBar } from "./bulk-bar";
import { COLUMNS } from "./columns";
import { NothingYet } from "./nothing-yet";
import { FACETS, toRows, type Row } from "./rows";
import { chosenFilters, FILTERS, withoutFilters, type InventorySearch } from "./search";

const WHAT = ["device", "devices"] as const;

const BulkEdit = lazy(() => import("./bulk-edit").then((module) => ({ default: module.BulkEdit })));
const BulkDelete = lazy(() => import("./bulk-delete").then((module) => ({ default: module.BulkDelete })));

const route = getRouteApi("/shell/inventory");
const idOf = ({ id }: { id: number }) => String(id);
const nameOf = ({ name }: Row) => name;
const NO_SELECTION: Selection = new Set();

/** Every device: found, filtered, sorted, changed in bulk. */
function InventoryPage() {
  const { q } = route.useSearch();
  const query = useQuery(devicesQuery(q));
  const { data: total } = useQuery({ ...deviceCountQuery(), enabled: q !== undefined });
  return (
    <>
      <PageHead title="Inventory" actions={<Actions />} />
      <QueryStates query={query} what="devices" rows={16}>
        {(devices) =>
          devices.length === 0 && q === undefined ? (
            <NothingYet />
          ) : (
            <Devices
              devices={devices}
              total={q === undefined ? devices.length : Math.max(total ?? 0, devices.length)}
              isFetching={query.isFetching}
            />
          )
        }
      </QueryStates>
    </>
  );
}

const NO_KEYS: readonly Shortcut[] = [];
const ROW_KEYS: readonly Shortcut[] = [{ keys: "e", label: "Edit the device of the row", scope: "Table" }];

type Props = { devices: readonly Device[]; total: number; isFetching: boolean };

function Devices({ devices, total, isFetching }: Props) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay("topology_write");
  useFilterShortcut({ label: "Filter the devices", scope: "Inventory" });
  useShownShortcuts(mayChange ? ROW_KEYS : NO_KEYS);
  const { data: sites } = useQuery(sitesQuery());
  const { data: types } = useQuery(deviceTypesQuery());
  const [layer, setLayer] = useState<"edit" | "delete" | null>(null);
  const change = useCallback(
    (changes: Partial<InventorySearch>, isTyping = false) =>
      void navigate({ search: (old) => ({ ...old, ...changes }), replace: isTyping }),
    [navigate],
  );
  const onText = useCallback((q: string) => change({ q: q.trim() }, true), [change]);
  const all = useMemo(
    () => toRows(devices, { sites: sites ?? [], types: types ?? [] }),
    [devices, sites, types],
  );
  const longest = useMemo(() => longestOf(devices.map(({ ip_address: address }) => address)), [devices]);
  const columns = useMemo(() => fitAddresses(COLUMNS, { id: "address", longest }), [longest]);
  const chosenKey = JSON.stringify(FILTERS.map((name) => search[name] ?? []));
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says all that is read of the search
  const chosen = useMemo(() => chosenFilters(search), [chosenKey]);
  const rows = useMemo(() => filterRows(all, FACETS, chosen), [all, chosen]);
  const sort = useMemo(() => parseSort(search.sort), [search.sort]);
  const { selection, dropped, select } = useSelection(rows);
  return (
    <>
      <FilterBar
        what={WHAT}
        text={search.q ?? ""}
        onText={onText}
        facets={FACETS.map((field) => ({
          id: field.id,
          label: field.label,
          chosen: search[field.id] ?? [],
          values: () => countFacet(all, { field, fields: FACETS, chosen }),
        }))}
        onChoose={(facet, values) => change({ [facet]: values.length === 0 ? undefined : [...values] })}
        onClearAll={() => void navigate({ search: withoutFilters })}
        shown={rows.length}
        total={total}
      >
        <ColumnPicker
          columns={columns}
          chosen={search.columns}
          onChoose={(chosenColumns) => change({ columns: chosenColumns })}
        />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyState
          title="No device matches these filters"
          action={
            <Button size="xs" variant="default" onClick={() => void navigate({ search: withoutFilters })}>
              Clear the filters
            </Button>
          }
        />
      ) : (
        <DataTable
          label="Devices"
          name="devices"
          rows={rows}
          columns={columns}
          rowId={idOf}
          rowLabel={nameOf}
          shownColumns={search.columns}
          sort={sort}
          onSort={(next) => change({ sort: printSort(next) })}
          hrefOf={({ id }) => `/inventory/${id}`}
          onOpen={({ id }) =>
            void navigate({ to: "/inventory/$deviceId", params: { deviceId: String(id) }, search: {} })
          }
          isFetching={isFetching}
          {...(mayChange && {
            selection,
            onSelection: select,
            onRowKey: (key: string, { id }: Row) => {
              if (key === "e")
                void navigate({ to: "/inventory/$deviceId/edit", params: { deviceId: String(id) } });
            },
          })}
        />
      )}
      {mayChange && (
        <BulkBar
          count={selection.size}
          dropped={dropped}
          isAll={selection.size === rows.length}
          onEdit={() => setLayer("edit")}
          onDelete={() => setLayer("delete")}
          onClear={() => select(NO_SELECTION)}
        />
      )}
      <Suspense>
        {layer === "edit" && <BulkEdit rows={chosenRows(rows, selection)} onClose={() => setLayer(null)} />}
        {layer === "delete" && (
          <BulkDelete rows={chosenRows(rows, selection)} onClose={() => setLayer(null)} />
        )}
      </Suspense>
    </>
  );
}

function chosenRows(rows: readonly Row[], selection: Selection): readonly Row[] {
  return rows.filter((row) => selection.has(idOf(row)));
}

/** The selection, without what the filters hide: such rows are dropped, and it is told how many. */
function useSelection(rows: readonly Row[]) {
  const [{ selection, dropped }, setState] = useState({ selection: NO_SELECTION, dropped: 0 });
  const ids = useMemo(() => rows.map(idOf), [rows]);
  const shown = useMemo(() => onlyShown(selection, ids), [selection, ids]);
  if (shown !== selection) setState({ selection: shown, dropped: selection.size - shown.size });
  const select = useCallback((next: Selection) => setState({ selection: next, dropped: 0 }), []);
  return { selection: shown, dropped, select };
}

export const Route = createLazyRoute("/shell/inventory")({ component: InventoryPage });
