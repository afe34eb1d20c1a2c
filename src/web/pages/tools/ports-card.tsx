import type { Model } from "../../api/client";
import { StatusMark, type Status } from "../../components/badge/status-mark";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { formatLatency } from "../../format/time";
import { checkPorts } from "./api";
import { ToolCard, type Asked } from "./tool-card";

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

type Props = Asked & { ports: readonly number[]; protocol: "tcp" | "udp" };

export function PortsCard({ ports, protocol, ...asked }: Props) {
  const { target } = asked;
  return (
    <ToolCard {...asked} ask={(signal) => checkPorts({ target, signal }, { ports, protocol })}>
      {({ results }) => (
        <SimpleTable label="Ports" columns={COLUMNS} rows={results} rowId={({ port }) => port} />
      )}
    </ToolCard>
  );
}
