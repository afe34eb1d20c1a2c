import { Link } from "@tanstack/react-router";
import { StatusMark } from "../../../components/badge/status-mark";
import { SimpleTable, type SimpleColumn } from "../../../components/simple-table/simple-table";
import { Value } from "../../../components/value/value";
import { visible } from "../../../components/value/visible-text";
import styles from "./conflict-table.module.css";
import type { Conflict } from "../addresses/address-cells";

const WORDS: Readonly<Record<Conflict["type"], string>> = {
  duplicate_ip: "Address used twice",
  duplicate_mac: "MAC address used twice",
  subnet_overlap: "Subnets overlap",
  ip_outside_subnet: "Outside subnet",
  ip_in_dhcp_range: "In a DHCP range",
  reserved_ip_in_use: "Reserved, but in use",
};

const COLUMNS: readonly SimpleColumn<Conflict>[] = [
  {
    id: "type",
    label: "Conflict",
    cell: ({ type, severity }) => (
      <StatusMark status={severity === "error" ? "down" : "degraded"} label={WORDS[type]} />
    ),
  },
  {
    id: "ip",
    label: "Address",
    cell: ({ ip }) =>
      ip === null ? (
        "–"
      ) : (
        <Value text={ip} isMono>
          <span className={styles.address}>{ip}</span>
        </Value>
      ),
  },
  {
    id: "description",
    label: "What it is",
    cell: ({ description }) => <span className={styles.description}>{visible(description)}</span>,
  },
  { id: "place", label: "Where to look", cell: (conflict) => <PlaceLink conflict={conflict} /> },
];

/**
 * Where what contradicts itself is put right: all devices that share something, else the one that it is about, else the
 * reservation of the address.
 */
function PlaceLink({ conflict: { type, ip, device_id: id, description } }: { conflict: Conflict }) {
  // The service says a shared MAC address in its text alone, which begins with it.
  const shared = type === "duplicate_ip" ? ip : type === "duplicate_mac" ? description.split(" ")[0] : null;
  if (shared !== null && shared !== undefined)
    return (
      <Link to="/inventory" search={{ q: shared }} aria-label={`Show devices with ${shared}`}>
        Show devices
      </Link>
    );
  if (id === null) return ip === null ? "–" : <ReservationLink ip={ip} />;
  return (
    <Link
      to="/inventory/$deviceId"
      params={{ deviceId: String(id) }}
      {...(ip !== null && { "aria-label": `Show device of ${ip}` })}
    >
      Show device
    </Link>
  );
}

function ReservationLink({ ip }: { ip: string }) {
  return (
    <Link to="/ipam" search={{ tab: "reservations", find: ip }} aria-label={`Show reservation of ${ip}`}>
      Show reservation
    </Link>
  );
}

/** Contradictions in the address plan, one a row. */
export function ConflictTable({ conflicts }: { conflicts: readonly Conflict[] }) {
  const rows = conflicts.map((conflict, index) => ({ ...conflict, index }));
  return <SimpleTable label="Conflicts" columns={COLUMNS} rows={rows} rowId={rowId} />;
}

const rowId = (row: Conflict & { index?: number }) => row.index ?? row.description;
