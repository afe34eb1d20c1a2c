import { PortsResult } from "../../components/tool-result/ports-result";
import { checkPorts } from "./api";
import { ToolCard, type Asked } from "./tool-card";

type Props = Asked & { ports: readonly number[]; protocol: "tcp" | "udp" };

export function PortsCard({ ports, protocol, ...asked }: Props) {
  const { target } = asked;
  return (
    <ToolCard
      {...asked}
      ask={(signal) => checkPorts({ target, signal }, { ports, protocol })}
      resultIds={({ result_id: id }) => [id]}
    >
      {({ results }) => <PortsResult results={results} />}
    </ToolCard>
  );
}
