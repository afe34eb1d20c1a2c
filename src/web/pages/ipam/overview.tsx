import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy } from "react";
import { Section } from "../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { EmptyState } from "../../components/states/empty-state";
import { QueryStates } from "../../components/states/query-states";
import { formatNumber } from "../../format/number";
import { conflictsQuery, summaryQuery, type Summary } from "./api";
import { BigNumber } from "./big-number";
import { ConflictTable } from "./conflicts/conflict-table";
import { Conflicts } from "./conflicts/conflicts";
import { LeaseActions } from "./leases/lease-actions";
import { PoolActions } from "./pools/pool-actions";
import { ReservationActions } from "./reservations/reservation-actions";
import { TabRow, type TabEntry } from "./tab-row";
import type { Subnet } from "./tree/tree-rows";
import { UsageBar } from "../../components/usage-bar/usage-bar";
import type { IpamView } from "./view";

/** With the big table, which nothing else of the page needs at first. */
const Reservations = lazy(() =>
  import("./reservations/reservations").then((module) => ({ default: module.Reservations })),
);
const Leases = lazy(() => import("./leases/leases").then((module) => ({ default: module.Leases })));
const ExternalPools = lazy(() =>
  import("./pools/external-pools").then((module) => ({
    default: module.ExternalPools,
  })),
);

type Props = { subnets: readonly Subnet[]; view: IpamView };

const MAX_ROWS = 8;

/** All subnets together: what is full, what contradicts itself, and the lists that are about no single subnet. */
export function Overview({ subnets, view }: Props) {
  const tabs: readonly TabEntry[] = [
    {
      tab: "addresses",
      label: "Overview",
      content: <Fullest subnets={subnets} />,
    },
    {
      tab: "reservations",
      label: "Reservations",
      content: <Reservations subnet={undefined} view={view} />,
      actions: <ReservationActions />,
    },
    {
      tab: "leases",
      label: "Leases",
      content: <Leases subnet={undefined} view={view} />,
      actions: <LeaseActions />,
    },
    {
      tab: "conflicts",
      label: "Conflicts",
      content: <Conflicts subnet={undefined} />,
    },
    {
      tab: "external",
      label: "External pools",
      content: <ExternalPools view={view} />,
      actions: <PoolActions />,
    },
  ];
  return <TabRow tabs={tabs} shown={view.search.tab} onTab={view.openTab} />;
}

const FULLEST_COLUMNS: readonly SimpleColumn<Subnet>[] = [
  {
    id: "subnet",
    label: "Subnet",
    cell: ({ id, cidr }) => (
      <Link
        from="/ipam"
        to="/ipam/$subnetId"
        params={{ subnetId: String(id) }}
        search={({ q, closed, free }) => ({ q, closed, free })}
        className="mono"
      >
        {cidr}
      </Link>
    ),
  },
  { id: "name", label: "Name", cell: ({ name }) => name },
  {
    id: "used",
    label: "Used",
    cell: ({ utilization }) => <UsageBar share={utilization} />,
  },
  {
    id: "free",
    label: "Free",
    align: "right",
    cell: ({ free_text: free }) => <BigNumber text={free} />,
  },
];

function Fullest({ subnets }: Pick<Props, "subnets">) {
  const conflicts = useQuery(conflictsQuery());
  const summary = useQuery(summaryQuery());
  const fullest = subnets.filter(({ utilization }) => utilization > 0);
  fullest.sort((one, other) => other.utilization - one.utilization);
  return (
    <>
      <Section title="Fullest subnets">
        {fullest.length === 0 ? (
          <EmptyState title="No address is used yet">
            Devices, reservations and DHCP leases use addresses; the subnets that hold most of them come first
            here.
          </EmptyState>
        ) : (
          <SimpleTable
            label="Fullest subnets"
            columns={FULLEST_COLUMNS}
            rows={fullest.slice(0, MAX_ROWS)}
            rowId={({ id }) => id}
          />
        )}
      </Section>
      <Section title="Conflicts">
        <QueryStates query={conflicts} what="conflicts" rows={3}>
          {(found) =>
            found.length === 0 ? (
              <EmptyState title="No conflicts">
                No address is used twice, and none is where it should not be.
              </EmptyState>
            ) : (
              <>
                <ConflictTable conflicts={found.slice(0, MAX_ROWS)} />
                {found.length > MAX_ROWS && (
                  <Link from="/ipam" to="/ipam" search={(old) => ({ ...old, tab: "conflicts" })}>
                    Show all {formatNumber(found.length)} conflicts
                  </Link>
                )}
              </>
            )
          }
        </QueryStates>
      </Section>
      <Section title="Address space">
        <QueryStates query={summary} what="the figures" rows={3}>
          {(figures) => <Figures figures={figures} />}
        </QueryStates>
      </Section>
    </>
  );
}

type FamilyRow = { family: string; totals: Summary["ipv4"] };

const FAMILY_COLUMNS: readonly SimpleColumn<FamilyRow>[] = [
  { id: "family", label: "Family", cell: ({ family }) => family },
  {
    id: "used",
    label: "Used",
    align: "right",
    cell: ({ totals }) => <BigNumber text={totals.used_text} />,
  },
  {
    id: "total",
    label: "Addresses",
    align: "right",
    cell: ({ totals }) => <BigNumber text={totals.total_hosts_text} />,
  },
  {
    id: "share",
    label: "Share",
    align: "right",
    cell: ({ totals }) => <UsageBar share={totals.utilization} />,
  },
];

function Figures({ figures }: { figures: Summary }) {
  return (
    <SimpleTable
      label="Address space"
      columns={FAMILY_COLUMNS}
      rows={[
        { family: "IPv4", totals: figures.ipv4 },
        { family: "IPv6", totals: figures.ipv6 },
      ]}
      rowId={({ family }) => family}
    />
  );
}
