import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { keyState } from "../../components/api-key/key-state";
import { ColumnPicker } from "../../components/data-table/column-picker";
import { parseSort, printSort } from "../../components/data-table/columns";
import { DataTable } from "../../components/data-table/data-table";
import { countFacet, filterRows } from "../../components/filters/facets";
import { FilterBar } from "../../components/filters/filter-bar";
import { PageHead } from "../../components/page-head/page-head";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { useNow } from "../../components/value/clock";
import { useFilterShortcut, useShownShortcuts, type Shortcut } from "../../shell/shortcuts/registry";
import { allKeysQuery, type OwnedKey } from "./api";
import { COLUMNS, FACETS, isFound, type Row } from "./columns";
import type { KeysSearch } from "./search";

const WHAT = ["API key", "API keys"] as const;

const RevokeDialog = lazy(() =>
  import("./revoke-dialog").then((module) => ({ default: module.RevokeDialog })),
);

const route = getRouteApi("/shell/administration/api-keys");
const idOf = ({ id }: Row) => String(id);
const nameOf = ({ name }: Row) => name;
const withoutFilters = ({ sort, columns }: KeysSearch): KeysSearch => ({ sort, columns });

const ROW_KEYS: readonly Shortcut[] = [
  { keys: "Delete", label: "Revoke the key of the row", scope: "Table" },
];

/** The keys of all users. */
function AllApiKeysPage() {
  const query = useQuery(allKeysQuery());
  return (
    <>
      <PageHead title="API keys" meta="of all users; each makes its own under Profile" />
      <QueryStates query={query} what="API keys" rows={12}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState title="No API keys yet">
              Keys that anybody creates under Profile are listed here, and can be revoked.
            </EmptyState>
          ) : (
            <Keys keys={keys} isFetching={query.isFetching} />
          )
        }
      </QueryStates>
    </>
  );
}

function Keys({ keys, isFetching }: { keys: readonly OwnedKey[]; isFetching: boolean }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow();
  useFilterShortcut({ label: "Filter the API keys", scope: "API keys" });
  useShownShortcuts(ROW_KEYS);
  const [revoked, setRevoked] = useState<OwnedKey | null>(null);
  const change = useCallback(
    (changes: Partial<KeysSearch>, isTyping = false) =>
      void navigate({ search: (old) => ({ ...old, ...changes }), replace: isTyping }),
    [navigate],
  );
  const onText = useCallback((q: string) => change({ q: q === "" ? undefined : q }, true), [change]);
  const { q = "", owner, state } = search;
  const found = useMemo(
    () =>
      keys
        .filter((key) => isFound(key, q))
        .map((key): Row => ({ ...key, state: keyState(key, now), onRevoke: () => setRevoked(key) })),
    [keys, q, now],
  );
  const rows = useMemo(() => filterRows(found, FACETS, { owner, state }), [found, owner, state]);
  const sort = useMemo(() => parseSort(search.sort), [search.sort]);
  return (
    <>
      <FilterBar
        what={WHAT}
        text={q}
        onText={onText}
        facets={FACETS.map((field) => ({
          id: field.id,
          label: field.label,
          chosen: search[field.id] ?? [],
          values: () => countFacet(found, { field, fields: FACETS, chosen: { owner, state } }),
        }))}
        onChoose={(facet, chosen) => change({ [facet]: chosen.length === 0 ? undefined : [...chosen] })}
        onClearAll={() => void navigate({ search: withoutFilters })}
        shown={rows.length}
        total={keys.length}
      >
        <ColumnPicker columns={COLUMNS} chosen={search.columns} onChoose={(columns) => change({ columns })} />
      </FilterBar>
      {rows.length === 0 ? (
        <EmptyState
          title="No API key matches these filters"
          action={
            <Button size="xs" variant="default" onClick={() => void navigate({ search: withoutFilters })}>
              Clear the filters
            </Button>
          }
        />
      ) : (
        <DataTable
          label="API keys"
          name="all-api-keys"
          rows={rows}
          columns={COLUMNS}
          rowId={idOf}
          rowLabel={nameOf}
          shownColumns={search.columns}
          sort={sort}
          onSort={(next) => change({ sort: printSort(next) })}
          isFetching={isFetching}
          onRowKey={(key, row) => key === "Delete" && row.revoked_at === null && row.onRevoke()}
        />
      )}
      <Suspense>
        {revoked !== null && <RevokeDialog owned={revoked} onClose={() => setRevoked(null)} />}
      </Suspense>
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/api-keys")({ component: AllApiKeysPage });
