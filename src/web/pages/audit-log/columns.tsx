import { LIST_TIME_WIDTH, type Column } from "../../components/data-table/columns";
import { TimeValue } from "../../components/value/time-value";
import type { AuditLine } from "../../format/audit-lines";
import type { AuditEntry } from "./api";

export type Line = AuditLine<AuditEntry>;

export const actorOf = ({ actor_username: name }: AuditEntry) => name ?? "nobody";

export const COLUMNS: readonly Column<Line>[] = [
  {
    id: "what",
    label: "What",
    width: 260,
    grows: true,
    cell: ({ sentence, entry }) => (entry.undone_by === null ? sentence : `${sentence} (taken back)`),
    copyValue: ({ sentence }) => sentence,
  },
  {
    id: "time",
    label: "Time",
    width: LIST_TIME_WIDTH,
    cell: ({ entry }) => <TimeValue at={entry.created_at} isInGrid />,
    copyValue: ({ entry }) => entry.created_at,
  },
  {
    id: "action",
    label: "Action",
    width: 220,
    cell: ({ entry }) => entry.action,
    copyValue: ({ entry }) => entry.action,
  },
  {
    id: "target",
    label: "Target",
    width: 150,
    cell: ({ entry }) => entry.target ?? "–",
    copyValue: ({ entry }) => entry.target ?? "",
  },
  {
    id: "address",
    label: "Address",
    width: 130,
    cell: ({ entry }) => <span className="mono">{entry.ip_address ?? "–"}</span>,
    copyValue: ({ entry }) => entry.ip_address ?? "",
  },
];
