import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useMemo, type FormEvent } from "react";
import type { Device } from "../../api/inventory";
import { DataTable } from "../../components/data-table/data-table";
import { arePlain, eventColumns, longestAddresses } from "../../components/event-table/columns";
import { eventKey, type FilterTerm, type FirewallEvent } from "../../components/event-table/event-fields";
import { FIELD_NAMES } from "../../components/query-bar/fields";
import { addTerm } from "../../components/query-bar/query-text";
import { RangePicker } from "../../components/range-picker/range-picker";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { formatBound } from "../../format/number";
import { SearchIcon } from "../../theme/icons";
import { ICON, ROW_HEIGHTS } from "../../theme/tokens";
import { eventsQuery } from "./api";
import styles from "./device.module.css";
import { rangeOf, type DeviceSearch } from "./search";

const route = getRouteApi("/shell/inventory/$deviceId");
const labelOf = ({ raw_log: line }: FirewallEvent) => line.slice(0, 80);

/** The newest events that name one of the device's addresses. */
export function Events({ device }: { device: Device }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { q } = search;
  const range = rangeOf(search);
  const query = useQuery(eventsQuery(device.id, { q, range }));
  const change = useCallback(
    (next: (old: DeviceSearch) => Partial<DeviceSearch>) =>
      void navigate({ search: (old) => ({ ...old, ...next(old) }) }),
    [navigate],
  );
  const onFilter = useCallback(
    (term: FilterTerm) => change((old) => ({ q: addTerm(old.q ?? "", term, FIELD_NAMES) ?? old.q })),
    [change],
  );
  const isPlain = arePlain(query.data?.events ?? []);
  const columns = useMemo(
    () =>
      eventColumns(onFilter, {
        isPlain,
        addressLengths: longestAddresses(query.data?.events ?? [], query.data?.names),
        deviceNames: query.data?.names,
      }),
    [onFilter, isPlain, query.data],
  );
  return (
    <div className={styles.events}>
      <div className={styles.bar}>
        <QueryText key={q} text={q ?? ""} onText={(text) => change(() => ({ q: text || undefined }))} />
        <RangePicker range={range} onChange={(next) => change(() => ({ from: next.from, to: next.to }))} />
        {query.data !== undefined && (
          <span role="status" className={styles.dimmed}>
            {query.data.events.length < query.data.total && `newest ${query.data.events.length} of `}
            {formatBound(query.data.total, query.data.total_is_lower_bound)} events
          </span>
        )}
        {device.ip_address !== "" && (
          <Link to="/syslog" search={syslogSearch(device, search)} className={styles.more}>
            Open in Syslog
          </Link>
        )}
      </div>
      <QueryStates query={query} what="events" rows={10}>
        {({ events }) =>
          events.length === 0 ? (
            <EmptyState title={q === undefined ? "No events in this time" : "No event matches"}>
              Events appear here when one of the device’s addresses sent them or is an end of the flow.
            </EmptyState>
          ) : (
            <DataTable
              label="Events of the device"
              name="device-events"
              rows={events}
              columns={columns}
              rowId={eventKey}
              rowLabel={labelOf}
              rowHeight={ROW_HEIGHTS.events}
              sort={undefined}
              onSort={() => {}}
              isSortedByService
              isFetching={query.isFetching}
            />
          )
        }
      </QueryStates>
    </div>
  );
}

/** The same window over the main address, with everything that the search page can do. */
function syslogSearch({ ip_address: address }: Device, search: DeviceSearch) {
  const { from, to } = rangeOf(search);
  const q = [`ip:${quoted(address)}`, search.q ?? ""].join(" ").trim();
  return { q, from, to };
}

/** A colon would end the name of a field. */
function quoted(address: string): string {
  return address.includes(":") ? `"${address}"` : address;
}

function QueryText({ text, onText }: { text: string; onText: (text: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("q");
    onText(typeof typed === "string" ? typed.trim() : "");
  };
  return (
    <form role="search" aria-label="Search the events" onSubmit={submit} className={styles.query}>
      <TextInput
        name="q"
        size="xs"
        aria-label="Query"
        placeholder="verdict:deny dst_port:22"
        defaultValue={text}
        leftSection={<SearchIcon {...ICON} />}
        classNames={{ input: "mono" }}
      />
    </form>
  );
}
