import { StatusMark } from "../../components/badge/status-mark";
import { Facts } from "../../components/detail-panel/facts";
import { Value } from "../../components/value/value";
import { formatLatency } from "../../format/time";
import type { Model } from "../../api/client";
import { ping } from "./api";
import { ToolCard, type Asked } from "./tool-card";

type Answer = Model<"PingResult">;

export function PingCard(asked: Asked) {
  return (
    <ToolCard {...asked} ask={(signal) => ping({ target: asked.target, signal })}>
      {(answer) => (
        <>
          <Outcome answer={answer} />
          <Facts
            facts={[
              { label: "Address", value: <Value text={answer.address} isMono /> },
              { label: "Replies", value: `${answer.received ?? 0} of ${answer.transmitted ?? 0}` },
              { label: "Fastest", value: inWords(answer.min_ms) },
              { label: "Mean", value: inWords(answer.average_ms) },
              { label: "Slowest", value: inWords(answer.max_ms) },
            ]}
          />
        </>
      )}
    </ToolCard>
  );
}

function Outcome({ answer: { received, packet_loss: loss, error } }: { answer: Answer }) {
  if ((received ?? 0) === 0) return <StatusMark status="down" label={error ?? "No reply"} />;
  if (loss !== null && loss > 0)
    return <StatusMark status="degraded" label={`${Math.round(loss)} % of the requests were lost`} />;
  return <StatusMark status="ok" label="Answers" />;
}

function inWords(milliseconds: number | null): string | undefined {
  return milliseconds === null ? undefined : formatLatency(milliseconds);
}
