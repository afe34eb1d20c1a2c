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
import { deviceStandingsQuery } from "../../api/standings";
import type { Standing } from "../../api/watched";
import { useMay } from "../../api/me";
import { BulkBar } from "../../components/bulk-bar/bulk-bar";
import { fitAddresses, longestOf } from "../../components/data-table/columns";
import type { Selection } from "../../components/data-table/selection";
import { useSelection } from "../../components/data-table/use-selection";
import { FilteredTable } from "../../components/filtered-table/filtered-table";
import { useFilteredRows } from "../../components/filtered-table/use-filtered-rows";
import { PageHead } from "../../components/page-head/page-head";
import { QueryStates } from "../../components/states/query-states";
import { useFilterShortcut, useShownShortcuts, type Shortcut } from "../../shell/shortcuts/registry";
import { DeleteIcon, EditIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { useSearchChange } from "../../url/use-search-change";
import { Actions } from "./actions";
import { COLUMNS } from "./columns";
import { NothingYet } from "./nothing-yet";
import { FACETS, toRows, type Row } from "./rows";
import { chosenFilters, withoutFilters, type InventorySearch } from "./search";

const WHAT = ["device", "devices"] as const;

const BulkEdit = lazy(() => import("./bulk-edit").then((module) => ({ default: module.BulkEdit })));
const BulkDelete = lazy(() => import("./bulk-delete").then((module) => ({ default: module.BulkDelete })));

const route = getRouteApi("/shell/inventory");
const idOf = ({ id }: { id: number }) => String(id);
const nameOf = ({ name }: Row) => name;

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

const NO_STANDINGS: ReadonlyMap<number, Standing> = new Map();
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
  // Without them a device has the state that it had when the list was read.
  const { data: standings } = useQuery(deviceStandingsQuery());
  const [layer, setLayer] = useState<"edit" | "delete" | null>(null);
  const change = useSearchChange<InventorySearch>(navigate);
  const onText = useCallback((q: string) => change({ q: q.trim() }, true), [change]);
  const all = useMemo(
    () =>
      toRows(devices, {
        sites: sites ?? [],
        types: types ?? [],
        standings: standings?.byId ?? NO_STANDINGS,
      }),
    [devices, sites, types, standings],
  );
  const longest = useMemo(() => longestOf(devices.map(({ ip_address: address }) => address)), [devices]);
  const columns = useMemo(() => fitAddresses(COLUMNS, { id: "address", longest }), [longest]);
  const chosen = chosenFilters(search);
  const rows = useFilteredRows(all, FACETS, chosen);
  const { selection, dropped, select, clear } = useSelection({ rows, all }, idOf);
  return (
    <>
      <FilteredTable
        what={WHAT}
        label="Devices"
        name="devices"
        csvName="devices"
        text={search.q ?? ""}
        onText={onText}
        facets={{
          fields: FACETS,
          counted: all,
          chosen,
          onChoose: (field, values) => change({ [field]: values }),
        }}
        onClear={() => void navigate({ search: withoutFilters })}
        rows={rows}
        total={total}
        columns={columns}
        columnChoice={{
          chosen: search.columns,
          onChoose: (chosenColumns) => change({ columns: chosenColumns }),
        }}
        rowId={idOf}
        rowLabel={nameOf}
        sort={search.sort}
        onSort={(sort) => change({ sort })}
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
      {mayChange && (
        <BulkBar
          label="Selected devices"
          count={selection.size}
          dropped={dropped}
          isAll={selection.size === rows.length}
          onClear={clear}
        >
          <Button
            size="xs"
            variant="default"
            leftSection={<EditIcon {...ICON} />}
            onClick={() => setLayer("edit")}
          >
            Change
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<DeleteIcon {...ICON} />}
            onClick={() => setLayer("delete")}
          >
            Delete
          </Button>
        </BulkBar>
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

export const Route = createLazyRoute("/shell/inventory")({ component: InventoryPage });
