import { Link } from "@tanstack/react-router";
import { Section } from "../../../components/page-head/section";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { TimeValue } from "../../../components/value/time-value";
import { formatWord } from "../../../format/device";
import type { Lookup } from "../api";
import styles from "../device.module.css";

const SUBNET_COLUMNS: readonly SimpleColumn<Lookup["subnets"][number]>[] = [
  {
    id: "cidr",
    label: "Prefix",
    cell: ({ id, cidr }) => (
      <Link to="/ipam/$subnetId" params={{ subnetId: String(id) }} className="mono">
        {cidr}
      </Link>
    ),
  },
  { id: "name", label: "Name", cell: ({ name }) => name },
  { id: "vlan", label: "VLAN", cell: ({ vlan_id: vlan }) => vlan ?? "–" },
  {
    id: "gateway",
    label: "Gateway",
    cell: ({ gateway }) => (gateway === null ? "–" : <span className="mono">{gateway}</span>),
  },
];

const RESERVATION_COLUMNS: readonly SimpleColumn<Lookup["reservations"][number]>[] = [
  {
    id: "address",
    label: "Address",
    cell: ({ ip_address: address }) => <span className="mono">{address}</span>,
  },
  { id: "label", label: "Label", cell: ({ label }) => label },
  { id: "state", label: "State", cell: ({ state }) => formatWord(state) },
  { id: "by", label: "Reserved by", cell: ({ reserved_by: by }) => by ?? "–" },
  {
    id: "expires",
    label: "Expires",
    cell: ({ expires_at: at }) => <TimeValue at={at} absent="never" />,
  },
];

/** The subnets that the device's addresses lie in, the smallest first. */
export function Subnets({ subnets }: { subnets: Lookup["subnets"] }) {
  return (
    <Section title="Subnets">
      {subnets.length === 0 ? (
        <p className={styles.dimmed}>No subnet of its addresses is recorded.</p>
      ) : (
        <SimpleTable label="Subnets" rows={subnets} rowId={({ id }) => id} columns={SUBNET_COLUMNS} />
      )}
    </Section>
  );
}

/** Reservations of the device's addresses; nothing where there is none. */
export function Reservations({ reservations }: { reservations: Lookup["reservations"] }) {
  if (reservations.length === 0) return null;
  return (
    <Section title="Reservations">
      <SimpleTable
        label="Reservations"
        rows={reservations}
        rowId={({ id }) => id}
        columns={RESERVATION_COLUMNS}
      />
    </Section>
  );
}
