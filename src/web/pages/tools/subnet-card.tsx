import type { Model } from "../../api/client";
import { Facts } from "../../components/detail-panel/facts";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { Value } from "../../components/value/value";
import { formatNumber } from "../../format/number";
import { calculate } from "./api";
import { ToolCard, type Asked } from "./tool-card";

type Part = Model<"SubnetPart">;

const addressOf = (text: string | null) => (text === null ? "–" : <Value text={text} isMono />);

const COLUMNS: readonly SimpleColumn<Part>[] = [
  { id: "cidr", label: "Network", cell: ({ cidr }) => <Value text={cidr} isMono /> },
  { id: "first", label: "First host", cell: ({ first_host: first }) => addressOf(first) },
  { id: "last", label: "Last host", cell: ({ last_host: last }) => addressOf(last) },
];

export function SubnetCard({ split, ...asked }: Asked & { split: number | undefined }) {
  const { target } = asked;
  return (
    <ToolCard {...asked} ask={(signal) => calculate({ target, signal }, split)}>
      {(answer) => (
        <>
          <Facts
            facts={[
              { label: "Network", value: <Value text={answer.cidr} isMono /> },
              { label: "Netmask", value: <Value text={answer.netmask} isMono /> },
              { label: "Wildcard", value: <Value text={answer.wildcard} isMono /> },
              ...(answer.version === 6 ? [] : [{ label: "Broadcast", value: addressOf(answer.broadcast) }]),
              { label: "First host", value: addressOf(answer.first_host) },
              { label: "Last host", value: addressOf(answer.last_host) },
              { label: "Addresses", value: grouped(answer.total_addresses_text) },
              { label: "Usable", value: grouped(answer.usable_hosts_text) },
            ]}
          />
          {answer.subnets.length > 0 && (
            <>
              <p>{`${grouped(answer.subnets_total_text)} subnets${
                answer.subnets_total_text === String(answer.subnets.length)
                  ? ""
                  : `, of which the first ${answer.subnets.length} are listed`
              }`}</p>
              <SimpleTable
                label="Subnets"
                columns={COLUMNS}
                rows={answer.subnets}
                rowId={({ cidr }) => cidr}
              />
            </>
          )}
        </>
      )}
    </ToolCard>
  );
}

/** `18,446,744,073,709,551,616`: exact at any size. */
function grouped(digits: string): string {
  return formatNumber(BigInt(digits));
}
