import { useEffect, useEffectEvent, useState } from "react";
import type { LayoutAnswer, Network, Places } from "../../../workers/layout/network";

export type Arrangement =
  { state: "idle" } | { state: "running"; done: number; total: number } | { state: "failed" };

const IDLE: Arrangement = { state: "idle" };

/** Has the worker arrange the network, whenever there is another one to arrange. The page stays usable meanwhile. */
export function useArrangement(network: Network | null, onDone: (places: Places) => void): Arrangement {
  const [told, setTold] = useState<{ network: Network; arrangement: Arrangement } | null>(null);
  const tellDone = useEffectEvent(onDone);
  useEffect(() => {
    const address = WORKER_URLS["layout"];
    if (network === null || address === undefined) return;
    const worker = new Worker(address, { type: "module" });
    worker.addEventListener("message", ({ data: answer }: MessageEvent<LayoutAnswer>) => {
      const isDone = "places" in answer;
      setTold({ network, arrangement: isDone ? IDLE : { state: "running", ...answer } });
      if (isDone) tellDone(answer.places);
    });
    worker.addEventListener("error", () => setTold({ network, arrangement: { state: "failed" } }));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(network);
    return () => worker.terminate();
  }, [network]);
  if (network === null) return IDLE;
  return told?.network === network
    ? told.arrangement
    : { state: "running", done: 0, total: network.boxes.length };
}
