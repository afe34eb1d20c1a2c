import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy } from "react";
import { StatusMark } from "../../components/badge/status-mark";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { formatNumber } from "../../format/number";
import { isRunning, scansQuery, type Scan } from "./api";
import { progressText, scanTypeName, stateOf } from "./words";

const ScanView = lazy(() => import("./scan-view").then((module) => ({ default: module.ScanView })));

const route = getRouteApi("/shell/discovery");

const COLUMNS: readonly SimpleColumn<Scan>[] = [
  {
    id: "target",
    label: "Target",
    cell: ({ id, target }) => (
      <Link to="/discovery" search={{ scan: id }} className="mono">
        {target}
      </Link>
    ),
  },
  { id: "kind", label: "Looks for", cell: ({ scan_type: type }) => scanTypeName(type) },
  { id: "state", label: "State", cell: (scan) => <StatusMark {...stateOf(scan)} /> },
  {
    id: "found",
    label: "Found",
    align: "right",
    cell: ({ result_count: found, host_count: all }) => `${formatNumber(found)} of ${formatNumber(all)}`,
  },
  {
    id: "outcome",
    label: "Outcome",
    cell: (scan) => (isRunning(scan) ? progressText(scan) : (scan.error ?? "–")),
  },
  {
    id: "by",
    label: "Begun by",
    cell: ({ schedule_id: schedule, username }) => (schedule === null ? (username ?? "–") : "a schedule"),
  },
  { id: "began", label: "Began", cell: ({ created_at: at }) => <TimeValue at={at} /> },
];

/** The latest scans, or the one that is open. */
export function Scans({ onNew }: { onNew: () => void }) {
  const { scan } = route.useSearch();
  const query = useQuery(scansQuery());
  if (scan !== undefined) return <ScanView id={scan} />;
  return (
    <QueryStates query={query} what="the scans" rows={6}>
      {(scans) =>
        scans.length === 0 ? (
          <EmptyState
            title="Nothing was scanned yet"
            action={
              <Button size="xs" variant="default" onClick={onNew}>
                Scan a network
              </Button>
            }
          >
            A scan finds out which addresses of a network have hosts, and what they are. What it finds can be
            put into the inventory. A schedule does it regularly, and says what has changed.
          </EmptyState>
        ) : (
          <SimpleTable label="Scans" columns={COLUMNS} rows={scans} rowId={({ id }) => id} isFramed />
        )
      }
    </QueryStates>
  );
}
