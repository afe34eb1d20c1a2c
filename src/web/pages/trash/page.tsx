import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { More } from "../../components/more/more";
import { PageHead } from "../../components/page-head/page-head";
import { SimpleTable } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { formatNumber } from "../../format/number";
import { useSearchChange } from "../../url/use-search-change";
import { trashQuery, type TrashItem } from "./api";
import { columns } from "./columns";
import type { TrashSearch } from "./search";
import styles from "./trash.module.css";
import { KIND_WORDS } from "./words";

const RestoreSelectedDialog = lazy(() =>
  import("./restore-selected-dialog").then((module) => ({ default: module.RestoreSelectedDialog })),
);

const route = getRouteApi("/shell/trash");

const KINDS = [
  { value: "", label: "All kinds" },
  ...Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label })),
];

/** What was deleted and can come back, of what one may write. */
function TrashPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = useSearchChange<TrashSearch>(navigate);
  const query = useInfiniteQuery(trashQuery(search));
  const [selected, setSelected] = useState<ReadonlyMap<number, TrashItem>>(new Map());
  const [restored, setRestored] = useState<readonly TrashItem[]>([]);
  const isFiltered = search.q !== undefined || search.kind !== undefined;
  const select = (item: TrashItem, isSelected: boolean) =>
    setSelected((old) => {
      const others = [...old].filter(([id]) => id !== item.audit_id);
      return new Map(isSelected ? [...others, [item.audit_id, item]] : others);
    });
  const close = () => setRestored([]);
  return (
    <>
      <PageHead
        title="Trash"
        meta="what was deleted and can come back, with its id; the audit log keeps it without end"
        actions={
          selected.size === 0 ? undefined : (
            <Button size="xs" onClick={() => setRestored([...selected.values()])}>
              {`Restore ${formatNumber(selected.size)} selected…`}
            </Button>
          )
        }
      />
      <div className={styles.bar}>
        <TextInput
          className={styles.search ?? ""}
          size="xs"
          type="search"
          label="Find"
          placeholder="Name, or who deleted it"
          value={search.q ?? ""}
          onChange={({ currentTarget: { value } }) => change({ q: value === "" ? undefined : value }, true)}
        />
        <NativeSelect
          size="xs"
          label="Kind"
          data={KINDS}
          value={search.kind ?? ""}
          onChange={({ currentTarget: { value } }) => change({ kind: value === "" ? undefined : value })}
        />
      </div>
      <QueryStates query={query} what="the trash" rows={6}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          return rows.length === 0 ? (
            <EmptyState title={isFiltered ? "None of these" : "Nothing was deleted"}>
              Devices, checks, rules, profiles and all else that you may change are listed here once they are
              deleted.
            </EmptyState>
          ) : (
            <SimpleTable
              label="Trash"
              columns={columns({
                selected: new Set(selected.keys()),
                onSelect: select,
                onRestore: (item) => setRestored([item]),
              })}
              rows={rows}
              rowId={({ audit_id: id }) => id}
              isFramed
            />
          );
        }}
      </QueryStates>
      <More query={query} />
      <Suspense>
        {restored.length > 0 && (
          <RestoreSelectedDialog
            items={restored}
            onClose={close}
            onDone={() => {
              close();
              setSelected(new Map());
            }}
          />
        )}
      </Suspense>
    </>
  );
}

export const Route = createLazyRoute("/shell/trash")({ component: TrashPage });
