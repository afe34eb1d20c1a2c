import type { Model } from "../../api/client";
import { formatLatency } from "../../format/time";
import { StatusMark } from "../badge/status-mark";
import { SimpleTable, type SimpleColumn } from "../simple-table/simple-table";
import { Value } from "../value/value";

type Hop = Model<"TracerouteHop">;

const COLUMNS: readonly SimpleColumn<Hop>[] = [
  { id: "hop", label: "Hop", cell: ({ hop }) => hop },
  {
    id: "address",
    label: "Address",
    cell: ({ address }) => (address === null ? "no answer" : <Value text={address} isMono />),
  },
  {
    id: "rtt",
    label: "Round trip",
    align: "right",
    cell: ({ rtt_ms: latency }) => (latency === null ? "–" : formatLatency(latency)),
  },
];
const NOTE: SimpleColumn<Hop> = { id: "note", label: "Note", cell: ({ note }) => note };

/** The way to a host. */
export function TraceResult({ hops, is_reached: isReached }: Model<"TracerouteFinding">) {
  return (
    <>
      <StatusMark
        status={isReached ? "ok" : "unreachable"}
        label={isReached ? "The host is reached" : "The host is not reached"}
      />
      <Hops hops={hops} />
    </>
  );
}

export function Hops({ hops }: { hops: readonly Hop[] }) {
  const columns = hops.some(({ note }) => note !== null) ? [...COLUMNS, NOTE] : COLUMNS;
  return <SimpleTable label="Hops" columns={columns} rows={hops} rowId={({ hop }) => hop} />;
}
