import { PingResult } from "../../components/tool-result/ping-result";
import { ping } from "./api";
import { ToolCard, type Asked } from "./tool-card";

export function PingCard(asked: Asked) {
  return (
    <ToolCard
      {...asked}
      ask={(signal) => ping({ target: asked.target, signal })}
      resultIds={({ result_id: id }) => [id]}
    >
      {(answer) => <PingResult answer={answer} />}
    </ToolCard>
  );
}
