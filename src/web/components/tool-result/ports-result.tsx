import type { Model } from "../../api/client";
import { formatLatency } from "../../format/time";
import { StatusMark, type Status } from "../badge/status-mark";
import { SimpleTable, type SimpleColumn } from "../simple-table/simple-table";

type Finding = Model<"PortFinding">;

const MARKS: Readonly<Record<Finding["status"], { status: Status; label: string }>> = {
  open: { status: "ok", label: "Open" },
  closed: { status: "down", label: "Closed" },
  unknown: { status: "unknown", label: "Unknown" },
};

const COLUMNS: readonly SimpleColumn<Finding>[] = [
  { id: "port", label: "Port", cell: ({ port }) => <span className="mono">{port}</span> },
  { id: "state", label: "State", cell: ({ status }) => <StatusMark {...MARKS[status]} /> },
  { id: "detail", label: "What was seen", cell: ({ detail }) => detail },
  {
    id: "took",
    label: "Took",
    align: "right",
    cell: ({ duration_ms: duration }) => formatLatency(duration),
  },
];

/** Which ports took connections. */
export function PortsResult({ results }: { results: readonly Finding[] }) {
  return <SimpleTable label="Ports" columns={COLUMNS} rows={results} rowId={({ port }) => port} />;
}
