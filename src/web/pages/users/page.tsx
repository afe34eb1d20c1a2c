import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { usersQuery, type User } from "../../api/users";
import { FilteredTable } from "../../components/filtered-table/filtered-table";
import { useFilteredRows } from "../../components/filtered-table/use-filtered-rows";
import { PageHead } from "../../components/page-head/page-head";
import { QueryStates } from "../../components/states/query-states";
import { useFilterShortcut } from "../../shell/shortcuts/registry";
import { AddIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { useSearchChange } from "../../url/use-search-change";
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
  const change = useSearchChange<UsersSearch>(navigate);
  const onText = useCallback((q: string) => change({ q: q === "" ? undefined : q }, true), [change]);
  const { q = "", role, state, source } = search;
  const found = useMemo(() => users.filter((user) => isFound(user, q)), [users, q]);
  const chosen = { role, state, source };
  const rows = useFilteredRows(found, FACETS, chosen);
  const opened = users.find(({ id }) => id === search.id);
  const step = (by: -1 | 1) => {
    const next = rows[rows.findIndex(({ id }) => id === search.id) + by];
    if (next !== undefined) void navigate({ search: (old) => ({ ...old, id: next.id }), replace: true });
  };
  return (
    <>
      <FilteredTable
        what={WHAT}
        label="Users"
        name="users"
        csvName="users"
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
        total={users.length}
        columns={COLUMNS}
        rowId={idOf}
        rowLabel={nameOf}
        sort={search.sort}
        onSort={(sort) => change({ sort })}
        onOpen={({ id }) => onOpen(id)}
        hrefOf={({ id }) => `/administration/users?id=${id}`}
        openRowId={search.id === undefined ? undefined : String(search.id)}
        isFetching={isFetching}
      />
      <Suspense>
        {opened !== undefined && (
          <UserPanel key={opened.id} user={opened} onClose={() => onOpen(undefined)} onStep={step} />
        )}
      </Suspense>
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/users")({ component: UsersPage });
