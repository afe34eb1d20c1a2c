import type { ApiClient } from "./api-client";

/** `refused`: 503s. `unsure`: of writes whose connection was lost, which came to something or not. */
type Written = { written: string[]; unsure: string[]; refused: number; longestGapMs: number };

export type ApiLoad = { stop(): Promise<Written> };

const PAUSE_MS = 5;

/**
 * Makes sites by the API, one after the other, until it is stopped. A 503 is tried again under another name, as is a
 * connection that was lost. Throws at its stop where the service answered something else.
 */
export function startApiLoad(client: () => ApiClient): ApiLoad {
  const stopped = new AbortController();
  const result: Written = { written: [], unsure: [], refused: 0, longestGapMs: 0 };
  const ended = (async () => {
    let lastAt = performance.now();
    for (let number = 0; !stopped.signal.aborted; number += 1) {
      const name = `site ${number} ${crypto.randomUUID()}`;
      const status = await writeSite(client(), name);
      if (status === 503) result.refused += 1;
      if (status === 503 || status === undefined) result.unsure.push(name);
      else if (status === 201) {
        result.written.push(name);
        result.longestGapMs = Math.max(result.longestGapMs, performance.now() - lastAt);
        lastAt = performance.now();
      } else throw new Error(`a write was answered with ${status}`);
      await Bun.sleep(PAUSE_MS);
    }
  })();
  ended.catch(() => undefined);
  return {
    async stop() {
      stopped.abort();
      await ended;
      return result;
    },
  };
}

/** Gives the answer's status; undefined: there was none. */
function writeSite(client: ApiClient, name: string): Promise<number | undefined> {
  return client.fetch("/api/v1/topology/sites", { method: "POST", body: JSON.stringify({ name }) }).then(
    async (answer) => {
      await answer.text();
      return answer.status;
    },
    () => undefined,
  );
}
