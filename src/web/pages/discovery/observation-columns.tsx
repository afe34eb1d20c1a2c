import { LIST_TIME_WIDTH, type Column } from "../../components/data-table/columns";
import { TimeValue } from "../../components/value/time-value";
import { addressSortKey } from "../../format/address";
import type { Observation } from "./api";
import { CutText } from "../../components/value/visible-text";
import styles from "./discovery.module.css";
import { proposedLines, typeName } from "./words";

const ABSENT = "–";

/** What is to be seen of an observation at a glance: what it proposes, else who else has the address, else the name. */
function glanceOf(observation: Observation): string {
  const lines = proposedLines(observation).map(({ label, value }) => `${label}: ${value}`);
  const reason: unknown = observation.details["reason"];
  if (lines.length > 0) return lines.join(", ");
  if (typeof reason === "string") return reason;
  return observation.hostname ?? ABSENT;
}

/** Of the queue of observations. */
export const OBSERVATION_COLUMNS: readonly Column<Observation>[] = [
  {
    id: "what",
    label: "What",
    width: 150,
    sortKey: typeName,
    cell: (observation) => `${typeName(observation)}${observation.is_ignored ? " (ignored)" : ""}`,
  },
  {
    id: "address",
    label: "Address",
    card: "bare",
    width: 136,
    sortKey: ({ ip_address: address }) => addressSortKey(address ?? ""),
    cell: ({ ip_address: address }) => (address === null ? ABSENT : <span className="mono">{address}</span>),
    copyValue: ({ ip_address: address }) => address ?? "",
  },
  {
    id: "device",
    label: "Device",
    card: "bare",
    width: 150,
    sortKey: ({ device_name: name }) => name,
    cell: ({ device_name: name }) => (name === null ? ABSENT : <CutText text={name} />),
    copyValue: ({ device_name: name }) => name ?? "",
  },
  {
    id: "glance",
    label: "Seen",
    card: "whole",
    width: 150,
    grows: true,
    cell(observation) {
      const glance = glanceOf(observation);
      if (glance === ABSENT) return ABSENT;
      return <CutText text={glance} className={styles.cell} />;
    },
    copyValue: glanceOf,
  },
  {
    id: "mac",
    label: "MAC",
    card: "none",
    width: 156,
    sortKey: ({ mac_address: mac }) => mac,
    cell: ({ mac_address: mac }) => <span className="mono">{mac?.toLowerCase() ?? ABSENT}</span>,
    copyValue: ({ mac_address: mac }) => mac?.toLowerCase() ?? "",
  },
  {
    id: "schedule",
    label: "Schedule",
    card: "none",
    width: 140,
    sortKey: ({ schedule_name: name }) => name,
    cell: ({ schedule_name: name }) => <CutText text={name} />,
  },
  {
    id: "seen",
    label: "Last seen",
    width: LIST_TIME_WIDTH,
    sortKey: ({ last_seen_at: at }) => at,
    cell: ({ last_seen_at: at }) => <TimeValue at={at} isInGrid />,
  },
];
