import type { ApiClient } from "./api-client";

export type FailedRequest = {
  method: string;
  path: string;
  /** 0: no answer came. */
  status: number;
  /** From when to when it was under way (performance.now()). */
  from: number;
  to: number;
};

export type RequestLoad = {
  /** How many have ended. */
  count(): number;
  failed: FailedRequest[];
  /** Names of devices that the service said it has written, and of those whose answer did not come. */
  written: { certain: Set<string>; possible: Set<string> };
  stop(): Promise<void>;
};

const READ = ["/api/v1/auth/me", "/api/v1/topology/devices?limit=10", "/api/v1/syslog/events?limit=5"];
const PAUSE_MS = 50;

/** Reads and writes without end, so many clients at the same time, each its next request when one has ended. */
export function startRequests(client: ApiClient, clients: number): RequestLoad {
  const stopped = new AbortController();
  const failed: FailedRequest[] = [];
  const written = { certain: new Set<string>(), possible: new Set<string>() };
  let count = 0;

  const ask = async (method: string, path: string, body?: object): Promise<number> => {
    const from = performance.now();
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
    // An answer counts when it has come to its end.
    const status = await client.fetch(path, init).then(
      (answer) =>
        answer.arrayBuffer().then(
          () => answer.status,
          () => 0,
        ),
      () => 0,
    );
    count += 1;
    if (status < 200 || status >= 300) failed.push({ method, path, status, from, to: performance.now() });
    return status;
  };

  const run = async (number: number) => {
    for (let turn = 0; !stopped.signal.aborted; turn++) {
      if (turn % 4 === 3) {
        const name = `written-${number}-${turn}`;
        const status = await ask("POST", "/api/v1/topology/devices", { name });
        (status === 201 ? written.certain : written.possible).add(name);
      } else await ask("GET", READ[turn % READ.length] ?? "");
      await Bun.sleep(PAUSE_MS);
    }
  };

  const ended = Promise.all(Array.from({ length: clients }, (_, number) => run(number)));
  return {
    count: () => count,
    failed,
    written,
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}
