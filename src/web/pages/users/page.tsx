import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { usersQuery, type User } from "../../api/users";
import { parseSort, printSort } from "../../components/data-table/columns";
import { DataTable } from "../../components/data-table/data-table";
import { countFacet, filterRows } from "../../components/filters/facets";
import { FilterBar } from "../../components/filters/filter-bar";
import { PageHead } from "../../components/page-head/page-head";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { useFilterShortcut } from "../../shell/shortcuts/registry";
import { AddIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { COLUMNS, FACETS, isFound } from "./columns";
import type { UsersSearch } from "./search";

const WHAT = ["user", "users"] as const;

const UserPanel = lazy(() => import("./user-panel").then((module) => ({ default: module.UserPanel })));
const CreateUserDialog = lazy(() =>
  import("./create-user-dialog").then((module) => ({ default: module.CreateUserDialog })),
);

const route = getRouteApi("/shell/administration/users");
const idOf = ({ id }: User) => String(id);
const nameOf = ({ username }: User) => username;
const withoutFilters = ({ sort, id }: UsersSearch): UsersSearch => ({ sort, id });

function UsersPage() {
  const query = useQuery(usersQuery());
  const navigate = route.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const open = (id: number | undefined) => void navigate({ search: (old) => ({ ...old, id }) });
  return (
    <>
      <PageHead
        title="Users"
        actions={
          <Button size="xs" leftSection={<AddIcon {...ICON} />} onClick={() => setIsCreating(true)}>
            New user
          </Button>
        }
      />
      <QueryStates query={query} what="users" rows={12}>
        {(users) => <Users users={users} isFetching={query.isFetching} onOpen={open} />}
      </QueryStates>
      <Suspense>
        {isCreating && <CreateUserDialog onClose={() => setIsCreating(false)} onCreated={open} />}
      </Suspense>
    </>
  );
}

type Props = { users: readonly User[]; isFetching: boolean; onOpen: (id: number | undefined) => void };

function Users({ users, isFetching, onOpen }: Props) {
  const search = route.useSearch();
  useFilterShortcut({ label: "Filter the users", scope: "Users" });
  const navigate = route.useNavigate();
  const change = useCallback(
    (changes: Partial<UsersSearch>, isTyping = false) =>
      void navigate({ search: (old) => ({ ...old, ...changes }), replace: isTyping }),
    [navigate],
  );
  const onText = useCallback((q: string) => change({ q: q === "" ? undefined : q }, true), [change]);
  const { q = "", role, state, source } = search;
  const found = useMemo(() => users.filter((user) => isFound(user, q)), [users, q]);
  const rows = useMemo(
    () => filterRows(found, FACETS, { role, state, source }),
    [found, role, state, source],
  );
  const sort = useMemo(() => parseSort(search.sort), [search.sort]);
  const opened = users.find(({ id }) => id === search.id);
  const step = (by: -1 | 1) => {
    const next = rows[rows.findIndex(({ id }) => id === search.id) + by];
    if (next !== undefined) void navigate({ search: (old) => ({ ...old, id: next.id }), replace: true });
  };
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
          values: () => countFacet(found, { field, fields: FACETS, chosen: { role, state, source } }),
        }))}
        onChoose={(facet, chosen) => change({ [facet]: chosen.length === 0 ? undefined : [...chosen] })}
        onClearAll={() => void navigate({ search: withoutFilters })}
        shown={rows.length}
        total={users.length}
      />
      {rows.length === 0 ? (
        <EmptyState
          title="No user matches these filters"
          action={
            <Button size="xs" variant="default" onClick={() => void navigate({ search: withoutFilters })}>
              Clear the filters
            </Button>
          }
        />
      ) : (
        <DataTable
          label="Users"
          name="users"
          rows={rows}
          columns={COLUMNS}
          rowId={idOf}
          rowLabel={nameOf}
          sort={sort}
          onSort={(next) => change({ sort: printSort(next) })}
          onOpen={({ id }) => onOpen(id)}
          hrefOf={({ id }) => `/administration/users?id=${id}`}
          openRowId={search.id === undefined ? undefined : String(search.id)}
          isFetching={isFetching}
        />
      )}
      <Suspense>
        {opened !== undefined && (
          <UserPanel key={opened.id} user={opened} onClose={() => onOpen(undefined)} onStep={step} />
        )}
      </Suspense>
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/users")({ component: UsersPage });
