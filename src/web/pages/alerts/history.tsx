import { Button, NativeSelect } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Incident } from "../../api/incidents";
import { useDeviceName } from "../../components/alert-rule/rule-names";
import { SEVERITY_CHOICES, SeverityMark } from "../../components/severity/severity-mark";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { TimeValue } from "../../components/value/time-value";
import { formatDuration } from "../../format/time";
import styles from "./alerts.module.css";
import { eventsQuery, resolvedQuery } from "./api";
import { EventTable } from "./event-table";
import { parseAlertsSearch, type AlertsSearch } from "./search";

type Props = { search: AlertsSearch; onSearch: (changes: AlertsSearch) => void };

const LISTS = [
  { value: "", label: "Incidents that are over" },
  { value: "alerts", label: "Every alert" },
];

/** What was, the newest first. */
export function History({ search, onSearch }: Props) {
  const { list, severity, device } = search;
  const choose = (changes: Record<string, string>) => {
    const next = parseAlertsSearch({ ...search, ...changes });
    onSearch({ list: next.list, severity: next.severity });
  };
  return (
    <>
      <div className={styles.filters}>
        <NativeSelect
          size="xs"
          aria-label="List"
          data={LISTS}
          value={list ?? ""}
          onChange={({ currentTarget: { value } }) => choose({ list: value })}
        />
        {list === "alerts" && (
          <NativeSelect
            size="xs"
            aria-label="Severity"
            data={[{ value: "", label: "All severities" }, ...SEVERITY_CHOICES]}
            value={severity ?? ""}
            onChange={({ currentTarget: { value } }) => choose({ severity: value })}
          />
        )}
        {device !== undefined && (
          <OfDevice id={device} onClear={() => onSearch({ device: undefined })} />
        )}
      </div>
      {list === "alerts" ? <Events search={search} /> : <Resolved search={search} />}
    </>
  );
}

function OfDevice({ id, onClear }: { id: number; onClear: () => void }) {
  const name = useDeviceName(id);
  return (
    <Button size="xs" variant="light" onClick={onClear}>
      Of {name} only: show all
    </Button>
  );
}

const COLUMNS: readonly SimpleColumn<Incident>[] = [
  {
    id: "title",
    label: "Incident",
    cell: ({ title }) => <span className={styles.message}>{title}</span>,
  },
  { id: "severity", label: "Severity", cell: ({ severity }) => <SeverityMark severity={severity} /> },
  {
    id: "device",
    label: "Device",
    cell: ({ device_id: id, device_name: name }) =>
      id === null || name === null ? (
        "–"
      ) : (
        <Link to="/inventory/$deviceId" params={{ deviceId: String(id) }}>
          {name}
        </Link>
      ),
  },
  { id: "opened", label: "Began", cell: ({ opened_at: at }) => <TimeValue at={at} /> },
  {
    id: "lasted",
    label: "Lasted",
    cell: ({ duration_seconds: seconds }) => formatDuration(seconds * 1000),
  },
  {
    id: "seen",
    label: "Seen to by",
    cell: ({ acknowledged_by: by, note }) => (
      <span className={styles.message}>{[by, note].filter(Boolean).join(": ") || "nobody"}</span>
    ),
  },
  {
    id: "resolution",
    label: "Ended",
    cell: ({ resolution }) => <span className={styles.message}>{resolution ?? "–"}</span>,
  },
];

function Resolved({ search: { device } }: { search: AlertsSearch }) {
  const query = useInfiniteQuery(resolvedQuery({ device }));
  return (
    <>
      <QueryStates query={query} what="the history" rows={8}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          return rows.length === 0 ? (
            <EmptyState title="No incident was resolved yet">
              An incident that is over is listed here, with how long it lasted.
            </EmptyState>
          ) : (
            <SimpleTable
              label="Resolved incidents"
              columns={COLUMNS}
              rows={rows}
              rowId={({ id }) => id}
              isStacked
              isFramed
            />
          );
        }}
      </QueryStates>
      <More query={query}>Show earlier incidents</More>
    </>
  );
}

function Events({ search: { device, severity } }: { search: AlertsSearch }) {
  const query = useInfiniteQuery(eventsQuery({ device, severity }));
  const isFiltered = device !== undefined || severity !== undefined;
  return (
    <>
      <QueryStates query={query} what="the alerts" rows={8}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          return rows.length === 0 ? (
            <EmptyState title={isFiltered ? "None of these" : "Rules have found nothing yet"}>
              What rules find is listed here, and whether somebody was told of it.
            </EmptyState>
          ) : (
            <EventTable label="Alerts" events={rows} isFramed />
          );
        }}
      </QueryStates>
      <More query={query}>Show earlier alerts</More>
    </>
  );
}

type Paged = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

function More({ query, children }: { query: Paged; children: ReactNode }) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      mt="md"
      variant="default"
      className={styles.more}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
