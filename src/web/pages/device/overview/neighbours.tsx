import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Device } from "../../../api/inventory";
import { deviceNeighboursQuery, useNeighbourScan, type Neighbour } from "../../../api/neighbours";
import { neighbourName, PROTOCOL_WORDS } from "../../../components/neighbour/words";
import { Section } from "../../../components/page-head/section";
import { Can } from "../../../components/permission/can";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { ErrorStrip } from "../../../components/states/error-state";
import { QueryStates } from "../../../components/states/query-states";
import { TimeValue } from "../../../components/value/time-value";
import styles from "../device.module.css";

/** A cable, seen from the device. */
type End = {
  neighbour: Neighbour;
  ownPort: string | null;
  otherId: number | null;
  other: string;
  otherPort: string | null;
};

const COLUMNS: readonly SimpleColumn<End>[] = [
  { id: "own", label: "Port here", cell: ({ ownPort }) => ownPort ?? "–" },
  {
    id: "device",
    label: "Neighbour",
    cell: ({ other, otherId }) =>
      otherId === null ? (
        other
      ) : (
        <Link to="/inventory/$deviceId" params={{ deviceId: String(otherId) }}>
          {other}
        </Link>
      ),
  },
  { id: "other", label: "Port there", cell: ({ otherPort }) => otherPort ?? "–" },
  { id: "protocol", label: "By", cell: ({ neighbour }) => PROTOCOL_WORDS[neighbour.protocol] },
  {
    id: "linked",
    label: "On the map",
    cell: ({ neighbour }) => (neighbour.relationship_id === null ? "no link" : "linked"),
  },
  { id: "seen", label: "Last heard", cell: ({ neighbour }) => <TimeValue at={neighbour.last_seen} /> },
];

/** What hangs at the device's ports by LLDP and CDP; nothing where nothing is known and it cannot be asked. */
export function Neighbours({ device }: { device: Device }) {
  const query = useQuery(deviceNeighboursQuery(device.id));
  const scan = useNeighbourScan();
  const mayBeAsked = device.snmp_profile_id !== null && device.ip_address !== "";
  if (!mayBeAsked && (query.data ?? []).length === 0) return null;
  const failure = scan.data?.error ?? null;
  return (
    <Section
      title="Neighbours"
      actions={
        mayBeAsked && (
          <Can do="tools_active">
            <Button
              size="xs"
              variant="default"
              loading={scan.isPending}
              onClick={() => scan.mutate(device.id)}
            >
              Scan neighbours
            </Button>
          </Can>
        )
      }
    >
      {scan.error !== null && <ErrorStrip error={scan.error} title="Cannot scan the device" />}
      {failure !== null && (
        <p role="alert" className={styles.dimmed}>
          The device could not be asked: {failure}
        </p>
      )}
      <QueryStates query={query} what="the neighbours" rows={3}>
        {(neighbours) =>
          neighbours.length === 0 ? (
            <p className={styles.dimmed}>Nothing was heard by LLDP or CDP.</p>
          ) : (
            <SimpleTable
              label="Neighbours"
              rows={neighbours.map((neighbour) => endOf(neighbour, device.id))}
              rowId={({ neighbour }) => neighbour.id}
              columns={COLUMNS}
            />
          )
        }
      </QueryStates>
    </Section>
  );
}

function endOf(neighbour: Neighbour, deviceId: number): End {
  const { local_port_name: local, local_port_index: index, remote_port_name: remote } = neighbour;
  const heard = local ?? `port ${index}`;
  if (neighbour.source_device_id !== deviceId) {
    const { source_device_id: otherId, source_device_name: other } = neighbour;
    return { neighbour, ownPort: remote, otherId, other, otherPort: heard };
  }
  return {
    neighbour,
    ownPort: heard,
    otherId: neighbour.matched_device_id,
    other: neighbour.matched_device_name ?? neighbourName(neighbour),
    otherPort: remote,
  };
}
