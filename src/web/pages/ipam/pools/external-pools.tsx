import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useMay } from "../../../api/me";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { EmptyState } from "../../../components/states/empty-state";
import { QueryStates } from "../../../components/states/query-states";
import { formatNumber } from "../../../format/number";
import { poolsQuery, type Pool } from "./api";
import styles from "../ipam.module.css";
import { PoolAddresses } from "./pool-addresses";
import { UsageBar } from "../../../components/usage-bar/usage-bar";
import type { IpamView } from "../view";

const PoolDialog = lazy(() => import("./pool-dialog").then((module) => ({ default: module.PoolDialog })));

type Parts = {
  opened: number | undefined;
  onOpen: (pool: Pool) => void;
  onEdit: ((pool: Pool) => void) | undefined;
};

const columns = ({ opened, onOpen, onEdit }: Parts): readonly SimpleColumn<Pool>[] => [
  {
    id: "name",
    label: "Pool",
    cell: (pool) => (
      <Button
        size="compact-xs"
        variant={pool.id === opened ? "light" : "subtle"}
        aria-pressed={pool.id === opened}
        onClick={() => onOpen(pool)}
      >
        {pool.name}
      </Button>
    ),
  },
  {
    id: "cidr",
    label: "Addresses",
    cell: ({ cidr }) => <span className="mono">{cidr}</span>,
  },
  {
    id: "provider",
    label: "Provider",
    cell: ({ provider }) => provider ?? "–",
  },
  {
    id: "used",
    label: "Used",
    cell: ({ utilization }) => <UsageBar share={utilization} />,
  },
  {
    id: "free",
    label: "Free",
    align: "right",
    cell: ({ free }) => formatNumber(free),
  },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (pool) =>
      onEdit !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Edit ${pool.name}`}
          onClick={() => onEdit(pool)}
        >
          Edit
        </Button>
      ),
  },
];

/** Public address space that providers have assigned, and what it is used for. */
export function ExternalPools({ view }: { view: IpamView }) {
  const query = useQuery(poolsQuery());
  const mayWrite = useMay("ipam_write");
  const [edited, setEdited] = useState<Pool | null>(null);
  const { pool: opened } = view.search;
  const open = ({ id }: Pool) => view.change({ pool: id === opened ? undefined : id, offset: undefined });
  return (
    <QueryStates query={query} what="external pools" rows={4}>
      {(pools) => {
        if (pools.length === 0) {
          return (
            <EmptyState title="No external pools yet">
              A pool is public address space of a provider, such as the /29 of an uplink. Which of its
              addresses is used for what stands here, apart from the private plan.
            </EmptyState>
          );
        }
        const shown = pools.find(({ id }) => id === opened);
        return (
          <>
            <div className={styles.surface}>
              <SimpleTable
                label="External pools"
                columns={columns({
                  opened,
                  onOpen: open,
                  onEdit: mayWrite ? setEdited : undefined,
                })}
                rows={pools}
                rowId={({ id }) => id}
              />
            </div>
            {shown !== undefined && <PoolAddresses key={shown.id} pool={shown} view={view} />}
            <Suspense>
              {edited !== null && <PoolDialog pool={edited} onClose={() => setEdited(null)} />}
            </Suspense>
          </>
        );
      }}
    </QueryStates>
  );
}
