import { StatusMark } from "../../components/badge/status-mark";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { Value } from "../../components/value/value";
import styles from "./conflict-table.module.css";
import type { Conflict } from "./address-cells";

const WORDS: Readonly<Record<Conflict["type"], string>> = {
  duplicate_ip: "Address used twice",
  duplicate_mac: "MAC address used twice",
  subnet_overlap: "Subnets overlap",
  ip_outside_subnet: "In no subnet",
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
    cell: ({ ip }) => (ip === null ? "–" : <Value text={ip} isMono />),
  },
  {
    id: "description",
    label: "What it is",
    cell: ({ description }) => <span className={styles.description}>{description}</span>,
  },
];

/** Contradictions in the address plan, one a row. */
export function ConflictTable({ conflicts }: { conflicts: readonly Conflict[] }) {
  const rows = conflicts.map((conflict, index) => ({ ...conflict, index }));
  return <SimpleTable label="Conflicts" columns={COLUMNS} rows={rows} rowId={rowId} />;
}

const rowId = (row: Conflict & { index?: number }) => row.index ?? row.description;
