import { Button, Group } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useMay } from "../../../api/me";
import { StatusMark } from "../../../components/badge/status-mark";
import { Section } from "../../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { QueryStates } from "../../../components/states/query-states";
import { Value } from "../../../components/value/value";
import { formatNumber } from "../../../format/number";
import { POOL_PAGE, poolAddressesQuery, type Pool, type PoolAddress } from "./api";
import type { IpamView } from "../view";

const AssignmentDialog = lazy(() =>
  import("./assignment-dialog").then((module) => ({
    default: module.AssignmentDialog,
  })),
);

const LOOKS = {
  available: { status: "unknown", label: "free" },
  reserved: { status: "maintenance", label: "reserved" },
  in_use: { status: "ok", label: "in use" },
} as const;

const columns = (
  onOpen: ((address: PoolAddress) => void) | undefined,
): readonly SimpleColumn<PoolAddress>[] => [
  {
    id: "address",
    label: "Address",
    cell: ({ ip_address: ip }) => <Value text={ip} isMono />,
  },
  {
    id: "status",
    label: "State",
    cell: ({ status }) => <StatusMark {...LOOKS[status]} />,
  },
  {
    id: "label",
    label: "Used for",
    cell: ({ assignment }) => assignment?.label ?? "–",
  },
  {
    id: "owner",
    label: "Owner",
    cell: ({ assignment }) => assignment?.owner ?? "–",
  },
  {
    id: "actions",
    label: "Actions",
    isHeadHidden: true,
    align: "right",
    cell: (address) =>
      onOpen !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${address.assignment === null ? "Assign" : "Edit"} ${address.ip_address}`}
          onClick={() => onOpen(address)}
        >
          {address.assignment === null ? "Assign" : "Edit"}
        </Button>
      ),
  },
];

/** The addresses of a pool, page by page. */
export function PoolAddresses({ pool, view }: { pool: Pool; view: IpamView }) {
  const { offset = 0 } = view.search;
  const query = useQuery({
    ...poolAddressesQuery(pool.id, offset),
    placeholderData: keepPreviousData,
  });
  const mayWrite = useMay("ipam_write");
  const [opened, setOpened] = useState<PoolAddress | null>(null);
  const turn = (to: number) => view.change({ offset: to === 0 ? undefined : to });
  return (
    <div style={{ marginTop: 16 }}>
      <Section title={`Addresses of ${pool.name}`} hint={pool.description}>
        <QueryStates query={query} what="addresses" rows={8}>
          {({ addresses, total }) => (
            <>
              <SimpleTable
                label={`Addresses of ${pool.name}`}
                columns={columns(mayWrite ? setOpened : undefined)}
                rows={addresses}
                rowId={({ ip_address: ip }) => ip}
              />
              {total > POOL_PAGE && (
                <Group gap="sm" mt={8}>
                  {offset > 0 && (
                    <Button size="xs" variant="default" onClick={() => turn(Math.max(0, offset - POOL_PAGE))}>
                      Previous
                    </Button>
                  )}
                  {offset + POOL_PAGE < total && (
                    <Button size="xs" variant="default" onClick={() => turn(offset + POOL_PAGE)}>
                      Next
                    </Button>
                  )}
                  <span>
                    {formatNumber(offset + 1)} to {formatNumber(Math.min(total, offset + POOL_PAGE))} of{" "}
                    {formatNumber(total)}
                  </span>
                </Group>
              )}
            </>
          )}
        </QueryStates>
      </Section>
      <Suspense>
        {opened !== null && <AssignmentDialog pool={pool} address={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </div>
  );
}
