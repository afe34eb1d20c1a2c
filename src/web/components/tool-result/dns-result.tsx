import type { Model } from "../../api/client";
import { formatLatency } from "../../format/time";
import { Facts } from "../detail-panel/facts";
import { SimpleTable, type SimpleColumn } from "../simple-table/simple-table";
import { Value } from "../value/value";

type Answer = Model<"DnsLookupFinding">;
type Row = { type: string; value: string; ttl: number | null };

const COLUMNS: readonly SimpleColumn<Row>[] = [
  { id: "type", label: "Type", cell: ({ type }) => type },
  { id: "value", label: "Value", cell: ({ value }) => <Value text={value} isMono /> },
  { id: "ttl", label: "TTL", align: "right", cell: ({ ttl }) => (ttl === null ? "–" : `${ttl} s`) },
];

/** The names of an address. */
export function NamesResult({
  ptr_records: names,
  dns_server: by,
  response_code: code,
  duration_ms: duration,
}: Model<"ReverseDnsFinding">) {
  return (
    <Facts
      facts={[
        {
          label: "Names",
          value: names.length === 0 ? "none" : names.map((name) => <Value key={name} text={name} isMono />),
        },
        { label: "Answered by", value: by ?? undefined },
        { label: "Response", value: code },
        { label: "Took", value: formatLatency(duration) },
      ]}
    />
  );
}

/** Records of a name, of all types that were asked for. */
export function RecordsResult({ answers }: { answers: readonly Answer[] }) {
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
