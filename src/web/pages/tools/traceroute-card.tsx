import { useState } from "react";
import { Loading } from "../../components/states/loading";
import { Hops, TraceResult } from "../../components/tool-result/trace-result";
import { trace, type Hop } from "./api";
import { ToolCard, type Asked } from "./tool-card";

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
      resultIds={({ result_id: id }) => [id]}
      meanwhile={
        known.length === 0 ? undefined : (
          <>
            <Hops hops={known} />
            <Loading what="the next hop" rows={1} />
          </>
        )
      }
    >
      {(answer) => <TraceResult {...answer} />}
    </ToolCard>
  );
}
