import { Button, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { StatusMark } from "../../components/badge/status-mark";
import { parseSort, printSort } from "../../components/data-table/columns";
import { DataTable } from "../../components/data-table/data-table";
import type { Selection } from "../../components/data-table/selection";
import { DeleteDialog } from "../../components/dialog/delete-dialog";
import { EmptyState } from "../../components/states/empty-state";
import { ErrorStrip } from "../../components/states/error-state";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { formatCount } from "../../format/number";
import { isRunning, scanQuery, useCancelScan, useDeleteScan, type Scan } from "./api";
import styles from "./discovery.module.css";
import { HOST_COLUMNS } from "./host-columns";
import { progressText, scanTypeName, stateOf, waysText } from "./words";

const ImportDialog = lazy(() =>
  import("./import-dialog").then((module) => ({ default: module.ImportDialog })),
);

const route = getRouteApi("/shell/discovery");
const idOf = ({ ip_address: address }: { ip_address: string }) => address;

/** One scan: how far it is, and what it has found, held against the inventory. */
export function ScanView({ id }: { id: number }) {
  const query = useQuery(scanQuery(id));
  return (
    <QueryStates query={query} what="the scan" rows={8}>
      {(scan) => <Found key={`${scan.id} ${scan.status}`} scan={scan} isFetching={query.isFetching} />}
    </QueryStates>
  );
}

function Found({ scan, isFetching }: { scan: Scan; isFetching: boolean }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [selection, setSelection] = useState<Selection>(() => newOnes(scan));
  const [isImporting, setIsImporting] = useState(false);
  const sort = useMemo(() => parseSort(search.sort), [search.sort]);
  const isDone = scan.status === "completed";
  return (
    <>
      <Head scan={scan} />
      {isRunning(scan) && <Running scan={scan} />}
      {scan.error !== null && <p>{scan.error}</p>}
      {scan.notes.length > 0 && (
        <ul className={styles.notes}>
          {scan.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {scan.results.length === 0 ? (
        <EmptyState title={isRunning(scan) ? "No host found yet" : "No host found"}>
          {isRunning(scan)
            ? "Hosts appear here as they are found."
            : "Nothing answered at these addresses. A firewall may keep the answers away; the scan of usual ports asks in another way."}
        </EmptyState>
      ) : (
        <DataTable
          label="Hosts"
          name="discovered-hosts"
          rows={scan.results}
          columns={HOST_COLUMNS}
          rowId={idOf}
          rowLabel={idOf}
          sort={sort}
          onSort={(next) => void navigate({ search: (old) => ({ ...old, sort: printSort(next) }) })}
          isFetching={isFetching && !isRunning(scan)}
          {...(isDone && { selection, onSelection: setSelection })}
        />
      )}
      {isDone && scan.results.length > 0 && (
        <div className={styles.bulk} role="toolbar" aria-label="Selected hosts">
          <span>{formatCount(selection.size, ["host selected", "hosts selected"])}</span>
          <Button size="xs" disabled={selection.size === 0} onClick={() => setIsImporting(true)}>
            Import into the inventory
          </Button>
          <Button size="xs" variant="default" onClick={() => setSelection(newOnes(scan))}>
            Select new ones
          </Button>
        </div>
      )}
      <Suspense>
        {isImporting && (
          <ImportDialog
            scan={scan}
            addresses={[...selection]}
            onClose={() => setIsImporting(false)}
            onImported={() => setSelection(new Set())}
          />
        )}
      </Suspense>
    </>
  );
}

function newOnes({ results }: Scan): Selection {
  return new Set(results.filter(({ import_status: status }) => status === "new").map(idOf));
}

function Head({ scan }: { scan: Scan }) {
  return (
    <div className={styles.toolbar}>
      <Link to="/discovery" search={{}}>
        All scans
      </Link>
      <h2 className="mono">{scan.target}</h2>
      <StatusMark {...stateOf(scan)} />
      <span className={styles.dimmed}>
        {scanTypeName(scan.scan_type)}
        {waysText(scan)}, <TimeValue at={scan.created_at} />,{" "}
        {formatCount(scan.result_count, ["host", "hosts"])} at{" "}
        {formatCount(scan.host_count, ["address", "addresses"])}
      </span>
      {!isRunning(scan) && <Removal scan={scan} />}
    </div>
  );
}

function Removal({ scan }: { scan: Scan }) {
  const navigate = route.useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, error, isPending } = useDeleteScan();
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setIsAsking(true)}>
        Delete scan
      </Button>
      {isAsking && (
        <DeleteDialog
          verb="Delete"
          isFinal
          name={`the scan of ${scan.target}`}
          explanation="What it found goes with it. What is in the inventory stays."
          isBusy={isPending}
          error={error}
          onConfirm={() => mutate(scan.id, { onSuccess: () => void navigate({ search: {} }) })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function Running({ scan }: { scan: Scan }) {
  const { mutate, error, isPending, isSuccess } = useCancelScan();
  const { progress } = scan;
  const count = progress?.count ?? null;
  return (
    <>
      {error !== null && <ErrorStrip error={error} title="Cannot cancel it" />}
      <div className={styles.progress}>
        <span role="status">{progressText(scan)}</span>
        <Progress
          className={styles.bar}
          size="sm"
          value={count === null ? 0 : ((progress?.asked ?? 0) / Math.max(1, count)) * 100}
          aria-label="Progress of the scan"
        />
        <Button
          size="compact-xs"
          variant="default"
          disabled={isPending || isSuccess}
          onClick={() => mutate(scan.id)}
        >
          Cancel the scan
        </Button>
      </div>
    </>
  );
}
