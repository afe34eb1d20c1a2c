import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { DataTable } from "../../components/data-table/data-table";
import { PageHead } from "../../components/page-head/page-head";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorState, ErrorStrip } from "../../components/states/error-state";
import { Loading } from "../../components/states/loading";
import { useFilterShortcut } from "../../shell/shortcuts/registry";
import { ExportIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { auditQuery, exportHref, type AuditEntry } from "./api";
import styles from "./audit-log.module.css";
import { COLUMNS } from "./columns";
import { EntryPanel } from "./entry-panel";
import { AuditFilters } from "./filters";
import type { AuditSearch } from "./search";

const VerifyDialog = lazy(() =>
  import("./verify-dialog").then((module) => ({ default: module.VerifyDialog })),
);

const route = getRouteApi("/shell/administration/audit");
const idOf = ({ id }: AuditEntry) => String(id);
const nameOf = ({ action, target }: AuditEntry) => `${action} ${target ?? ""}`;
const stay = () => undefined;

/** Who did what; kept in a chain that shows whether somebody has meddled with it. */
function AuditLogPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isVerifying, setIsVerifying] = useState(false);
  useFilterShortcut({ label: "Filter the entries", scope: "Audit log" });
  const query = useInfiniteQuery(auditQuery(search));
  const { data, error, isFetching, hasNextPage, isFetchingNextPage } = query;
  const entries = useMemo(() => data?.pages.flatMap(({ records }) => records) ?? [], [data]);
  const change = useCallback(
    (changes: AuditSearch, isTyping = false) =>
      void navigate({ search: (old) => ({ ...old, ...changes }), replace: isTyping }),
    [navigate],
  );
  const onText = useCallback((q: string) => change({ q: q === "" ? undefined : q }, true), [change]);
  const clear = () => void navigate({ search: ({ id }) => ({ id }) });
  const opened = entries.find(({ id }) => id === search.id);
  const step = (by: -1 | 1) => {
    const next = entries[entries.findIndex(({ id }) => id === search.id) + by];
    if (next !== undefined) change({ id: next.id }, true);
  };
  const retry = () => void query.refetch();
  return (
    <>
      <PageHead
        title="Audit log"
        actions={
          <>
            <Button
              component="a"
              size="xs"
              variant="default"
              href={exportHref(search)}
              download
              leftSection={<ExportIcon {...ICON} />}
            >
              Export these
            </Button>
            <Button size="xs" variant="default" onClick={() => setIsVerifying(true)}>
              Verify the log
            </Button>
          </>
        }
      />
      {data === undefined ? (
        error === null ? (
          <Loading what="the audit log" rows={16} />
        ) : (
          <ErrorState error={error} title="Cannot load the audit log" onRetry={retry} />
        )
      ) : (
        <>
          {error !== null && <ErrorStrip error={error} title="Cannot renew the audit log" onRetry={retry} />}
          <AuditFilters
            search={search}
            shown={entries.length}
            total={data.pages[0]?.total ?? 0}
            onChange={change}
            onText={onText}
            onClear={clear}
          />
          {entries.length === 0 ? (
            <EmptyState
              title="No entry matches these filters"
              action={
                <Button size="xs" variant="default" onClick={clear}>
                  Clear the filters
                </Button>
              }
            />
          ) : (
            <DataTable
              label="Audit log"
              name="audit-log"
              rows={entries}
              columns={COLUMNS}
              rowId={idOf}
              rowLabel={nameOf}
              sort={undefined}
              onSort={stay}
              isSortedByService
              onOpen={({ id }) => change({ id })}
              hrefOf={({ id }) => `/administration/audit?id=${id}`}
              openRowId={search.id === undefined ? undefined : String(search.id)}
              isFetching={isFetching}
            />
          )}
          {hasNextPage && (
            <div className={styles.more}>
              <Button
                size="xs"
                variant="default"
                loading={isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Load older entries
              </Button>
            </div>
          )}
        </>
      )}
      {opened !== undefined && (
        <EntryPanel entry={opened} onClose={() => change({ id: undefined })} onStep={step} />
      )}
      <Suspense>{isVerifying && <VerifyDialog onClose={() => setIsVerifying(false)} />}</Suspense>
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/audit")({ component: AuditLogPage });
