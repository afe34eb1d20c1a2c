import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { EmptyState } from "../../../components/states/empty-state";
import { Addresses } from "../addresses/addresses";
import { conflictsQuery } from "../api";
import { conflictsIn } from "../conflicts/conflicted-subnets";
import { Conflicts } from "../conflicts/conflicts";
import { LeaseActions } from "../leases/lease-actions";
import { ReservationActions } from "../reservations/reservation-actions";
import { SubnetHead } from "./subnet-head";
import { TabRow, type TabEntry } from "../tab-row";
import type { Subnet } from "../tree/tree-rows";
import type { IpamView } from "../view";

/** With the big table, which nothing else of the page needs at first. */
const Reservations = lazy(() =>
  import("../reservations/reservations").then((module) => ({ default: module.Reservations })),
);
const Leases = lazy(() => import("../leases/leases").then((module) => ({ default: module.Leases })));

type Props = { subnet: Subnet | undefined; view: IpamView };

/** One subnet: its head, and its addresses, reservations and conflicts. */
export function SubnetPart({ subnet, view }: Props) {
  if (subnet === undefined) {
    return (
      <EmptyState
        title="There is no such subnet"
        action={
          <Button size="xs" variant="default" onClick={() => view.openOverview()}>
            Show the overview
          </Button>
        }
      >
        It may have been deleted. Its reservations are kept.
      </EmptyState>
    );
  }
  return (
    <>
      <SubnetHead subnet={subnet} view={view} />
      <SubnetTabs subnet={subnet} view={view} />
    </>
  );
}

function SubnetTabs({ subnet, view }: { subnet: Subnet; view: IpamView }) {
  const { data: conflicts } = useQuery(conflictsQuery());
  const tabs: readonly TabEntry[] = [
    {
      tab: "addresses",
      label: "Addresses",
      content: <Addresses key={subnet.id} subnet={subnet} view={view} />,
    },
    {
      tab: "reservations",
      label: "Reservations",
      count: subnet.reservation_count,
      content: <Reservations subnet={subnet} view={view} />,
      actions: <ReservationActions />,
    },
    {
      tab: "leases",
      label: "Leases",
      count: subnet.dhcp_count,
      content: <Leases subnet={subnet} view={view} />,
      actions: <LeaseActions />,
    },
    {
      tab: "conflicts",
      label: "Conflicts",
      count: conflictsIn(subnet.cidr, conflicts ?? []).length,
      content: <Conflicts subnet={subnet} />,
    },
  ];
  return <TabRow tabs={tabs} shown={view.search.tab} onTab={view.openTab} />;
}
