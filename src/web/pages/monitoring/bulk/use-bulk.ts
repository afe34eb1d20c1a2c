import { useRef, useState } from "react";
import { runBatches } from "../../../api/batches";
import { toasts } from "../../../components/toast/toasts";
import { formatCount } from "../../../format/number";

type Run = {
  ids: readonly number[];
  /** How many the service takes at once. */
  size: number;
  send: (ids: readonly number[]) => Promise<unknown>;
  /** `["device paused", "devices paused"]`. */
  done: readonly [one: string, many: string];
  /** Whatever became of it. */
  onEnd: () => void;
};

/** A change of many things: how far it is (`running`), and what came of it in a sentence. */
export function useBulk() {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const abort = useRef(new AbortController());
  const run = async ({ ids, size, send, done, onEnd }: Run): Promise<void> => {
    if (progress !== undefined) return;
    abort.current = new AbortController();
    setProgress({ done: 0, total: ids.length });
    const { outcomes, error } = await runBatches({
      ids,
      size,
      send,
      onProgress: (count) => setProgress({ done: count, total: ids.length }),
      signal: abort.current.signal,
    });
    setProgress(undefined);
    onEnd();
    const changed = [...outcomes.values()].filter((outcome) => outcome === "done").length;
    const words = formatCount(changed, done);
    if (error !== null) toasts.tellError(`${words}; then: ${error.message}`);
    else toasts.tell(changed === ids.length ? words : `${words}, ${ids.length - changed} not`);
  };
  return { run, running: progress && { ...progress, onStop: () => abort.current.abort() } };
}
