import { Facts } from "../../components/detail-panel/facts";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { Value } from "../../components/value/value";
import { formatLatency } from "../../format/time";
import { askDns, askNames, type DnsAnswer } from "./api";
import type { RecordType } from "./search";
import { ToolCard, type Asked } from "./tool-card";

type Props = Asked & { records: readonly RecordType[]; server: string | undefined };
type Row = { type: string; value: string; ttl: number | null };

const COLUMNS: readonly SimpleColumn<Row>[] = [
  { id: "type", label: "Type", cell: ({ type }) => type },
  { id: "value", label: "Value", cell: ({ value }) => <Value text={value} isMono /> },
  { id: "ttl", label: "TTL", align: "right", cell: ({ ttl }) => (ttl === null ? "–" : `${ttl} s`) },
];

/** The names of an address, or the records of a name. */
export function DnsCard(props: Props) {
  return props.target.kind === "address" ? <Names {...props} /> : <Records {...props} />;
}

function Names({ server, ...asked }: Props) {
  const { target } = asked;
  return (
    <ToolCard {...asked} ask={(signal) => askNames({ target, signal }, server)}>
      {({ ptr_records: names, dns_server: by, response_code: code, duration_ms: duration }) => (
        <Facts
          facts={[
            {
              label: "Names",
              value:
                names.length === 0 ? "none" : names.map((name) => <Value key={name} text={name} isMono />),
            },
            { label: "Answered by", value: by ?? undefined },
            { label: "Response", value: code },
            { label: "Took", value: formatLatency(duration) },
          ]}
        />
      )}
    </ToolCard>
  );
}

function Records({ records, server, ...asked }: Props) {
  const { target } = asked;
  return (
    <ToolCard {...asked} ask={(signal) => askDns({ target, signal }, { records, server })}>
      {(answers) => <Answers answers={answers} />}
    </ToolCard>
  );
}

function Answers({ answers }: { answers: readonly DnsAnswer[] }) {
  const rows = answers.flatMap(({ record_type: type, records }) =>
    records.map((record) => ({ type, ...record })),
  );
  const without = answers.filter(({ records }) => records.length === 0);
  const [first] = answers;
  const alias = first?.canonical_name ?? null;
  return (
    <>
      {rows.length > 0 && (
        <SimpleTable
          label="Records"
          columns={COLUMNS}
          rows={rows}
          rowId={({ type, value }) => `${type} ${value}`}
        />
      )}
      <Facts
        facts={[
          ...(without.length === 0
            ? []
            : [
                {
                  label: "No records",
                  value: without
                    .map(({ record_type: type, response_code: code }) =>
                      code === "NOERROR" ? type : `${type} (${code})`,
                    )
                    .join(", "),
                },
              ]),
          ...(alias === null ? [] : [{ label: "Alias of", value: <Value text={alias} isMono /> }]),
          { label: "Answered by", value: first?.dns_server ?? undefined },
          { label: "Took", value: formatLatency(Math.max(...answers.map((answer) => answer.duration_ms))) },
        ]}
      />
    </>
  );
}
