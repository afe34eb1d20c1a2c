import { SnmpResult } from "../../components/tool-result/snmp-result";
import { probeSnmp, type SnmpCredentials } from "./api";
import { ToolCard, type Asked } from "./tool-card";

export function SnmpCard({ credentials, ...asked }: Asked & { credentials: SnmpCredentials }) {
  const { target } = asked;
  return (
    <ToolCard
      {...asked}
      ask={(signal) => probeSnmp({ target, signal }, credentials)}
      resultIds={({ result_id: id }) => [id]}
    >
      {(answer) => <SnmpResult answer={answer} />}
    </ToolCard>
  );
}
