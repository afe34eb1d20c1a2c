import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { StatusMark } from "../../../components/badge/status-mark";
import {
  fitAddresses,
  LIST_TIME_WIDTH,
  longestOf,
  type Column,
} from "../../../components/data-table/columns";
import { FilteredTable } from "../../../components/filtered-table/filtered-table";
import { useFilteredRows } from "../../../components/filtered-table/use-filtered-rows";
import type { FacetField } from "../../../components/filters/facets";
import { hasEveryWord } from "../../../components/filters/words";
import { EmptyState } from "../../../components/states/empty-state";
import { QueryStates } from "../../../components/states/query-states";
import { TimeValue } from "../../../components/value/time-value";
import { addressSortKey } from "../../../format/address";
import { formatWord } from "../../../format/device";
import { reservationsQuery, type Reservation } from "../api";
import styles from "./reservations.module.css";
import type { Subnet } from "../tree/tree-rows";
import type { IpamView } from "../view";

const WHAT = ["reservation", "reservations"] as const;

const ReservationDialog = lazy(() =>
  import("./reservation-dialog").then((module) => ({ default: module.ReservationDialog })),
);

const COLUMNS: readonly Column<Reservation>[] = [
  {
    id: "address",
    label: "Address",
    width: 128,
    sortKey: ({ ip_address: ip }) => addressSortKey(ip),
    cell: ({ ip_address: ip }) => <span className="mono">{ip}</span>,
    copyValue: ({ ip_address: ip }) => ip,
  },
  {
    id: "label",
    label: "Reserved for",
    card: "bare",
    width: 140,
    grows: true,
    sortKey: ({ label }) => label,
    cell: ({ label }) => label,
    copyValue: ({ label }) => label,
  },
  {
    id: "state",
    label: "State",
    card: "state",
    width: 88,
    sortKey: ({ state }) => state,
    cell: ({ state }) => (
      <StatusMark status={state === "active" ? "ok" : "unknown"} label={formatWord(state)} />
    ),
  },
  {
    id: "expires",
    label: "Expires",
    width: LIST_TIME_WIDTH,
    sortKey: ({ expires_at: at }) => at,
    cell: ({ expires_at: at }) => <TimeValue at={at} absent="never" isInGrid />,
  },
  {
    id: "mac",
    label: "MAC address",
    width: 152,
    isHiddenAtFirst: true,
    sortKey: ({ mac_address: mac }) => mac,
    cell: ({ mac_address: mac }) => <span className="mono">{mac ?? "–"}</span>,
    copyValue: ({ mac_address: mac }) => mac ?? "",
  },
  {
    id: "by",
    label: "Reserved by",
    width: 120,
    sortKey: ({ reserved_by: by }) => by,
    cell: ({ reserved_by: by }) => by ?? "unknown",
    isHiddenAtFirst: true,
  },
  {
    id: "notes",
    label: "Notes",
    width: 200,
    cell: ({ notes }) => notes ?? "–",
    copyValue: ({ notes }) => notes ?? "",
    isHiddenAtFirst: true,
  },
];

const FIELDS: readonly FacetField<Reservation>[] = [
  { id: "state", label: "State", valuesOf: ({ state }) => [state], labelOf: formatWord },
];

type Props = { subnet: Subnet | undefined; view: IpamView };

/** Reserved addresses of a subnet, or all of them. */
export function Reservations({ subnet, view }: Props) {
  const query = useQuery(reservationsQuery(subnet?.id));
  return (
    <QueryStates query={query} what="reservations" rows={12}>
      {(all) => <ReservationTable all={all} isFetching={query.isFetching} subnet={subnet} view={view} />}
    </QueryStates>
  );
}

type TableProps = Props & { all: readonly Reservation[]; isFetching: boolean };

function ReservationTable({ all, isFetching, subnet, view }: TableProps) {
  const { find = "", state, sort, columns } = view.search;
  const [opened, setOpened] = useState<Reservation | null>(null);
  const chosen = { state };
  const filtered = useFilteredRows(all, FIELDS, chosen);
  const rows = useMemo(() => filtered.filter((row) => hasText(row, find)), [filtered, find]);
  const longest = useMemo(() => longestOf(all.map(({ ip_address: ip }) => ip)), [all]);
  const fitted = useMemo(() => fitAddresses(COLUMNS, { id: "address", longest }), [longest]);
  if (all.length === 0) {
    return (
      <EmptyState title={subnet === undefined ? "No reservations yet" : `No reservations in ${subnet.cidr}`}>
        A reservation holds an address for somebody before a device answers at it, for ever or until a day.
      </EmptyState>
    );
  }
  return (
    <div className={styles.part}>
      <FilteredTable
        what={WHAT}
        label="Reservations"
        name="ipam-reservations"
        csvName="reservations"
        text={find}
        onText={(text) => view.change({ find: text === "" ? undefined : text }, { isTyping: true })}
        facets={{
          fields: FIELDS,
          counted: all,
          chosen,
          onChoose: (_, values) => view.change({ state: values }),
        }}
        onClear={() => view.change({ find: undefined, state: undefined })}
        rows={rows}
        total={all.length}
        columns={fitted}
        columnChoice={{ chosen: columns, onChoose: (ids) => view.change({ columns: ids }) }}
        rowId={({ id }) => String(id)}
        rowLabel={({ ip_address: ip, label }) => `${ip} ${label}`}
        sort={sort}
        onSort={(next) => view.change({ sort: next })}
        onOpen={setOpened}
        isFetching={isFetching}
      />
      <Suspense>
        {opened !== null && <ReservationDialog reservation={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </div>
  );
}

function hasText({ ip_address: ip, label, mac_address: mac, notes }: Reservation, text: string): boolean {
  return hasEveryWord([ip, label, mac, notes], text);
}
