import { LIST_TIME_WIDTH, type Column } from "../../components/data-table/columns";
import { TimeValue } from "../../components/value/time-value";
import type { AuditEntry } from "./api";

export const actorOf = ({ actor_username: name }: AuditEntry) => name ?? "nobody";

export const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    id: "action",
    label: "Action",
    width: 240,
    cell: ({ action }) => action,
    copyValue: ({ action }) => action,
  },
  {
    id: "time",
    label: "Time",
    width: LIST_TIME_WIDTH,
    cell: ({ created_at: at }) => <TimeValue at={at} tabIndex={-1} />,
    copyValue: ({ created_at: at }) => at,
  },
  { id: "actor", label: "By", width: 140, cell: actorOf, copyValue: actorOf },
  {
    id: "target",
    label: "Target",
    width: 160,
    cell: ({ target }) => target ?? "–",
    copyValue: ({ target }) => target ?? "",
  },
  {
    id: "detail",
    label: "Detail",
    width: 260,
    grows: true,
    cell: ({ detail }) => detail ?? "–",
    copyValue: ({ detail }) => detail ?? "",
  },
  {
    id: "address",
    label: "Address",
    width: 130,
    cell: ({ ip_address: address }) => <span className="mono">{address ?? "–"}</span>,
    copyValue: ({ ip_address: address }) => address ?? "",
  },
];
