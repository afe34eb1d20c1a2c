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
import { leasesQuery, type Lease } from "./api";
import { contains, parseNetwork } from "../network";
import styles from "../reservations/reservations.module.css";
import type { Subnet } from "../tree/tree-rows";
import type { IpamView } from "../view";

const WHAT = ["lease", "leases"] as const;

const LeaseHistoryDialog = lazy(() =>
  import("./lease-history-dialog").then((module) => ({ default: module.LeaseHistoryDialog })),
);

const stateOf = ({ is_active: isActive }: Lease) => (isActive ? "active" : "ended");

const COLUMNS: readonly Column<Lease>[] = [
  {
    id: "address",
    label: "Address",
    width: 128,
    sortKey: ({ ip_address: ip }) => addressSortKey(ip),
    cell: ({ ip_address: ip }) => <span className="mono">{ip}</span>,
    copyValue: ({ ip_address: ip }) => ip,
  },
  {
    id: "hostname",
    label: "Host name",
    card: "bare",
    width: 150,
    grows: true,
    sortKey: ({ hostname }) => hostname,
    cell: ({ hostname }) => hostname ?? "–",
    copyValue: ({ hostname }) => hostname ?? "",
  },
  {
    id: "mac",
    label: "MAC address",
    card: "bare",
    width: 152,
    sortKey: ({ mac_address: mac }) => mac,
    cell: ({ mac_address: mac }) => <span className="mono">{mac ?? "–"}</span>,
    copyValue: ({ mac_address: mac }) => mac ?? "",
  },
  {
    id: "state",
    label: "State",
    card: "state",
    width: 88,
    sortKey: stateOf,
    cell: (lease) => (
      <StatusMark status={lease.is_active ? "ok" : "unknown"} label={formatWord(stateOf(lease))} />
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
    id: "source",
    label: "Source",
    card: "none",
    width: 120,
    sortKey: ({ source }) => source,
    cell: ({ source }) => source,
  },
  {
    id: "imported",
    label: "Imported",
    card: "none",
    width: LIST_TIME_WIDTH,
    sortKey: ({ imported_at: at }) => at,
    cell: ({ imported_at: at }) => <TimeValue at={at} isInGrid />,
  },
];

const FIELDS: readonly FacetField<Lease>[] = [
  { id: "state", label: "State", valuesOf: (lease) => [stateOf(lease)], labelOf: formatWord },
];

type Props = { subnet: Subnet | undefined; view: IpamView };

/** DHCP leases as the servers' files had them: of a subnet, or all of them. */
export function Leases({ subnet, view }: Props) {
  const query = useQuery(leasesQuery());
  return (
    <QueryStates query={query} what="leases" rows={12}>
      {(all) => <LeaseTable all={all} isFetching={query.isFetching} subnet={subnet} view={view} />}
    </QueryStates>
  );
}

function LeaseTable({
  all,
  isFetching,
  subnet,
  view,
}: Props & { all: readonly Lease[]; isFetching: boolean }) {
  const { find = "", state, sort } = view.search;
  const own = useMemo(() => leasesIn(subnet?.cidr, all), [subnet?.cidr, all]);
  const chosen = { state };
  const filtered = useFilteredRows(own, FIELDS, chosen);
  const rows = useMemo(() => filtered.filter((lease) => hasText(lease, find)), [filtered, find]);
  const longest = useMemo(() => longestOf(own.map(({ ip_address: ip }) => ip)), [own]);
  const columns = useMemo(() => fitAddresses(COLUMNS, { id: "address", longest }), [longest]);
  const [opened, setOpened] = useState<Lease | null>(null);
  if (own.length === 0) {
    return (
      <EmptyState title={subnet === undefined ? "No leases yet" : `No leases in ${subnet.cidr}`}>
        Import the lease file of a DHCP server, such as /var/lib/dhcp/dhcpd.leases or
        /var/lib/misc/dnsmasq.leases. Addresses with an active lease are then never given to anybody else.
      </EmptyState>
    );
  }
  return (
    <div className={styles.part}>
      <FilteredTable
        what={WHAT}
        label="Leases"
        name="ipam-leases"
        csvName="leases"
        text={find}
        onText={(text) => view.change({ find: text === "" ? undefined : text }, { isTyping: true })}
        facets={{
          fields: FIELDS,
          counted: own,
          chosen,
          onChoose: (_, values) => view.change({ state: values }),
        }}
        onClear={() => view.change({ find: undefined, state: undefined })}
        rows={rows}
        total={own.length}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowLabel={({ ip_address: ip, hostname }) => `${ip} ${hostname ?? ""}`}
        sort={sort}
        onSort={(next) => view.change({ sort: next })}
        isFetching={isFetching}
        onOpen={setOpened}
      />
      <Suspense>
        {opened !== null && (
          <LeaseHistoryDialog address={opened.ip_address} onClose={() => setOpened(null)} />
        )}
      </Suspense>
    </div>
  );
}

function leasesIn(cidr: string | undefined, leases: readonly Lease[]): readonly Lease[] {
  const network = cidr === undefined ? undefined : parseNetwork(cidr);
  if (network === undefined) return leases;
  return leases.filter(({ ip_address: ip }) => {
    const place = parseNetwork(ip);
    return place !== undefined && contains(network, place);
  });
}

function hasText({ ip_address: ip, hostname, mac_address: mac, source }: Lease, text: string): boolean {
  return hasEveryWord([ip, hostname, mac, source], text);
}
