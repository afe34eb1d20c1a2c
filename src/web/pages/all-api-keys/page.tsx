import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { keyState } from "../../components/api-key/key-state";
import { FilteredTable } from "../../components/filtered-table/filtered-table";
import { useFilteredRows } from "../../components/filtered-table/use-filtered-rows";
import { PageHead } from "../../components/page-head/page-head";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { useNow } from "../../components/value/clock";
import { useFilterShortcut, useShownShortcuts, type Shortcut } from "../../shell/shortcuts/registry";
import { useSearchChange } from "../../url/use-search-change";
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
  const change = useSearchChange<KeysSearch>(navigate);
  const onText = useCallback((q: string) => change({ q: q === "" ? undefined : q }, true), [change]);
  const { q = "", owner, state } = search;
  const found = useMemo(
    () =>
      keys
        .filter((key) => isFound(key, q))
        .map((key): Row => ({ ...key, state: keyState(key, now), onRevoke: () => setRevoked(key) })),
    [keys, q, now],
  );
  const chosen = { owner, state };
  const rows = useFilteredRows(found, FACETS, chosen);
  return (
    <>
      <FilteredTable
        what={WHAT}
        label="API keys"
        name="all-api-keys"
        text={q}
        onText={onText}
        facets={{
          fields: FACETS,
          counted: found,
          chosen,
          onChoose: (field, values) => change({ [field]: values }),
        }}
        onClear={() => void navigate({ search: withoutFilters })}
        rows={rows}
        total={keys.length}
        columns={COLUMNS}
        columnChoice={{ chosen: search.columns, onChoose: (columns) => change({ columns }) }}
        rowId={idOf}
        rowLabel={nameOf}
        sort={search.sort}
        onSort={(sort) => change({ sort })}
        isFetching={isFetching}
        onRowKey={(key, row) => key === "Delete" && row.revoked_at === null && row.onRevoke()}
      />
      <Suspense>
        {revoked !== null && <RevokeDialog owned={revoked} onClose={() => setRevoked(null)} />}
      </Suspense>
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/api-keys")({ component: AllApiKeysPage });
