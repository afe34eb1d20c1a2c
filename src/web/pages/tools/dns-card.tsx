import { NamesResult, RecordsResult } from "../../components/tool-result/dns-result";
import { askDns, askNames } from "./api";
import type { RecordType } from "./search";
import { ToolCard, type Asked } from "./tool-card";

type Props = Asked & { records: readonly RecordType[]; server: string | undefined };

/** The names of an address, or the records of a name. */
export function DnsCard(props: Props) {
  return props.target.kind === "address" ? <Names {...props} /> : <Records {...props} />;
}

function Names({ server, ...asked }: Props) {
  const { target } = asked;
  return (
    <ToolCard
      {...asked}
      ask={(signal) => askNames({ target, signal }, server)}
      resultIds={({ result_id: id }) => [id]}
    >
      {(answer) => <NamesResult {...answer} />}
    </ToolCard>
  );
}

function Records({ records, server, ...asked }: Props) {
  const { target } = asked;
  return (
    <ToolCard
      {...asked}
      ask={(signal) => askDns({ target, signal }, { records, server })}
      resultIds={(answers) => answers.map(({ result_id: id }) => id)}
    >
      {(answers) => <RecordsResult answers={answers} />}
    </ToolCard>
  );
}
