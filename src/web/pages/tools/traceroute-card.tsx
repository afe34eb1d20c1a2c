import { useState } from "react";
import { StatusMark } from "../../components/badge/status-mark";
import { SimpleTable, type SimpleColumn } from "../../components/simple-table/simple-table";
import { Loading } from "../../components/states/loading";
import { Value } from "../../components/value/value";
import { formatLatency } from "../../format/time";
import { trace, type Hop } from "./api";
import { ToolCard, type Asked } from "./tool-card";

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

/** The way to a host, hop by hop as they answer. */
export function TracerouteCard(asked: Asked) {
  const [known, setKnown] = useState<readonly Hop[]>([]);
  const ask = (signal: AbortSignal) => {
    setKnown([]);
    return trace({ target: asked.target, signal }, (hop) => setKnown((before) => [...before, hop]));
  };
  return (
    <ToolCard
      {...asked}
      ask={ask}
      meanwhile={
        known.length === 0 ? undefined : (
          <>
            <Hops hops={known} />
            <Loading what="the next hop" rows={1} />
          </>
        )
      }
    >
      {({ hops, is_reached: isReached }) => (
        <>
          <StatusMark
            status={isReached ? "ok" : "unreachable"}
            label={isReached ? "The host is reached" : "The host is not reached"}
          />
          <Hops hops={hops} />
        </>
      )}
    </ToolCard>
  );
}

function Hops({ hops }: { hops: readonly Hop[] }) {
  const columns = hops.some(({ note }) => note !== null) ? [...COLUMNS, NOTE] : COLUMNS;
  return <SimpleTable label="Hops" columns={columns} rows={hops} rowId={({ hop }) => hop} />;
}
