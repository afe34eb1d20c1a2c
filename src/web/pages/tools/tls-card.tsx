import { TlsResult } from "../../components/tool-result/tls-result";
import { checkCertificate } from "./api";
import { ToolCard, type Asked } from "./tool-card";

export function TlsCard({ port, ...asked }: Asked & { port: number }) {
  const { target } = asked;
  return (
    <ToolCard
      {...asked}
      ask={(signal) => checkCertificate({ target, signal }, port)}
      resultIds={({ result_id: id }) => [id]}
    >
      {(answer) => <TlsResult {...answer} />}
    </ToolCard>
  );
}
