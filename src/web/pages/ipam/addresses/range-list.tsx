import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState, lazy, Suspense } from "react";
import { useMay } from "../../../api/me";
import { More } from "../../../components/more/more";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { ErrorState } from "../../../components/states/error-state";
import { Loading } from "../../../components/states/loading";
import { Value } from "../../../components/value/value";
import { STATE_WORDS, type AddressRange } from "./address-cells";
import { rangePagesQuery } from "../api";
import { BigNumber } from "../big-number";
import styles from "../ipam.module.css";
import type { Subnet } from "../tree/tree-rows";
import type { IpamView } from "../view";

const ReservationDialog = lazy(() =>
  import("../reservations/reservation-dialog").then((module) => ({ default: module.ReservationDialog })),
);

const columns = (
  onReserve: ((address: string) => void) | undefined,
): readonly SimpleColumn<AddressRange>[] => [
  {
    id: "address",
    label: "Address",
    cell: ({ first, last }) =>
      first === last ? (
        <Value text={first} isMono />
      ) : (
        <span style={{ color: "var(--dimmed)", fontWeight: 400 }} title={`${first} – ${last}`}>
          from <span className="mono">{first}</span>
        </span>
      ),
  },
  {
    id: "kind",
    label: "State",
    cell: ({ kind, dhcp_range: isInRange }) => STATE_WORDS[kind === "free" && isInRange ? "pool" : kind].word,
  },
  { id: "name", label: "Name", cell: ({ display_name: name, label }) => name ?? label ?? "–" },
  {
    id: "count",
    label: "Addresses",
    align: "right",
    cell: ({ count_text: count }) => <BigNumber text={count} />,
  },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: ({ kind, first }) =>
      kind === "free" &&
      onReserve !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Reserve ${first}`}
          onClick={() => onReserve(first)}
        >
          Reserve
        </Button>
      ),
  },
];

/** A network that no grid could hold: what is used one by one, the gaps between as one row each. */
export function RangeList({ subnet }: { subnet: Subnet; view: IpamView }) {
  const query = useInfiniteQuery(rangePagesQuery(subnet.id));
  const mayWrite = useMay("ipam_write");
  const [reserved, setReserved] = useState<string | null>(null);
  const { data, error } = query;
  if (data === undefined) {
    return error === null ? (
      <Loading what="addresses" rows={8} />
    ) : (
      <ErrorState error={error} title="Cannot load addresses" onRetry={() => void query.refetch()} />
    );
  }
  return (
    <>
      <div className={styles.surface}>
        <SimpleTable
          label={`Addresses of ${subnet.cidr}`}
          columns={columns(mayWrite ? setReserved : undefined)}
          rows={data.pages.flatMap(({ ranges }) => ranges)}
          rowId={({ first }) => first}
        />
      </div>
      <More query={query} />
      <Suspense>
        {reserved !== null && <ReservationDialog address={reserved} onClose={() => setReserved(null)} />}
      </Suspense>
    </>
  );
}
