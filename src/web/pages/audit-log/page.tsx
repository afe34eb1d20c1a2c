import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { createLazyRoute, getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { FilteredTable } from "../../components/filtered-table/filtered-table";
import { PageHead } from "../../components/page-head/page-head";
import { ErrorState, ErrorStrip } from "../../components/states/error-state";
import { Loading } from "../../components/states/loading";
import { auditLines } from "../../format/audit-lines";
import { useFilterShortcut } from "../../shell/shortcuts/registry";
import { ExportIcon } from "../../theme/icons";
import { ICON } from "../../theme/tokens";
import { useSearchChange } from "../../url/use-search-change";
import { auditQuery, exportHref, type AuditEntry } from "./api";
import styles from "./audit-log.module.css";
import { COLUMNS, type Line } from "./columns";
import { EntryPanel } from "./entry-panel";
import { AuditControls } from "./filters";
import type { AuditSearch } from "./search";

const VerifyDialog = lazy(() =>
  import("./verify-dialog").then((module) => ({ default: module.VerifyDialog })),
);

const route = getRouteApi("/shell/administration/audit");
const WHAT = ["entry", "entries"] as const;
const idOf = ({ entry }: Line) => String(entry.id);
const nameOf = ({ sentence }: Line) => sentence;
const NOTHING: readonly AuditEntry[] = [];
const stay = () => undefined;

/** Who did what; kept in a chain that shows whether somebody has meddled with it. */
function AuditLogPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isVerifying, setIsVerifying] = useState(false);
  useFilterShortcut({ label: "Filter the entries", scope: "Audit log" });
  const query = useInfiniteQuery(auditQuery(search));
  const { data, error, isFetching, hasNextPage, isFetchingNextPage } = query;
  const entries = useMemo(() => data?.pages.flatMap(({ records }) => records) ?? NOTHING, [data]);
  const lines = useMemo(() => auditLines(entries), [entries]);
  const change = useSearchChange<AuditSearch>(navigate);
  const onText = useCallback((q: string) => change({ q: q === "" ? undefined : q }, true), [change]);
  const clear = () => void navigate({ search: ({ id }) => ({ id }) });
  const at = lines.findIndex(({ entry }) => entry.id === search.id);
  const opened = lines[at];
  const step = (by: -1 | 1) => {
    const next = lines[at + by];
    if (next !== undefined) change({ id: next.entry.id }, true);
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
          <FilteredTable
            what={WHAT}
            label="Audit log"
            name="audit-log"
            text={search.q ?? ""}
            onText={onText}
            onClear={clear}
            controls={<AuditControls search={search} onChange={change} onClear={clear} />}
            rows={lines}
            shown={entries.length}
            total={data.pages[0]?.total ?? 0}
            columns={COLUMNS}
            rowId={idOf}
            rowLabel={nameOf}
            sort={undefined}
            onSort={stay}
            isSortedByService
            onOpen={({ entry }) => change({ id: entry.id })}
            hrefOf={({ entry }) => `/administration/audit?id=${entry.id}`}
            openRowId={search.id === undefined ? undefined : String(search.id)}
            isFetching={isFetching}
          />
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
        <EntryPanel {...opened} onClose={() => change({ id: undefined })} onStep={step} />
      )}
      <Suspense>{isVerifying && <VerifyDialog onClose={() => setIsVerifying(false)} />}</Suspense>
    </>
  );
}

export const Route = createLazyRoute("/shell/administration/audit")({ component: AuditLogPage });
