import { Button, NativeSelect } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useDeviceName } from "../../components/alert-rule/rule-names";
import { SEVERITY_CHOICES } from "../../components/severity/severity-mark";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import styles from "./alerts.module.css";
import { eventsQuery, resolvedQuery } from "./api";
import { EventTable } from "./event-table";
import { IncidentRow } from "./incident-row";
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
        <NativeSelect
          size="xs"
          aria-label="Severity"
          data={[{ value: "", label: "All severities" }, ...SEVERITY_CHOICES]}
          value={severity ?? ""}
          onChange={({ currentTarget: { value } }) => choose({ severity: value })}
        />
        {device !== undefined && <OfDevice id={device} onClear={() => onSearch({ device: undefined })} />}
      </div>
      {list === "alerts" ? <Events search={search} /> : <Resolved search={search} onSearch={onSearch} />}
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

function Resolved({ search, onSearch }: Props) {
  const { device, severity, incident: shownId } = search;
  const query = useInfiniteQuery(resolvedQuery({ device, severity }));
  const isFiltered = device !== undefined || severity !== undefined;
  return (
    <>
      <QueryStates query={query} what="the history" rows={8}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          return rows.length === 0 ? (
            <EmptyState title={isFiltered ? "None of these" : "No incident is over yet"}>
              An incident that is over is listed here, with how long it lasted.
            </EmptyState>
          ) : (
            <ul className={styles.list} aria-label="Incidents that are over">
              {rows.map((incident) => (
                <IncidentRow
                  key={incident.id}
                  incident={incident}
                  isShown={incident.id === shownId}
                  onShow={(isShown) => onSearch({ incident: isShown ? incident.id : undefined })}
                />
              ))}
            </ul>
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
