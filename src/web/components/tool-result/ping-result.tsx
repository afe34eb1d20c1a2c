import type { Model } from "../../api/client";
import { formatLatency } from "../../format/time";
import { StatusMark } from "../badge/status-mark";
import { Facts } from "../detail-panel/facts";
import { Value } from "../value/value";

type Answer = Model<"PingFinding">;

/** Whether a host answered echo requests, and how fast. */
export function PingResult({ answer }: { answer: Answer }) {
  return (
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
